import OrderedCollections
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

  /// Opens the page on the events that a container listens for.
  package mutating func openStart(_ guide: StartGuide) {
    telling.start = StartState(guide)
    lookAtStart()
  }

  /// Shows the page again.
  mutating func showStart() {
    guard telling.start != nil else {
      return say(.hint("there is no start page: open a container, as in tagsim FILE"))
    }
    telling.start?.isShown = true
    lookAtStart()
  }

  /// Closes the page, or the lanes of a phone, so that the panes are visible.
  mutating func leaveStart() {
    telling.start?.isShown = false
    telling.lanes?.isShown = false
  }

  /// Tries the cells that are in view.
  mutating func lookAtStart() {
    guard var start = telling.start, start.isShown else { return }
    start.lookAhead(in: self)
    telling.start = start
  }

  /// Closes the page after an event, to show its tags; tries again if the world has changed.
  mutating func followStart(after last: WorldView) {
    guard isStartShown else { return }
    guard let row = view.eventRow, row.number != last.eventRow?.number else {
      return lookAtStart()
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
      row([.enter], "send", "send the event with the values shown") { $0.enter(&$1) },
      row([.character("p")], "edit", "edit the event's values first") { $0.edit(in: &$1) },
    ]
    + moving("to the tag above", "to the tag below", ends: "tag", pages: .list) {
      $0.move(rows: $1, columns: 0, in: &$2)
    } + [
      row([.left], "event-before", "to the event before") {
        $0.move(rows: 0, columns: -1, in: &$1)
      },
      row([.right], "event-after", "to the event after") { $0.move(rows: 0, columns: 1, in: &$1) },
      row([.character("/")], "filter", "show only tags and events whose names have a text") {
        state, _ in state.isFiltering = true
      },
      row([.escape], "leave", "back to all rows, then to the panes") {
        if !$0.filter.isEmpty { return $0.filter = "" }
        $0.isShown = false
        $1.message = .hint(":start shows the container's tags and events again")
      },
    ]

  var place: KeyPlace { isFiltering ? .filter : Self.place }

  func hints(in monitor: Monitor) -> [KeyHint]? {
    if isFiltering { return [.enter("keep"), .escape("show all")] }
    let isWide = monitor.display.size.columns >= Layout.dockedColumns
    let arrows = monitor.display.borders == .utf8 ? "←→↑↓" : "arrows"
    return (isWide ? [KeyHint(.right, arrows, "move")] : [])
      + [.enter("send"), KeyHint("p", "values"), KeyHint("/", "find")]
  }

  mutating func take(_ key: Key, in monitor: inout Monitor) -> [MonitorEffect]? {
    guard isFiltering else { return nil }
    monitor.message = nil
    switch key {
    case .enter, .tab, .down: isFiltering = false
    case .escape: (isFiltering, filter) = (false, "")
    case .backspace: filter = String(filter.dropLast())
    case .character(let letter) where filter.unicodeScalars.count < 100: filter.append(letter)
    default: break
    }
    selectFound(in: monitor)
    return []
  }

  /// The page is left where something else showed the panes; otherwise it looks ahead.
  mutating func follow(in monitor: Monitor) {
    isShown = isShown && monitor.telling.start?.isShown == true
    if isShown { lookAhead(in: monitor) }
  }

  func table(in monitor: Monitor) -> StartTable {
    StartTable(
      context: monitor.context, state: self, body: monitor.layout(size: monitor.display.size).body)
  }

  // MARK: Moving

  private mutating func move(rows: Int, columns: Int, in monitor: inout Monitor) {
    monitor.message = nil
    let table = table(in: monitor)
    guard !table.rows.isEmpty else { return }
    tag = table.rows[table.selected.moved(by: rows, upTo: table.rows.count - 1)].tags[0]
    guard let place = table.places.firstIndex(of: column) else {
      return column = table.places.first ?? 0
    }
    column = table.places[place.moved(by: columns, upTo: table.places.count - 1)]
  }

  /// Selects a cell among those that are found: the first that may fire, if the last is gone.
  private mutating func selectFound(in monitor: Monitor) {
    let table = table(in: monitor)
    if !table.rows.contains(where: { $0.tags.contains(tag) }) {
      tag = table.rows.first?.tags.first ?? tag
    }
    guard !filter.isEmpty else { return }
    let fired = table.places.first { matrix.columns[$0].tags.contains(tag) }
    column = fired ?? table.places.first ?? column
  }

  /// The maximum number of trials for one key; the others follow with the next ones.
  private static let trialsPerKey = 500

  /// Tries the cells that are in view, unless that was done in the same world.
  ///
  /// - Complexity: that of an event for each cell in view that sends something of its own.
  mutating func lookAhead(in monitor: Monitor) {
    let (run, guide) = (monitor.run, guide)
    if run.timeline.rowCount != triedRows {
      matrix.forget()
      triedRows = run.timeline.rowCount
    }
    let table = table(in: monitor)
    (top, left) = (table.top, table.left)
    _ = matrix.tryOut(table.pushes, upTo: Self.trialsPerKey) { guide.trial(of: $0, in: run) }
  }

  // MARK: Sending

  private mutating func enter(_ monitor: inout Monitor) {
    monitor.message = nil
    guard let push = table(in: monitor).push else { return }
    guard !push.isAutomatic else { return edit(in: &monitor) }
    isShown = false
    monitor.leaveStart()
    for line in guide.lines(for: push) {
      monitor.perform(line: line)
      guard monitor.message?.kind == .ok else {
        isShown = true
        monitor.telling.start?.isShown = true
        return
      }
    }
    monitor.move(to: .tags)
    monitor.selectNearestMiss()
    if let said = monitor.pushedText { monitor.message?.said = said }
  }

  /// Puts the line that would be sent into the prompt for editing, or the one that makes Firebase
  /// log the event.
  private func edit(in monitor: inout Monitor) {
    let table = table(in: monitor)
    guard let push = table.push, let event = table.column?.event else { return }
    let lines = guide.lines(for: push)
    guard push.isAutomatic else {
      monitor.startTyping(lines.last ?? "")
      let others = outlook.events[event].keys.map(\.path).filter { push.keys[$0] == nil }
        .map { TerminalText.visible($0) }
      let more = others.isEmpty ? "" : "; also read: " + others.listed(upTo: 20)
      return monitor.message = .hint("Enter sends it, Esc cancels" + more)
    }
    guard let occasion = guide.occasion(of: push) else {
      return monitor.say(
        .hint("only Firebase logs \(push.event), at what tagsim does not simulate"))
    }
    if lines.count == 1 { monitor.startTyping(lines[0]) }
    let how = lines.count == 1 ? "Enter does it, Esc cancels" : lines.joined(separator: ", then ")
    monitor.message = .hint("Firebase logs \(push.event) by itself at \(occasion.words): \(how)")
  }

  /// Selects a cell, or acts like Enter if it is selected.
  mutating func click(at point: Point, in monitor: inout Monitor) -> [MonitorEffect]? {
    let table = table(in: monitor)
    guard let cell = table.cell(at: point) else { return table.body.contains(point) ? [] : nil }
    let place = cell.column ?? column
    if cell.row == table.selected, place == column {
      enter(&monitor)
    } else {
      (tag, column) = (table.rows[cell.row].tags[0], place)
    }
    return []
  }

  // MARK: Drawing

  func draw(_ monitor: Monitor, _ layout: Layout, on buffer: inout CellBuffer) -> Point? {
    let columns = layout.status.columns
    let borders = monitor.display.borders
    let file = " " + TerminalText.visible(guide.file)
    let origin = TextWidth.truncate(
      TerminalText.visible(guide.origin), to: columns / 3, ellipsis: borders.ellipsis)
    let room = columns - TextWidth.columns(of: origin) - 1
    let head = Line(borders.cell(file, max(0, room - 2)) + "  ", .bold) + Line(origin)
    let counts =
      ". " + Counted.text(outlook.variableCount, "variable") + ", "
      + Counted.text(outlook.ruleCount, Vocabulary(outlook.generation).rule) + "."
    let summary = " " + TerminalText.visible(outlook.summary)
    let hasRoom = TextWidth.columns(of: summary + counts) < columns
    buffer.write([head], in: layout.status, borders)
    buffer.write([Line(hasRoom ? summary + counts : summary)], in: layout.strip, borders)
    return table(in: monitor).draw(on: &buffer)
  }
}
