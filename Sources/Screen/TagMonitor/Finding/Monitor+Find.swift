import OrderedCollections
import ScenarioEngine
import TagPanes
import TagRuntime
import TagSimulation
import TerminalKit

/// Searching the focused pane for a text, and from there the whole run.
extension Monitor {
  /// Adds new rows of the run to the index, if a search or a filter needs them.
  mutating func indexRows() {
    finding.follow(run.timeline, run.marks, ofBranch: comparing.branches.current)
  }

  // MARK: Typing

  /// Starts typing a search text.
  mutating func startFind() {
    let origin = TypedFind.Origin(cursor: cursor, selection: selection, under: overlays.all)
    isPlaying = false
    message = nil
    push(TypedFind(field: TextField(), origin: origin))
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
    let place = layout(size: display.size).panes.first { $0.pane == focus }
    return focus.view(in: context).matches(
      of: find, columns: place?.inner.columns ?? display.size.columns)
  }

  private mutating func select(_ place: Int, in matches: PaneMatches) {
    if focus == .events {
      show(row: place)
      tellWhere(row: place)
    } else if matches.isOfLines {
      selection.tops[focus] = place
      display.isScrolledByWheel = true
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
    if cursor == nil, row == run.timeline.rowCount { return }
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
    let (last, count) = (finding.index.last, run.timeline.rowCount)
    if last < count { return "; \(last) of \(count) events searched so far: any key continues" }
    let dropped = finding.index.dropped
    return dropped > 0 ? "; only the last \(count - dropped) events were searched" : ""
  }

  // MARK: Overlays

  /// Continues the search in a long run, and ends the search in an overlay that was closed.
  mutating func followFinding() {
    if finding.isBehind(run.timeline) { indexRows() }
    guard overlay == nil else { return }
    finding.popupFind = nil
    finding.popupLine = nil
  }

  /// Scrolls to the next or the previous match, wrapping around at the ends; nil without a search.
  @discardableResult
  mutating func findInPopup(forward: Bool) -> [MonitorEffect]? {
    guard let find = finding.popupFind, let page = overlay as? any PageOverlay else { return nil }
    let lines = page.lines(in: self)
    let matches = lines.indices.filter { find.isFound(in: lines[$0].text) }
    let here = finding.popupLine ?? page.top(in: self) - 1
    let next =
      forward
      ? matches.first { $0 > here } ?? matches.first : matches.last { $0 < here } ?? matches.last
    guard let next else { return [] }
    finding.popupLine = next
    update(page.showing(next, in: self))
    return []
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
}

/// The search text, which is looked for while it is typed: in the focused pane, or in the overlay
/// below.
struct TypedFind: Overlay {
  /// What is returned to if the text is not kept.
  struct Origin: Sendable {
    /// The selected row.
    var cursor: Int?
    var selection: Selection
    /// The overlays below.
    var under: [any Overlay]
  }

  var field: TextField
  @Boxed var origin: Origin

  static let place = KeyPlace.filter
  var isOfPane: Bool { origin.under.isEmpty }
  var isPopup: Bool { origin.under.last?.isPopup ?? false }

  func close(in monitor: inout Monitor) {
    monitor.finding.popupFind = nil
    monitor.finding.find = nil
    comeBack(in: &monitor)
  }

  private func comeBack(in monitor: inout Monitor) {
    if monitor.cursor != origin.cursor { monitor.go(to: origin.cursor) }
    monitor.selection = origin.selection
    monitor.overlays.all = origin.under
  }

  mutating func take(_ key: Key, in monitor: inout Monitor) -> [MonitorEffect]? {
    if key == .enter {
      monitor.pop()
      // The title shows the result.
      if field.text.isEmpty { _ = monitor.stopFinding() }
      return []
    }
    _ = field.handle(key)
    find(in: &monitor)
    return []
  }

  mutating func paste(_ text: String, in monitor: inout Monitor) -> Bool {
    monitor.insert(text, into: &field)
    find(in: &monitor)
    return true
  }

  /// Searches for the text as typed so far, from where typing started.
  private func find(in monitor: inout Monitor) {
    monitor.message = nil
    comeBack(in: &monitor)
    let text = FindText(field.text)
    if origin.under.isEmpty {
      monitor.push(self)
      monitor.find(text)
      if text != nil { monitor.selectNearest() }
    } else {
      monitor.finding.popupFind = text
      monitor.finding.popupLine = nil
      if text != nil { monitor.findInPopup(forward: true) }
      monitor.push(self)
    }
  }

  func draw(_ monitor: Monitor, _ layout: Layout, on buffer: inout CellBuffer) -> Point? {
    if !origin.under.isEmpty {
      var covered = monitor
      covered.pop()
      _ = covered.drawOverlay(layout, on: &buffer)
    }
    return monitor.drawTyped(field, after: "/", layout, on: &buffer)
  }
}

/// Rows of the event list that are marked, by the user or by the scenario.
extension Monitor {
  /// The maximum number of rows that the user can mark.
  private static let markLimit = 1_000

  /// Marks the selected row, or removes its mark.
  mutating func toggleMark() {
    guard let row = view.row else { return say(.hint("there is no event to mark yet")) }
    let event = "event \(row.number) \(row.event.shortName)"
    let place = finding.marks.partitioningIndex { $0 >= row.number }
    if place < finding.marks.count, finding.marks[place] == row.number {
      finding.marks.remove(at: place)
      message = .ok("\(event) is no longer marked")
    } else if let name = names(ofRow: row.number).first {
      message = .hint("the scenario marks \(event) as \(name): that mark stays")
    } else if finding.marks.count >= Self.markLimit {
      message = .failure(
        "\(Self.markLimit) events are marked, the limit: go to one with u and press m to unmark it")
    } else {
      finding.marks.insert(row.number, at: place)
      message = .ok("\(event) is marked: :next bookmark goes from mark to mark")
    }
    indexRows()
  }

  /// Selects the next or the previous mark, wrapping around at the ends.
  mutating func goToMark(forward: Bool) {
    let rows = markedRows
    guard let first = rows.first, let last = rows.last else {
      return say(.hint("no event is marked: :bookmark marks the selected one"))
    }
    let here = view.row?.number ?? 0
    let next = forward ? rows.first { $0 > here } : rows.last { $0 < here }
    let row = next ?? (forward ? first : last)
    show(row: row)
    let number = (rows.firstIndex(of: row) ?? 0) + 1
    let names = names(ofRow: row).map { " \"\($0)\"" }.joined(separator: ",")
    let name = view.row?.event.shortName ?? ""
    let again = next == nil && rows.count > 1 ? (forward ? ", the first again" : ", the last") : ""
    message = .ok("mark \(number) of \(rows.count)\(names)\(again): event \(row) \(name)")
  }

  private var markedRows: [Int] {
    let rows = Set(finding.marks + Array(run.marks.values))
    return rows.filter { $0 > 0 && $0 <= shownRows }.sorted()
  }

  /// Returns the names that the scenario gave to a row.
  private func names(ofRow row: Int) -> [String] {
    run.marks.elements.filter { $0.value == row }.map(\.key)
  }
}
