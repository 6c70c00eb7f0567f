import ScenarioEngine
import TagRuntime
import TagSimulation
import TerminalKit

/// What a row of a pane stands for: what a click on it, and Enter, mean.
enum RowTarget: Sendable, Hashable {
  /// The row of the history with this number.
  case event(Int)
  /// Rows of the history that are folded into one.
  case fold(ClosedRange<Int>)
  /// The tag at this place among those of the event.
  case tag(Int)
  /// The hit at this place among those that are shown.
  case hit(Int)
  /// A path of the data layer.
  case key(String)
  /// A value that is read from a container.
  case value(container: String, ValueKind, String)
  /// A line of the log.
  case log(Timeline.Line)
  /// A call of Braze, by its number.
  case brazeCall(Int)
  /// Something that is said of the app or the phone: its name, and what it is.
  case fact(String, String)
  /// A row of the phone.
  case phone(Int)
  /// A row of another pane, by its place there.
  case other(Int)
}

/// A row of a pane with what is open under it: one line where it can be, made only where it is
/// seen.
struct PaneItem: Sendable {
  /// How many lines it takes.
  var height = 1
  /// What it stands for; nil for headings and texts, which cannot be selected.
  var target: RowTarget?
  /// What it is where it cannot be selected.
  var kind = Kind.text
  /// What a filter can ask of it; nil for what is no row.
  var facts: (@Sendable () -> RowFacts)?
  /// Makes the lines.
  var lines: @Sendable () -> [Line]

  /// What a row is that cannot be selected, and so whether a filter leaves it.
  enum Kind: Sendable, Hashable {
    /// It belongs to all rows, and goes where some are hidden.
    case text
    /// It belongs to the rows below it, and goes with them.
    case heading
    /// It is true of the pane, whatever is listed.
    case head
    /// It names the columns, whatever is listed.
    case columns
  }

  init(
    height: Int = 1, target: RowTarget? = nil, _ lines: @escaping @Sendable () -> [Line]
  ) {
    self.height = height
    self.target = target
    self.lines = lines
  }

  /// Lines that are made already.
  init(_ lines: [Line], target: RowTarget? = nil) {
    self.init(height: lines.count, target: target) { lines }
  }

  /// The row with what a filter can ask of it.
  func telling(_ facts: @escaping @Sendable () -> RowFacts) -> PaneItem {
    var item = self
    item.facts = facts
    return item
  }

  /// The same as a heading, or as what is true of the pane.
  func of(_ kind: Kind) -> PaneItem {
    var item = self
    item.kind = kind
    return item
  }
}

extension [PaneItem] {
  /// The places of those that can be selected.
  var selectable: [Int] { indices.filter { self[$0].target != nil } }

  /// All lines that they take.
  var height: Int { reduce(0) { $0 + $1.height } }

  /// The lines that an item takes.
  func lines(of place: Int) -> Range<Int> {
    let start = self[..<place].reduce(0) { $0 + $1.height }
    return start..<start + self[place].height
  }
}

/// What is seen of a pane.
struct PaneContent: Sendable, Hashable {
  /// The lines that are seen.
  var lines: [Line]
  /// The line that keys are meant for: the real cursor stands there, so that a screen reader has a
  /// place to follow.
  var present = 0
  /// What each line stands for; lines beyond the end stand for nothing.
  var targets: [RowTarget?] = []
  /// The line that an expectation looks at.
  var lit: Int?
  /// The lines of the selected row, where the pane has the focus.
  var selected: Int?
  /// In how many rows below what is seen the text is that is looked for.
  var matchesBelow = 0
  /// How many lines or rows are below what is seen.
  var below = 0

  /// What a line stands for; nil where it is nothing but the pane.
  func target(ofLine line: Int) -> RowTarget? {
    targets.indices.contains(line) ? targets[line] : nil
  }
}
