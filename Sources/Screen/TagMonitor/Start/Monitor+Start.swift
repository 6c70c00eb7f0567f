import ScenarioEngine
import TagInspection
import TagPanes
import TagRuntime
import TagSimulation
import TerminalKit
import TextKit

/// The page that a container opens on: its keys, and when it opens and closes.
extension Monitor {
  /// Whether the page covers the panes.
  var isStartShown: Bool { telling.start?.isShown == true }

  /// Whether the half with the effects has room for those of several events.
  var startHasRoom: Bool { StartPage.hasRoomForOthers(in: display.size) }

  /// Opens the page on the events that a container listens for.
  package mutating func openStart(_ guide: StartGuide) {
    var state = StartState(guide)
    state.lookAhead(in: run, hasRoom: startHasRoom)
    telling.start = state
  }

  /// Shows the page again.
  mutating func showStart() {
    guard telling.start != nil else {
      return say(.hint("there is no start page: open a container, as in tagsim FILE"))
    }
    telling.start?.isShown = true
    telling.start?.isAside = false
    let (run, hasRoom) = (run, startHasRoom)
    telling.start?.lookAhead(in: run, hasRoom: hasRoom)
  }

  /// Closes the page, so that the panes are visible.
  mutating func leaveStart() { telling.start?.isShown = false }

  // MARK: Closing

  /// Closes the page after an event, to show its tags, and updates the forecasts if the world has
  /// changed.
  mutating func followStart(after last: WorldView) {
    guard isStartShown else { return }
    guard let row = view.eventRow, row.number != last.eventRow?.number else {
      let (run, hasRoom) = (run, startHasRoom)
      telling.start?.lookAhead(in: run, hasRoom: hasRoom)
      return
    }
    leaveStart()
    focus = .tags
    display.tab = .tags
    selectNearestMiss()
  }
}

extension StartState: Overlay {
  static let place = KeyPlace.start
  static let keys: [KeyBinding] =
    [
      row([.enter], "send", "send the event as shown; on a tag, the event it listens for") {
        $0.enter(&$1)
      },
      row([.character("p")], "edit", "edit the event's keys first") { $0.edit(in: &$1) },
    ]
    + moving("to the row above", "to the row below", ends: "row", pages: .list) {
      state, rows, monitor in
      monitor.message = nil
      if state.isAside {
        state.scroll = min(max(0, state.scroll + rows), state.page(in: monitor).scrollLimit)
      } else {
        state.move(by: rows)
      }
    } + [
      KeyBinding.own(
        place, [.tab, .backTab, .left, .right, .character("0")], "aside",
        "to the preview of what happens, and back", shown: "Tab  0"),
      row([.character("/")], "filter", "show only names that contain a text") { state, _ in
        state.isFiltering = true
      },
      row([.character("4")], "all-tags", "all tags, with the events each listens for") { state, _ in
        state.show(.tags)
      },
      effect([.character("1")], "events", "the events again, or the pane of events") { state, _ in
        state.list == .tags ? state.back() : nil
      },
      row([.escape], "leave", "back to all rows, to the events, then to the panes") {
        if !$0.isAside, !$0.filter.isEmpty { return $0.search("") }
        guard $0.back() == nil else { return }
        $0.isShown = false
        $1.message = .hint(":start shows the container's events again")
      },
      effect([.character("q")], "back", "back to the list or the events; otherwise quit") {
        state, _ in state.back()
      },
    ]

  var place: KeyPlace { isFiltering ? .filter : Self.place }

  func hints(in monitor: Monitor) -> [KeyHint]? {
    if isFiltering { return [.enter("keep"), .escape("show all")] }
    if isAside { return [KeyHint(.down, "Down", "scroll"), .escape("back")] }
    let all =
      list == .events
      ? [KeyHint("p", "edit first"), KeyHint("4", "all tags")] : [KeyHint("1", "events")]
    return [.enter(event == nil ? "explain" : "send")] + all
      + [KeyHint("/", "filter"), KeyHint(.tab, "Tab", "what happens")]
  }

  mutating func take(_ key: Key, in monitor: inout Monitor) -> [MonitorEffect]? {
    guard isFiltering else {
      guard [.tab, .backTab, .left, .right, .character("0")].contains(key) else { return nil }
      isAside = key == .character("0") || !isAside
      return []
    }
    monitor.message = nil
    switch key {
    case .enter, .tab, .down: isFiltering = false
    case .escape:
      isFiltering = false
      search("")
    case .backspace: search(String(filter.dropLast()))
    case .character(let letter) where filter.unicodeScalars.count < 100:
      search(filter + String(letter))
    default: break
    }
    return []
  }

  /// The page is left where something else showed the panes; otherwise it looks ahead.
  mutating func follow(in monitor: Monitor) {
    isShown = isShown && monitor.telling.start?.isShown == true
    if isShown { lookAhead(in: monitor.run, hasRoom: monitor.startHasRoom) }
  }

  /// Leaves the effects, or the list of all tags; nil where there is nothing to leave.
  private mutating func back() -> [MonitorEffect]? {
    if isAside {
      isAside = false
    } else if list == .tags {
      show(.events)
    } else {
      return nil
    }
    return []
  }

  private mutating func enter(_ monitor: inout Monitor) {
    monitor.message = nil
    guard let event else {
      isAside = true
      return
    }
    guard !event.isAutomatic else {
      return monitor.say(.hint("only Firebase logs \(event.name): an app cannot send it"))
    }
    monitor.perform(line: guide.line(for: event))
    guard monitor.message?.kind == .ok else { return }
    isShown = false
    if let said = monitor.pushedText { monitor.message?.said = said }
  }

  /// Puts the line that would be sent into the prompt for editing.
  private func edit(in monitor: inout Monitor) {
    guard let event, !event.isAutomatic else {
      return monitor.say(.hint("select an event first: p edits its keys"))
    }
    monitor.startTyping(guide.line(for: event))
    let others = event.keys.filter { $0.value == nil }.map(\.path)
    let more =
      others.isEmpty
      ? "" : "; also read: " + others.map { TerminalText.visible($0) }.joined(separator: ", ")
    monitor.message = .hint("Enter sends it, Esc cancels" + more)
  }

  private func page(in monitor: Monitor) -> StartPage {
    StartPage(
      context: monitor.context, state: self, body: monitor.layout(size: monitor.display.size).body)
  }

  /// Selects a row, or acts like Enter if it is selected.
  mutating func click(at point: Point, in monitor: inout Monitor) -> [MonitorEffect]? {
    let page = page(in: monitor)
    guard page.body.contains(point) else { return nil }
    let place = page.row(at: point)
    isAside = place == nil && page.isAside(point)
    if place == selected { enter(&monitor) } else if let place { select(place) }
    return []
  }

  func draw(_ monitor: Monitor, _ layout: Layout, on buffer: inout CellBuffer) -> Point? {
    page(in: monitor).draw(isCovered: monitor.overlay != nil, on: &buffer)
  }
}
