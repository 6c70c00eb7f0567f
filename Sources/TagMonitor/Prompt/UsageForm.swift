import ScenarioEngine

/// One form of a verb, as its usage says it: what may stand in each place of a line.
///
/// `tap TITLE [KEY=VALUE ...]` has a place that has to be filled, and one that may be.
struct UsageForm: Sendable, Hashable {
  /// What may stand in a place.
  enum Option: Sendable, Hashable {
    /// A word as it is.
    case word(String)
    /// Something of a kind, named in capitals.
    case kind(String)
    /// A word with `=`, and what may stand behind it.
    case key(String, [Option])

    /// Whether a word may stand for it.
    func takes(_ word: String) -> Bool {
      switch self {
      case .word(let known): word == known
      case .kind: true
      case .key(let name, _):
        name == name.uppercased() ? word.contains("=") : word.hasPrefix(name + "=")
      }
    }
  }

  /// What has to stand there, in order.
  private(set) var required: [[Option]] = []
  /// What may stand behind that, in any order.
  private(set) var optional: [Option] = []

  /// Reads a form.
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

  /// Whether the verb alone is a whole line.
  var isComplete: Bool { required.count == 1 }

  /// All forms of a verb.
  static func all(of verb: Verb) -> [UsageForm] {
    verb.help.usage.split(separator: " | ").map { UsageForm($0) }
  }

  /// What may stand behind words; none where they do not fit the form.
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
