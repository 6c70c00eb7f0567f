import OrderedCollections
import ScenarioEngine
import TagInspection
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
struct PublishedChanges: Sendable {
  /// The title, such as "What changes if v9 is published".
  var title: String
  var page: [IndentedLine]
  /// The places that lines open, by their indices in the page, in order.
  var places: OrderedDictionary<Int, ChangePlace> = [:]
  /// The index of the selected place among those.
  var selected = 0
  /// The number of rows of the run when it was compared.
  var rows = 0
}

/// The place that a line of the changes opens.
package struct ChangePlace: Sendable, Hashable {
  /// The event of the current run that shows the change; nil if it occurred only in a trial.
  package var row: Int?
  /// The tag of the change; nil for something else.
  package var tag: String?
  /// The line of the language that causes it.
  package var line: String

  /// - Parameters:
  ///   - row: the event of the current run; nil if it occurred only in a trial.
  ///   - tag: the tag of the change.
  ///   - line: the line that causes it.
  package init(row: Int?, tag: String?, line: String) {
    (self.row, self.tag, self.line) = (row, tag, line)
  }
}

/// A draft to compare with the container that it would replace.
package struct PublishedDraft: Sendable, Hashable {
  package var published: CompiledContainer
  /// The container that would be published.
  package var draft: CompiledContainer
}
