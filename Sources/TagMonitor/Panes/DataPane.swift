import OrderedCollections
import ScenarioEngine
import TagRuntime
import TagSimulation
import TerminalKit

/// The data layer as of the event that is looked at; under v5, what Firebase knows.
struct DataPane: PaneView {
  static let pane = Pane.data

  let context: ScreenContext

  init(_ context: ScreenContext) { self.context = context }

  var title: String { (isFirebase ? "Firebase" : "Data layer") + " @\(view.row?.number ?? 0)" }

  func lines(columns: Int) -> [Line] {
    if isFirebase { return firebaseLines(columns: columns) }
    return lines(of: table, columns: columns) { _ in 0..<Int.max }
  }

  /// Where a value comes from is looked for only where it is seen.
  func content(in room: Size) -> PaneContent {
    func first(_ count: Int) -> Int { min(scroll, max(0, count - room.rows)) }
    let all =
      isFirebase
      ? firebaseLines(columns: room.columns)
      : lines(of: table, columns: room.columns) { first($0)..<(first($0) + room.rows) }
    return PaneContent(lines: Array(all.dropFirst(first(all.count))))
  }

  /// The values that the data layer holds, and the legend below them.
  private struct Table {
    var leaves: [DataLayer.Leaf]
    var legend: [Line] = []
  }

  private var table: Table {
    var table = Table(leaves: view.dataLayer.leaves())
    guard let update = view.row?.event.update, update.rejection == nil else { return table }
    let written = Set(DataLayer.leaves(of: update.update).map(\.path))
    if table.leaves.contains(where: { written.contains($0.path) }) {
      table.legend = [Line(), Line("* set by this event", .dim)]
    }
    return table
  }

  /// The lines of the table, empty ones in place of values that are not seen; which are is told by
  /// how many lines there are.
  private func lines(of table: Table, columns: Int, seen: (Int) -> Range<Int>) -> [Line] {
    let leaves = table.leaves
    guard !leaves.isEmpty else { return [Line("the data layer is empty", .dim)] }
    let seen = seen(1 + leaves.count + table.legend.count)
    let sinceColumns = 7
    let keyColumns = min(
      max(12, leaves.map { TextWidth.columns(of: $0.path) }.max() ?? 0),
      columns * 2 / 5)
    let valueColumns = max(4, columns - keyColumns - 2 - sinceColumns)
    var lines = [
      Line(
        cell("key", keyColumns) + " " + cell("value", valueColumns) + " "
          + cell("since", sinceColumns), .dim)
    ]
    for leaf in leaves {
      guard seen.contains(lines.count) else {
        lines.append(Line())
        continue
      }
      let since = since(leaf.path)
      let text =
        cell(leaf.path, keyColumns) + " " + cell(leaf.value.shown, valueColumns) + " "
        + cell(since.text, sinceColumns)
      lines.append(Line(text, since.isNew ? .bold : .plain))
    }
    return lines + table.legend
  }

  /// The last row, at or before the one that is looked at, whose update set a path.
  private func since(_ path: String) -> (text: String, isNew: Bool) {
    let last = view.row?.number ?? 0
    switch timeline.lastWrite(of: path, upTo: last) {
    case .row(last): return ("#\(last) *", true)
    case .row(let row): return ("#\(row)", false)
    case .before(let row): return ("<#\(row)", false)
    case .none: return ("", false)
    }
  }
}

extension Value {
  /// The value as people read it; whatever is no string is told apart by its type.
  var shown: String {
    switch self {
    case .string(let text): text.isEmpty ? "\"\" (empty)" : text
    case .int, .list, .map: JSONWriter.write(self)
    case .double, .bool: JSONWriter.write(self) + " (\(kindName))"
    case .null: "null"
    case .absent: "absent (a slot left alone)"
    }
  }

  /// The value with its type, but for a text.
  fileprivate var typed: String {
    switch self {
    case .string: shown
    default: JSONWriter.write(self) + " (\(kindName))"
    }
  }
}

// MARK: Firebase

/// The data layer of the second generation: what Firebase knows.
extension DataPane {
  /// A group of what Firebase knows.
  private struct Group {
    var title: String
    var rows: [Row] = []
    /// What is said where it is empty; nil leaves the group out.
    var nothing: String?
  }

  private struct Row {
    var key: String
    var value: String
    /// Where it comes from: "event", "default", or the row that set it.
    var from: String
    var isNew = false
    var needsAttention = false
  }

  private func firebaseLines(columns: Int) -> [Line] {
    guard let state = view.firebase else {
      return wrapped("the app is not running: K launches it", columns: columns, .dim)
    }
    let groups = [
      eventGroup(state), propertyGroup(state), defaultGroup(state), stateGroup(state),
    ].filter { !$0.rows.isEmpty || $0.nothing != nil }
    let keys = groups.flatMap(\.rows).map { TextWidth.columns(of: TerminalText.visible($0.key)) }
    let from = groups.flatMap(\.rows).map { TextWidth.columns(of: $0.from) }.max() ?? 0
    let key = min(max(12, keys.max() ?? 0), columns * 2 / 5)
    let value = max(4, columns - key - from - 2)
    var lines: [Line] = []
    for group in groups {
      lines += wrapped(group.title, columns: columns, .bold)
      if group.rows.isEmpty { lines.append(Line(group.nothing ?? "", .dim)) }
      for row in group.rows {
        let style: Style =
          row.needsAttention ? .attention.strong : row.isNew ? .bold : .plain
        let text = cell(row.key, key) + " " + cell(row.value, value) + " " + row.from
        lines.append(Line(text, style))
      }
    }
    if groups.contains(where: { $0.rows.contains(where: \.isNew) }) {
      lines += [Line(), Line("* set by this event", .dim)]
    }
    return lines
  }

  // MARK: Groups

  private func eventGroup(_ state: FirebaseState) -> Group {
    guard let outcome = view.update?.firebase, let row = view.eventRow else {
      return Group(title: "Event", nothing: "none was logged yet")
    }
    let name = outcome.logged.longName
    var group = Group(
      title: "Event \(row.number) \(name)" + (outcome.isDropped ? ", DROPPED" : ""),
      nothing: "no parameters")
    let defaults = view.update?.firebaseState?.defaultParameters ?? state.defaultParameters
    group.rows = outcome.logged.parameters.elements.map { name, value in
      Row(key: name, value: value.typed, from: defaults[name] == value ? "default" : "event")
    }
    return group
  }

  private func propertyGroup(_ state: FirebaseState) -> Group {
    var group = Group(title: "User properties", nothing: "none is set")
    group.rows = state.userProperties.elements.map { name, value in
      told(name, Value.string(value).shown, by: "user-property " + name)
    }
    group.rows += state.undefinedProperties.map { name in
      var row = told(name, "undefined (taken back)", by: "user-property " + name)
      row.needsAttention = true
      return row
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
    var group = Group(title: "Firebase itself")
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

  // MARK: Where it comes from

  private func told(_ key: String, _ value: String, by what: String) -> Row {
    let since = sinceText(.told) { row in
      if case .firebaseTold(what, _) = row.event.kind { true } else { false }
    }
    return Row(key: key, value: value, from: since.text, isNew: since.isNew)
  }

  /// The last row, at or before the one that is looked at, that is meant; "#7 *" where it is that
  /// one.
  private func sinceText(
    _ mark: RowMarks, _ isMeant: (Timeline.Row) -> Bool
  ) -> (text: String, isNew: Bool) {
    let last = view.row?.number ?? 0
    guard let row = timeline.lastRow(upTo: last, mark, where: isMeant) else { return ("", false) }
    let isNew = row.number == last
    return ("#\(row.number)" + (isNew ? " *" : ""), isNew)
  }
}
