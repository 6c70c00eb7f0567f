import OrderedCollections
import ScenarioEngine
import TagInspection
import TagRuntime
import TagSimulation
import TerminalKit
import TextKit

/// What the parts of the screen are made of: the world as of the row that is looked at, and what
/// the user looks at in it. It is made once for a frame, and every part refers to it.
final class ScreenContext: Sendable {
  /// The world as of the row that is looked at.
  let view: WorldView
  /// The history of the run, with what came after the row.
  let timeline: Timeline
  /// Whose words the log speaks in.
  let wording: LogWording
  /// How borders and signs are drawn.
  let borders: Borders
  /// What the user has chosen and scrolled to.
  let selection: Selection
  /// The pane that has the keys.
  let focus: Pane
  /// The pane whose selected row Explain explains while it has the focus itself.
  let explainedPane: Pane
  /// Whether Explain is open below the pane that it explains, which need not say the same then.
  let isExplainedBelow: Bool
  /// Whether the value of the phone's chosen field is being typed.
  let isEditing: Bool
  /// Whether the screen has colours.
  let hasColors: Bool
  /// Whether it is for a screen reader.
  let isReader: Bool
  /// Whether it is for a projector.
  let isDemo: Bool
  /// What an expectation looks at while it is shown; nil for nothing.
  let lit: LitCheck?
  /// The rows of the event list.
  let eventList: EventList
  /// The last row that may be seen while the room is asked something; nil for all.
  let shownRows: Int?
  /// Whether the room was asked something, whose answer nothing may give away.
  let isAsking: Bool
  /// Whether the run is that of a trace, which is only looked at.
  let isTrace: Bool
  /// Whether two runs are compared.
  let isComparing: Bool
  /// What explanations have found out.
  let memory: ExplainMemory
  /// What the user looks for.
  let finding: Finding
  /// How much was recorded; nil while nothing is.
  let recorded: RecordedSum?
  /// The names that the scenario gave to moments, each with the last row of its moment.
  let marks: OrderedDictionary<String, Int>
  /// What is known of a real phone that is followed; nil where none is.
  let phone: FollowedRows?
  /// The containers that were altered by hand.
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

  /// The edited copy that is tried in the place of a container; nil where another one is in use, or
  /// where everybody gets it or a preview link shows it.
  func triedCopy(of id: String) -> EditedCopy? {
    let simulation = view.simulation
    guard let container = simulation.runtime?.compiledContainer(id),
      simulation.container(id)?.source != .preview,
      simulation.world.server.published[id]?.container !== container
    else { return nil }
    return editedCopies.copy(of: container)
  }
}

/// A part of the screen that is made of a context: a pane, or something in one.
protocol ScreenPart: Sendable {
  var context: ScreenContext { get }
}

extension ScreenPart {
  var view: WorldView { context.view }
  var timeline: Timeline { context.timeline }
  var signs: Signs { Signs(borders: context.borders, isReader: context.isReader) }

  /// Whether the app is built with the second generation (v5).
  var isFirebase: Bool { context.view.isFirebase }

  /// A cell of a table: cut or filled to its width.
  func cell(_ text: String, _ columns: Int, _ alignment: Alignment = .leading) -> String {
    context.borders.cell(text, columns, alignment)
  }

  /// A text on as many lines as it needs, each indented.
  func wrapped(_ text: String, columns: Int, indent: Int = 0, _ style: Style = .plain) -> [Line] {
    Line.wrapped(text, columns: columns, indent: indent, style)
  }

  /// Facts below one another, their names in a column.
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
  /// A cell of a table: cut or filled to its width.
  func cell(_ text: String, _ columns: Int, _ alignment: Alignment = .leading) -> String {
    TextWidth.padded(text, to: max(0, columns), alignment: alignment, ellipsis: ellipsis)
  }
}

/// One fact with its name.
struct Fact: Sendable, Hashable {
  var name: String
  var text: String
  /// Whether somebody should look here.
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
  /// What stands where one of two runs has nothing.
  var nothing: String { isReader ? "nothing" : borders == .utf8 ? "·" : "-" }
  var differs: String { isReader ? "differs" : borders == .utf8 ? "≠" : "!=" }
  var toCome: String { borders == .utf8 ? "·" : "." }
  var separator: String { borders == .utf8 ? " │ " : " | " }
  var dash: String { borders == .utf8 ? "─" : "-" }
  var changed: String { "*" }
  /// What Firebase logged by itself.
  var automatic: String { borders == .utf8 ? "○" : "o" }
  /// What was dropped.
  var dropped: String { borders == .utf8 ? "✗" : "x" }
  /// What a tag kept from Firebase.
  var kept: String { borders == .utf8 ? "⊘" : "/" }
  /// What the container added, changed or left out.
  var plus: String { "+" }
  var tilde: String { "~" }
  var minus: String { borders == .utf8 ? "−" : "-" }
  var printed: String { "*" }
  /// That a row was marked.
  var marked: String { isReader ? "marked" : borders == .utf8 ? "⚑" : "m" }
  /// What an expectation looks at.
  var lit: String { isReader ? "" : borders == .utf8 ? "»" : "=" }
  /// How something that a tag does stands to a real phone.
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
