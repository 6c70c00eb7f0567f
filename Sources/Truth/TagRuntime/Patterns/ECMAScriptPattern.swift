/// A pattern of JavaScript without the flag `u`, written in ICU's language.
///
/// It is read by the grammar of ECMAScript with Annex B, and refused if that refuses it. Every
/// character and class is written as the set of units that it matches, so nothing is left of ICU's
/// own meanings: of `\w`, `\b`, `$` and of letters without case. A unit is half a character beyond
/// the first 65,536, as in JavaScript.
///
/// ICU cannot express two things: a group that took part in an earlier turn of a repetition, and
/// not in this one, keeps its text for `\1`; and an unbounded look-behind looks back
/// `lookBehindLimit` units.
///
/// Source: Firebase §5.5; the ECMAScript specification, RegExp objects and Annex B.
struct ECMAScriptPattern {
  /// The pattern in ICU's language, all of it ASCII.
  private(set) var icu: [UInt16] = []
  /// The number of each group in ICU's language; the first is the whole match.
  private(set) var groups: [Int32] = [0]
  private(set) var looksBehind = false
  /// Escapes of letters that mean only the letter.
  private(set) var plainEscapes: [String] = []

  /// The maximum depth of nested groups; a repetition of one adds another level, and ICU accepts
  /// 99.
  static let depthLimit = 48
  /// The number of units that an unbounded repetition within a look-behind covers.
  static let lookBehindLimit = 255
  /// The maximum of a count; a larger one makes no difference within any text that is searched.
  static let countLimit = 16_000_000

  private let units: [UInt16]
  private let ignoresCase: Bool
  private var place = 0
  private var depth = 0
  private var behind = 0
  private var layout: Layout
  /// The number of groups opened so far, and the closed ones.
  private var opened = 0
  private var closed: Set<Int> = []

  /// Reads a pattern.
  ///
  /// - Throws: the reason why JavaScript refuses it.
  /// - Complexity: O(n) in its length.
  init(_ text: String, ignoreCase: Bool) throws(PatternError.Reason) {
    units = Array(text.utf16)
    ignoresCase = ignoreCase
    layout = try Layout(of: units)
    groups += layout.numbers
    try readAlternatives()
    guard place == units.count else { throw .missingParenthesis(part: text) }
  }

  // MARK: Signs

  private func unit(at offset: Int = 0) -> UInt16? {
    place + offset < units.count ? units[place + offset] : nil
  }

  private func stands(_ sign: Unicode.Scalar, at offset: Int = 0) -> Bool {
    unit(at: offset) == UInt16(sign.value)
  }

  private func text(from start: Int, to end: Int? = nil) -> String {
    String(decoding: units[start..<min(end ?? place, units.count)], as: UTF16.self)
  }

  // MARK: Alternatives

  private mutating func readAlternatives() throws(PatternError.Reason) {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.depthLimit else { throw .tooDeep(limit: Self.depthLimit) }
    while let next = unit(), next != 0x29 {
      if next == 0x7C {
        icu += "|".utf16
        place += 1
      } else {
        try readTerm()
      }
    }
  }

  private mutating func readTerm() throws(PatternError.Reason) {
    let start = icu.count
    let isRepeatable = try readAtom()
    guard let repetition = try readRepetition() else { return }
    guard isRepeatable else { throw .badRepetition(part: repetition.sign) }
    icu.insert(contentsOf: "(?:".utf16, at: start)
    icu += (")" + repetition.text).utf16
    // A repetition cannot be repeated.
    if let second = try readRepetition() { throw .badRepetition(part: second.sign) }
  }

  /// Reads an atom or an assertion, and returns whether it may be repeated.
  private mutating func readAtom() throws(PatternError.Reason) -> Bool {
    let next = units[place]
    switch Unicode.Scalar(next) {
    case "^":
      icu += "\\A".utf16
      place += 1
      return false
    case "$":
      icu += "\\z".utf16
      place += 1
      return false
    case "(": return try readGroup()
    case ".":
      place += 1
      write(UnitSet.lineBreaks.inverted)
    case "[": try readClass()
    case "\\": return try readEscape()
    case "*", "+", "?": throw .badRepetition(part: text(from: place, to: place + 1))
    default:
      if next == 0x7B, let repetition = try readRepetition() {
        throw .badRepetition(part: repetition.sign)
      }
      place += 1
      write(next)
    }
    return true
  }

  // MARK: Repetitions

  private mutating func readRepetition() throws(PatternError.Reason) -> (
    sign: String, text: String
  )? {
    let start = place
    var least = 0
    var most: Int?
    switch unit().flatMap(Unicode.Scalar.init) {
    case "*": place += 1
    case "+":
      least = 1
      place += 1
    case "?":
      most = 1
      place += 1
    case "{":
      guard let interval = Layout.interval(in: units, at: place) else { return nil }
      place = interval.end
      least = interval.least
      most = interval.most
      if let most, most < least { throw .intervalOrder(part: text(from: start)) }
    default: return nil
    }
    let sign = text(from: start)
    if behind > 0, most == nil { most = max(least, Self.lookBehindLimit) }
    var written = "{\(min(least, Self.countLimit)),"
    if let most { written += "\(min(most, Self.countLimit))" }
    written += "}"
    if stands("?") {
      place += 1
      written += "?"
    }
    return (sign, written)
  }

  // MARK: Groups

  private mutating func readGroup() throws(PatternError.Reason) -> Bool {
    let start = place
    var number: Int?
    var isRepeatable = true
    var looks = false
    if !stands("?", at: 1) {
      place += 1
      number = opened + 1
      icu += "(".utf16
    } else if stands(":", at: 2) {
      place += 3
      icu += "(?:".utf16
    } else if stands("=", at: 2) || stands("!", at: 2) {
      icu += units[start..<(start + 3)]
      place += 3
    } else if stands("<", at: 2), stands("=", at: 3) || stands("!", at: 3) {
      icu += units[start..<(start + 4)]
      place += 4
      isRepeatable = false
      looks = true
      looksBehind = true
    } else if stands("<", at: 2) {
      // Its name was already read.
      while !stands(">") { place += 1 }
      place += 1
      number = opened + 1
      icu += "(".utf16
    } else {
      throw .groupSyntax(part: text(from: start, to: start + 3))
    }
    if looks { behind += 1 }
    if let number { opened = number }
    try readAlternatives()
    guard stands(")") else { throw .missingParenthesis(part: text(from: 0, to: units.count)) }
    place += 1
    icu += ")".utf16
    if looks { behind -= 1 }
    if let number {
      closed.insert(number)
      // An empty group beside it shows whether the group took part; a repetition takes both.
      if layout.markers[number] != nil { icu += "()".utf16 }
    }
    return isRepeatable
  }

  /// Writes a reference to a group. A group that took no part is empty, and so is a reference
  /// before the end of its group.
  private mutating func writeReference(to number: Int) {
    guard closed.contains(number), let marker = layout.markers[number] else {
      icu += "(?:)".utf16
      return
    }
    let group = layout.numbers[number - 1]
    let reference = ignoresCase ? "(?i:\\\(group))" : "\\\(group)"
    icu += "(?:\\\(marker)(?:)\(reference)|(?!\\\(marker)))".utf16
  }

  // MARK: Escapes

  private mutating func readEscape() throws(PatternError.Reason) -> Bool {
    guard let letter = unit(at: 1) else { throw .trailingBackslash }
    switch Unicode.Scalar(letter) {
    case "b", "B":
      place += 2
      let word = UnitSet.word.text
      let edge = "(?:(?<=\(word))(?!\(word))|(?<!\(word))(?=\(word)))"
      icu += (letter == 0x62 ? edge : "(?!\(edge))").utf16
      return false
    case "k" where layout.hasNames:
      let start = place
      guard let name = Layout.name(in: units, at: place + 2),
        let number = layout.names[name.text]
      else { throw .groupName(part: text(from: start, to: units.count)) }
      place = name.end
      writeReference(to: number)
    case .some("1"..."9"):
      let number = Layout.decimal(in: units, at: place + 1)
      if number.value <= layout.numbers.count {
        place = number.end
        writeReference(to: number.value)
      } else {
        write(readCharacterEscape(inClass: false))
      }
    default:
      if let set = readClassEscape() {
        write(set)
      } else {
        write(readCharacterEscape(inClass: false))
      }
    }
    return true
  }

  /// Reads `\d` and the like, or nothing.
  private mutating func readClassEscape() -> UnitSet? {
    let set: UnitSet
    switch unit(at: 1).flatMap(Unicode.Scalar.init) {
    case "d": set = .digits
    case "D": set = UnitSet.digits.inverted
    case "w": set = .word
    case "W": set = UnitSet.word.inverted
    case "s": set = .spaces
    case "S": set = UnitSet.spaces.inverted
    default: return nil
    }
    place += 2
    return set
  }

  /// Reads an escape for one unit. An incomplete escape matches its letter.
  private mutating func readCharacterEscape(inClass: Bool) -> UInt16 {
    let letter = units[place + 1]
    switch Unicode.Scalar(letter) {
    case "t": return take(2, 0x09)
    case "n": return take(2, 0x0A)
    case "v": return take(2, 0x0B)
    case "f": return take(2, 0x0C)
    case "r": return take(2, 0x0D)
    case "c":
      if let control = unit(at: 2), Self.isControl(control, inClass) {
        return take(3, control & 31)
      }
      return take(1, 0x5C)
    case "x": return readHexadecimal(2)
    case "u": return readHexadecimal(4)
    case .some("0"..."7"): return readOctal()
    default:
      if Self.isLetter(letter) { notePlain() }
      return take(2, letter)
    }
  }

  private mutating func notePlain() {
    let escape = text(from: place, to: place + 2)
    if !plainEscapes.contains(escape) { plainEscapes.append(escape) }
  }

  private mutating func take(_ count: Int, _ unit: UInt16) -> UInt16 {
    place += count
    return unit
  }

  private mutating func readHexadecimal(_ count: Int) -> UInt16 {
    var value: UInt16 = 0
    for offset in 0..<count {
      guard let unit = unit(at: 2 + offset), let digit = Self.hexadecimal(unit) else {
        notePlain()
        return take(2, units[place + 1])
      }
      value = value << 4 + digit
    }
    return take(2 + count, value)
  }

  /// Reads up to three digits, up to 377.
  private mutating func readOctal() -> UInt16 {
    var value: UInt16 = 0
    place += 1
    var count = 0
    while count < 3, let unit = unit(), (0x30...0x37).contains(unit),
      value * 8 + unit - 0x30 <= 0o377
    {
      value = value * 8 + unit - 0x30
      place += 1
      count += 1
    }
    return value
  }

  private static func hexadecimal(_ unit: UInt16) -> UInt16? {
    switch unit {
    case 0x30...0x39: unit - 0x30
    case 0x41...0x46: unit - 0x41 + 10
    case 0x61...0x66: unit - 0x61 + 10
    default: nil
    }
  }

  private static func isLetter(_ unit: UInt16) -> Bool {
    (0x41...0x5A).contains(unit) || (0x61...0x7A).contains(unit)
  }

  private static func isControl(_ unit: UInt16, _ inClass: Bool) -> Bool {
    isLetter(unit) || inClass && ((0x30...0x39).contains(unit) || unit == 0x5F)
  }

  // MARK: Classes

  private mutating func readClass() throws(PatternError.Reason) {
    let start = place
    place += 1
    let isInverted = stands("^")
    if isInverted { place += 1 }
    var set = UnitSet()
    while !stands("]") {
      guard place < units.count else { throw .missingBracket(part: text(from: start)) }
      let from = place
      let first = try readMember(start)
      guard stands("-"), let after = unit(at: 1), after != 0x5D else {
        set.insert(first)
        continue
      }
      place += 1
      let second = try readMember(start)
      guard let low = first.single, let high = second.single else {
        // A class cannot end a range, and the sign between them matches itself.
        set.insert(first)
        set.insert(second)
        set.insert(UnitSet(0x2D...0x2D))
        continue
      }
      guard low <= high else { throw .badCharacterClass(part: text(from: from)) }
      set.insert(UnitSet(low...high))
    }
    place += 1
    if ignoresCase { set = set.foldingCase }
    writeAsItIs(isInverted ? set.inverted : set)
  }

  private mutating func readMember(_ start: Int) throws(PatternError.Reason) -> UnitSet {
    guard let next = unit() else { throw .missingBracket(part: text(from: start)) }
    guard next == 0x5C else {
      place += 1
      return UnitSet(next...next)
    }
    guard let letter = unit(at: 1) else { throw .trailingBackslash }
    if let set = readClassEscape() { return set }
    let unit = letter == 0x62 ? take(2, 0x08) : readCharacterEscape(inClass: true)
    return UnitSet(unit...unit)
  }

  // MARK: Writing

  private mutating func write(_ unit: UInt16) { write(UnitSet(unit...unit)) }

  private mutating func write(_ set: UnitSet) { writeAsItIs(ignoresCase ? set.foldingCase : set) }

  private mutating func writeAsItIs(_ set: UnitSet) { icu += set.text.utf16 }
}

// MARK: - Layout

extension ECMAScriptPattern {
  /// The groups of a pattern: needed before it is read.
  private struct Layout {
    /// The number of each group in ICU's language.
    var numbers: [Int32] = []
    /// The number of the empty group beside each group that is referred to.
    var markers: [Int: Int32] = [:]
    var names: [String: Int] = [:]
    var hasNames: Bool { !names.isEmpty }

    init(of units: [UInt16]) throws(PatternError.Reason) {
      var open: [Int?] = []
      var isInClass = false
      var place = 0
      while place < units.count {
        switch Unicode.Scalar(units[place]) {
        case "\\":
          if !isInClass { noteReference(in: units, at: place + 1) }
          place += 1
        case "[": isInClass = true
        case "]": isInClass = false
        case "(" where !isInClass: open.append(try openGroup(in: units, at: place))
        case ")" where !isInClass:
          if let group = open.popLast() ?? nil { edges.append(-group) }
        default: break
        }
        place += 1
      }
      giveNumbers()
    }

    /// Groups that open, as numbers, and those that close, as their negatives.
    private var edges: [Int] = []
    private var count = 0
    private var referred: Set<Int> = []
    private var namesReferred: [String] = []

    private mutating func noteReference(in units: [UInt16], at place: Int) {
      guard place < units.count else { return }
      if (0x31...0x39).contains(units[place]) {
        referred.insert(Self.decimal(in: units, at: place).value)
      } else if units[place] == 0x6B, let name = Self.name(in: units, at: place + 1) {
        namesReferred.append(name.text)
      }
    }

    /// Returns the number of the group that opens; nil for a group that does not capture.
    private mutating func openGroup(
      in units: [UInt16], at place: Int
    ) throws(PatternError.Reason) -> Int? {
      let rest = units[(place + 1)...].prefix(3)
      let isNamed =
        rest.starts(with: [0x3F, 0x3C]) && rest.count == 3 && rest.last != 0x3D
        && rest.last != 0x21
      guard rest.first != 0x3F || isNamed else { return nil }
      count += 1
      edges.append(count)
      guard isNamed else { return count }
      guard let name = Self.name(in: units, at: place + 2) else {
        throw .groupName(part: String(decoding: units[place...], as: UTF16.self))
      }
      guard names.updateValue(count, forKey: name.text) == nil else {
        throw .groupName(part: String(decoding: units[place..<name.end], as: UTF16.self))
      }
      return count
    }

    private mutating func giveNumbers() {
      for name in namesReferred { if let group = names[name] { referred.insert(group) } }
      numbers = Array(repeating: 0, count: count)
      var next: Int32 = 0
      for edge in edges {
        if edge > 0 {
          next += 1
          numbers[edge - 1] = next
        } else if referred.contains(-edge) {
          next += 1
          markers[-edge] = next
        }
      }
    }

    /// Reads a number at a place; one too large for any group stays too large.
    static func decimal(in units: [UInt16], at start: Int) -> (value: Int, end: Int) {
      var place = start
      var value = 0
      while place < units.count, (0x30...0x39).contains(units[place]) {
        value = min(value * 10 + Int(units[place] - 0x30), countLimit)
        place += 1
      }
      return (value, place)
    }

    /// Reads `{2}`, `{2,}` or `{2,4}` at a place.
    static func interval(
      in units: [UInt16], at start: Int
    ) -> (least: Int, most: Int?, end: Int)? {
      let first = decimal(in: units, at: start + 1)
      guard first.end > start + 1, first.end < units.count else { return nil }
      if units[first.end] == 0x7D { return (first.value, first.value, first.end + 1) }
      guard units[first.end] == 0x2C else { return nil }
      let second = decimal(in: units, at: first.end + 1)
      guard second.end < units.count, units[second.end] == 0x7D else { return nil }
      return (first.value, second.end > first.end + 1 ? second.value : nil, second.end + 1)
    }

    /// Reads `<name>` at a place.
    static func name(in units: [UInt16], at start: Int) -> (text: String, end: Int)? {
      guard start < units.count, units[start] == 0x3C,
        let end = units[start...].firstIndex(of: 0x3E)
      else { return nil }
      let name = String(decoding: units[(start + 1)..<end], as: UTF16.self).unicodeScalars
      guard let first = name.first, Self.begins(first), name.allSatisfy(Self.continues) else {
        return nil
      }
      return (String(name), end + 1)
    }

    private static func begins(_ scalar: Unicode.Scalar) -> Bool {
      scalar == "$" || scalar == "_" || scalar.properties.isIDStart
    }

    private static func continues(_ scalar: Unicode.Scalar) -> Bool {
      scalar == "$" || scalar == "\u{200C}" || scalar == "\u{200D}"
        || scalar.properties.isIDContinue
    }
  }
}
