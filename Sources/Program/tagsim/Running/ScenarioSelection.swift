import Foundation
import ScenarioEngine
import TagRuntime

/// The scenarios that a command line selects.
struct ScenarioSelection: Sendable {
  /// Tags of which a scenario must have one; empty for any.
  var tags: [String] = []
  /// Tags of which a scenario must have none.
  var excludedTags: [String] = []
  /// A pattern for the path, the title or a chapter; nil for any.
  var grep: String?

  /// Whether any scenario may be left out.
  var isSelective: Bool { !tags.isEmpty || !excludedTags.isEmpty || grep != nil }

  /// What the scenarios that are left out lack.
  var words: String {
    let wanted = [
      tags.isEmpty && excludedTags.isEmpty ? nil : "these tags",
      grep.map { "'\($0)' in path, title or chapters" },
    ]
    return wanted.compactMap { $0 }.joined(separator: " and ")
  }

  /// Splits a list of names at its commas.
  static func names(_ list: String) -> [String] {
    list.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
  }
}

/// Checks whether scenarios are selected. A pattern stays on the thread that compiled it.
struct Selector {
  private let selection: ScenarioSelection
  private let pattern: Pattern?

  init(_ selection: ScenarioSelection) {
    self.selection = selection
    // The pattern was validated earlier.
    pattern = selection.grep.flatMap { try? Pattern($0, ignoreCase: false) }
  }

  func includes(_ scenario: Scenario) -> Bool {
    let own = scenario.header.tags
    return (selection.tags.isEmpty || selection.tags.contains(where: own.contains))
      && !selection.excludedTags.contains(where: own.contains) && isFound(in: scenario)
  }

  /// A scenario is one story: even if only a chapter matches, it is played from its beginning.
  private func isFound(in scenario: Scenario) -> Bool {
    guard let pattern else { return true }
    let chapters = scenario.allStatements.compactMap { statement in
      if case .chapter(let title) = statement.command { title } else { nil }
    }
    let names = [scenario.file] + [scenario.header.title].compactMap { $0 } + chapters
    return (names + scenario.branches.map(\.name)).contains { pattern.isFound(in: $0) }
  }
}
