import ScenarioEngine
import TagRuntime
import TagSimulation
import TerminalKit

/// A pane as a value: what it needs of the world goes in with the context; its title, its rows and
/// what they stand for come out.
///
/// A new pane is a name in `Pane`, a type in a file of its own, and its row in the table below.
/// What is said of a pane elsewhere, such as its keys, its help and its filters, are members here.
protocol PaneView: ScreenPart {
  /// Which of the panes it is.
  static var pane: Pane { get }

  init(_ context: ScreenContext)

  /// What stands in the upper border, behind the number of the pane.
  var title: String { get }

  /// The title in a word.
  var shortTitle: String { get }

  /// What the pane knows, at the right of its upper border.
  func note(columns: Int) -> String

  /// The name on a tab where there is little room.
  static var tabName: String { get }

  /// What stands behind the tab of the pane where there are tabs.
  var tabNote: String { get }

  /// What stands in the lower border, at its right.
  func footer(columns: Int) -> String

  /// The rows; made only where they are seen.
  func items(columns: Int) -> [PaneItem]

  /// Whether its rows are filtered where they are made, and not afterwards.
  var filtersItself: Bool { get }

  /// How many rows are listed, and how many there are.
  func counts(columns: Int) -> (shown: Int, all: Int)

  /// The rows in which a text is.
  func matches(of find: FindText, columns: Int) -> PaneMatches

  /// The place of the selected row among so many that can be selected; negative for none.
  func place(among count: Int) -> Int

  /// The whole text of a pane that has no rows to select.
  func lines(columns: Int) -> [Line]

  /// What is seen of the pane in its room.
  func content(in room: Size) -> PaneContent

  /// What Enter explains while the pane has the focus.
  var explained: Explained { get }

  // MARK: What is said of the pane elsewhere

  /// What its digit leads to, for the help; nil for a pane that is always there.
  static var digitHelp: String? { get }

  /// What Enter leads to in it, for the help; nil where Enter is a key like others.
  static var enterHelp: String? { get }

  /// What is said instead where the app has nothing for the pane; nil where it is there.
  static func absence(in view: WorldView) -> String?

  /// What an expectation of a name is about in the pane, for a report; nil where there is no page.
  static func subject(of name: String, in view: WorldView) -> Explained?

  /// The list whose rows the pane shows; nil where they cannot be filtered.
  var filteredList: FilteredList? { get }

  /// Whether the pane shows the moment, so that another event has other rows.
  var showsMoment: Bool { get }

  /// The keys that mean something in it, in the order of their worth.
  func hints(_ hints: PaneHints) -> [KeyHint]
}

extension PaneView {
  /// The number and the title.
  var heading: String { "\(Self.pane.key) \(title)" }

  var shortTitle: String { Self.pane.name }

  /// Whether the pane has the keys.
  var isFocused: Bool { context.focus == Self.pane }

  /// The first line that is seen, as far as the pane was scrolled.
  var top: Int { context.selection.tops[Self.pane] ?? 0 }

  static var digitHelp: String? { nil }

  static var enterHelp: String? { nil }

  static func absence(in view: WorldView) -> String? { nil }

  static func subject(of name: String, in view: WorldView) -> Explained? { nil }

  var filteredList: FilteredList? { nil }

  var showsMoment: Bool { false }

  func hints(_ hints: PaneHints) -> [KeyHint] { hints.explain("explain") + hints.copy }

  static var tabName: String { pane.name }

  var tabNote: String { "" }

  func note(columns: Int) -> String { "" }

  func footer(columns: Int) -> String { "" }

  func lines(columns: Int) -> [Line] { [] }

  func items(columns: Int) -> [PaneItem] { lines(columns: columns).map { PaneItem([$0]) } }

  var filtersItself: Bool { false }

  func counts(columns: Int) -> (shown: Int, all: Int) {
    let list = list(columns: columns)
    return (list.places.count, list.total)
  }

  func matches(of find: FindText, columns: Int) -> PaneMatches {
    listMatches(of: find, columns: columns)
  }

  func place(among count: Int) -> Int {
    min(context.selection.place(in: Self.pane), count - 1)
  }

  func content(in room: Size) -> PaneContent {
    let list = list(columns: room.columns)
    let items = list.items
    let count = items.height
    let first = min(top, max(0, count - room.rows))
    let places = list.selectable
    let picked = list.index(of: place(among: list.total))
    var content = PaneContent(lines: [])
    var line = 0
    for (place, item) in items.enumerated() {
      defer { line += item.height }
      guard line + item.height > first, line < first + room.rows else { continue }
      let isPicked = picked >= 0 && places[picked] == place
      if isPicked, isFocused { content.selected = line - first }
      if isPicked { content.present = max(0, line - first) }
      if content.lit == nil, line >= first, isLit(item.target) { content.lit = line - first }
      let lines = item.lines()
      for (offset, text) in lines.enumerated() where line + offset >= first {
        guard content.lines.count < room.rows else { break }
        content.lines.append(text)
        content.targets.append(item.target)
      }
    }
    content.below = max(0, count - first - room.rows)
    return content
  }

  /// Whether an expectation looks at a row; tags and hits are selected by it.
  private func isLit(_ target: RowTarget?) -> Bool {
    guard let lit = context.lit, lit.pane == Self.pane, !lit.name.isEmpty else { return false }
    switch target {
    case .key(let path)?: return path == lit.name || path.hasPrefix(lit.name + ".")
    case .value(_, _, let key)?: return key == lit.name
    case .log(let line)?: return line.line.record.text(in: context.wording).contains(lit.name)
    default: return false
    }
  }

  /// What the selected row stands for; where none can be selected, what the row that is looked at
  /// is about.
  var explained: Explained {
    let list = list(columns: Self.countedColumns)
    let index = list.index(of: place(among: list.total))
    guard index >= 0, let target = list.items[list.selectable[index]].target else {
      return view.explained
    }
    return context.explained(target)
  }

  /// Which rows there are does not depend on how wide they are.
  private static var countedColumns: Int { 80 }
}

// MARK: The table

extension Pane {
  /// The panes that are always on the screen, or behind a tab, in the order of Tab.
  static let main: [Pane] = [.events, .data, .values, .tags, .firings, .queue, .log]

  /// The panes that Tab reaches only where they are shown, behind those.
  static let optional: [Pane] = [.phone, .braze]

  /// Whether Tab reaches the pane, which is one of the optional ones.
  func isInTurn(in context: ScreenContext) -> Bool {
    self == .phone
      ? context.selection.phone.isOpen : kind.absence(in: context.view) == nil
  }

  /// What the pane is made by.
  var kind: any PaneView.Type {
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
    case .firings: FiringsPane.self
    }
  }

  /// The name on tabs.
  var name: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }

  /// The pane as a value.
  func view(in context: ScreenContext) -> any PaneView { kind.init(context) }
}

extension ScreenContext {
  /// What Enter explains.
  var explained: Explained { focus.view(in: self).explained }
}
