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
  /// Makes the lines.
  var lines: @Sendable () -> [Line]

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
  /// How many lines or rows are below what is seen.
  var below = 0

  /// What a line stands for; nil where it is nothing but the pane.
  func target(ofLine line: Int) -> RowTarget? {
    targets.indices.contains(line) ? targets[line] : nil
  }
}
