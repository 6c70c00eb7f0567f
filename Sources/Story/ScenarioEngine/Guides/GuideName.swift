package import TagWords

/// A subject of the SDKs' guides, with all its names in the guides: its meaning, the equivalent
/// line of the language, where to look, and the Swift call.
package struct GuideName: Sendable, Hashable {
  package enum Line: Sendable, Hashable {
    case scenario(String)
    /// One or several lines of an app description.
    case app(String)

    package var text: String {
      switch self {
      case .scenario(let text), .app(let text): text
      }
    }
  }

  /// The equivalent in the libraries.
  package enum Code: Sendable, Hashable {
    /// The runtime handles this call of the app.
    case call(String)
    /// The runtime handles this input.
    case input(String)
    /// The runtime reports this among its effects.
    case notice(String)
    /// The simulated world performs this act.
    case act(String)
    /// A literal line of Swift.
    case line(String)
  }

  /// The names in the guides: a class and a member, a constant, a function or a key.
  package let names: [String]
  /// The meaning, in sentences.
  package let meaning: String
  /// The equivalent line of the language.
  package let line: Line
  package let pane: Pane
  package let look: String
  /// The Swift call.
  package let code: Code

  init(
    _ names: String..., does meaning: String, _ line: Line, _ pane: Pane, _ look: String,
    _ code: Code
  ) {
    (self.names, self.meaning, self.line) = (names, meaning, line)
    (self.pane, self.look, self.code) = (pane, look, code)
  }

  package var title: String { names[0] }

  /// The pane with its key, and where to look in it.
  package var whereToLook: String {
    pane.rawValue.prefix(1).uppercased() + pane.rawValue.dropFirst() + " (\(pane.key)): " + look
  }

  /// The Swift call, in lines of at most 100 columns.
  package var swift: [String] {
    switch code {
    case .call(let call): Self.handled(".call(.\(call))")
    case .input(let input): Self.handled(".\(input)")
    case .notice(let notice):
      ["for case .notify(.\(notice)) in effects {", "  print(heard)", "}"]
    case .act(let act): ["_ = try simulation.perform(.\(act))"]
    case .line(let line): line.split(separator: "\n").map { String($0) }
    }
  }

  /// The maximum width of a line of Swift.
  private static let columns = 98

  private static func handled(_ input: String) -> [String] {
    let line = "effects += runtime.handle(\(input), at: now, host: host)"
    if line.count <= columns { return [line] }
    let rest = "  \(input), at: now, host: host)"
    let broken = rest.count <= columns ? [rest] : ["  \(input),", "  at: now, host: host)"]
    return ["effects += runtime.handle("] + broken
  }
}

// MARK: - Search

extension GuideName {
  package struct Topic: Sendable {
    package let title: String
    /// The entries of the subject.
    package let names: [GuideName]
  }

  /// All entries, by subject.
  package static let topics: [Topic] = [
    Topic(title: "The manager and its containers", names: containers),
    Topic(title: "Opening and callbacks", names: openings),
    Topic(title: "The data layer", names: dataLayer),
    Topic(title: "Functions in the app", names: functions),
    Topic(title: "Previews and links", names: previews),
    Topic(title: "The log", names: logging),
    Topic(title: "Dispatch and the background", names: dispatch),
    Topic(title: "Google Analytics", names: analytics),
    Topic(title: "Hits and their fields", names: hits + fields),
    Topic(title: "Firebase", names: firebase),
    Topic(title: "Braze", names: braze),
    Topic(title: "Android", names: android),
  ]

  package static let all: [GuideName] = topics.flatMap(\.names)

  /// Returns the entries with a name: the whole name or the member alone, without regard to case,
  /// colons, brackets and the additions of a Swift spelling.
  ///
  /// - Complexity: O(n) in the names.
  package static func named(_ words: String) -> [GuideName] {
    let wanted = plain(words)
    guard !wanted.isEmpty else { return [] }
    return all.filter { entry in entry.names.contains { spellings(of: $0).contains(wanted) } }
  }

  /// The words that find an entry, for completion and suggestions.
  package static let words: [String] = {
    var words: [String] = []
    for name in all.flatMap(\.names) {
      words.append(name)
      if let member = member(of: name) { words.append(member) }
    }
    var known: Set<String> = []
    return words.filter { known.insert($0).inserted }
  }()

  /// Returns the member of a name with a class; nil for other names.
  private static func member(of name: String) -> String? {
    let parts = name.split(separator: " ")
    return parts.count == 2 ? String(parts[1]) : nil
  }

  /// Returns a whole name, its member, and the first part of the member's selector.
  private static func spellings(of name: String) -> [String] {
    var spellings = [plain(name)]
    if let member = member(of: name) { spellings.append(plain(member)) }
    let selector = member(of: name) ?? name
    if let colon = selector.firstIndex(of: ":") { spellings.append(plain(selector[..<colon])) }
    return spellings
  }

  /// Normalizes a name for comparison.
  private static func plain(_ name: some StringProtocol) -> String {
    String(name.lowercased().unicodeScalars.filter { !ignored.contains($0) })
  }

  /// The characters that a search ignores.
  private static let ignored = Set<Unicode.Scalar>(" :[]()+-.;@\"'`".unicodeScalars)
}
