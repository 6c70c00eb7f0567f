import TagRuntime
import TagWords

/// A subject of the SDKs' guides, with all its names in the guides: its meaning, the equivalent
/// line of the language, where to look, and the Swift call. `Texts/guide-names.txt` has them all.
package struct GuideName: Sendable, Hashable {
  /// The files that a line belongs in.
  package enum File: String, CaseIterable, Sendable {
    case scenario
    /// It is one or several lines of an app description.
    case app

    /// The words in front of the line.
    package var place: String {
      switch self {
      case .scenario: "In a scenario:"
      case .app: "In an app:"
      }
    }
  }

  /// The equivalent in the libraries.
  private enum Code: String, CaseIterable {
    /// The runtime handles this call of the app.
    case call
    /// The runtime handles this input.
    case input
    /// The runtime reports this among its effects; the lines below are what the app does then.
    case notice
    /// The simulated world performs this act.
    case act
    case swift
  }

  /// The names in the guides: a class and a member, a constant, a function or a key.
  package let names: [String]
  /// The meaning, in sentences.
  package let meaning: String
  /// The file that the line belongs in.
  package let file: File
  /// The equivalent line of the language.
  package let line: String
  /// The pane with its key, and where to look in it.
  package let whereToLook: String
  /// The Swift call, in lines of at most 100 columns.
  package let swift: [String]

  package var title: String { names[0] }

  private init(_ entry: inout TextEntry) throws(TextEntry.Mistake) {
    (names, meaning) = (try entry.takeList("name"), try entry.take("does"))
    (file, line) = try entry.take(File.self)
    let (pane, look) = try entry.take(Pane.self)
    let name = pane.rawValue.prefix(1).uppercased() + pane.rawValue.dropFirst()
    let key = pane == .device ? "t" : pane == .braze ? ":focus braze" : pane.key
    whereToLook = "\(name) (\(key)): \(look)"
    let (code, text) = try entry.take(Code.self)
    let lines = text.split(separator: "\n").map { String($0) }
    swift =
      switch code {
      case .call: Self.handled(".call(.\(text))")
      case .input: Self.handled(".\(text)")
      case .notice:
        ["for case .notify(.\(lines[0])) in effects {"]
          + lines.dropFirst().map { "  " + $0 } + ["}"]
      case .act: ["_ = try simulation.perform(.\(text))"]
      case .swift: lines
      }
  }

  /// Returns the entries of constants for a hit's fields, each with its code.
  private static func fields(of entry: inout TextEntry) throws(TextEntry.Mistake) -> [GuideName] {
    var names: [GuideName] = []
    for field in try entry.takeList("fields") {
      let words = field.split(separator: " ")
      guard words.count == 2, let name = HitField.name(of: String(words[1])) else {
        throw entry.mistake("has '\(field)', which must be a constant and the code of a field")
      }
      let code = words[1]
      var entries = try TextEntry.all(
        in: """
          name: \(words[0])
          does: The field \(code) of a hit: \(name).
          scenario: set-field \(code) "…"
          queue: \(code) among the fields of a hit
          call: setField("\(code)", "…")
          """)
      names.append(try GuideName(&entries[0]))
    }
    return names
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
    package fileprivate(set) var names: [GuideName]
  }

  /// All entries, by subject.
  package static let topics = GlossaryTexts.read("guide-names.txt", read)

  package static func read(_ text: String) throws(TextEntry.Mistake) -> [Topic] {
    var topics: [Topic] = []
    for var entry in try TextEntry.all(in: text) {
      if entry.has("topic") {
        topics.append(Topic(title: try entry.take("topic"), names: []))
      } else if topics.isEmpty {
        throw entry.mistake("must be below a line 'topic: …'")
      } else {
        topics[topics.count - 1].names +=
          entry.has("fields") ? try fields(of: &entry) : [try GuideName(&entry)]
      }
      try entry.end()
    }
    return topics
  }

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
