import OrderedCollections
import TagRuntime
import TagSimulation
import TagWords
import TerminalKit
import TextKit

/// The data given to Braze: the users with their attributes and events, then every call and how the
/// other provider would have handled it.
struct BrazePane: PaneView {
  static let pane = Pane.braze

  let context: ScreenContext

  init(_ context: ScreenContext) { self.context = context }

  static let enterHelp: String? = "the parts of the call"

  static func absence(in view: WorldView) -> String? {
    view.hasBraze
      ? nil
      : "the app sends nothing to Braze: add a line such as 'class \"BrazeGTMTagManager\" braze "
        + "swift' to its description"
  }

  var filteredList: FilteredList? { .calls }

  var showsMoment: Bool { true }

  /// The maximum number of events of a user, and of calls, that are shown one by one, the newest.
  private static let shownEvents = 100
  private static let shownCalls = 100

  let title = "Braze"

  func items(columns: Int) -> [PaneItem] {
    let braze = view.simulation.world.braze
    let present = braze.user.id
    var items: [PaneItem] = []
    // The current user comes first, and so do the newest calls.
    let users = braze.users.filter { $0.id == present } + braze.users.filter { $0.id != present }
    for user in users {
      let mark = user.id == present ? Line("  current user", .dim) : Line()
      items.append(PaneItem([Line(" User \(user.name)", .bold) + mark]))
      items += attributeLines(of: user, columns: columns).map { PaneItem([$0]) }
      items += eventLines(of: user, columns: columns).map { PaneItem([$0]) }
      items.append(PaneItem([Line()]))
    }
    items.append(PaneItem([Line(" Calls (\(braze.entries.count))", .bold)]).of(.heading))
    if braze.entries.isEmpty {
      let none = "no tag has called Braze yet"
      return items + [PaneItem(wrapped(none, columns: columns, indent: 1, .dim))]
    }
    items += braze.entries.suffix(Self.shownCalls).reversed().map { entry in
      let lines = callLines(entry, columns: columns)
      return PaneItem(lines, target: .brazeCall(entry.number)).telling { facts(of: entry) }
    }
    let hidden = braze.entries.count - Self.shownCalls
    if hidden > 0 { items.append(PaneItem([Line(" and \(hidden) before these", .dim)])) }
    return items
  }

  func note(columns: Int) -> String {
    let calls = view.simulation.world.braze.entries.count
    return Counted.text(calls, "call")
  }

  private func attributeLines(of user: BrazeUser, columns: Int) -> [Line] {
    guard !user.attributes.isEmpty else { return [Line("  no attributes", .dim)] }
    let widest = user.attributes.keys.map { TextWidth.columns(of: $0) }.max() ?? 0
    let name = min(widest, max(8, columns / 3))
    return user.attributes.elements.map { key, attribute in
      let type = cell(attribute.value.kind.rawValue, 8)
      let value = JSONWriter.write(attribute.value.value)
      return Line("  \(cell(key, name))  ") + Line(type, .plain)
        + "  \(value)  #\(attribute.call)"
    }
  }

  private func eventLines(of user: BrazeUser, columns: Int) -> [Line] {
    guard !user.events.isEmpty else { return [Line("  no events", .dim)] }
    let hidden = user.events.count - Self.shownEvents
    var lines = hidden > 0 ? [Line("  and \(hidden) events before these", .dim)] : []
    for event in user.events.suffix(Self.shownEvents) {
      lines.append(
        Line("  \(view.time(of: event.wall))  ") + Line(event.name, .bold) + "  #\(event.call)")
      for (key, value) in event.properties.elements {
        let property = "\(key) = \(JSONWriter.write(value)) (\(value.kindName))"
        lines += wrapped(property, columns: columns, indent: 4)
      }
    }
    return lines
  }

  /// Returns the lines of a call: its caller, its outcome, and the other provider's version of it.
  func callLines(_ entry: BrazeEntry, columns: Int) -> [Line] {
    let event = entry.call.event.map { " " + $0 } ?? ""
    let head = "#\(entry.number) \(entry.call.caller) @\(entry.row)\(event)"
    var lines = [(entry.taken == nil ? signs.attention : signs.yes) + head]
    if let taken = entry.taken { lines += wrapped(taken.title, columns: columns, indent: 4) }
    if case .taken(_, let changes)? = entry.verdict {
      for change in changes {
        lines += wrapped(change.sentence, columns: columns, indent: 4, .attention)
      }
    }
    if let missed = entry.missedReason {
      lines += wrapped(missed, columns: columns, indent: 4, .attention)
    }
    if let printed = entry.printedWords {
      lines += wrapped(printed, columns: columns, indent: 4, .dim)
    }
    if let other = entry.otherWords { lines += wrapped(other, columns: columns, indent: 4, .dim) }
    return lines
  }
}
