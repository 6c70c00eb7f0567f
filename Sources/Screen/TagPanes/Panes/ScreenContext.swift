package import OrderedCollections
package import TagInspection
package import TagRuntime
package import TagSimulation
package import TagWords
package import TerminalKit
package import TextKit

/// The material for the parts of the screen: the world as of the selected row, and the user's view
/// of it. It is created once per frame and shared by all parts.
package final class ScreenContext: Sendable {
  /// The world as of the selected row.
  package let view: WorldView
  /// The history of the run, including later rows.
  package let timeline: Timeline
  package let wording: LogWording
  /// The characters for borders and signs.
  package let borders: Borders
  /// The user's selection and scroll positions.
  package let selection: Selection
  package let focus: Pane
  /// Whether something over the panes has the keys.
  package let isCovered: Bool
  /// Whether the tags stand beside Explain, which then need not repeat their rules.
  package let seesTags: Bool
  /// Whether the value of the phone's selected field is being typed.
  package let isEditing: Bool
  /// Whether the screen has colours.
  package let hasColors: Bool
  package let isReader: Bool
  /// Whether it is for a projector.
  package let isDemo: Bool
  /// The target of the expectation on display; nil for none.
  package let lit: LitCheck?
  package let eventList: EventList
  /// The first row of the current chapter; the tags of earlier events are counted.
  package let chapterRow: Int
  /// The last row that may be seen while a question to the audience is open; nil for all.
  package let shownRows: Int?
  /// Whether a question to the audience is open, whose answer must not be revealed.
  package let isAsking: Bool
  /// Whether the run comes from a trace, which is read-only.
  package let isTrace: Bool
  /// The results of explanations so far.
  package let memory: ExplainMemory
  /// The user's search.
  package let finding: Finding
  /// The size of the recording; nil while nothing is recorded.
  package let recorded: RecordedSum?
  /// The names that the scenario gave to moments, each with the last row of its moment.
  package let marks: OrderedDictionary<String, Int>
  /// The facts about a real phone that is followed; nil for none.
  package let phone: Following?
  /// The containers that the user edited, the newest last.
  private let editedCopies: [EditedCopy]
  /// The names of those with which the run was played from its beginning.
  private let tried: [String]
  /// What was computed from equal material.
  package let drawn: FrameMemory

  /// Creates the material of a frame.
  package init(
    view: WorldView, timeline: Timeline, wording: LogWording, borders: Borders,
    selection: Selection, focus: Pane, isCovered: Bool, seesTags: Bool, isEditing: Bool,
    hasColors: Bool, isReader: Bool, isDemo: Bool, lit: LitCheck?, eventList: EventList,
    chapterRow: Int, shownRows: Int?, isAsking: Bool, isTrace: Bool, memory: ExplainMemory,
    finding: Finding, recorded: RecordedSum?, marks: OrderedDictionary<String, Int>,
    phone: Following?, editedCopies: [EditedCopy], tried: [String], drawn: FrameMemory
  ) {
    self.view = view
    self.timeline = timeline
    self.wording = wording
    self.borders = borders
    self.selection = selection
    self.focus = focus
    self.isCovered = isCovered
    self.seesTags = seesTags
    self.isEditing = isEditing
    self.hasColors = hasColors
    self.isReader = isReader
    self.isDemo = isDemo
    self.lit = lit
    self.eventList = eventList
    self.chapterRow = chapterRow
    self.shownRows = shownRows
    self.isAsking = isAsking
    self.isTrace = isTrace
    self.memory = memory
    self.finding = finding
    self.recorded = recorded
    self.marks = marks
    self.phone = phone
    self.editedCopies = editedCopies
    self.tried = tried
    self.drawn = drawn
  }

  /// Returns the edited copy in use in place of a container; nil if another one is in use, or if it
  /// is published for everybody or shown by a preview link.
  package func triedCopy(of id: String) -> EditedCopy? {
    let simulation = view.simulation
    guard let container = simulation.runtime?.compiledContainer(id),
      simulation.container(id)?.source != .preview,
      let copy = editedCopies.copy(of: container),
      simulation.world.server.published[id]?.container !== container || tried.contains(copy.name)
    else { return nil }
    return copy
  }
}

extension ScreenContext {
  /// Creates the material for sentences about an event, without a screen.
  package convenience init(
    reporting view: WorldView, in timeline: Timeline, _ memory: ExplainMemory
  ) {
    self.init(
      view: view, timeline: timeline, wording: .plain, borders: .utf8, selection: Selection(),
      focus: .tags, isCovered: false, seesTags: false, isEditing: false, hasColors: false,
      isReader: false, isDemo: false, lit: nil,
      eventList: EventList(timeline.folds, rows: timeline.rowCount, opened: [], showsAll: true),
      chapterRow: 0, shownRows: nil, isAsking: false, isTrace: true, memory: memory,
      finding: Finding(), recorded: nil, marks: [:], phone: nil, editedCopies: [], tried: [],
      drawn: FrameMemory())
  }

  /// The name of a tag of the event, or that a container has now.
  package func title(ofTag name: String, in id: String) -> String {
    let met = view.update?.explanations.first { $0.containerID == id }?.compiled
    return memory.title(ofTag: name, in: met ?? view.simulation.runtime?.compiledContainer(id))
  }
}

/// A part of the screen that is drawn from a context: a pane, or something in one.
package protocol ScreenPart: Sendable {
  var context: ScreenContext { get }
}

extension ScreenPart {
  package var view: WorldView { context.view }
  package var timeline: Timeline { context.timeline }
  package var signs: Signs {
    Signs(borders: context.borders, isReader: context.isReader, isCovered: context.isCovered)
  }

  /// Whether the app is built with the second generation (v5).
  package var isFirebase: Bool { context.view.isFirebase }

  /// Returns a cell of a table: cut or padded to its width.
  package func cell(_ text: String, _ columns: Int, _ alignment: Alignment = .leading) -> String {
    context.borders.cell(text, columns, alignment)
  }

  /// Returns a text on as many lines as it needs, each indented.
  package func wrapped(_ text: String, columns: Int, indent: Int = 0, _ style: Style = .plain)
    -> [Line]
  {
    Line.wrapped(text, columns: columns, indent: indent, style)
  }

  /// Returns facts below one another, their names in a column.
  package func factLines(_ facts: [Fact], columns: Int) -> [Line] {
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
  package func cell(_ text: String, _ columns: Int, _ alignment: Alignment = .leading) -> String {
    TextWidth.padded(text, to: max(0, columns), alignment: alignment, ellipsis: ellipsis)
  }
}

package struct Fact: Sendable, Hashable {
  package var name: String
  package var text: String
  /// Whether the fact is a problem to look at.
  package var needsAttention = false

  package init(_ name: String, _ text: String, needsAttention: Bool = false) {
    (self.name, self.text, self.needsAttention) = (name, text, needsAttention)
  }
}

/// The signs of the monitor; words always follow them, so that neither sign nor colour is needed.
package struct Signs: Sendable {
  package let borders: Borders
  package var isReader = false
  /// Whether something over the panes has the keys, so that the selection is only remembered.
  package var isCovered = false

  package init(borders: Borders, isReader: Bool = false, isCovered: Bool = false) {
    self.borders = borders
    self.isReader = isReader
    self.isCovered = isCovered
  }

  package var yesMark: String { isReader ? "yes" : borders == .utf8 ? "✓" : "+" }
  package var noMark: String { isReader ? "not" : borders == .utf8 ? "✗" : "-" }
  package var attentionMark: String { isReader ? "attention" : "!" }
  package var yes: Line { Line("\(yesMark) ", .fired) }
  package var no: Line { Line("\(noMark) ", .plain) }
  package var attention: Line { Line(attentionMark + " ", .attention.strong) }
  package var cursor: String {
    isReader ? " " : borders == .utf8 ? isCovered ? "▏" : "▌" : ">"
  }
  package var fold: String { isReader ? "folded:" : borders == .utf8 ? "⋯" : "..." }
  /// The sign for a side without a counterpart in the comparison of two runs.
  package var nothing: String { isReader ? "nothing" : borders == .utf8 ? "·" : "-" }
  package var differs: String { isReader ? "differs" : borders == .utf8 ? "≠" : "!=" }
  package var toCome: String { borders == .utf8 ? "·" : "." }
  package var separator: String { borders == .utf8 ? " │ " : " | " }
  package var dash: String { borders == .utf8 ? "─" : "-" }
  package var changed: String { "*" }
  /// An event that Firebase logged automatically.
  package var automatic: String { borders == .utf8 ? "○" : "o" }
  /// An event that a tag suppressed.
  package var kept: String { borders == .utf8 ? "⊘" : "/" }
  /// Additions, changes and omissions by the container.
  package var plus: String { "+" }
  package var tilde: String { "~" }
  package var minus: String { borders == .utf8 ? "−" : "-" }
  package var printed: String { "*" }
  package var marked: String { isReader ? "marked" : borders == .utf8 ? "⚑" : "m" }
  /// A warning of a phone's own log.
  package var warned: String { isReader ? "warning," : borders == .utf8 ? "⚑" : "*" }
  /// The target of an expectation.
  package var lit: String { isReader ? "" : borders == .utf8 ? "»" : "=" }
  /// Returns the sign for the state of a match with a real phone.
  package func phone(_ state: PhoneMatch.State) -> String {
    if isReader { return state.short }
    guard borders != .utf8 else { return state.sign }
    return switch state {
    case .seen: "="
    case .differs: "#"
    case .missing: "!"
    case .surplus: "+"
    case .awaited: "~"
    case .hidden: "-"
    }
  }
  package var now: Character { borders == .utf8 ? "▶" : ">" }
  package var raceStart: String { borders == .utf8 ? "├" : "|" }
  package var racePassed: String { borders == .utf8 ? "═" : "=" }
  package var raceAhead: String { borders == .utf8 ? "┄" : "." }
  package var raceEnd: String { borders == .utf8 ? "┤" : "|" }
}
