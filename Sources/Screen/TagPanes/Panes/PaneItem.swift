package import TagRuntime
package import TagSimulation
package import TagWords
import TerminalKit

/// The target of a pane's row: the subject of a click on it, and of Enter.
package enum RowTarget: Sendable, Hashable {
  /// The row of the history with this number.
  case event(Int)
  /// Rows of the history that are folded into one.
  case fold(ClosedRange<Int>)
  /// The tag at this place among those of the event.
  case tag(Int)
  /// The hit at this place among those displayed.
  case hit(Int)
  /// A path of the data layer.
  case key(String)
  /// A value that the app reads from a container.
  case value(container: String, ValueKind, String)
  case log(Timeline.Line)
  case brazeCall(Int)
  /// A fact about the app or the phone: its name and its text.
  case fact(String, String)
  case phone(Int)
}

/// A row of a pane, with any details open below it; its lines are built only when visible.
package struct PaneItem: Sendable {
  package var height = 1
  /// The target; nil for headings and texts, which cannot be selected.
  package var target: RowTarget?
  /// The role of a row that cannot be selected.
  package var kind = Kind.text
  /// The facts for a filter; nil for an item that is not a row.
  package var facts: (@Sendable () -> RowFacts)?
  package var lines: @Sendable () -> [Line]

  /// The role of a row that cannot be selected, which decides whether a filter keeps it.
  package enum Kind: Sendable, Hashable {
    /// It belongs to all rows, and is dropped when some are hidden.
    case text
    /// It belongs to the rows below it, and is dropped with them.
    case heading
    /// It describes the pane, whatever is listed.
    case head
    /// It names the columns, whatever is listed.
    case columns
  }

  package init(
    height: Int = 1, target: RowTarget? = nil, _ lines: @escaping @Sendable () -> [Line]
  ) {
    self.height = height
    self.target = target
    self.lines = lines
  }

  package init(_ lines: [Line], target: RowTarget? = nil) {
    self.init(height: lines.count, target: target) { lines }
  }

  /// The facts of the row, with what its first line says in their text; nil for what is no row.
  package var shownFacts: RowFacts? {
    facts.map { facts in
      let row = facts()
      return RowFacts(
        text: { [lines] in row.text() + "\n" + (lines().first?.text ?? "") },
        values: row.values, named: row.named, has: row.has)
    }
  }

  /// The row with what a filter can ask of it.
  package func telling(_ facts: @escaping @Sendable () -> RowFacts) -> PaneItem {
    var item = self
    item.facts = facts
    return item
  }

  /// Returns the item with another role.
  package func of(_ kind: Kind) -> PaneItem {
    var item = self
    item.kind = kind
    return item
  }
}

extension [PaneItem] {
  /// The places of the items that can be selected.
  package var selectable: [Int] { indices.filter { self[$0].target != nil } }

  package var height: Int { reduce(0) { $0 + $1.height } }

  package func lines(of place: Int) -> Range<Int> {
    let start = self[..<place].reduce(0) { $0 + $1.height }
    return start..<start + self[place].height
  }
}

package struct PaneContent: Sendable, Hashable {
  package var lines: [Line]
  /// The line that receives the keys, where the terminal's cursor is for a screen reader to follow.
  package var present = 0
  /// The target of each line; lines beyond the end have none.
  package var targets: [RowTarget?] = []
  /// The line that an expectation highlights.
  package var lit: Int?
  /// The first line of the selected row, if the pane has the focus.
  package var selected: Int?
  /// The number of rows below the visible part that contain the search text.
  package var matchesBelow = 0
  /// The number of lines or rows below the visible part.
  package var below = 0

  /// Returns the target of a line; nil for the pane itself.
  package func target(ofLine line: Int) -> RowTarget? {
    targets.indices.contains(line) ? targets[line] : nil
  }
}
