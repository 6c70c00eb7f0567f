import TagRuntime

/// Reads a filter from left to right.
struct RowFilterParser {
  private let characters: [Character]
  private let list: FilteredList
  private var place = 0
  private var depth = 0
  /// The number of open parentheses.
  private var open = 0
  /// Words that are searched as texts, and were probably meant as flags.
  private(set) var strangeWords: [String] = []

  init(_ text: String, of list: FilteredList) {
    // One more than the limit, to detect a filter that is too long.
    characters = Array(text.prefix(RowFilter.lengthLimit + 1))
    self.list = list
  }

  mutating func filter() throws(FilterMistake) -> FilterTerm? {
    guard characters.count <= RowFilter.lengthLimit else {
      throw mistake(.tooLong, at: RowFilter.lengthLimit)
    }
    skipBlanks()
    guard peek != nil else { return nil }
    let term = try alternatives(after: nil)
    guard peek == nil else { throw mistake(.nothingOpen, at: place) }
    return term
  }

  // MARK: Terms

  private mutating func alternatives(
    after sign: String?
  ) throws(FilterMistake) -> FilterTerm {
    var terms = [try conjunction(after: sign)]
    while peek == "|" {
      place += 1
      terms.append(try conjunction(after: "|"))
    }
    return terms.count == 1 ? terms[0] : .any(terms)
  }

  private mutating func conjunction(after sign: String?) throws(FilterMistake) -> FilterTerm {
    var terms = [try term(after: sign)]
    while true {
      skipBlanks()
      if peek == "&" {
        place += 1
        terms.append(try term(after: "&"))
      } else if peek == nil || peek == "|" || peek == ")" {
        break
      } else {
        terms.append(try term(after: nil))
      }
    }
    return terms.count == 1 ? terms[0] : .all(terms)
  }

  private mutating func term(after sign: String?) throws(FilterMistake) -> FilterTerm {
    skipBlanks()
    let start = place
    switch peek {
    case nil, "|", "&", ")": throw missing(after: sign)
    case "!":
      place += 1
      guard let next = peek, next != " " else { throw mistake(.nothingFollows("!"), at: start) }
      try enter(at: start)
      defer { depth -= 1 }
      return .not(try term(after: "!"))
    case "(":
      place += 1
      try enter(at: start)
      open += 1
      defer {
        depth -= 1
        open -= 1
      }
      let term = try alternatives(after: "(")
      guard peek == ")" else { throw mistake(.openParenthesis, at: start) }
      place += 1
      return term
    case "\"": return .text(try quoted().lowercased())
    default:
      if let term = try fieldTerm() { return term }
      return try word()
    }
  }

  /// Returns the mistake for a missing term.
  private func missing(after sign: String?) -> FilterMistake {
    if peek == ")", open == 0 { return mistake(.nothingOpen, at: place) }
    if let sign { return mistake(.nothingFollows(sign), at: place) }
    return mistake(.nothingPrecedes(peek.map { String($0) } ?? ""), at: place)
  }

  private mutating func enter(at start: Int) throws(FilterMistake) {
    guard depth < RowFilter.depthLimit else { throw mistake(.tooDeep, at: start) }
    depth += 1
  }

  private mutating func word() throws(FilterMistake) -> FilterTerm {
    let text = plainText()
    if let flag = FilterFlag(rawValue: text.lowercased()), list.flags.contains(flag) {
      return .flag(flag)
    }
    if list.isStrange(text) { strangeWords.append(text) }
    return .text(text.lowercased())
  }

  // MARK: Fields

  private enum Sign: String, CaseIterable {
    case notEqual = "!="
    case atMost = "<="
    case atLeast = ">="
    case glob = ":"
    case equal = "="
    case expression = "~"
    case less = "<"
    case more = ">"
  }

  /// Reads a field with its sign and its pattern; nil if there is none here.
  private mutating func fieldTerm() throws(FilterMistake) -> FilterTerm? {
    let start = place
    var end = place
    while end < characters.count, characters[end].isFieldCharacter { end += 1 }
    guard end > start, characters[start].isLetter,
      let sign = Sign.allCases.first(where: { characters[end...].starts(with: $0.rawValue) })
    else { return nil }
    let subject = try subject(String(characters[start..<end]), at: start)
    place = end + sign.rawValue.count
    let valueStart = place
    let pattern =
      peek == "\"" ? try quoted() : sign == .expression ? expressionText() : plainText()
    guard !pattern.isEmpty || sign == .equal || sign == .notEqual else {
      throw mistake(.nothingFollows(String(characters[start..<valueStart])), at: valueStart)
    }
    let test = try test(sign, pattern, subject, at: start, valueAt: valueStart)
    return sign == .notEqual ? .not(.field(subject, test)) : .field(subject, test)
  }

  private func subject(_ name: String, at start: Int) throws(FilterMistake) -> FilterTerm.Subject {
    let parts = name.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    if parts.count == 2, !parts[1].isEmpty,
      let family = FilterFamily(rawValue: parts[0].lowercased()), list.families.contains(family)
    {
      return .named(family, String(parts[1]))
    }
    guard let field = FilterField(rawValue: name.lowercased()), list.fields.contains(field) else {
      throw mistake(.unknownField(name, list), at: start)
    }
    return .field(field)
  }

  private func test(
    _ sign: Sign, _ pattern: String, _ subject: FilterTerm.Subject, at start: Int,
    valueAt valueStart: Int
  ) throws(FilterMistake) -> FilterTest {
    switch sign {
    case .glob:
      let parts = pattern.lowercased().split(separator: "*", omittingEmptySubsequences: false)
      return .glob(parts.map(String.init))
    case .equal, .notEqual: return .exactly(pattern)
    case .expression:
      do throws(PatternError) {
        return .expression(try Pattern(pattern, ignoreCase: true))
      } catch {
        throw mistake(.badExpression(error.description), at: valueStart)
      }
    case .less, .atMost:
      let limit = try limit(pattern, subject, at: start, valueAt: valueStart)
      return .less(limit, orEqual: sign == .atMost)
    case .more, .atLeast:
      let limit = try limit(pattern, subject, at: start, valueAt: valueStart)
      return .more(limit, orEqual: sign == .atLeast)
    }
  }

  private func limit(
    _ text: String, _ subject: FilterTerm.Subject, at start: Int, valueAt: Int
  ) throws(FilterMistake) -> FilterValue {
    let order: FilterOrder
    switch subject {
    case .named: order = .numbers
    case .field(let field): order = field.order
    }
    switch order {
    case .numbers:
      // A row number may also have the form #12.
      let digits = text.first == "#" ? String(text.dropFirst()) : text
      guard let number = Double(digits), number.isFinite else {
        throw mistake(.noNumber(text), at: valueAt)
      }
      return .number(number)
    case .durations:
      guard case .duration(let duration) = DurationText.read(text) else {
        throw mistake(.noDuration(text), at: valueAt)
      }
      return .duration(duration)
    case .times:
      guard text.wholeMatch(of: /[0-2][0-9](:[0-5][0-9](:[0-5][0-9])?)?/) != nil else {
        throw mistake(.noTime(text), at: valueAt)
      }
      return .text(text)
    case .none:
      let name = if case .field(let field) = subject { field.rawValue } else { "" }
      throw mistake(.notOrdered(name, list), at: start)
    }
  }

  // MARK: Characters

  private var peek: Character? { place < characters.count ? characters[place] : nil }

  private mutating func skipBlanks() { while peek == " " || peek == "\t" { place += 1 } }

  /// Reads up to a blank or to a sign between terms; quotes inside are ordinary characters.
  private mutating func plainText() -> String {
    let start = place
    while let next = peek, ![" ", "\t", "&", "|", "(", ")"].contains(next) { place += 1 }
    return String(characters[start..<place])
  }

  /// Reads a regular expression, including parentheses and the text between them.
  private mutating func expressionText() -> String {
    let start = place
    var open = 0
    while let next = peek, next != " ", next != "\t" {
      if next == "\\" {
        place += 2
        continue
      }
      if open == 0, next == ")" || next == "|" || next == "&" { break }
      open += next == "(" ? 1 : next == ")" ? -1 : 0
      place += 1
    }
    place = min(place, characters.count)
    return String(characters[start..<place])
  }

  private mutating func quoted() throws(FilterMistake) -> String {
    let start = place
    place += 1
    var text = ""
    while let next = peek, next != "\"" {
      if next == "\\", place + 1 < characters.count, "\"\\".contains(characters[place + 1]) {
        place += 1
      }
      text.append(characters[place])
      place += 1
    }
    guard peek == "\"" else { throw mistake(.openQuotes, at: start) }
    place += 1
    return text
  }

  private func mistake(_ kind: FilterMistake.Kind, at place: Int) -> FilterMistake {
    FilterMistake(kind: kind, column: min(place, characters.count) + 1)
  }
}

extension Character {
  /// Whether a field name may contain the character.
  fileprivate var isFieldCharacter: Bool {
    isASCII && (isLetter || isNumber || self == "." || self == "_" || self == "-")
  }
}
