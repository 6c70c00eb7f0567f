import TagRuntime

/// Finds texts that a simple pattern matches: letters, alternatives, groups, classes, repetitions,
/// references back to a group. It tries lookaheads and lookbehinds both with and without their
/// text. The result is a guess, to be tried with the pattern itself.
struct PatternExample {
  static let limit = 10
  /// The maximum nesting of groups.
  private static let depthLimit = 20
  /// The maximum count of a repetition.
  private static let repetitionLimit = 20

  private let pattern: [Unicode.Scalar]
  private var index = 0
  private var groups = 0

  /// Returns the examples of a pattern, in the order of its alternatives; none if it is not simple.
  ///
  /// - Complexity: O(n) in the length of the pattern, within the limits.
  static func texts(of pattern: String) -> [String] {
    var reader = PatternExample(pattern: Array(pattern.unicodeScalars))
    guard !reader.pattern.contains(where: Mark.all.contains),
      let texts = reader.alternatives(depth: 0), reader.index == reader.pattern.count
    else { return [] }
    return texts.map(Mark.resolved)
  }

  /// Marks in a generated text for the beginning and end of groups, and for references to them:
  /// scalars for private use, which a pattern must not contain.
  private enum Mark {
    static let groupLimit = 9
    static let all: ClosedRange<Unicode.Scalar> = "\u{E000}"..."\u{E0FF}"

    static func begin(_ group: Int) -> String { mark(group) }
    static func end(_ group: Int) -> String { mark(0x10 + group) }
    static func reference(_ group: Int) -> String { mark(0x20 + group) }

    private static func mark(_ number: Int) -> String {
      Unicode.Scalar(0xE000 + UInt32(number)).map { String($0) } ?? ""
    }

    /// Returns the text without marks, with the content of groups in the place of references.
    static func resolved(_ text: String) -> String {
      var held = Array(repeating: String.UnicodeScalarView(), count: groupLimit + 1)
      var open: [Int] = []
      var result = String.UnicodeScalarView()
      for scalar in text.unicodeScalars {
        guard all.contains(scalar) else {
          result.append(scalar)
          for group in open { held[group].append(scalar) }
          continue
        }
        let group = Int(scalar.value & 0xF)
        switch scalar.value & 0xF0 {
        case 0x00:
          open.append(group)
          held[group] = String.UnicodeScalarView()
        case 0x10: open.removeAll { $0 == group }
        default:
          let text = held[group]
          result += text
          for other in open where other != group { held[other] += text }
        }
      }
      return String(result)
    }
  }

  private var next: Unicode.Scalar? { index < pattern.count ? pattern[index] : nil }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard next == scalar else { return false }
    index += 1
    return true
  }

  private mutating func alternatives(depth: Int) -> [String]? {
    guard depth < Self.depthLimit else { return nil }
    var texts: [String] = []
    repeat {
      guard let sequence = sequence(depth: depth) else { return nil }
      texts += sequence
    } while take("|")
    return Array(texts.prefix(Self.limit))
  }

  private mutating func sequence(depth: Int) -> [String]? {
    var texts = [""]
    while let scalar = next, scalar != "|", scalar != ")" {
      guard let part = part(depth: depth), let repeated = repeated(part) else { return nil }
      var longer: [String] = []
      for text in texts {
        for other in repeated where longer.count < Self.limit { longer.append(text + other) }
      }
      texts = longer.filter { $0.unicodeScalars.count <= ContainerTrial.textLimit }
    }
    return texts
  }

  /// Repeats a part as the following sign requires, the fewest times possible.
  private mutating func repeated(_ part: [String]) -> [String]? {
    var result = part
    if take("*") || take("?") {
      result = [""]
    } else if take("{") {
      var digits = ""
      while let scalar = next, ("0"..."9").contains(scalar) {
        digits.unicodeScalars.append(scalar)
        index += 1
      }
      guard let count = Int(digits), count <= Self.repetitionLimit else { return nil }
      while let scalar = next, scalar != "}" {
        guard scalar == "," || ("0"..."9").contains(scalar) else { return nil }
        index += 1
      }
      guard take("}") else { return nil }
      result = part.map { String(repeating: $0, count: count) }
    } else {
      _ = take("+")
    }
    _ = take("?")
    return result
  }

  private mutating func part(depth: Int) -> [String]? {
    guard let scalar = next else { return nil }
    index += 1
    switch scalar {
    case "^", "$": return [""]
    case ".": return ["x"]
    case "\\": return escaped().map { [$0] }
    case "[": return member().map { [$0] }
    case "(": return group(depth: depth)
    case "*", "+", "?", "{": return nil
    default: return [String(scalar)]
    }
  }

  private mutating func group(depth: Int) -> [String]? {
    var isCounted = false
    var isWanted: Bool?
    if take("?") {
      _ = take("<")
      if take("=") { isWanted = true } else if take("!") { isWanted = false }
      if isWanted == nil, pattern[index - 1] == "<" || !take(":") { return nil }
    } else {
      isCounted = true
      groups += 1
    }
    let number = groups
    guard let inner = alternatives(depth: depth + 1), take(")") else { return nil }
    switch isWanted {
    case true?: return inner + [""]
    case false?: return [""]
    case nil: break
    }
    guard isCounted, number <= Mark.groupLimit else { return inner }
    return inner.map { Mark.begin(number) + $0 + Mark.end(number) }
  }

  private mutating func escaped() -> String? {
    guard let scalar = next else { return nil }
    index += 1
    switch scalar {
    case "1"..."9": return Mark.reference(Int(scalar.value - 0x30))
    case "d": return "1"
    case "w", "D", "S", "W": return scalar == "W" ? " " : "x"
    case "s": return " "
    case "b", "A", "z": return ""
    case "n": return "\n"
    case "t": return "\t"
    case "a"..."z", "A"..."Z", "0"..."9": return nil
    default: return String(scalar)
    }
  }

  /// Reads the first member of a class of characters.
  private mutating func member() -> String? {
    guard let first = next, first != "^", first != "[" else { return nil }
    index += 1
    let text = first == "\\" ? escaped() : String(first)
    while let scalar = next, scalar != "]" { index += scalar == "\\" ? 2 : 1 }
    return take("]") ? text : nil
  }
}
