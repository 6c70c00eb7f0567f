import TagRuntime
import TagSimulation

extension TokenCursor {
  /// A string in quotes.
  mutating func string(_ expected: String) throws(ScenarioError) -> String {
    let token = try next(expected + " in quotes")
    if case .string(let text) = token.kind { return text }
    let quoted = token.word.map { JSONWriter.write(.string(bareWords(from: $0))) }
    throw unexpected(token, expected + " in quotes", suggestion: quoted)
  }

  /// A word that should be in quotes with the words after it that probably belong there, too.
  private func bareWords(from first: String) -> String {
    let ends = ["fired", "not", "because", "as", "from"]
    var words = [first]
    for token in line.tokens[index...] {
      guard let word = token.word, !ends.contains(word), words.count < 8 else { break }
      words.append(word)
    }
    // What stands before an equals sign is a key and no part of the name.
    let next = index + words.count - 1
    if words.count > 1, next < line.tokens.count, line.tokens[next].kind == .sign("=") {
      words.removeLast()
    }
    return words.joined(separator: " ")
  }

  /// A word or a string in quotes.
  mutating func name(_ expected: String) throws(ScenarioError) -> String {
    let token = try next(expected)
    switch token.kind {
    case .word(let text), .string(let text): return text
    default: throw unexpected(token, expected)
    }
  }

  /// A value: a string, a number, true, false, null or JSON.
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
    guard let number = try? JSONReader.read(word), number.text == nil else {
      throw failure(.bareWord, token, suggestion: JSONWriter.write(.string(word)))
    }
    if case .double = number, digits.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) {
      throw unexpected(token, "an integer of at most 64 bits, or a double such as 1e20")
    }
    return number
  }

  /// A duration with its unit.
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
      throw unexpected(token, "a duration without a fraction" + hint)
    case .tooLong:
      throw unexpected(token, "a duration of at most \(DurationText.limitDays)d")
    case .other: throw unexpected(token, expected)
    }
  }

  /// The unit that stands as a word of its own behind a number, as in `5 minutes`.
  private var unitThatFollows: String? {
    switch peek?.word?.lowercased() {
    case "ms", "milliseconds": "ms"
    case "m", "min", "minute", "minutes": "m"
    case "h", "hour", "hours": "h"
    case "d", "day", "days": "d"
    default: nil
    }
  }

  /// A count: an integer that is not negative.
  mutating func count(_ expected: String) throws(ScenarioError) -> Int {
    let token = try next(expected)
    guard let word = token.word, let count = Int(word), count >= 0 else {
      throw unexpected(token, expected)
    }
    return count
  }

  /// `on` or `off`.
  mutating func isOn() throws(ScenarioError) -> Bool {
    let token = try next("on or off")
    switch token.word {
    case "on": return true
    case "off": return false
    default: throw unexpected(token, "on or off")
    }
  }

  /// A comparison sign.
  mutating func comparisonSign() throws(ScenarioError) -> ComparisonOperator {
    let expected = Self.list(ComparisonOperator.allCases.map(\.rawValue))
    let token = try next(expected)
    guard case .sign(let sign) = token.kind, let known = ComparisonOperator(rawValue: sign) else {
      throw unexpected(token, expected, suggestion: token.source == "=" ? "==" : nil)
    }
    return known
  }

  /// `== 3`, `< 3` or just `3`.
  mutating func countComparison(
    _ expected: String = "a number of hits"
  ) throws(ScenarioError) -> Comparison<Int> {
    var sign = ComparisonOperator.equal
    if let token = peek, case .sign = token.kind { sign = try comparisonSign() }
    return Comparison(sign, try count(expected))
  }

  /// The key of a pair; `=` is behind the cursor afterwards.
  mutating func key() throws(ScenarioError) -> Token {
    let token = try next("key=value")
    guard token.word != nil || isString(token) else { throw unexpected(token, "key=value") }
    let sign = try next("'=' after '\(ScenarioError.quotable(token.source))'")
    guard sign.kind == .sign("=") else { throw unexpected(token, "key=value") }
    return token
  }

  func isString(_ token: Token) -> Bool {
    if case .string = token.kind { true } else { false }
  }
}
