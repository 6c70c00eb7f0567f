import OrderedCollections
import ScenarioEngine
package import TagPanes
import TagRuntime
import TagSimulation
import TerminalKit

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

// MARK: Keys

extension Monitor {
  var isExplaining: Bool {
    if case .explain? = overlay { true } else { false }
  }

  /// Explains the selection in the focused pane.
  mutating func explain() { explain(context.explained) }

  mutating func explain(_ subject: Explained) {
    if case .nothing(let why) = subject { return say(.hint(why)) }
    if case .hit = subject { selection.hit.select(selection.hit.index, of: view.hits) }
    overlay = .explain(ExplainState(subject, cursor: cursor))
  }

  /// Handles a key while Explain is open.
  mutating func handleInExplain(_ key: Key, _ state: ExplainState) {
    var state = state
    let page = explainPage(state)
    let rows = explainRows(page)
    switch key {
    case .enter, .right:
      guard let selection = state.top.selection(on: page),
        let target = page.lines[selection].target
      else { return }
      state.top.selected = selection
      return follow(target, from: state)
    case .character("B"): return branchOrTry()
    case .left, .backspace: back(from: state)
    case .character("a"): return alter(from: state)
    case .up, .character("k"): move(-1, &state.top, page, rows)
    case .down, .character("j"): move(1, &state.top, page, rows)
    case .pageUp: scroll(by: -max(1, rows - 1), &state.top, page, rows)
    case .pageDown, .character(" "): scroll(by: max(1, rows - 1), &state.top, page, rows)
    case .home, .character("g"): scroll(by: -page.lines.count, &state.top, page, rows)
    case .end, .character("G"): scroll(by: page.lines.count, &state.top, page, rows)
    default:
      overlay = nil
      return
    }
    if key == .left || key == .backspace { return }
    overlay = .explain(state)
  }

  private mutating func follow(_ target: PageLine.Target, from state: ExplainState) {
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
    overlay = .explain(state)
  }

  /// Returns to the previous page and its row; closes the last page.
  mutating func back(from state: ExplainState) {
    guard state.hasBefore else {
      overlay = nil
      return
    }
    var state = state
    state.pop()
    if state.top.cursor != cursor { look(at: state.top.cursor) }
    overlay = .explain(state)
  }

  /// Selects the next line that can be followed; scrolls a page without any.
  private func move(
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

  private func scroll(
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
    let layout = layout(size: size)
    if let place = layout.explain {
      return context.page(
        of: state.top.subject, columns: ExplainPane.textColumns(of: place.inner.columns))
    }
    let columns = min(layout.body.columns, Self.explainColumns)
    return context.page(of: state.top.subject, columns: columns - 4)
  }

  /// Returns the room for the lines of Explain: below the explained pane, or in a popup.
  private func explainLines(_ page: PageText) -> Rect {
    let layout = layout(size: size)
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
    let layout = layout(size: size)
    guard let place = layout.panes.first(where: { $0.pane == focus }) else { return nil }
    let inner = place.inner
    let content = place.pane.view(in: context).content(in: inner.size)
    return inner.row + min(max(0, content.present), max(0, inner.rows - 1))
  }

  /// Draws Explain, and returns the position of its selected line.
  func drawExplain(_ state: ExplainState, _ body: Rect, on buffer: inout CellBuffer) -> Point {
    let page = explainPage(state)
    let layout = layout(size: size)
    let selection = state.top.selection(on: page)
    let keys = (selection == nil ? "" : "Enter follow  ") + "Esc back"
    let inner = explainLines(page)
    let below = page.lines.count - state.top.first(on: page, rows: inner.rows) - inner.rows
    var text = BorderText(
      title: "\(Pane.explain.number) Explain",
      note: finding.popupFind == nil
        ? state.top.subject.title(in: view) : popupNote(of: page.lines.map(\.line)),
      footer: (below > 0 ? "\(below) more below  " : "") + keys, isFocused: true)
    if let place = layout.explain {
      if layout.hasPane(below: place) { text.footer = "" }
      text.draw(in: place.rect, borders, on: &buffer)
      if text.footer.isEmpty, below > 0 {
        let last = place.inner.splitBottom(1).bottom
        buffer.write([Line(" \(signs.fold) \(below) more", .dim)], in: last, borders)
      }
    } else {
      let panel = Panel(text, borders: borders, hasColors: showsColors)
      _ = panel.draw(in: explainRect(page, in: body), on: &buffer)
    }
    let first = state.top.first(on: page, rows: inner.rows)
    let bar = borders == .utf8 ? "▌" : ">"
    let lines = page.lines.enumerated().dropFirst(first).map { index, line in
      (index == selection ? Line(bar, .accent) : Line(" ")) + markedInPopup(line.line)
    }
    buffer.write(Array(lines), in: inner, borders)
    let row = selection.map { $0 - first } ?? 0
    return Point(column: inner.column, row: inner.row + min(max(0, row), max(0, inner.rows - 1)))
  }

  /// Selects the line of Explain at a point, or follows it if it is selected already.
  mutating func clickExplain(at point: Point, _ state: ExplainState) {
    let page = explainPage(state)
    let layout = layout(size: size)
    let rect = layout.explain?.rect ?? explainRect(page, in: layout.body)
    guard rect.contains(point) else {
      overlay = nil
      return
    }
    let inner = explainLines(page)
    let index = state.top.first(on: page, rows: inner.rows) + point.row - inner.row
    guard inner.contains(point), page.lines.indices.contains(index),
      page.lines[index].target != nil
    else { return }
    var state = state
    if state.top.selection(on: page) == index {
      handleInExplain(.enter, state)
    } else {
      state.top.offset = state.top.first(on: page, rows: inner.rows)
      state.top.selected = index
      overlay = .explain(state)
    }
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
      known.formUnion(run.timeline.rows.flatMap(\.event.hits).compactMap { $0.map(String.init) })
    }
    throw UnknownSubject(question, "in this run", known: Array(known))
  }

  /// The selected moment's sentence on the firings of a question's tag; nil for another question.
  package func judged(_ question: Question) -> String? { context.judged(question) }
}
