import ScenarioEngine
import TagRuntime
import TagSimulation
import TerminalKit

/// Looking for a text in the focused pane, and from there over the whole run.
extension Monitor {
  /// Whether a line is typed that says what the focused pane shows, so that the pane is looked at.
  var isTypingInPane: Bool {
    switch overlay {
    case .filter?, .find(_, over: nil)?: true
    default: false
    }
  }

  // MARK: Typing

  /// Begins to type what is looked for.
  mutating func startFind() {
    finding.origin = FindOrigin(cursor: cursor, selection: selection, overlay: overlay)
    isPlaying = false
    message = nil
    overlay = .find(TextField(), over: overlay)
  }

  /// Looks for a text while it is typed; Enter keeps it, Esc comes back to where it began.
  mutating func handleInFind(_ key: Key, _ field: TextField) {
    switch key {
    case .enter:
      if case .find(_, let under)? = overlay { overlay = under }
      finding.origin = nil
      // What was found is told in the title.
      if field.text.isEmpty { _ = stopFinding() }
    case .escape:
      finding.popupFind = nil
      finding.find = nil
      comeBack()
      overlay = finding.origin?.overlay
      finding.origin = nil
    default:
      var field = field
      _ = field.handle(key)
      findAsTyped(field)
    }
  }

  /// Looks for what a line says so far, from where it began to be typed.
  mutating func findAsTyped(_ field: TextField) {
    message = nil
    comeBack()
    let isInPopup = finding.origin?.overlay != nil
    let text = FindText(field.text)
    if isInPopup {
      finding.popupFind = text
      finding.popupLine = nil
      overlay = finding.origin?.overlay
      if text != nil { findInPopup(forward: true) }
      overlay = .find(field, over: overlay)
    } else {
      overlay = .find(field, over: nil)
      find(text)
      if text != nil { selectNearest() }
    }
  }

  private mutating func comeBack() {
    guard let origin = finding.origin else { return }
    if cursor != origin.cursor { go(to: origin.cursor) }
    selection = origin.selection
  }

  /// Looks for a text, or for nothing more.
  mutating func find(_ text: FindText?) {
    finding.find = text
    finding.follow(run, ofBranch: branches.current)
  }

  /// Looks for nothing more, or else lists all rows of the focused pane again.
  ///
  /// - Returns: Whether anything was looked for or hidden.
  mutating func stopFinding() -> Bool {
    if finding.find != nil {
      find(nil)
      return true
    }
    return showAllRows()
  }

  // MARK: The nearest

  /// Selects the match that is nearest below the selected row, or else the first.
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

  /// Looks at a row of the history; a fold that it is in opens.
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
    // Whoever is in the present stays there.
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
    message = Message(kind: .hint, text: "#\(row): " + (words ?? facts.text))
  }

  private mutating func tellNoMatch(_ find: FindText, _ matches: PaneMatches) {
    let text = "No match for \"\(find.text)\" in \(Counted.text(matches.total, "row"))"
    let more = isOfMoment ? "; n searches the other events" : ""
    message = Message(kind: .hint, text: text + more + unfinishedText)
  }

  // MARK: n and N

  /// Goes to the next or the previous match in what has the keys, and beyond the last one of a pane
  /// that shows the moment to the next event that tells of it.
  mutating func findNext(forward: Bool) {
    guard let find = finding.find else {
      message = Message(kind: .hint, text: "no search: / finds text in this pane")
      return
    }
    finding.follow(run, ofBranch: branches.current)
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
    message = Message(kind: .hint, text: side + unfinishedText)
  }

  /// Whether the focused pane shows the moment, so that another event has other rows.
  private var isOfMoment: Bool { focus.view(in: context).showsMoment }

  /// Goes to the next event that tells of a text, or to the previous one; false where none does.
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
    // Of what piles up, the newest is of the event.
    let isNewestLast = focus == .log || !forward
    if let place = isNewestLast ? matches.places.last : matches.places.first {
      select(place, in: matches)
    }
    let name = index.told(found).name
    message = Message(kind: .hint, text: "found in event \(found): \(name)")
    return true
  }

  /// How far the rows of the run were looked at, where that is not all.
  private var unfinishedText: String {
    let (last, count) = (finding.index.last, run.timeline.rows.count)
    if last < count { return "; \(last) of \(count) events searched so far: any key continues" }
    let dropped = finding.index.dropped
    return dropped > 0 ? "; only the last \(count - dropped) events were searched" : ""
  }
}

// MARK: What lies over the panes

extension Monitor {
  /// Takes a key that finds in what lies over the panes.
  ///
  /// - Returns: Whether it does.
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

  /// Looks on in a long run, and for nothing more in what lay over the panes once it is closed.
  mutating func followFinding() {
    if finding.isBehind(run.timeline) { finding.follow(run, ofBranch: branches.current) }
    guard overlay == nil else { return }
    finding.popupFind = nil
    finding.popupLine = nil
  }

  /// The lines of what lies over the panes.
  var popupLines: [Line] {
    if case .explain(let state)? = overlay { return explainPage(state).lines.map(\.line) }
    return popupText(in: layout(size: size).body).lines
  }

  /// Scrolls to the next match, or to the previous one; beyond the last is the first.
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

  /// The first line that is seen of what lies over the panes.
  private var popupTop: Int {
    switch overlay {
    case .text(_, let top)?: return top
    case .explain(let state)?:
      let page = explainPage(state)
      return state.top.first(on: page, rows: explainRows(page))
    default: return 0
    }
  }

  /// Shows a line with two above it.
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

  /// What its title says of what is looked for.
  func popupNote(of lines: [Line]) -> String {
    guard let find = finding.popupFind else { return "" }
    let matches = lines.indices.filter { find.isFound(in: lines[$0].text) }
    let found = PaneMatches(
      places: matches, current: finding.popupLine ?? -1, total: lines.count, isOfLines: true)
    return "/\(find.text)  \(found.text)"
  }

  /// A line of it with what is looked for.
  func markedInPopup(_ line: Line) -> Line {
    finding.popupFind.map { line.marking($0, hasColors: showsColors) } ?? line
  }

  /// Draws the line in which it is typed, over what lies over the panes.
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
