import TagRuntime
import TagSimulation
package import TagWords
package import TerminalKit

/// A pane as a value: its input is the context, its output its title, its rows and their targets.
///
/// A new pane needs a name in `Pane`, a type in a new file, and a row in the table below.
/// Everything else that depends on the pane, such as its keys, help and filters, is a member here.
package protocol PaneView: ScreenPart {
  /// The identity of the pane.
  static var pane: Pane { get }

  init(_ context: ScreenContext)

  /// The title in the upper border, after the number of the pane.
  var title: String { get }

  /// Returns a note for the right of the upper border.
  func note(columns: Int) -> String

  /// The name on a tab with little room.
  static var tabName: String { get }

  /// The note after the name on the pane's tab.
  var tabNote: String { get }

  /// Returns the text at the right of the lower border.
  func footer(columns: Int) -> String

  /// Returns the rows; their lines are built only when visible.
  func items(columns: Int) -> [PaneItem]

  /// Whether the pane filters its rows itself while it builds them.
  var filtersItself: Bool { get }

  /// Returns the number of listed rows, and of all rows.
  func counts(columns: Int) -> (shown: Int, all: Int)

  /// Returns the rows that contain a text.
  func matches(of find: FindText, columns: Int) -> PaneMatches

  /// Returns the place of the selected row among the selectable ones; negative for none.
  func place(among count: Int) -> Int

  /// Returns the whole text of a pane without selectable rows.
  func lines(columns: Int) -> [Line]

  /// Returns the visible part of the pane in its room.
  func content(in room: Size) -> PaneContent

  /// The subject that Enter explains while the pane has the focus.
  var explained: Explained { get }

  // MARK: Facts for other parts

  /// The help for Enter in the pane; nil if Enter is a key like others.
  static var enterHelp: String? { get }

  /// Returns the message if the app has nothing for the pane; nil if the pane is available.
  static func absence(in view: WorldView) -> String?

  /// Returns the subject of an expectation on a name in the pane, for a report; nil without a page.
  static func subject(of name: String, in view: WorldView) -> Explained?

  /// The list whose rows the pane shows; nil if they cannot be filtered.
  var filteredList: FilteredList? { get }

  /// Whether the pane shows the moment, so that another event has other rows.
  var showsMoment: Bool { get }
}

extension PaneView {
  package var heading: String { "\(Self.pane.key) \(title)" }

  package var isFocused: Bool { context.focus == Self.pane }

  /// The first visible line.
  package var top: Int { context.selection.tops[Self.pane] ?? 0 }

  package static var enterHelp: String? { nil }

  package static func absence(in view: WorldView) -> String? { nil }

  package static func subject(of name: String, in view: WorldView) -> Explained? { nil }

  package var filteredList: FilteredList? { nil }

  package var showsMoment: Bool { false }

  package static var tabName: String { pane.name }

  package var tabNote: String { "" }

  package func note(columns: Int) -> String { "" }

  package func footer(columns: Int) -> String { "" }

  package func lines(columns: Int) -> [Line] { [] }

  package func items(columns: Int) -> [PaneItem] { lines(columns: columns).map { PaneItem([$0]) } }

  package var filtersItself: Bool { false }

  package func counts(columns: Int) -> (shown: Int, all: Int) {
    let list = list(columns: columns)
    return (list.places.count, list.total)
  }

  package func matches(of find: FindText, columns: Int) -> PaneMatches {
    listMatches(of: find, columns: columns)
  }

  package func place(among count: Int) -> Int {
    min(context.selection.place(in: Self.pane), count - 1)
  }

  package func content(in room: Size) -> PaneContent {
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

  /// Whether an expectation highlights a row; it selects tags and hits instead.
  private func isLit(_ target: RowTarget?) -> Bool {
    guard let lit = context.lit, lit.pane == Self.pane, !lit.name.isEmpty else { return false }
    switch target {
    case .key(let path)?: return path == lit.name || path.hasPrefix(lit.name + ".")
    case .value(_, _, let key)?: return key == lit.name
    case .log(let line)?: return line.line.record.text(in: context.wording).contains(lit.name)
    default: return false
    }
  }

  /// The subject of the selected row; if no row can be selected, that of the selected event.
  package var explained: Explained {
    let list = list(columns: Self.countedColumns)
    let index = list.index(of: place(among: list.total))
    guard index >= 0, let target = list.items[list.selectable[index]].target else {
      return view.explained
    }
    return context.explained(target)
  }

  /// The number of rows does not depend on this width.
  private static var countedColumns: Int { 80 }
}

// MARK: The table

extension Pane {
  /// The panes that are always on the screen, or behind a tab, in the order of Tab.
  package static let main: [Pane] = [.events, .data, .values, .tags, .queue, .log]

  /// The panes that Tab reaches only while they are shown, after the main ones.
  package static let optional: [Pane] = [.phone, .braze]

  /// Whether Tab currently reaches the pane, which is one of the optional ones.
  package func isInTurn(in context: ScreenContext) -> Bool {
    self == .phone
      ? context.selection.phone.isOpen : kind.absence(in: context.view) == nil
  }

  /// The type that implements the pane.
  package var kind: any PaneView.Type {
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

  package var name: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }

  package func view(in context: ScreenContext) -> any PaneView { kind.init(context) }
}

extension ScreenContext {
  /// The subject that Enter explains.
  package var explained: Explained { focus.view(in: self).explained }
}

/// The target of an expectation of the scenario, which the screen highlights.
package struct LitCheck: Sendable, Hashable {
  package let pane: Pane
  /// The name of the target there; empty for the whole pane.
  package let name: String
  /// Whether the expectation holds.
  package let isHeld: Bool

  package init(pane: Pane, name: String = "", isHeld: Bool = true) {
    self.pane = pane
    self.name = name
    self.isHeld = isHeld
  }
}
