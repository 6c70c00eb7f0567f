import OrderedCollections
import ScenarioEngine
package import TagPanes
import TagRuntime
import TagSimulation
import TerminalKit
import TextKit

/// The state of Explain: the page on display, and the pages before it.
struct ExplainState: Sendable, Hashable {
  /// A page with the position in it.
  struct Place: Sendable, Hashable {
    var subject: Explained
    /// The selected row of the history; nil is the present.
    var cursor: Int?
    /// The selected line; nil until the user moves.
    var selected: Int?
    /// The first visible line.
    var offset = 0
  }

  /// The current page last, after the pages to return to.
  private(set) var places: [Place]

  /// The maximum number of kept pages.
  private static let limit = 50

  init(_ subject: Explained, cursor: Int?) {
    places = [Place(subject: subject, cursor: cursor)]
  }

  var top: Place {
    get { places[places.count - 1] }
    set { places[places.count - 1] = newValue }
  }

  var hasBefore: Bool { places.count > 1 }

  mutating func push(_ place: Place) {
    if places.count >= Self.limit { places.removeFirst() }
    places.append(place)
  }

  mutating func pop() { places.removeLast() }
}

extension ExplainState.Place {
  /// Returns the selected line of a page: the user's choice, or the page's start; nil if no line
  /// can be followed.
  func selection(on page: PageText) -> Int? {
    if let selected, page.lines.indices.contains(selected),
      page.lines[selected].target != nil
    {
      return selected
    }
    let start = page.start ?? 0
    return page.lines[min(start, page.lines.count)...].firstIndex { $0.target != nil }
      ?? page.lines.firstIndex { $0.target != nil }
  }

  /// Returns the first visible line in a room with a number of rows.
  func first(on page: PageText, rows: Int) -> Int {
    let limit = max(0, page.lines.count - rows)
    guard let selection = selection(on: page), selected != nil else { return min(offset, limit) }
    return min(max(min(offset, selection), selection - rows + 1), limit)
  }
}

extension ExplainState: PageOverlay {
  static let place = KeyPlace.pane(.explain)
  static let keys =
    [
      row([.enter, .right], "follow", "open the line's page", hint: "follow") { $0.follow(&$1) },
      row(
        [.escape, .left, .backspace], "back",
        "back to the previous page, or close; any other key closes", shown: "Esc  Left",
        hint: "back"
      ) { $0.close(in: &$1) },
      row(
        [.character("B")], "try", "try the tag's nearest miss on a branch; otherwise start a branch"
      ) { $1.branchOrTry() },
      row([.character("a")], "alter", "turn it in the dial: what if") {
        $1.alter(from: $0)
      },
    ] + finding + copying
    + moving(
      "to the previous line that opens something", "to the next line that opens something",
      pages: KeyBinding.Pages(help: "a page")
    ) { state, steps, monitor in
      let page = monitor.explainPage(state)
      let rows = monitor.explainRows(page)
      switch abs(steps) {
      case 1: monitor.move(steps, &state.top, page, rows)
      case 10: monitor.scroll(by: steps.signum() * max(1, rows - 1), &state.top, page, rows)
      default: monitor.scroll(by: steps.signum() * page.lines.count, &state.top, page, rows)
      }
    }

  var isPopup: Bool { false }

  func subject(in monitor: Monitor) -> Explained? { top.subject }

  func hints(in monitor: Monitor) -> [KeyHint]? {
    (ownHints(in: monitor) ?? []) + (monitor.canTry ? [KeyHint("B", "try it")] : [])
      + (monitor.canAlter(top.subject) ? [KeyHint("a", "dial")] : [])
      + [KeyHint("y", "copy")]
  }

  func copied(in monitor: Monitor) -> CopySource? {
    monitor.source(top.subject.title(in: monitor.view), lines(in: monitor), top.subject)
  }

  /// Returns to the previous page and its row; closes the last page.
  func close(in monitor: inout Monitor) {
    guard hasBefore else { return monitor.close() }
    var next = self
    next.pop()
    if next.top.cursor != monitor.cursor { monitor.look(at: next.top.cursor) }
    monitor.update(next)
  }

  /// Some keys keep their effect, and any other closes it.
  mutating func take(_ key: Key, in monitor: inout Monitor) -> [MonitorEffect]? {
    guard let action = KeyBinding.action(of: key), action.traits.contains(.onExplain) else {
      monitor.close()
      return []
    }
    if action.traits.contains(.focuses) { monitor.close() }
    monitor.message = nil
    return monitor.perform(action)
  }

  private mutating func follow(_ monitor: inout Monitor) {
    let page = monitor.explainPage(self)
    guard let selection = top.selection(on: page), let target = page.lines[selection].target
    else { return }
    top.selected = selection
    monitor.follow(target, from: self)
  }

  /// Selects a line, or follows it if it is selected already.
  mutating func click(at point: Point, in monitor: inout Monitor) -> [MonitorEffect]? {
    let page = monitor.explainPage(self)
    let layout = monitor.layout(size: monitor.display.size)
    let rect = layout.explain?.rect ?? monitor.explainRect(page, in: layout.body)
    guard rect.contains(point) else {
      monitor.close()
      return []
    }
    let inner = monitor.explainLines(page)
    let index = top.first(on: page, rows: inner.rows) + point.row - inner.row
    guard inner.contains(point), page.lines.indices.contains(index),
      page.lines[index].target != nil
    else { return [] }
    if top.selection(on: page) == index {
      follow(&monitor)
    } else {
      top.offset = top.first(on: page, rows: inner.rows)
      top.selected = index
    }
    return []
  }

  func lines(in monitor: Monitor) -> [Line] { monitor.explainPage(self).lines.map(\.line) }

  func top(in monitor: Monitor) -> Int {
    let page = monitor.explainPage(self)
    return top.first(on: page, rows: monitor.explainRows(page))
  }

  func showing(_ line: Int, in monitor: Monitor) -> any Overlay {
    var next = self
    let page = monitor.explainPage(self)
    next.top.offset = min(max(0, line - 2), max(0, page.lines.count - monitor.explainRows(page)))
    next.top.selected = page.lines[line].target == nil ? nil : line
    return next
  }

  func draw(_ monitor: Monitor, _ layout: Layout, on buffer: inout CellBuffer) -> Point? {
    let page = monitor.explainPage(self)
    let shown = monitor.layout(size: monitor.display.size)
    let selection = top.selection(on: page)
    let keys = (selection == nil ? "" : "Enter follow  ") + "Esc back"
    let inner = monitor.explainLines(page)
    let below = page.lines.count - top.first(on: page, rows: inner.rows) - inner.rows
    var panel = monitor.panel(
      "\(Pane.explain.number) Explain",
      note: monitor.finding.popupFind == nil
        ? top.subject.heading(in: monitor.view) : monitor.popupNote(of: page.lines.map(\.line)),
      footer: (below > 0 ? "\(below) more below  " : "") + keys)
    if let place = shown.explain {
      if shown.hasPane(below: place) { panel.text.footer = "" }
      panel.text.draw(in: place.rect, panel.borders, on: &buffer)
      if panel.text.footer.isEmpty, below > 0 {
        let last = place.inner.splitBottom(1).bottom
        buffer.write([Line(" \(monitor.signs.fold) \(below) more", .dim)], in: last, panel.borders)
      }
    } else {
      panel.draw(in: monitor.explainRect(page, in: layout.body), on: &buffer)
    }
    let first = top.first(on: page, rows: inner.rows)
    let bar = panel.borders == .utf8 ? "▌" : ">"
    let lines = page.lines.enumerated().dropFirst(first).map { index, line in
      (index == selection ? Line(bar, .accent) : Line(" ")) + monitor.markedInPopup(line.line)
    }
    buffer.write(Array(lines), in: inner, panel.borders)
    let row = selection.map { $0 - first } ?? 0
    return inner.line(min(max(0, row), max(0, inner.rows - 1))).origin
  }
}

// MARK: Pages

extension Monitor {
  /// The open explanation; nil if none is, or something lies on it.
  var explaining: ExplainState? { overlay as? ExplainState }

  var isExplaining: Bool { explaining != nil }

  /// Explains the selection in the focused pane.
  mutating func explain() { explain(context.explained) }

  mutating func explain(_ subject: Explained) {
    if case .nothing(let why) = subject { return say(.hint(why)) }
    if case .hit = subject { selection.hit.select(selection.hit.index, of: view.hits) }
    open(ExplainState(subject, cursor: cursor))
  }

  fileprivate mutating func follow(_ target: PageLine.Target, from state: ExplainState) {
    var state = state
    if let row = target.row, row != view.row?.number {
      look(at: row)
      if case .tag(let name, let container) = target.subject,
        let index = view.tags.firstIndex(where: { $0.name == name && $0.containerID == container })
      {
        selection.tag = index
      }
    }
    state.push(ExplainState.Place(subject: target.subject, cursor: cursor))
    update(state)
  }

  /// Selects the next line that can be followed; scrolls a page without any.
  fileprivate func move(
    _ step: Int, _ place: inout ExplainState.Place, _ page: PageText, _ rows: Int
  ) {
    let first = place.first(on: page, rows: rows)
    let from = place.selection(on: page)
    let targets = page.lines.indices.filter { page.lines[$0].target != nil }
    let next =
      step > 0
      ? targets.first { $0 > from ?? -1 } : targets.last { $0 < from ?? page.lines.count }
    // If the next one is far away, show the lines before it first.
    if let next, next >= first - 1, next <= first + rows {
      place.selected = next
      place.offset = first
      place.offset = place.first(on: page, rows: rows)
    } else {
      place.selected = from
      let limit = max(0, page.lines.count - rows)
      place.offset = min(max(0, first + step), limit)
      keepSeen(&place, page, rows)
    }
  }

  fileprivate func scroll(
    by lines: Int, _ place: inout ExplainState.Place, _ page: PageText, _ rows: Int
  ) {
    let first = place.first(on: page, rows: rows)
    let limit = max(0, page.lines.count - rows)
    place.selected = place.selection(on: page)
    place.offset = min(max(0, first + lines), limit)
    keepSeen(&place, page, rows)
  }

  /// If the selected line is scrolled away, selects the first or last visible one, or none.
  private func keepSeen(
    _ place: inout ExplainState.Place, _ page: PageText, _ rows: Int
  ) {
    let seen = place.offset..<min(page.lines.count, place.offset + rows)
    if let selected = place.selected, seen.contains(selected) { return }
    place.selected = seen.first { page.lines[$0].target != nil }
  }

  // MARK: Drawing

  /// The greatest width of Explain, for readable sentences.
  private static let explainColumns = 92

  /// Returns the current page of Explain in its width.
  func explainPage(_ state: ExplainState) -> PageText {
    let layout = layout(size: display.size)
    let subject = state.top.subject
    var page: PageText
    if let place = layout.explain {
      page = context.page(
        of: subject, columns: ExplainPane.textColumns(of: place.inner.columns),
        isWhole: !context.seesTags)
    } else {
      let columns = min(layout.body.columns, Self.explainColumns)
      page = context.page(of: subject, columns: columns - 4)
    }
    // The panes do not know plans.
    if case .row(let number) = subject, var plan = run.timeline.reader(RunPlan.self),
      run.timeline.hasRow(at: number)
    {
      let lines = plan.explanation(of: run.timeline.row(at: number).event)
      if !lines.isEmpty { page.part("In the plan") }
      for line in lines { page.say(TerminalText.visible(line), indent: 2) }
    }
    return page
  }

  /// Returns the room for the lines of Explain: below the explained pane, or in a popup.
  fileprivate func explainLines(_ page: PageText) -> Rect {
    let layout = layout(size: display.size)
    guard let place = layout.explain else {
      return Panel.inner(of: explainRect(page, in: layout.body))
    }
    let inner = place.inner
    // With the title of another pane below, the last line shows the number of further lines.
    let isCut = layout.hasPane(below: place) && page.lines.count > inner.rows
    return isCut ? inner.splitBottom(1).rest : inner
  }

  /// Returns the place of Explain: clear of the row it explains, if there is room.
  func explainRect(_ page: PageText, in body: Rect) -> Rect {
    let columns = min(body.columns, Self.explainColumns)
    let rect = Popup.rect(columns: columns, rows: page.lines.count + 2, in: body)
    guard let row = explainedRow, rect.row <= row, row < rect.endRow else { return rect }
    let top: Int
    if row + 1 + rect.rows <= body.endRow {
      top = row + 1
    } else if row - rect.rows >= body.row {
      top = row - rect.rows
    } else {
      return rect
    }
    return Rect(column: rect.column, row: top, columns: rect.columns, rows: rect.rows)
  }

  func explainRows(_ page: PageText) -> Int {
    explainLines(page).rows
  }

  /// The screen row of the explained item.
  private var explainedRow: Int? {
    let layout = layout(size: display.size)
    guard let place = layout.panes.first(where: { $0.pane == focus }) else { return nil }
    let inner = place.inner
    let content = place.pane.view(in: context).content(in: inner.size)
    return inner.row + min(max(0, content.present), max(0, inner.rows - 1))
  }

  // MARK: Questions

  /// Returns the explanation of a question at the selected event, as lines of text.
  package func answer(to question: Question, columns: Int) throws(UnknownSubject) -> [String] {
    if let lines = context.answer(to: question, columns: columns) { return lines }
    let place = view.row.map { "at #\($0.number)" } ?? "before the first event"
    let last = try? last(having: question).cursor
    throw UnknownSubject(question, place, known: context.names(for: question), last: last)
  }

  /// Returns the monitor at the last moment that has the subject of a question: as it is, if the
  /// selected event has it.
  ///
  /// - Complexity: of looking at the rows after that moment.
  package func last(having question: Question) throws(UnknownSubject) -> Monitor {
    if context.has(question) { return self }
    var past = self
    var known = OrderedSet(context.names(for: question))
    for row in context.moments(of: question) {
      past.go(to: row)
      if past.context.has(question) { return past }
      known.formUnion(past.context.names(for: question))
    }
    if case .tag = question { known.formUnion(run.inputs.containers.values.flatMap(\.tagNames)) }
    if case .hit = question {
      run.timeline.forEachRow { known.formUnion($0.event.hits.compactMap { $0.map(String.init) }) }
    }
    throw UnknownSubject(question, "in this run", known: Array(known))
  }

  /// The selected moment's sentence on the firings of a question's tag; nil for another question.
  package func judged(_ question: Question) -> String? { context.judged(question) }
}
