import ScenarioEngine
import TagPanes
import TagRuntime
import TagSimulation
package import TerminalKit

extension Monitor {
  package mutating func handle(_ event: TerminalEvent) -> [MonitorEffect] {
    display.isScrolledByWheel = false
    let (shown, wasTyping) = (view, overlay is Prompt)
    let effects = take(event)
    followFinding()
    // Editing the line moves no row, and listing all panes takes longer than drawing the line.
    if wasTyping, overlay is Prompt, event.isTyped, view === shown { return effects }
    // The wheel may leave the selected row out of sight.
    if display.isScrolledByWheel { decideSizes(context) } else { settle() }
    return effects
  }

  private mutating func take(_ event: TerminalEvent) -> [MonitorEffect] {
    switch event {
    case .key(.control("c")): return leave(by: .interrupt)
    case .key(let key): return press(key)
    case .paste(let text, let dropped): return paste(text, dropped)
    case .click(let point): return click(point)
    case .wheel(let up, let point): turnWheel(up, point)
    case .resized(let size): resize(to: size)
    case .interrupted, .ended: return [.interrupt]
    case .resumed: break
    }
    return []
  }

  /// Turning the wheel scrolls the overlay, unless a line is being typed. Without one, the pane
  /// under the pointer scrolls and the focus stays where it is.
  private mutating func turnWheel(_ up: Bool, _ point: Point) {
    if let overlay {
      if overlay.isTurned { _ = handle(up ? .up : .down, in: overlay) }
    } else if page != nil {
      _ = obeyInFront(up ? .up : .down)
    } else if let place = layout(size: display.size).panes.first(where: { $0.rect.contains(point) })
    {
      scroll(place, by: up ? -Self.wheelRows : Self.wheelRows)
    }
  }

  /// The number of rows per notch of the wheel.
  private static let wheelRows = 3

  /// Scrolls a pane; the selected row stays selected, even out of sight.
  private mutating func scroll(_ place: Layout.Place, by rows: Int) {
    let limit: Int
    if place.pane == .events {
      limit = EventsPane(context).last(rows: place.inner.rows)
    } else {
      let list = place.pane.view(in: context).list(columns: place.inner.columns)
      limit = list.items.height - place.inner.rows
    }
    let top = selection.tops[place.pane] ?? 0
    selection.tops[place.pane] = min(max(0, top + rows), max(0, limit))
    display.isScrolledByWheel = true
  }

  /// Does what a key stands for, or says why it does nothing now.
  mutating func perform(_ action: Action) -> [MonitorEffect] {
    guard let row = KeyBinding.everywhere.first(where: { $0.action == action }) else { return [] }
    if let why = row.refusalInThePast(of: self) { return say(why) }
    // What is chosen or typed is for the moment that was seen: the talk waits meanwhile.
    if !action.traits.isDisjoint(with: [.changesWorld, .leadsToAct]) { isPlaying = false }
    return row.whyNot(self).map { say($0) } ?? row.act?(&self) ?? []
  }

  /// Opens the prompt for what an app pushes, the cursor where the event's name belongs.
  mutating func startPush() {
    guard !view.isFirebase else { return startTyping(Self.emptyLogging) }
    var field = TextField(text: Self.emptyPush, history: display.keyboard.history)
    field.moveLeft()
    open(Prompt(field: field, paletteEntries))
  }

  /// A sentence about unsaved changes, with the way to save them; nil if there are none.
  var unsaved: String? { saving.editedCopies.unsavedSentence }

  /// Quits; on the first attempt with unsaved changes it warns or asks instead.
  mutating func leave() -> [MonitorEffect] {
    if asksAboutRecording() { return [] }
    guard let unsaved, unsaved != saving.toldUnsaved else { return [.quit] }
    saving.toldUnsaved = unsaved
    message = .hint(unsaved)
    message?.remark = "q again leaves"
    return []
  }

  /// Moves the focus along the panes that are shown.
  mutating func movePane(by step: Int) {
    let panes = Pane.main + Pane.optional.filter { $0.isInTurn(in: context) }
    let index = panes.firstIndex(of: focus) ?? 0
    move(to: panes[(index + step + panes.count) % panes.count])
  }

  mutating func turnLogLevel() {
    let levels = LogLevel.allCases.filter { $0 != .none }
    let level = levels[(selection.logLevel.rawValue + 1) % levels.count]
    selection.logLevel = level
    message = .ok("the log shows \(level.name) and more serious lines")
  }

  /// Opens the selected fold; explains any other row.
  mutating func explainOrOpen() {
    if focus == .events, let row = view.row?.number {
      let list = eventList
      let place = list.place(of: row)
      if list.isFolded(at: place) { return open(list.rows(at: place)) }
    }
    explain()
  }

  private mutating func open(_ rows: ClosedRange<Int>) {
    selection.opened.append(rows)
    selection.opened.sort { $0.lowerBound < $1.lowerBound }
    go(to: rows.lowerBound)
  }

  /// The wording is not part of the world: a user looking back stays in the past.
  mutating func switchWording() {
    let wording: LogWording = run.wording == .sdk ? .plain : .sdk
    let text = "set wording \(wording.rawValue)"
    run.execute(Statement(location: .keys, text: text, command: .wording(wording)))
    message = .ok("the log speaks in \(wording.words)")
  }

  static let farAway = 1_000_000_000

  /// Moves the selection within the focused pane.
  mutating func move(by rows: Int) {
    switch focus {
    case .events: moveEvent(by: rows)
    case .phone: movePhoneRow(by: rows)
    default: moveRow(by: rows)
    }
  }

  /// Moves the selection along the listed rows; past the last one is the present.
  private mutating func moveEvent(by rows: Int) {
    let list = eventList
    guard list.count > 0 else { return }
    let number = view.row?.number ?? run.timeline.rowCount
    let place = list.place(of: number)
    // A row that is not listed counts as between the previous listed row and the next.
    let isBelow = !list.lists(number) && rows < 0
    let isAbove = !list.lists(number) && rows > 0 && list.rows(at: place).lowerBound > number
    let start = isBelow ? place + 1 : isAbove ? place - 1 : place
    let target = min(max(0, start + rows), list.count)
    if target == list.count || (target == list.count - 1 && rows > 0 && cursor == nil) {
      return go(to: nil)
    }
    go(to: list.rows(at: target).upperBound)
  }

  /// Moves the selection along the rows of the pane; past the last row, scrolls to the lines below.
  private mutating func moveRow(by rows: Int) {
    guard let place = layout(size: display.size).panes.first(where: { $0.pane == focus }) else {
      return
    }
    let list = focus.view(in: context).list(columns: place.inner.columns)
    let (items, places) = (list.items, list.places)
    let now = list.index(of: focus.view(in: context).place(among: list.total))
    let target = now + rows
    if places.isEmpty || target < 0 || target >= places.count {
      let limit = max(0, items.height - place.inner.rows)
      let top = selection.tops[focus] ?? 0
      selection.tops[focus] = min(max(0, rows < 0 && !places.isEmpty ? 0 : top + rows), limit)
      display.isScrolledByWheel = true
      if places.isEmpty || target < 0 && now == 0 { return }
      let isFar = abs(rows) > 1
      if !isFar { return }
      display.isScrolledByWheel = rows > 0
    }
    let index = min(max(0, target), places.count - 1)
    selection.select(places[index], in: focus, of: list.total, view)
    guard display.isScrolledByWheel else { return }
    // What is open below the selected row may have another height.
    let height = focus.view(in: context).list(columns: place.inner.columns).items.height
    selection.tops[focus] = max(0, height - place.inner.rows)
  }

  /// Handles a click by its target: selects an event, presses a key hint, chooses a menu line,
  /// focuses a pane.
  mutating func click(_ point: Point) -> [MonitorEffect] {
    let layout = layout(size: display.size)
    if overlay != nil {
      if let effects = change({ $0.click(at: point, in: &$1) }) ?? [] { return effects }
      close()
    }
    if layout.keys.contains(point) { return press(at: point.column) }
    if layout.message.contains(point), let checks = chapterChecks?.summary,
      point.column + checks.count >= layout.message.endColumn - 1
    {
      showChecks()
      return []
    }
    if page != nil, let effects = change({ $0.click(at: point, in: &$1) }) ?? nil {
      return effects
    }
    if layout.strip.contains(point), point.row == layout.strip.row {
      let strip = timeStrip(context, at: display.size)
      let cells = strip.cells(columns: display.size.columns)
      cells.first { $0.columns.contains(point.column) }.map { go(to: $0.row) }
    } else if let place = layout.panes.first(where: { $0.rect.contains(point) }) {
      return click(in: place, at: point)
    }
    return []
  }

  private mutating func press(at column: Int) -> [MonitorEffect] {
    let hints = keyLine.hints(columns: display.size.columns)
    guard let hint = hints.first(where: { $0.columns.contains(column) }) else { return [] }
    return take(.key(hint.hint.key))
  }

  /// Selects the clicked row; a second click acts as Enter.
  private mutating func click(in place: Layout.Place, at point: Point) -> [MonitorEffect] {
    if point.row == place.rect.row, place.tabs.count > 1 {
      clickTab(place, at: point)
      return []
    }
    let inner = place.inner
    let content = place.pane.view(in: context).content(in: inner.size)
    let target = content.target(ofLine: point.row - inner.row)
    let isSecond =
      focus == place.pane && target != nil
      && target == content.selected.flatMap { content.target(ofLine: $0) }
    move(to: place.pane)
    if isSecond { return take(.key(.enter)) }
    switch target {
    case .event(let row)?: go(to: row)
    case .fold(let rows)?: go(to: rows.upperBound)
    case .phone(let row)?: clickPhoneRow(row)
    case let target?:
      let list = place.pane.view(in: context).list(columns: inner.columns)
      let index = list.selectable.firstIndex { list.items[$0].target == target }
      guard let index else { break }
      selection.select(list.places[index], in: place.pane, of: list.total, view)
    case nil: break
    }
    return []
  }

  private mutating func clickTab(_ place: Layout.Place, at point: Point) {
    guard let tabs = shownTabs(of: place) else { return }
    let start = place.rect.column + 3
    let ranges = tabs.ranges(columns: place.rect.columns - 5)
    for (pane, range) in zip(place.tabs, ranges)
    where range?.contains(point.column - start) ?? false {
      move(to: pane)
    }
  }
}

extension TerminalEvent {
  /// Whether it comes from the keyboard or is pasted.
  fileprivate var isTyped: Bool {
    switch self {
    case .key, .paste: true
    default: false
    }
  }
}
