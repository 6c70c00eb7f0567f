package import OrderedCollections
package import ScenarioEngine
package import TagInspection
import TagPanes
package import TagRuntime
import TagSimulation
import TerminalKit
import TextKit

/// The runs that were begun here, and what is compared.
package struct Comparing: Sendable {
  @Boxed package internal(set) var branches = Branches()
  /// The steps that were undone, the latest one last.
  var undone: [Undone] = []
  /// The name of the branch that was just made from undone steps.
  var keptUndone: String?
  /// Whether there is only one world, which is kept in a file and cannot branch.
  package var isOneWorld = false
  /// The two runs in comparison; nil if none are compared.
  @Boxed var compared: ComparisonState?
  /// The changes that publishing a draft would cause, as last shown.
  @Boxed var changes: PublishedChanges?
}

/// The changes that publishing a draft would cause, as last shown.
package struct PublishedChanges: Sendable {
  /// The public id of the container; nil if it is not known.
  let id: String?
  /// The names of both versions, such as "v7" and "v9".
  let names: [String]
  /// What was played, or why there is nothing to show.
  let played: String
  let causes: [PublishedCause]
  /// The runs under both versions, by the names of their scenarios.
  let runs: OrderedDictionary<String, [ScenarioRun]>
  /// The container that would be published.
  let draft: CompiledContainer?
  /// The index of the selected cause.
  var selected = 0
  var isShown = true
  /// The numbers of rows of the runs that it is about.
  var rows: Set<Int> = []

  /// Creates changes to show.
  package init(
    id: String? = nil, of names: [String], played: String = "", _ causes: [PublishedCause] = [],
    runs: OrderedDictionary<String, [ScenarioRun]> = [:], draft: CompiledContainer? = nil
  ) {
    (self.id, self.names, self.played, self.causes) = (id, names, played, causes)
    (self.runs, self.draft) = (runs, draft)
    rows = Set(runs.values.joined().map(\.timeline.rowCount))
  }

  var newName: String { names.last ?? "" }

  /// The page as text.
  var text: [String] {
    [names.joined(separator: " → "), played]
      + PublishedCause.Group.allCases.flatMap { group -> [String] in
        let rows = causes.filter { $0.group == group }
        return rows.isEmpty ? [] : [group.title] + rows.map { "  " + $0.sentence }
      }
  }
}

/// A draft to compare with the container that it would replace.
package struct PublishedDraft: Sendable, Hashable {
  package var published: CompiledContainer
  /// The container that would be published.
  package var draft: CompiledContainer
}
