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
  var isStartShown: Bool { start?.isShown == true }

  /// Whether the half with the effects has room for those of several events.
  private var startHasRoom: Bool { StartPage.hasRoomForOthers(in: size) }

  /// Opens the page on the events that a container listens for.
  package mutating func openStart(_ guide: StartGuide) {
    var state = StartState(guide)
    state.lookAhead(in: run, hasRoom: startHasRoom)
    start = state
  }

  /// Shows the page again.
  mutating func showStart() {
    guard start != nil else {
      return say(.hint("there is no start page: open a container, as in tagsim FILE"))
    }
    start?.isShown = true
    start?.isAside = false
    let (run, hasRoom) = (run, startHasRoom)
    start?.lookAhead(in: run, hasRoom: hasRoom)
  }

  /// Closes the page, so that the panes are visible.
  mutating func leaveStart() { start?.isShown = false }

  // MARK: Keys

  /// Handles a key while the page is shown.
  ///
  /// - Returns: whether it has a meaning there.
  mutating func handleOnStart(_ key: Key) -> Bool {
    guard var state = start, state.isShown else { return false }
    if state.isFiltering {
      filter(&state, key)
    } else {
      guard take(key, &state) else { return false }
    }
    guard start != nil else { return true }
    let isShown = start?.isShown == true && state.isShown
    state.isShown = isShown
    if isShown { state.lookAhead(in: run, hasRoom: startHasRoom) }
    start = state
    return true
  }

  /// Handles a key of the page; returns false for a key with its usual effect.
  private mutating func take(_ key: Key, _ state: inout StartState) -> Bool {
    switch key {
    case .up, .character("k"): move(&state, -1)
    case .down, .character("j"): move(&state, 1)
    case .pageUp, .control("u"): move(&state, -10)
    case .pageDown, .control("d"): move(&state, 10)
    case .home, .character("g"): move(&state, -Self.startFar)
    case .end, .character("G"): move(&state, Self.startFar)
    case .tab, .backTab, .right, .left: state.isAside.toggle()
    case .character("/"): state.isFiltering = true
    case .character("4"): state.show(.tags)
    case .character("1") where state.list == .tags: state.show(.events)
    case .escape where state.isAside, .character("q") where state.isAside: state.isAside = false
    case .escape where !state.filter.isEmpty: state.search("")
    case .escape where state.list == .tags, .character("q") where state.list == .tags:
      state.show(.events)
    case .escape:
      state.isShown = false
      message = .hint(Self.startAgain)
    case .enter: enter(&state)
    case .character("0"): state.isAside = true
    case .character("p"): edit(state)
    default: return false
    }
    return true
  }

  private static let startFar = 1_000_000
  private static let startAgain = ":start shows the container's events again"

  private mutating func move(_ state: inout StartState, _ rows: Int) {
    message = nil
    guard state.isAside else { return state.move(by: rows) }
    state.scroll = min(max(0, state.scroll + rows), startScrollLimit)
  }

  private mutating func filter(_ state: inout StartState, _ key: Key) {
    message = nil
    switch key {
    case .enter, .tab, .down: state.isFiltering = false
    case .escape:
      state.isFiltering = false
      state.search("")
    case .backspace: state.search(String(state.filter.dropLast()))
    case .character(let letter) where state.filter.unicodeScalars.count < 100:
      state.search(state.filter + String(letter))
    default: break
    }
  }

  private mutating func enter(_ state: inout StartState) {
    message = nil
    guard let event = state.event else {
      state.isAside = true
      return
    }
    guard !event.isAutomatic else {
      return say(.hint("only Firebase logs \(event.name): an app cannot send it"))
    }
    send(event, &state)
  }

  private mutating func send(_ event: ContainerOutlook.Event, _ state: inout StartState) {
    perform(line: state.guide.line(for: event))
    guard message?.kind == .ok else { return }
    state.isShown = false
    if let said = pushedText { message?.said = said }
  }

  /// Puts the line that would be sent into the prompt for editing.
  private mutating func edit(_ state: StartState) {
    guard let event = state.event, !event.isAutomatic else {
      return say(.hint("select an event first: p edits its keys"))
    }
    let line = state.guide.line(for: event)
    overlay = .prompt(TextField(text: line, history: history))
    let others = event.keys.filter { $0.value == nil }.map(\.path)
    let more =
      others.isEmpty
      ? "" : "; also read: " + others.map { TerminalText.visible($0) }.joined(separator: ", ")
    message = .hint("Enter sends it, Esc cancels" + more)
  }

  /// Returns the keys of the page, most useful first.
  func startKeys(_ state: StartState) -> [KeyHint] {
    if state.isFiltering { return [.enter("keep"), .escape("show all")] }
    if state.isAside { return [KeyHint(.down, "Down", "scroll"), .escape("back")] }
    let enter = state.event == nil ? "explain" : "send"
    let all =
      state.list == .events
      ? [KeyHint("p", "edit first"), KeyHint("4", "all tags")] : [KeyHint("1", "events")]
    return [.enter(enter)] + all + [KeyHint("/", "filter"), KeyHint(.tab, "Tab", "what happens")]
  }

  // MARK: Closing

  /// Closes the page after an event, to show its tags, and updates the forecasts if the world has
  /// changed.
  mutating func followStart(after last: WorldView) {
    guard isStartShown else { return }
    guard let row = view.eventRow, row.number != last.eventRow?.number else {
      let (run, hasRoom) = (run, startHasRoom)
      start?.lookAhead(in: run, hasRoom: hasRoom)
      return
    }
    leaveStart()
    focus = .tags
    tab = .tags
    selectNearestMiss()
  }

  // MARK: Mouse

  /// Handles a click: selects a row, or acts like Enter if it is selected.
  mutating func clickStart(at point: Point, in body: Rect) {
    guard var state = start else { return }
    let page = StartPage(context: context, state: state, body: body)
    guard let place = page.row(at: point) else {
      state.isAside = page.isAside(point)
      start = state
      return
    }
    state.isAside = false
    start = state
    if place == state.selected {
      _ = handleOnStart(.enter)
    } else {
      state.select(place)
      state.lookAhead(in: run, hasRoom: startHasRoom)
      start = state
    }
  }

  /// The scroll limit of the half with the effects.
  private var startScrollLimit: Int {
    guard let start else { return 0 }
    return StartPage(context: context, state: start, body: layout(size: size).body).scrollLimit
  }
}
