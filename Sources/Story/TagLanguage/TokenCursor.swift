import TagRuntime
import TagSimulation
import TagWords

/// Reads the tokens of one statement from left to right.
package struct TokenCursor {
  let file: String
  let line: TokenLine
  var index = 0

  init(_ line: TokenLine, file: String) {
    self.line = line
    self.file = file
  }

  var peek: Token? { index < line.tokens.count ? line.tokens[index] : nil }

  /// Whether a key with `=` comes next.
  var isAtPair: Bool {
    guard index + 1 < line.tokens.count, line.tokens[index + 1].kind == .sign("=") else {
      return false
    }
    switch line.tokens[index].kind {
    case .word, .string: return true
    default: return false
    }
  }

  /// Returns the source text of the statement from a token on.
  func rest(from token: Token) -> String {
    let start = token.range.lowerBound - line.first.range.lowerBound
    return String(decoding: line.text.utf8.dropFirst(start), as: UTF8.self)
  }

  /// Consumes and returns the next token.
  mutating func next(
    _ expected: String, quoting quoted: String = ""
  ) throws(ScenarioError) -> Token {
    guard let token = peek else {
      throw ScenarioError(
        file: file, position: line.end, kind: .missing, found: "", expected: expected,
        quoted: quoted)
    }
    index += 1
    return token
  }

  /// Consumes a word if it comes next and is not a key; otherwise returns false.
  mutating func take(_ word: String) -> Bool {
    guard peek?.word == word, !isAtPair else { return false }
    index += 1
    return true
  }

  mutating func require(_ word: String) throws(ScenarioError) {
    let token = try next("'\(word)'")
    if token.word != word {
      let suggestion = Suggestion.nearest(to: token.source, among: [word])
      throw unexpected(token, "'\(word)'", suggestion: suggestion)
    }
  }

  /// Checks that the statement ends here.
  func end() throws(ScenarioError) {
    if let token = peek { throw unexpected(token, "the end of the line") }
  }

  /// Reads one of the words of an enumeration.
  mutating func choice<Choice: CaseIterable & RawRepresentable<String>>(
    _ what: String, of type: Choice.Type = Choice.self, or others: [String] = []
  ) throws(ScenarioError) -> Choice {
    let choices = Array(Choice.allCases)
    return choices[try index(what, among: choices.map(\.rawValue), others)]
  }

  /// Reads one of some words, and returns what it stands for.
  mutating func choice<Thing>(
    _ what: String, _ things: KeyValuePairs<String, Thing>
  ) throws(ScenarioError) -> Thing {
    things[try index(what, among: things.map(\.key))].value
  }

  /// Reads one of some words, or refuses others that are read elsewhere.
  private mutating func index(
    _ what: String, among words: [String], _ others: [String] = []
  ) throws(ScenarioError) -> Int {
    let token = try next((words + others).listed())
    if let index = words.firstIndex(where: { $0 == token.word }) { return index }
    throw unknown(token, what, among: words + others)
  }

  func unexpected(
    _ token: Token, _ expected: String, quoting quoted: String = "", suggestion: String? = nil
  ) -> ScenarioError {
    failure(.unexpected, token, expected: expected, quoted: quoted, suggestion: suggestion)
  }

  func unknown(_ token: Token, _ what: String, among words: [String]) -> ScenarioError {
    failure(
      .unknown(what: what), token, expected: words.listed(),
      suggestion: ScreenWord.meant(by: token.source, among: words)
        ?? Suggestion.nearest(to: token.source, among: words))
  }

  /// Returns the error for a token that is not one of the names that a file gives.
  func unknown(_ token: Token, _ what: String, amongNames names: [String]) -> ScenarioError {
    failure(
      .unknown(what: what), token, quoted: names.listed(),
      suggestion: Suggestion.nearest(to: token.source, among: names))
  }

  func failure(
    _ kind: ScenarioError.Kind, _ token: Token, expected: String = "", quoted: String = "",
    suggestion: String? = nil
  ) -> ScenarioError {
    let found: String
    switch kind {
    // The sentence quotes a name, so that it needs no further quotes.
    case .duplicate: found = token.name
    case .unknown, .unexpected, .missing, .bareWord, .durationWithoutUnit,
      .misplaced, .incomplete, .circular, .unclosedString, .otherQuotes, .badString,
      .controlCharacter,
      .unclosedBlock, .json, .unclosedJSON, .lineTooLong, .fileTooLong, .notUTF8,
      .unreadable:
      found = token.source
    }
    return ScenarioError(
      file: file, position: token.position, kind: kind, found: found, expected: expected,
      quoted: quoted, suggestion: suggestion)
  }
}

// MARK: - Values

extension TokenCursor {
  mutating func string(_ expected: String) throws(ScenarioError) -> String {
    let token = try next(expected + " in quotes")
    if case .string(let text) = token.kind { return text }
    let quoted = token.word.map { bareWords(from: $0).quoted }
    throw unexpected(token, expected + " in quotes", suggestion: quoted)
  }

  /// Returns a word that should be in quotes, with the words after it that probably belong to it.
  private func bareWords(from first: String) -> String {
    let ends = ["fired", "not", "because", "as", "from"]
    var words = [first]
    for token in line.tokens[index...] {
      guard let word = token.word, !ends.contains(word), words.count < 8 else { break }
      words.append(word)
    }
    // A word before an equals sign is a key and not a part of the name.
    let next = index + words.count - 1
    if words.count > 1, next < line.tokens.count, line.tokens[next].kind == .sign("=") {
      words.removeLast()
    }
    return words.joined(separator: " ")
  }

  /// Reads a word or a string in quotes.
  mutating func name(_ expected: String) throws(ScenarioError) -> String {
    let token = try next(expected)
    switch token.kind {
    case .word(let text), .string(let text): return text
    default: throw unexpected(token, expected)
    }
  }

  /// Reads the name of a key of the keyboard; signs with a meaning in the language must be in
  /// quotes.
  mutating func keyName() throws(ScenarioError) -> String {
    let expected = "a key such as x, Ctrl-R, F5 or \"[\""
    let token = try next(expected)
    switch token.kind {
    case .word(let text), .string(let text), .sign(let text): return text
    default: throw unexpected(token, expected)
    }
  }

  /// Reads a value: a string, a number, true, false, null or JSON.
  mutating func value(_ expected: String = "a value") throws(ScenarioError) -> Value {
    let token = try next(expected)
    switch token.kind {
    case .string(let text): return .string(text)
    case .json(let value): return value
    case .word(let word): return try value(of: word, token)
    case .sign, .parameter, .placeholder: throw unexpected(token, expected)
    }
  }

  private func value(of word: String, _ token: Token) throws(ScenarioError) -> Value {
    switch word {
    case "true": return .bool(true)
    case "false": return .bool(false)
    case "null": return .null
    default: break
    }
    let digits = word.hasPrefix("-") ? word.dropFirst() : word[...]
    let parts = word.split(separator: ",", omittingEmptySubsequences: false)
    if parts.count == 2, (try? JSONReader.read(parts.joined(separator: "."))) != nil {
      throw unexpected(
        token, "a number with a point", suggestion: parts.joined(separator: "."))
    }
    if CivilTime.parseISO(word) ?? CivilTime.parseISO(word + "T00:00:00Z") != nil {
      throw unexpected(
        token,
        "text or null: the SDK has no dates, and tags ignore an NSDate just like null",
        suggestion: word.quoted)
    }
    guard let number = try? JSONReader.read(word), number.text == nil else {
      throw failure(.bareWord, token, suggestion: word.quoted)
    }
    if case .double = number, digits.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) {
      throw unexpected(token, "an integer of at most 64 bits, or a double such as 1e20")
    }
    return number
  }

  /// Reads a duration with its unit.
  mutating func duration(_ expected: String = "a duration") throws(ScenarioError) -> Duration {
    let expected = expected + " such as 500ms, 2s, 2m, 12h or 3d"
    let token = try next(expected)
    guard let word = token.word else { throw unexpected(token, expected) }
    switch DurationText.read(word) {
    case .duration(let duration): return duration
    case .withoutUnit:
      throw failure(.durationWithoutUnit, token, suggestion: word + (unitThatFollows ?? "s"))
    case .fraction(let instead):
      let hint = instead.isEmpty ? "" : ": write " + instead.joined(separator: " or ")
      throw unexpected(token, "a duration without a fraction", quoting: hint)
    case .tooLong:
      throw unexpected(token, "a duration of at most \(DurationText.limitDays)d")
    case .other: throw unexpected(token, expected)
    }
  }

  /// The unit as a separate word after a number, as in `5 minutes`.
  private var unitThatFollows: String? {
    switch peek?.word?.lowercased() {
    case "ms", "milliseconds": "ms"
    case "m", "min", "minute", "minutes": "m"
    case "h", "hour", "hours": "h"
    case "d", "day", "days": "d"
    default: nil
    }
  }

  /// Reads a count: an integer that is not negative.
  mutating func count(_ expected: String) throws(ScenarioError) -> Int {
    let token = try next(expected)
    guard let word = token.word, let count = Int(word), count >= 0 else {
      throw unexpected(token, expected)
    }
    return count
  }

  /// Reads `on` or `off`.
  mutating func isOn() throws(ScenarioError) -> Bool {
    let token = try next("on or off")
    switch token.word {
    case "on": return true
    case "off": return false
    default: throw unexpected(token, "on or off")
    }
  }

  /// Reads one of some comparison signs.
  mutating func comparisonSign(
    among signs: [ComparisonOperator] = ComparisonOperator.ordering
  ) throws(ScenarioError) -> ComparisonOperator {
    let expected = signs.map(\.rawValue).listed()
    let token = try next(expected)
    let known = signs.first {
      $0.isPattern ? token.word == $0.rawValue : token.kind == .sign($0.rawValue)
    }
    guard let known else {
      throw unexpected(token, expected, suggestion: token.source == "=" ? "==" : nil)
    }
    return known
  }

  /// Reads `/a pattern/`, or a pattern in quotes.
  mutating func pattern() throws(ScenarioError) -> String {
    let expected = "a pattern such as /handler/"
    let token = try next(expected)
    guard !token.name.isEmpty else { throw unexpected(token, expected) }
    var pattern = token.name
    if token.word != nil, pattern.count >= 2, pattern.hasPrefix("/"), pattern.hasSuffix("/") {
      pattern = String(pattern.dropFirst().dropLast())
    }
    do throws(PatternError) {
      _ = try Pattern(pattern, ignoreCase: false)
    } catch {
      throw unexpected(
        token, "a pattern that can be used", quoting: " (" + error.description + ")")
    }
    return pattern
  }

  /// Reads `== "Hola"`, `< 3` or `~ /Hola/`: with a value, or with a pattern if the sign needs one.
  mutating func comparison(
    among signs: [ComparisonOperator] = ComparisonOperator.allCases
  ) throws(ScenarioError) -> Comparison<Value> {
    let sign = try comparisonSign(among: signs)
    return Comparison(sign, sign.isPattern ? .string(try pattern()) : try value())
  }

  /// Reads `== "Hola"` or `~ /Hola/`: with the text of a value, or with a pattern.
  mutating func textComparison() throws(ScenarioError) -> Comparison<String> {
    let comparison = try comparison(among: ComparisonOperator.ofTexts)
    return Comparison(comparison.sign, ValueConversion.text(comparison.operand))
  }

  /// Reads `== 3`, `< 3` or just `3`.
  mutating func countComparison(
    _ expected: String = "a number of hits"
  ) throws(ScenarioError) -> Comparison<Int> {
    var sign = ComparisonOperator.equal
    if let token = peek, case .sign = token.kind { sign = try comparisonSign() }
    return Comparison(sign, try count(expected))
  }

  /// Reads the key of a pair and its `=`.
  mutating func key() throws(ScenarioError) -> Token {
    let token = try next("key=value")
    guard token.word != nil || isString(token) else { throw unexpected(token, "key=value") }
    let sign = try next("'='", quoting: " after '\(ScenarioError.quotable(token.source))'")
    guard sign.kind == .sign("=") else { throw unexpected(token, "key=value") }
    return token
  }

  func isString(_ token: Token) -> Bool {
    if case .string = token.kind { true } else { false }
  }
}

// MARK: - Texts

extension TokenCursor {
  /// Reads a string or null. The SDK accepts only texts: a number is a mistake, and is not
  /// converted.
  mutating func textOrNull(_ expected: String) throws(ScenarioError) -> String? {
    let token = peek
    switch try value(expected + " in quotes, or null") {
    case .string(let text): return text
    case .null: return nil
    case let value:
      let text = ValueConversion.text(value).quoted
      throw unexpected(
        token ?? line.first, expected + " in quotes, or null",
        suggestion: value.isScalar ? text : nil)
    }
  }
}

/// The keys that a statement accepts as `key=value`, each at most once.
struct KnownKeys {
  private let known: [String]
  private var taken: [String] = []

  init(_ known: [String]) { self.known = known }

  /// Reads a key and its `=`.
  mutating func take(from cursor: inout TokenCursor) throws(ScenarioError) -> String {
    let token = try cursor.key()
    return try check(token, cursor)
  }

  mutating func check(_ token: Token, _ cursor: TokenCursor) throws(ScenarioError) -> String {
    guard let name = known.first(where: { $0 == token.word }) else {
      throw cursor.unknown(token, "key", among: known)
    }
    if taken.contains(name) { throw cursor.failure(.duplicate(what: "key"), token) }
    taken.append(name)
    return name
  }
}

/// Finds a key that occurs twice in one map of a JSON text. The reader retains the last value of
/// such a key, which is right for foreign files but hides a mistake in a scenario.
struct DuplicateKey {
  var name: String
  var offset: Int

  private struct Level {
    var isMap: Bool
    var expectsKey: Bool
    var keys: Set<String> = []
  }

  /// Returns the first repeated key in a text that was read without an error.
  ///
  /// - Complexity: O(n) in the length of the text.
  static func first(in bytes: [UInt8], from start: Int, to end: Int) -> DuplicateKey? {
    var levels: [Level] = []
    var offset = start
    while offset < end {
      switch bytes[offset] {
      case UInt8(ascii: "{"): levels.append(Level(isMap: true, expectsKey: true))
      case UInt8(ascii: "["): levels.append(Level(isMap: false, expectsKey: false))
      case UInt8(ascii: "}"), UInt8(ascii: "]"): levels.removeLast()
      case UInt8(ascii: ","): levels[levels.count - 1].expectsKey = levels[levels.count - 1].isMap
      case UInt8(ascii: "\""):
        var reader = JSONReader(bytes, from: offset)
        guard let name = (try? reader.readValue())?.text else { return nil }
        if levels[levels.count - 1].expectsKey {
          let isNew = levels[levels.count - 1].keys.insert(name).inserted
          if !isNew { return DuplicateKey(name: name, offset: offset) }
          levels[levels.count - 1].expectsKey = false
        }
        offset = reader.offset
        continue
      default: break
      }
      offset += 1
    }
    return nil
  }
}
