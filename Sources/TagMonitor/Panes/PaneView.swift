import ScenarioEngine
import TerminalKit

/// A pane as a value: what it needs of the world goes in with the context; its title, its lines and
/// what a click or Enter means come out.
///
/// A new pane is a name in `Pane`, a type in a file of its own, and its rows in the table below.
protocol PaneView: ScreenPart {
  /// Which of the panes it is.
  static var pane: Pane { get }

  init(_ context: ScreenContext)

  /// What stands in the upper border, behind the number of the pane.
  var title: String { get }

  /// What stands behind the tab of the pane where there are tabs.
  var tabNote: String { get }

  /// Keys and legends in the lower border, as much as there is room for.
  func footer(columns: Int) -> String

  /// The whole text, by which scrolling is bounded; nothing where the pane makes only what is seen.
  func lines(columns: Int) -> [Line]

  /// What is seen of the pane in its room.
  func content(in room: Size) -> PaneContent

  /// What Enter explains while the pane has the focus.
  var explained: Explained { get }
}

/// What is seen of a pane.
struct PaneContent: Sendable, Hashable {
  /// What a click on a line means.
  enum Meaning: Sendable, Hashable {
    /// The event of this number is looked at.
    case look(at: Int)
    /// The hit at this place is selected.
    case select(hit: Int)
    /// The row of the phone at this place is pressed or edited.
    case press(row: Int)
  }

  /// The lines from the first that is seen, to the end of the text.
  var lines: [Line]
  /// The line that keys are meant for: the real cursor stands there, so that a screen reader has a
  /// place to follow.
  var present = 0
  /// What a click on each line means; lines beyond the end mean nothing.
  var meanings: [Meaning?] = []

  /// What a click on a line means; nil where it means nothing but the pane.
  func meaning(ofLine line: Int) -> Meaning? {
    meanings.indices.contains(line) ? meanings[line] : nil
  }
}

extension PaneView {
  /// The number and the title.
  var heading: String { "\(Self.pane.number) \(title)" }

  /// Whether the pane has the keys.
  var isFocused: Bool { context.focus == Self.pane }

  /// How many lines the pane was scrolled by.
  var scroll: Int { context.selection.scrolls[Self.pane] ?? 0 }

  var tabNote: String { "" }

  func footer(columns: Int) -> String { "" }

  /// A text that is scrolled line by line.
  func content(in room: Size) -> PaneContent {
    let all = lines(columns: room.columns)
    let first = min(scroll, max(0, all.count - room.rows))
    return PaneContent(lines: Array(all.dropFirst(first)))
  }

  var explained: Explained { view.explained }
}

// MARK: Drawing

extension PaneView {
  /// Draws the pane with its border, and tells where its present line is.
  ///
  /// - Parameters:
  ///   - rect: its place, with the border.
  ///   - tabs: the tabs in its first line; they say its name, but for the list of events.
  ///   - isLit: whether it has the keys and nothing lies over it.
  ///   - buffer: what it is drawn on.
  func draw(
    in rect: Rect, tabs: Tabs? = nil, isLit: Bool, on buffer: inout CellBuffer
  ) -> Point {
    let borders = context.borders
    let panel = Panel(
      title: tabs == nil || Self.pane == .events ? heading : "",
      footer: footer(columns: rect.columns), borders: borders, isFocused: isLit,
      style: isLit ? .bold : .plain)
    panel.draw(in: rect, on: &buffer)
    let inner = innerRect(of: rect, hasTabs: tabs != nil)
    tabs?.draw(
      in: Rect(column: inner.column, row: inner.row - 1, columns: inner.columns, rows: 1),
      on: &buffer)
    let content = content(in: inner.size)
    buffer.write(content.lines, in: inner, borders)
    buffer.writeMore(content.lines.count - inner.rows, in: rect, borders)
    return Point(
      column: inner.column, row: inner.row + min(max(0, content.present), max(0, inner.rows - 1)))
  }

  /// Where the lines of a pane stand: inside the border, below the tabs.
  func innerRect(of rect: Rect, hasTabs: Bool) -> Rect {
    var inner = Panel(borders: context.borders).inner(of: rect)
    // The narrow list needs every column for its names.
    if rect.columns >= 34 { inner = inner.inset(columns: 1, rows: 0) }
    return hasTabs ? inner.splitTop(1).rest : inner
  }
}

// MARK: The table

extension Pane {
  /// The panes that are always on the screen, or behind a tab, in the order of Tab.
  static let main: [Pane] = [.events, .data, .values, .tags, .queue, .log]

  /// What the pane is made by.
  private var kind: any PaneView.Type {
    switch self {
    case .explain: ExplainPane.self
    case .events: EventsPane.self
    case .data: DataPane.self
    case .values: ValuesPane.self
    case .tags: TagsPane.self
    case .queue: QueuePane.self
    case .log: LogPane.self
    case .phone: PhonePane.self
    case .device: DevicePane.self
    case .braze: BrazePane.self
    }
  }

  /// What its digit leads to, for the help; nil for the panes that are always there.
  var keyHelp: String? {
    switch self {
    case .explain, .events, .data, .values, .tags, .queue, .log: nil
    case .phone: "the phone: press its buttons, and edit what they push"
    case .device: "the device, its containers and timers, and all loads so far"
    case .braze: "what Braze was given, in an app that hands it something"
    }
  }

  /// The digit that jumps to the pane.
  var number: Int { Self.allCases.firstIndex(of: self) ?? 0 }

  /// The name on tabs.
  var name: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }

  /// The pane as a value.
  func view(in context: ScreenContext) -> any PaneView { kind.init(context) }
}

extension ScreenContext {
  /// What Enter explains.
  var explained: Explained { focus.view(in: self).explained }
}
