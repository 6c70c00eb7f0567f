import OrderedCollections
import TagRuntime
import TagSimulation
package import TagWords
import TerminalKit
import TextKit

/// The data layer as of the selected event; under v5, the state of Firebase.
package struct DataPane: PaneView {
  package static let pane = Pane.data

  package let context: ScreenContext

  package init(_ context: ScreenContext) { self.context = context }

  package static let enterHelp: String? = "what wrote the key, and when"

  package static func subject(of name: String, in view: WorldView) -> Explained? {
    name.isEmpty ? view.explained : .dataKey(name)
  }

  package var filteredList: FilteredList? { .data }

  package var showsMoment: Bool { true }

  package var title: String { isFirebase ? "Firebase" : "Data layer" }

  package func note(columns: Int) -> String {
    if isFirebase { return view.firebase?.session.map { "session \($0.number)" } ?? "" }
    let changed = changedPaths.count
    return changed > 0 ? "\(changed) changed" : ""
  }

  /// The number of values that the row wrote; under v5, the number of the session.
  package var tabNote: String {
    if isFirebase { return view.firebase?.session.map { " \($0.number)" } ?? "" }
    let changed = changedPaths.count
    return changed > 0 ? signs.changed + String(changed) : ""
  }

  package func items(columns: Int) -> [PaneItem] {
    if isFirebase { return firebaseItems(columns: columns) }
    let leaves = leaves
    guard !leaves.isEmpty else {
      return [PaneItem([Line(" the data layer is empty", .dim)])]
    }
    let widths = widths(leaves, columns: columns)
    let changed = changedPaths
    return sorted(leaves).map { leaf in
      PaneItem(target: .key(leaf.path)) {
        [line(of: leaf, isChanged: changed.contains(leaf.path), widths)]
      }.telling { facts(of: leaf, isChanged: changed.contains(leaf.path)) }
    }
  }

  private var leaves: [DataLayer.Leaf] { view.dataLayer.leaves() }

  /// The paths that the selected row wrote.
  private var changedPaths: Set<String> {
    guard let update = view.row?.event.update, update.rejection == nil else { return [] }
    return Set(DataLayer.leaves(of: update.update).map(\.path))
  }

  /// The maximum number of leaves that are sorted by their last write; more keep their order.
  private static let sortedLeaves = 200

  /// Returns the leaves, the most recently written first.
  private func sorted(_ leaves: [DataLayer.Leaf]) -> [DataLayer.Leaf] {
    guard leaves.count <= Self.sortedLeaves else { return leaves }
    let written = leaves.map { (leaf: $0, row: writeNumber(of: $0.path)) }
    let order = written.indices.sorted { left, right in
      written[left].row == written[right].row
        ? left < right : written[left].row > written[right].row
    }
    return order.map { written[$0].leaf }
  }

  private func facts(of leaf: DataLayer.Leaf, isChanged: Bool) -> RowFacts {
    let value = ValueConversion.text(leaf.value)
    return RowFacts(
      text: { "\(leaf.path) \(leaf.value.shown)" },
      values: { field in
        switch field {
        case .key: [.text(leaf.path)]
        case .value: [.text(value)]
        case .type: [.text(leaf.value.kindName)]
        case .row: [.number(writeNumber(of: leaf.path))]
        default: []
        }
      }, has: { $0 == .changed && isChanged })
  }

  private func writeNumber(of path: String) -> Int {
    switch timeline.lastWrite(of: path, upTo: view.row?.number ?? 0) {
    case .row(let row), .before(let row): row
    case .none: 0
    }
  }

  private struct Widths {
    var key: Int
    /// The type has its own column in a wide pane.
    var type: Int
    var value: Int
  }

  private static let sinceColumns = 5
  /// The width from which types have a column.
  static let typedColumns = 50

  private func widths(_ leaves: [DataLayer.Leaf], columns: Int) -> Widths {
    let longest = leaves.map { TextWidth.columns(of: TerminalText.visible($0.path)) }.max() ?? 0
    let hasType = columns >= Self.typedColumns
    let key = min(max(hasType ? 17 : 12, longest), columns * 2 / 5)
    let type = hasType ? 8 : 0
    // In a wider column the eye loses the row.
    let room = min(columns, TagColumns.eye) - 1 - key - 1 - type - 1 - Self.sinceColumns - 1
    return Widths(key: key, type: type, value: max(4, room))
  }

  private func line(of leaf: DataLayer.Leaf, isChanged: Bool, _ widths: Widths) -> Line {
    let mark = Line(isChanged ? signs.changed : " ", .accent)
    let key = Names.shortened(leaf.path, to: widths.key, context.borders)
    let hasType = widths.type > 0
    let type = hasType ? cell(leaf.value.typeWord, widths.type) : ""
    let shown = hasType ? leaf.value.plain : leaf.value.shown
    let value = cell(shown, widths.value) + " "
    return mark + Line(cell(key, widths.key) + " ", isChanged ? .bold : .plain)
      + Line(type, .dim) + Line(value, isChanged ? .bold : .plain)
      + Line(cell(since(leaf.path), Self.sinceColumns, .trailing), .dim)
  }

  /// Returns the last row, up to the selected one, whose update set a path.
  private func since(_ path: String) -> String {
    switch timeline.lastWrite(of: path, upTo: view.row?.number ?? 0) {
    case .row(let row): "#\(row)"
    case .before(let row): "<#\(row)"
    case .none: ""
    }
  }
}

extension Value {
  /// The value in readable form, with its type if it could be mistaken for one of another type.
  package var shown: String {
    switch self {
    case .string(let text):
      text.isEmpty ? "\"\"" : Self.looksTyped(text) ? "\"\(text)\" (string)" : text
    case .int, .list, .map, .bool: JSONWriter.write(self)
    case .double(let number):
      // Only if it could be taken for an integer.
      JSONWriter.write(self) + (number == number.rounded() ? " (double)" : "")
    case .null: "null"
    case .absent: "absent (element left unchanged)"
    }
  }

  /// Whether a text could be taken for a number, a boolean or null.
  private static func looksTyped(_ text: String) -> Bool {
    text == "true" || text == "false" || text == "null" || Double(text) != nil
  }

  /// The value without its type, for a table with a column for types.
  package var plain: String {
    switch self {
    case .string(let text): text.isEmpty ? "\"\"" : text
    case .absent: "absent"
    default: JSONWriter.write(self)
    }
  }

  package var typeWord: String {
    switch self {
    case .int: "int64"
    default: kindName
    }
  }

  /// The value with its type, unless it is a text.
  fileprivate var typed: String {
    switch self {
    case .string: shown
    default: JSONWriter.write(self) + " (\(kindName))"
    }
  }
}

// MARK: Firebase

/// The data layer of the second generation: the state of Firebase.
extension DataPane {
  /// A group of facts that Firebase knows.
  private struct Group {
    var title: String
    var rows: [Row] = []
    /// The text for an empty group; nil omits the group.
    var nothing: String?
    /// Whether its facts are about Firebase itself, not about keys.
    var isAboutFirebase = false
  }

  private struct Row {
    var key: String
    var value: String
    /// The origin: "event", "default", or the row that set it.
    var from: String
    var isNew = false
    /// Whether it belongs to the event and ends with it.
    var isOfEvent = false
    var needsAttention = false
  }

  private func firebaseItems(columns: Int) -> [PaneItem] {
    guard let state = view.firebase else {
      return [
        PaneItem(
          wrapped("the app is not running: K launches it", columns: columns, indent: 1, .dim))
      ]
    }
    let groups = [
      eventGroup(state), propertyGroup(state), defaultGroup(state), stateGroup(state),
    ].filter { !$0.rows.isEmpty || $0.nothing != nil }
    let keys = groups.flatMap(\.rows).map { TextWidth.columns(of: TerminalText.visible($0.key)) }
    let from = groups.flatMap(\.rows).map { TextWidth.columns(of: $0.from) }.max() ?? 0
    // Two blanks after the longest key, where there is room.
    let key = min(max(12, (keys.max() ?? 0) + (columns < 50 ? 0 : 1)), columns * 2 / 5)
    let value = max(4, columns - 1 - key - from - 2)
    var items: [PaneItem] = []
    for group in groups {
      items.append(PaneItem(wrapped(group.title, columns: columns, indent: 1, .bold)).of(.heading))
      if group.rows.isEmpty { items.append(PaneItem([Line(" " + (group.nothing ?? ""), .dim)])) }
      for row in group.rows {
        let style: Style =
          row.needsAttention ? .attention.strong : row.isNew ? .bold : .plain
        let mark = Line(row.isNew ? signs.changed : " ", .accent)
        let name = cell(Names.shortened(row.key, to: key, context.borders), key)
        let line =
          mark + Line(name + " " + cell(row.value, value) + " ", style) + Line(row.from, .dim)
        let target: RowTarget =
          group.isAboutFirebase ? .fact(row.key, row.value) : .key(row.key)
        items.append(PaneItem([line], target: target).telling { facts(of: row) })
      }
    }
    return items
  }

  private func facts(of row: Row) -> RowFacts {
    RowFacts(
      text: { "\(row.key) \(row.value) \(row.from)" },
      values: { field in
        switch field {
        case .key: [.text(row.key)]
        case .value: [.text(row.value)]
        case .row: Int(row.from.drop { $0 == "#" }).map { [.number($0)] } ?? []
        default: []
        }
      },
      has: { $0 == .changed && (row.isNew || row.isOfEvent) })
  }

  // MARK: Groups

  private func eventGroup(_ state: FirebaseState) -> Group {
    guard let outcome = view.update?.firebase, let row = view.eventRow else {
      return Group(title: "Event", nothing: "none logged yet")
    }
    let name = outcome.logged.longName
    var group = Group(
      title: "Event \(row.number) \(name)" + (outcome.isDropped ? ", DROPPED" : ""),
      nothing: "no parameters")
    let defaults = view.update?.firebaseState?.defaultParameters ?? state.defaultParameters
    group.rows = outcome.logged.parameters.elements.map { name, value in
      Row(
        key: name, value: value.typed, from: defaults[name] == value ? "default" : "event",
        isOfEvent: true)
    }
    return group
  }

  private func propertyGroup(_ state: FirebaseState) -> Group {
    var group = Group(title: "User properties", nothing: "none set")
    group.rows = state.userProperties.elements.map { name, value in
      told(name, Value.string(value).shown, by: "user-property " + name)
    }
    return group
  }

  private func defaultGroup(_ state: FirebaseState) -> Group {
    var group = Group(title: "Default parameters")
    group.rows = state.defaultParameters.elements.map { name, value in
      told(name, value.typed, by: "default-parameters")
    }
    return group
  }

  private func stateGroup(_ state: FirebaseState) -> Group {
    var group = Group(title: "Firebase itself", isAboutFirebase: true)
    group.rows = [told("user id", state.userID ?? "none", by: "user-id")]
    if let session = state.session {
      let began = sinceText(.automatic) {
        $0.event.update?.firebase?.logged.longName == "session_start"
      }
      group.rows += [
        Row(key: "session", value: "number \(session.number)", from: began.text),
        Row(key: "session id", value: String(session.id), from: began.text),
      ]
    } else {
      group.rows.append(Row(key: "session", value: "none yet", from: ""))
    }
    var debug = told("debug mode", state.isDebugging ? "ON" : "off", by: "debug-mode")
    debug.needsAttention = state.isDebugging
    var collection = told("collection", state.isCollecting ? "on" : "OFF", by: "collection")
    collection.needsAttention = !state.isCollecting
    group.rows += [debug, collection]
    if state.heldEvents > 0 {
      group.rows.append(
        Row(
          key: "held events", value: "\(state.heldEvents) wait for the container", from: "",
          needsAttention: true))
    }
    return group
  }

  // MARK: Origins

  private func told(_ key: String, _ value: String, by what: String) -> Row {
    let since = sinceText(.told) { row in
      if case .firebaseTold(what, _) = row.event.kind { true } else { false }
    }
    return Row(key: key, value: value, from: since.text, isNew: since.isNew)
  }

  /// Returns the last matching row up to the selected one, such as "#7", and whether they are one.
  private func sinceText(
    _ mark: RowMarks, _ isMeant: (Timeline.Row) -> Bool
  ) -> (text: String, isNew: Bool) {
    let last = view.row?.number ?? 0
    guard let row = timeline.lastRow(upTo: last, mark, where: isMeant) else { return ("", false) }
    let isNew = row.number == last
    return ("#\(row.number)", isNew)
  }
}
