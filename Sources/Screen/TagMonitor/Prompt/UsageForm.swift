import ScenarioEngine

/// A form of a verb, as in its usage: the options for each place of a line.
///
/// `tap TITLE [KEY=VALUE ...]` has a required place and an optional one.
struct UsageForm: Sendable, Hashable {
  enum Option: Sendable, Hashable {
    case word(String)
    /// A kind of name, written in capitals.
    case kind(String)
    /// A word with `=`, and the options for its value.
    case key(String, [Option])

    func takes(_ word: String) -> Bool {
      switch self {
      case .word(let known): word == known
      case .kind: true
      case .key(let name, _):
        name == name.uppercased() ? word.contains("=") : word.hasPrefix(name + "=")
      }
    }
  }

  private(set) var required: [[Option]] = []
  /// The options for the places after these, in any order.
  private(set) var optional: [Option] = []

  init(_ text: some StringProtocol) {
    var isOptional = false
    for part in text.split(separator: " ") where part != "..." {
      var part = part[...]
      if part.hasPrefix("[") { isOptional = true }
      let closes = part.hasSuffix("]")
      while part.first == "[" { part = part.dropFirst() }
      while part.last == "]" { part = part.dropLast() }
      if !part.isEmpty, part != "..." {
        if isOptional {
          optional += Self.options(of: String(part))
        } else {
          required.append(Self.options(of: String(part)))
        }
      }
      if closes { isOptional = false }
    }
  }

  private static func options(of part: String) -> [Option] {
    if let equals = part.firstIndex(of: "="), !part[..<equals].contains("|") {
      let values = options(of: String(part[part.index(after: equals)...]))
      return [.key(String(part[..<equals]), values)]
    }
    return part.split(separator: "|").map { word in
      word.contains(where: \.isLowercase) ? .word(String(word)) : .kind(String(word))
    }
  }

  /// The ways to write a form: `hit (last|of tag TAG) sent` has two.
  static func all(of form: Form) -> [UsageForm] {
    var texts = form.usage.split(separator: " | ").map(String.init)
    while let place = texts.firstIndex(where: { $0.contains("(") }) {
      let parts = texts[place].split(maxSplits: 2) { $0 == "(" || $0 == ")" }.map(String.init)
      let ways = parts[1].split(separator: "|").map { parts[0] + String($0) + parts[2] }
      texts.replaceSubrange(place...place, with: ways)
    }
    return texts.map { UsageForm($0) }
  }

  /// Returns the options after some words; none if the words do not match the form.
  ///
  /// - Complexity: O(n) in the words.
  func options(after words: [String]) -> [Option] {
    var place = 0
    for word in words {
      if place < required.count, required[place].contains(where: { $0.takes(word) }) {
        place += 1
      } else if place < required.count || !optional.contains(where: { $0.takes(word) }) {
        return []
      }
    }
    return place < required.count ? required[place] : optional
  }
}
