/// One thing of the SDKs' guides, by all the names that the guides give it: what it does, the line
/// of the language that does the same, what to look at, and the Swift call.
package struct GuideName: Sendable, Hashable {
  /// What a line is a part of.
  package enum Line: Sendable, Hashable {
    /// A statement of a scenario.
    case scenario(String)
    /// A line of an app, or several.
    case app(String)

    /// The line as it is written.
    package var text: String {
      switch self {
      case .scenario(let text), .app(let text): text
      }
    }
  }

  /// How the libraries do the same.
  package enum Code: Sendable, Hashable {
    /// The runtime handles this call of the app.
    case call(String)
    /// The runtime handles this input.
    case input(String)
    /// The runtime reports this among its effects.
    case notice(String)
    /// The simulated world performs this act.
    case act(String)
    /// A line as it is.
    case line(String)
  }

  /// How the guides write it: a class and a member, a constant, a function or a key.
  package let names: [String]
  /// What it does, in sentences.
  package let meaning: String
  /// The line that does the same here.
  package let line: Line
  /// The pane that shows it.
  package let pane: Pane
  /// What to look at there.
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

  /// The name by which it is listed.
  package var title: String { names[0] }

  /// The pane with its key, and what to look at there.
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

  /// How wide a line of Swift may be.
  private static let columns = 98

  private static func handled(_ input: String) -> [String] {
    let line = "effects += runtime.handle(\(input), at: now, host: host)"
    if line.count <= columns { return [line] }
    let rest = "  \(input), at: now, host: host)"
    let broken = rest.count <= columns ? [rest] : ["  \(input),", "  at: now, host: host)"]
    return ["effects += runtime.handle("] + broken
  }
}

// MARK: - Finding

extension GuideName {
  /// Names of one subject.
  package struct Topic: Sendable {
    /// The subject.
    package let title: String
    /// Its names.
    package let names: [GuideName]
  }

  /// All names, by subject.
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

  /// All names.
  package static let all: [GuideName] = topics.flatMap(\.names)

  /// The entries that a word or some words name: by the whole name, by the member alone, without
  /// regard to case, colons, brackets and what a Swift spelling adds.
  ///
  /// - Complexity: O(n) in the names.
  package static func named(_ words: String) -> [GuideName] {
    let wanted = plain(words)
    guard !wanted.isEmpty else { return [] }
    return all.filter { entry in entry.names.contains { spellings(of: $0).contains(wanted) } }
  }

  /// The words by which every entry is found, for completion and suggestions.
  package static let words: [String] = {
    var words: [String] = []
    for name in all.flatMap(\.names) {
      words.append(name)
      if let member = member(of: name) { words.append(member) }
    }
    var known: Set<String> = []
    return words.filter { known.insert($0).inserted }
  }()

  /// The member of a name with a class; nil for other names.
  private static func member(of name: String) -> String? {
    let parts = name.split(separator: " ")
    return parts.count == 2 ? String(parts[1]) : nil
  }

  /// A name whole, its member, and the first part of the member's selector.
  private static func spellings(of name: String) -> [String] {
    var spellings = [plain(name)]
    if let member = member(of: name) { spellings.append(plain(member)) }
    let selector = member(of: name) ?? name
    if let colon = selector.firstIndex(of: ":") { spellings.append(plain(selector[..<colon])) }
    return spellings
  }

  /// A name as it is compared.
  private static func plain(_ name: some StringProtocol) -> String {
    String(name.lowercased().unicodeScalars.filter { !ignored.contains($0) })
  }

  /// What somebody may type or leave out.
  private static let ignored = Set<Unicode.Scalar>(" :[]()+-.;@\"'`".unicodeScalars)
}
