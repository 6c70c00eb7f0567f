import Foundation
import ScenarioEngine
import TagRuntime

/// Which scenarios a command line means.
struct ScenarioSelection: Sendable {
  /// Tags of which a scenario has one; empty for any.
  var tags: [String] = []
  /// Tags of which a scenario has none.
  var excludedTags: [String] = []
  /// The pattern that is in its path, its title or a chapter of it; nil for any.
  var grep: String?

  /// Whether a scenario may be left out.
  var isSelective: Bool { !tags.isEmpty || !excludedTags.isEmpty || grep != nil }

  /// What scenarios lack that are left out.
  var words: String {
    let wanted = [
      tags.isEmpty && excludedTags.isEmpty ? nil : "the wanted tags",
      grep.map { "'\($0)' in path, title or chapters" },
    ]
    return wanted.compactMap { $0 }.joined(separator: " and ")
  }

  /// The names of a list with commas.
  static func names(_ list: String) -> [String] {
    list.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
  }
}

/// Looks whether scenarios are selected. A pattern stays on the thread that compiled it.
struct Selector {
  private let selection: ScenarioSelection
  private let pattern: Pattern?

  init(_ selection: ScenarioSelection) {
    self.selection = selection
    // Whether it is one was looked at before.
    pattern = selection.grep.flatMap { try? Pattern($0, ignoreCase: false) }
  }

  /// Whether a scenario is selected.
  func includes(_ scenario: Scenario) -> Bool {
    let own = scenario.header.tags
    return (selection.tags.isEmpty || selection.tags.contains(where: own.contains))
      && !selection.excludedTags.contains(where: own.contains) && isFound(in: scenario)
  }

  /// A scenario is one story: it is played from its beginning where only a chapter is meant.
  private func isFound(in scenario: Scenario) -> Bool {
    guard let pattern else { return true }
    let chapters = scenario.allStatements.compactMap { statement in
      if case .chapter(let title) = statement.command { title } else { nil }
    }
    let names = [scenario.file] + [scenario.header.title].compactMap { $0 } + chapters
    return (names + scenario.branches.map(\.name)).contains { pattern.isFound(in: $0) }
  }
}
