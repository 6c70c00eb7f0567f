import OrderedCollections
import ScenarioEngine
import TagInspection
import TagRuntime
import TagSimulation
import TerminalKit
import TextKit

/// The material for the parts of the screen: the world as of the selected row, and the user's view
/// of it. It is created once per frame and shared by all parts.
final class ScreenContext: Sendable {
  /// The world as of the selected row.
  let view: WorldView
  /// The history of the run, including later rows.
  let timeline: Timeline
  /// The wording of the log.
  let wording: LogWording
  /// The characters for borders and signs.
  let borders: Borders
  /// The user's selection and scroll positions.
  let selection: Selection
  /// The pane that has the keys.
  let focus: Pane
  /// The pane whose selected row Explain explains while Explain has the focus.
  let explainedPane: Pane
  /// Whether Explain is open below the explained pane, which then need not repeat it.
  let isExplainedBelow: Bool
  /// Whether the value of the phone's selected field is being typed.
  let isEditing: Bool
  /// Whether the screen has colours.
  let hasColors: Bool
  /// Whether it is for a screen reader.
  let isReader: Bool
  /// Whether it is for a projector.
  let isDemo: Bool
  /// The target of the expectation on display; nil for none.
  let lit: LitCheck?
  /// The rows of the event list.
  let eventList: EventList
  /// The last row that may be seen while a question to the audience is open; nil for all.
  let shownRows: Int?
  /// Whether a question to the audience is open, whose answer must not be revealed.
  let isAsking: Bool
  /// Whether the run comes from a trace, which is read-only.
  let isTrace: Bool
  /// Whether two runs are compared.
  let isComparing: Bool
  /// The results of explanations so far.
  let memory: ExplainMemory
  /// The user's search.
  let finding: Finding
  /// The size of the recording; nil while nothing is recorded.
  let recorded: RecordedSum?
  /// The names that the scenario gave to moments, each with the last row of its moment.
  let marks: OrderedDictionary<String, Int>
  /// The facts about a real phone that is followed; nil for none.
  let phone: FollowedRows?
  /// The containers that the user edited.
  private let editedCopies: EditedCopies

  init(of monitor: Monitor, isEditing: Bool) {
    view = monitor.view
    timeline = monitor.run.timeline
    wording = monitor.run.wording
    borders = monitor.borders
    selection = monitor.selection
    focus = monitor.focus
    explainedPane = monitor.explainedPane
    isExplainedBelow =
      monitor.isExplaining && monitor.size.rows >= Layout.stackedRows
      && monitor.size.columns >= Layout.threeColumns
    isAsking = monitor.hidesAnswers
    memory = monitor.memory
    isTrace = monitor.showsTrace
    isComparing = monitor.comparing != nil
    finding = monitor.finding
    marks = monitor.run.marks
    editedCopies = monitor.editedCopies
    phone = monitor.following.map { FollowedRows($0, upTo: monitor.branches.sharedRows) }
    recorded = monitor.recorder.isOn ? monitor.recordedSum : nil
    self.isEditing = isEditing
    hasColors = monitor.showsColors
    isReader = monitor.isReader
    isDemo = monitor.isDemoLayout(monitor.size)
    lit = monitor.lit
    eventList = monitor.eventList
    shownRows = monitor.replay?.isAsking == true ? monitor.shownRows : nil
  }

  /// Returns the edited copy in use in place of a container; nil if another one is in use, or if it
  /// is published for everybody or shown by a preview link.
  func triedCopy(of id: String) -> EditedCopy? {
    let simulation = view.simulation
    guard let container = simulation.runtime?.compiledContainer(id),
      simulation.container(id)?.source != .preview,
      simulation.world.server.published[id]?.container !== container
    else { return nil }
    return editedCopies.copy(of: container)
  }
}

/// A part of the screen that is drawn from a context: a pane, or something in one.
protocol ScreenPart: Sendable {
  var context: ScreenContext { get }
}

extension ScreenPart {
  var view: WorldView { context.view }
  var timeline: Timeline { context.timeline }
  var signs: Signs { Signs(borders: context.borders, isReader: context.isReader) }

  /// Whether the app is built with the second generation (v5).
  var isFirebase: Bool { context.view.isFirebase }

  /// Returns a cell of a table: cut or padded to its width.
  func cell(_ text: String, _ columns: Int, _ alignment: Alignment = .leading) -> String {
    context.borders.cell(text, columns, alignment)
  }

  /// Returns a text on as many lines as it needs, each indented.
  func wrapped(_ text: String, columns: Int, indent: Int = 0, _ style: Style = .plain) -> [Line] {
    Line.wrapped(text, columns: columns, indent: indent, style)
  }

  /// Returns facts below one another, their names in a column.
  func factLines(_ facts: [Fact], columns: Int) -> [Line] {
    let longest = facts.map { TextWidth.columns(of: $0.name) }.max() ?? 0
    let width = min(longest, columns / 3)
    return facts.flatMap { fact in
      let style: Style = fact.needsAttention ? .attention.strong : .plain
      let text = Wrapping.lines(fact.text, columns: columns - width - 2)
      return text.enumerated().map { index, line in
        Line(cell(index == 0 ? fact.name : "", width) + "  ", .dim) + Line(line, style)
      }
    }
  }
}

extension Borders {
  /// Returns a cell of a table: cut or padded to its width.
  func cell(_ text: String, _ columns: Int, _ alignment: Alignment = .leading) -> String {
    TextWidth.padded(text, to: max(0, columns), alignment: alignment, ellipsis: ellipsis)
  }
}

struct Fact: Sendable, Hashable {
  var name: String
  var text: String
  /// Whether the fact is a problem to look at.
  var needsAttention = false
}

/// The signs of the monitor; words always follow them, so that neither sign nor colour is needed.
struct Signs: Sendable {
  let borders: Borders
  /// Whether signs are words, for a screen reader.
  var isReader = false

  var yesMark: String { isReader ? "yes" : borders == .utf8 ? "✓" : "+" }
  var noMark: String { isReader ? "not" : borders == .utf8 ? "✗" : "-" }
  var attentionMark: String { isReader ? "attention" : "!" }
  var yes: Line { Line("\(yesMark) ", .fired) }
  var no: Line { Line("\(noMark) ", .plain) }
  var attention: Line { Line(attentionMark + " ", .attention.strong) }
  var cursor: String { isReader ? " " : borders == .utf8 ? "▌" : ">" }
  var fold: String { isReader ? "folded:" : borders == .utf8 ? "⋯" : "..." }
  /// The sign for a side without a counterpart in the comparison of two runs.
  var nothing: String { isReader ? "nothing" : borders == .utf8 ? "·" : "-" }
  var differs: String { isReader ? "differs" : borders == .utf8 ? "≠" : "!=" }
  var toCome: String { borders == .utf8 ? "·" : "." }
  var separator: String { borders == .utf8 ? " │ " : " | " }
  var dash: String { borders == .utf8 ? "─" : "-" }
  var changed: String { "*" }
  /// An event that Firebase logged automatically.
  var automatic: String { borders == .utf8 ? "○" : "o" }
  /// A dropped event.
  var dropped: String { borders == .utf8 ? "✗" : "x" }
  /// An event that a tag suppressed.
  var kept: String { borders == .utf8 ? "⊘" : "/" }
  /// Additions, changes and omissions by the container.
  var plus: String { "+" }
  var tilde: String { "~" }
  var minus: String { borders == .utf8 ? "−" : "-" }
  var printed: String { "*" }
  /// A marked row.
  var marked: String { isReader ? "marked" : borders == .utf8 ? "⚑" : "m" }
  /// The target of an expectation.
  var lit: String { isReader ? "" : borders == .utf8 ? "»" : "=" }
  /// Returns the sign for the state of a match with a real phone.
  func phone(_ state: PhoneMatch.State) -> String {
    if isReader { return state.short }
    guard borders != .utf8 else { return state.sign }
    return switch state {
    case .awaited: "~"
    case .hidden: "-"
    default: state.sign
    }
  }
  var now: Character { borders == .utf8 ? "▶" : ">" }
  var raceStart: String { borders == .utf8 ? "├" : "|" }
  var racePassed: String { borders == .utf8 ? "═" : "=" }
  var raceAhead: String { borders == .utf8 ? "┄" : "." }
  var raceEnd: String { borders == .utf8 ? "┤" : "|" }
  var gap: Character { borders == .utf8 ? "─" : "-" }
}
