import ScenarioEngine
import TagRuntime
import TagSimulation
package import TerminalKit

extension Monitor {
  /// Takes what came from the terminal.
  package mutating func handle(_ event: TerminalEvent) -> [MonitorEffect] {
    switch event {
    case .key(.control("c")): return [.interrupt]
    case .key where isAsking: showAnswer()
    case .key(let key):
      if overlay != nil { return handleInOverlay(key) }
      if focus == .phone, handleOnPhone(key) { return [] }
      guard let action = KeyBinding.action(of: key) else {
        message = Message(kind: .hint, text: "that key does nothing here: ? shows the keys")
        return []
      }
      message = nil
      return perform(action)
    case .paste(let text, let dropped):
      paste(text, dropped)
    case .click(let point): return click(point)
    case .wheel(let up, let point): turnWheel(up, point)
    case .resized(let size): resize(to: size)
    case .interrupted, .ended: return [.interrupt]
    case .resumed: break
    }
    return []
  }

  /// What lies on top takes the wheel; a line that is being typed does not.
  private mutating func turnWheel(_ up: Bool, _ point: Point) {
    switch overlay {
    case .prompt?, .field?: return
    default: break
    }
    if overlay != nil {
      _ = handleInOverlay(up ? .up : .down)
    } else if let pane = pane(at: point) {
      move(to: pane)
      move(by: up ? -1 : 1)
    }
  }

  func pane(at point: Point) -> Pane? {
    layout(size: size).panes.first { $0.rect.contains(point) }?.pane
  }

  mutating func perform(_ action: Action) -> [MonitorEffect] {
    switch action {
    case .help: overlay = .help(0)
    case .prompt: overlay = .prompt(TextField(history: history))
    case .push:
      guard !view.isFirebase else {
        overlay = .prompt(TextField(text: Self.emptyLogging, history: history))
        break
      }
      var field = TextField(text: Self.emptyPush, history: history)
      // The name of the event is typed between the quotes.
      field.moveLeft()
      overlay = .prompt(field)
    case .failures: showFailures()
    case .menu(.buttons) where selection.phone.isOpen: move(to: .phone)
    case .menu(let choices): open(choices)
    case .network, .background, .kill, .refresh, .dispatch: actOnWorld(action)
    case .playPause, .stepForward, .stepBack, .firstEvent, .backToLive, .nextChapter,
      .previousChapter, .slower, .faster:
      actOnTime(action)
    case .quit: return [.quit]
    case .back:
      if isZoomed { isZoomed = false } else { return [.quit] }
    default: actOnPanes(action)
    }
    return []
  }

  private mutating func actOnWorld(_ action: Action) {
    let world = run.timeline.live
    switch action {
    case .network:
      perform(line: world.world.isOnline ? "network offline" : "network online")
    case .background: perform(line: world.isInBackground ? "foreground" : "background")
    case .kill: perform(line: world.isRunning ? "kill" : "launch")
    case .refresh: perform(line: "refresh")
    default: perform(line: "dispatch")
    }
  }

  private mutating func actOnTime(_ action: Action) {
    switch action {
    case .playPause: isPlaying ? isPlaying = false : play()
    case .stepForward: stepForward()
    case .stepBack: look(at: max(1, (cursor ?? run.timeline.rows.count) - 1))
    case .firstEvent: look(at: 1)
    case .backToLive: look(at: nil)
    case .nextChapter: playToNextChapter()
    case .previousChapter: lookAtPreviousChapter()
    case .slower: speed.slower()
    default: speed.faster()
    }
  }

  private mutating func actOnPanes(_ action: Action) {
    switch action {
    case .focus(let pane): move(to: pane)
    case .explain: explain()
    case .nextPane, .previousPane:
      let panes =
        Pane.main + (selection.phone.isOpen ? [.phone] : []) + (hasDevicePane ? [.device] : [])
        + (view.hasBraze ? [.braze] : [])
      let index = panes.firstIndex(of: focus) ?? 0
      let step = action == .nextPane ? 1 : panes.count - 1
      move(to: panes[(index + step) % panes.count])
    case .zoom: isZoomed = true
    case .unzoom, .escape: isZoomed = false
    case .up: move(by: -1)
    case .down: move(by: 1)
    case .pageUp: move(by: -10)
    case .pageDown: move(by: 10)
    case .top: move(by: -Self.farAway)
    case .bottom: move(by: Self.farAway)
    case .logLevel:
      let levels = LogLevel.allCases.filter { $0 != .none }
      let level = levels[(selection.logLevel.rawValue + 1) % levels.count]
      selection.logLevel = level
      message = Message(kind: .ok, text: "the log shows \(level.name) and what is more serious")
    case .logWording: switchWording()
    default: break
    }
  }

  private mutating func explain() {
    switch context.explained {
    case .hit: selection.hit.select(selection.hit.index, of: view.hits)
    case .tag where view.tags.isEmpty:
      let why = view.eventRow.map { "event \($0.number) met no tags" } ?? "there was no event yet"
      message = Message(kind: .hint, text: "\(why): s views a screen")
      return
    case .tag, .container, .event: break
    }
    overlay = .explain(0)
  }

  /// The wording is no part of the world: whoever looks back goes on looking back.
  private mutating func switchWording() {
    let wording: LogWording = run.wording == .sdk ? .plain : .sdk
    let text = "set wording \(wording.rawValue)"
    run.execute(Statement(location: Self.keys, text: text, command: .wording(wording)))
    message = Message(kind: .ok, text: "the log speaks in \(wording.words)")
  }

  private static let farAway = 1_000_000_000

  /// Moves within the focused pane.
  mutating func move(by rows: Int) {
    switch focus {
    case .events:
      let count = run.timeline.rows.count
      guard count > 0 else { return }
      let target = (cursor ?? count) + rows
      look(at: target > count ? nil : max(1, target))
    case .tags:
      selection.tag = min(max(0, selection.tag + rows), max(0, view.tags.count - 1))
    case .queue: selection.hit.select(selection.hit.index + rows, of: view.hits)
    case .phone: movePhoneRow(by: rows)
    default:
      let limit = max(0, lineCount(of: focus) - height(of: focus))
      // The log stands at its end; its scroll counts from there.
      let step = focus == .log ? -rows : rows
      selection.scrolls[focus] = min(max(0, selection.scrolls[focus, default: 0] + step), limit)
    }
  }

  private func height(of pane: Pane) -> Int {
    layout(size: size).panes.first { $0.pane == pane }?.rect.inset().rows ?? 0
  }

  private func lineCount(of pane: Pane) -> Int {
    let columns = layout(size: size).panes.first { $0.pane == pane }?.rect.columns ?? 0
    return pane.view(in: context).lines(columns: max(0, columns - 4)).count
  }
}

extension Monitor {
  /// A click does what stands there: an event is looked at, a key hint pressed, a line of a menu
  /// chosen, a pane focused.
  mutating func click(_ point: Point) -> [MonitorEffect] {
    let layout = layout(size: size)
    switch overlay {
    case .menu(_, let menu):
      let rect = menuRect(menu, in: layout.body)
      let inner = Panel(borders: borders).inner(of: rect)
      guard inner.contains(point) else {
        overlay = nil
        return []
      }
      var menu = menu
      menu.scroll(height: inner.rows)
      let index = menu.offset + point.row - inner.row
      return menu.items.indices.contains(index) ? choose(index) : []
    case .help, .explain, .device, .failures:
      if !popupRect.contains(point) { overlay = nil }
      return []
    case .prompt, .field: return []
    case nil: break
    }
    if layout.keys.contains(point) { return press(at: point.column) }
    if layout.strip.contains(point) {
      let cells = TimeStrip(context: context).cells(columns: size.columns)
      cells.first { $0.column == point.column }.map { look(at: $0.row) }
    } else if let place = layout.panes.first(where: { $0.rect.contains(point) }) {
      click(in: place, at: point)
    }
    return []
  }

  private mutating func press(at column: Int) -> [MonitorEffect] {
    guard
      let hint = KeyLine.hints(columns: size.columns).first(where: { $0.columns.contains(column) })
    else { return [] }
    message = nil
    return perform(hint.action)
  }

  private mutating func click(in place: Layout.Place, at point: Point) {
    let inner = inner(of: place)
    if place.hasTabs, point.row == inner.row - 1 {
      clickTab(place, at: point)
      return
    }
    move(to: place.pane)
    let content = place.pane.view(in: context).content(in: inner.size)
    // A row of the event list reaches into the border at its side.
    guard place.pane == .events || inner.contains(point) else { return }
    switch content.meaning(ofLine: point.row - inner.row) {
    case .look(let row)?: look(at: row)
    case .select(let hit)?: selection.hit.select(hit, of: view.hits)
    case .press(let row)?: clickPhoneRow(row)
    case nil: break
    }
  }

  private mutating func clickTab(_ place: Layout.Place, at point: Point) {
    let (tabs, panes) = tabs(of: place.pane)
    let start = inner(of: place).column
    let ranges = tabs.ranges(columns: inner(of: place).columns)
    for (pane, range) in zip(panes, ranges)
    where range?.contains(point.column - start) ?? false {
      move(to: pane)
    }
  }
}
