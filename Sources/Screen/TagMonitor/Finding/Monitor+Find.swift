import ScenarioEngine
import TagPanes
import TagRuntime
import TagSimulation
import TerminalKit

/// Searching the focused pane for a text, and from there the whole run.
extension Monitor {
  /// Adds new rows of the run to the index, if a search or a filter needs them.
  mutating func indexRows() {
    finding.follow(run.timeline, run.marks, ofBranch: branches.current)
  }

  /// Whether a filter or a search text for the focused pane is being typed, so that the pane is
  /// visible.
  var isTypingInPane: Bool {
    switch overlay {
    case .filter?, .find(_, over: nil)?: true
    default: false
    }
  }

  // MARK: Typing

  /// Starts typing a search text.
  mutating func startFind() {
    findOrigin = FindOrigin(cursor: cursor, selection: selection, overlay: overlay)
    isPlaying = false
    message = nil
    overlay = .find(TextField(), over: overlay)
  }

  /// Searches while the text is typed; Enter keeps it, Esc returns to the state before.
  mutating func handleInFind(_ key: Key, _ field: TextField) {
    switch key {
    case .enter:
      if case .find(_, let under)? = overlay { overlay = under }
      findOrigin = nil
      // The title shows the result.
      if field.text.isEmpty { _ = stopFinding() }
    case .escape:
      finding.popupFind = nil
      finding.find = nil
      comeBack()
      overlay = findOrigin?.overlay
      findOrigin = nil
    default:
      var field = field
      _ = field.handle(key)
      findAsTyped(field)
    }
  }

  /// Searches for the text as typed so far, from where typing started.
  mutating func findAsTyped(_ field: TextField) {
    message = nil
    comeBack()
    let isInPopup = findOrigin?.overlay != nil
    let text = FindText(field.text)
    if isInPopup {
      finding.popupFind = text
      finding.popupLine = nil
      overlay = findOrigin?.overlay
      if text != nil { findInPopup(forward: true) }
      overlay = .find(field, over: overlay)
    } else {
      overlay = .find(field, over: nil)
      find(text)
      if text != nil { selectNearest() }
    }
  }

  private mutating func comeBack() {
    guard let origin = findOrigin else { return }
    if cursor != origin.cursor { go(to: origin.cursor) }
    selection = origin.selection
  }

  /// Sets the search text; nil ends the search.
  mutating func find(_ text: FindText?) {
    finding.find = text
    indexRows()
  }

  /// Ends the search or, without one, shows all rows of the focused pane again.
  ///
  /// - Returns: whether there was a search or a filter.
  mutating func stopFinding() -> Bool {
    if finding.find != nil {
      find(nil)
      return true
    }
    return showAllRows()
  }

  // MARK: The nearest match

  /// Selects the nearest match at or below the selected row, otherwise the first.
  mutating func selectNearest() {
    guard let find = finding.find else { return }
    let matches = matches(of: find)
    let next = matches.places.first { $0 >= matches.current } ?? matches.places.first
    guard let next else { return tellNoMatch(find, matches) }
    select(next, in: matches)
  }

  private func matches(of find: FindText) -> PaneMatches {
    let place = layout(size: size).panes.first { $0.pane == focus }
    return focus.view(in: context).matches(of: find, columns: place?.inner.columns ?? size.columns)
  }

  private mutating func select(_ place: Int, in matches: PaneMatches) {
    if focus == .events {
      show(row: place)
      tellWhere(row: place)
    } else if matches.isOfLines {
      selection.tops[focus] = place
      isScrolledByWheel = true
    } else {
      selection.select(place, in: focus, of: matches.total, view)
    }
  }

  /// Selects a row of the history, and opens its fold.
  mutating func show(row: Int) {
    let list = eventList
    if list.lists(row) {
      let place = list.place(of: row)
      let rows = list.rows(at: place)
      if list.isFolded(at: place), rows.count > 1 {
        selection.opened.append(rows)
        selection.opened.sort { $0.lowerBound < $1.lowerBound }
      }
    }
    // At the last row, the present stays selected.
    if cursor == nil, row == run.timeline.rows.count { return }
    go(to: row)
  }

  /// Says where a row of the events has the text that is looked for, if its name does not.
  private mutating func tellWhere(row: Int) {
    let index = finding.index
    guard let find = finding.find, row > index.dropped, row <= index.last else { return }
    let facts = index.told(row)
    guard !find.isFound(in: facts.name) else { return }
    let leaf = facts.leaves.first { find.isFound(in: "\($0.path)=\($0.value)") }
    let words = leaf.map { "\($0.path) = \($0.value)" } ?? facts.tags.first { find.isFound(in: $0) }
    message = .hint("#\(row): " + (words ?? facts.text))
  }

  private mutating func tellNoMatch(_ find: FindText, _ matches: PaneMatches) {
    let text = "No match for \"\(find.text)\" in \(Counted.text(matches.total, "row"))"
    let more = isOfMoment ? "; n searches the other events" : ""
    message = .hint(text + more + unfinishedText)
  }

  // MARK: n and N

  /// Selects the next or the previous match in the focused pane or the overlay; past the last one
  /// of a pane that shows the moment, the next event with a match.
  mutating func findNext(forward: Bool) {
    guard let find = finding.find else { return say(.hint("no search: / finds text in this pane")) }
    indexRows()
    let matches = matches(of: find)
    let next =
      forward
      ? matches.places.first { $0 > matches.current }
      : matches.places.last { $0 < matches.current }
    if let next { return select(next, in: matches) }
    if isOfMoment, findEvent(with: find, forward: forward) { return }
    guard let around = forward ? matches.places.first : matches.places.last else {
      return tellNoMatch(find, matches)
    }
    select(around, in: matches)
    let side = forward ? "wrapped to the first match" : "wrapped to the last match"
    message = .hint(side + unfinishedText)
  }

  /// Whether the focused pane shows the moment, so that another event has other rows.
  private var isOfMoment: Bool { focus.view(in: context).showsMoment }

  /// Selects the next or the previous event with a match; returns false if there is none.
  private mutating func findEvent(with find: FindText, forward: Bool) -> Bool {
    let index = finding.index
    let here = view.row?.number ?? 0
    let last = min(index.last, shownRows)
    var verdicts: [Int32: Bool] = [:]
    func tells(_ number: Int) -> Bool {
      let entry = index.entry(number)
      if let known = verdicts[entry.told] { return known }
      let tells = find.isFound(in: index.told(number).text)
      verdicts[entry.told] = tells
      return tells
    }
    let first = index.dropped + 1
    guard first <= last else { return false }
    let found =
      forward
      ? (max(first, here + 1)..<max(first, last) + 1).first { $0 <= last && tells($0) }
      : (first..<max(first, min(here, last + 1))).last { tells($0) }
    guard let found else { return false }
    go(to: found)
    let matches = matches(of: find)
    // In a list that grows, the newest match belongs to the event.
    let isNewestLast = focus == .log || !forward
    if let place = isNewestLast ? matches.places.last : matches.places.first {
      select(place, in: matches)
    }
    let name = index.told(found).name
    message = .hint("found in event \(found): \(name)")
    return true
  }

  /// The extent of the search, if it does not cover the whole run.
  private var unfinishedText: String {
    let (last, count) = (finding.index.last, run.timeline.rows.count)
    if last < count { return "; \(last) of \(count) events searched so far: any key continues" }
    let dropped = finding.index.dropped
    return dropped > 0 ? "; only the last \(count - dropped) events were searched" : ""
  }

  // MARK: Overlays

  /// Handles a key that searches the overlay.
  ///
  /// - Returns: whether it does.
  mutating func handleWhileFinding(_ key: Key) -> Bool {
    switch overlay {
    case .find(let field, _)? where key == .escape:
      handleInFind(key, field)
      return true
    case .filter(_)? where key == .escape:
      overlay = nil
      message = nil
      _ = showAllRows()
      return true
    case .text?, .explain?: break
    default: return false
    }
    switch key {
    case .character("/"): startFind()
    case .character("n") where finding.popupFind != nil: findInPopup(forward: true)
    case .character("N") where finding.popupFind != nil: findInPopup(forward: false)
    default: return false
    }
    return true
  }

  /// Continues the search in a long run, and ends the search in an overlay that was closed.
  mutating func followFinding() {
    if finding.isBehind(run.timeline) { indexRows() }
    guard overlay == nil else { return }
    finding.popupFind = nil
    finding.popupLine = nil
  }

  var popupLines: [Line] {
    if case .explain(let state)? = overlay { return explainPage(state).lines.map(\.line) }
    return popupText(in: layout(size: size).body).lines
  }

  /// Scrolls to the next or the previous match, wrapping around at the ends.
  private mutating func findInPopup(forward: Bool) {
    guard let find = finding.popupFind else { return }
    let lines = popupLines
    let matches = lines.indices.filter { find.isFound(in: lines[$0].text) }
    let here = finding.popupLine ?? popupTop - 1
    let next =
      forward
      ? matches.first { $0 > here } ?? matches.first : matches.last { $0 < here } ?? matches.last
    guard let next else { return }
    finding.popupLine = next
    scrollPopup(to: next)
  }

  /// The first visible line of the overlay.
  private var popupTop: Int {
    switch overlay {
    case .text(_, let top)?: return top
    case .explain(let state)?:
      let page = explainPage(state)
      return state.top.first(on: page, rows: explainRows(page))
    default: return 0
    }
  }

  /// Shows a line with two lines above it.
  private mutating func scrollPopup(to line: Int) {
    let top = max(0, line - 2)
    switch overlay {
    case .text(let text, _)?: overlay = .text(text, min(top, popupScrollLimit))
    case .explain(var state)?:
      let page = explainPage(state)
      state.top.offset = min(top, max(0, page.lines.count - explainRows(page)))
      state.top.selected = page.lines[line].target == nil ? nil : line
      overlay = .explain(state)
    default: break
    }
  }

  /// Returns the overlay's note about the search, for its title.
  func popupNote(of lines: [Line]) -> String {
    guard let find = finding.popupFind else { return "" }
    let matches = lines.indices.filter { find.isFound(in: lines[$0].text) }
    let found = PaneMatches(
      places: matches, current: finding.popupLine ?? -1, total: lines.count, isOfLines: true)
    return "/\(find.text)  \(found.text)"
  }

  /// Returns a line of the overlay with the search text highlighted.
  func markedInPopup(_ line: Line) -> Line {
    finding.popupFind.map { line.marking($0, hasColors: showsColors) } ?? line
  }

  /// Draws the input of the search text over the overlay.
  func drawFind(
    _ field: TextField, over under: Overlay?, _ layout: Layout, on buffer: inout CellBuffer
  ) -> Point? {
    if under != nil {
      var covered = self
      covered.overlay = under
      _ = covered.drawOverlay(layout, on: &buffer)
    }
    let rect = layout.keys
    buffer.fill(rect)
    let used = buffer.write("/", at: rect.origin, style: .bold)
    return field.draw(in: rect.splitLeft(used).rest, on: &buffer, style: .plain)
  }
}

/// The state from before the user typed a search text, for returning to it.
struct FindOrigin: Sendable {
  /// The selected row.
  var cursor: Int?
  var selection: Selection
  var overlay: Overlay?
}
