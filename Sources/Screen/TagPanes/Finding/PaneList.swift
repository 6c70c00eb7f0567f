import Synchronization
import TagRuntime
package import TagSimulation
import TagWords
package import TerminalKit
import TextKit

/// The listed rows of a pane: all of them, or those that pass a filter.
package struct PaneList: Sendable {
  /// The rows, with the headings above them.
  package var items: [PaneItem]
  /// The places among the items of those that can be selected.
  package var selectable: [Int]
  /// The place of each of these among all rows of the pane.
  package var places: [Int]
  /// The number of rows without a filter.
  package var total: Int

  package init(_ items: [PaneItem]) {
    self.items = items
    selectable = items.selectable
    places = Array(selectable.indices)
    total = places.count
  }

  /// Lists the rows that pass a test, with the headings of these.
  package init(_ all: [PaneItem], where isMeant: (PaneItem) -> Bool) {
    (items, selectable, places, total) = ([], [], [], 0)
    var heading: PaneItem?
    for item in all {
      if item.target != nil {
        defer { total += 1 }
        guard isMeant(item) else { continue }
        if let heading { items.append(heading) }
        heading = nil
        selectable.append(items.count)
        places.append(total)
        items.append(item)
      } else if [.head, .columns].contains(item.kind) {
        items.append(item)
      } else if item.kind == .heading {
        heading = item
      }
    }
  }

  /// Returns the index among the selectable rows of a row, given its place among all rows. For a
  /// row that is not listed it is the next one's, and -1 if there is none.
  package func index(of place: Int) -> Int {
    guard place >= 0 else { return -1 }
    return min(places.partitioningIndex { $0 >= place }, places.count - 1)
  }
}

/// What was computed for a frame: the rows of each pane, which decide the sizes of the panes, what
/// is scrolled to and what is drawn, and the frame itself.
///
/// It belongs to one state of the monitor, and to all copies of that state.
package final class FrameMemory: Sendable {
  struct Key: Hashable {
    var pane: Pane
    var columns: Int
  }

  let lists = Mutex<[Key: PaneList]>([:])
  private let frame = Mutex<Frame?>(nil)
  private let acted = Mutex<Simulation?>(nil)

  package init() {}

  func list(of pane: Pane, columns: Int, _ make: () -> PaneList) -> PaneList {
    let key = Key(pane: pane, columns: columns)
    if let list = lists.withLock({ $0[key] }) { return list }
    let list = make()
    lists.withLock { $0[key] = list }
    return list
  }

  /// Returns the world on which keys act, which most keys ask whether they can; made once.
  package func actedWorld(_ make: () -> Simulation) -> Simulation {
    if let known = acted.withLock({ $0 }) { return known }
    let made = make()
    acted.withLock { $0 = made }
    return made
  }

  /// Returns the frame of a size, made once.
  package func frame(of size: Size, _ make: () -> Frame) -> Frame {
    if let known = frame.withLock({ $0 }), known.buffer.size == size { return known }
    let made = make()
    frame.withLock { $0 = made }
    return made
  }
}

extension PaneView {
  /// Returns the listed rows.
  ///
  /// - Complexity: O(n) in the rows of the pane.
  package func list(columns: Int) -> PaneList {
    context.drawn.list(of: Self.pane, columns: columns) { makeList(columns: columns) }
  }

  private func makeList(columns: Int) -> PaneList {
    let items = items(columns: columns)
    let filter = filtersItself ? nil : context.filter(of: Self.pane)
    let isOfDifferences = showsDifferences
    guard filter != nil || isOfDifferences else { return PaneList(items) }
    var list = PaneList(items) { item in
      guard let facts = item.shownFacts else { return false }
      return (!isOfDifferences || facts.has(.changed)) && filter?.means(facts) ?? true
    }
    guard list.total > 0 else { return PaneList(items) }
    let said: String
    if list.places.isEmpty {
      said =
        filter.map { "the filter \($0.text) hides all \(list.total): Esc shows them" }
        ?? "nothing changed here: Esc shows all \(list.total)"
    } else if list.places.count < list.total {
      said = "Esc shows all \(list.total) again"
      list.items.append(PaneItem([Line()]))
    } else {
      return list
    }
    list.items.append(PaneItem(wrapped(said, columns: columns, indent: 1, .dim)))
    return list
  }

  /// Whether the pane lists only changes.
  package var showsDifferences: Bool { context.finding.differences.contains(Self.pane) }
}

/// The rows of a pane that contain a text.
package struct PaneMatches: Sendable, Hashable {
  /// The maximum number of rows that are searched.
  package static let rowLimit = 2_000

  /// Their places among all rows of the pane; for a pane without selectable rows, line numbers.
  package var places: [Int]
  /// The place of the selected row, or the first visible line.
  package var current: Int
  package var total: Int
  /// Whether they are lines instead of rows.
  package var isOfLines = false
  /// The number of searched rows, if it is not all.
  package var looked: Int?

  package init(
    places: [Int], current: Int, total: Int, isOfLines: Bool = false, looked: Int? = nil
  ) {
    self.places = places
    self.current = current
    self.total = total
    self.isOfLines = isOfLines
    self.looked = looked
  }

  /// "1 of 3", or "3 found" if none of them is selected.
  package var text: String {
    let more = looked.map { ", \($0) searched" } ?? ""
    guard !places.isEmpty else { return "0 of \(total)" + more }
    let index = places.partitioningIndex { $0 >= current }
    guard index < places.count, places[index] == current else {
      return "\(places.count) found" + more
    }
    return "\(index + 1) of \(places.count)" + more
  }
}

extension PaneView {
  /// Returns the rows of the list that contain a text.
  ///
  /// - Complexity: O(n) in the rows, up to a limit.
  package func listMatches(of find: FindText, columns: Int) -> PaneMatches {
    let list = list(columns: columns)
    guard !list.selectable.isEmpty else {
      let lines = list.items.flatMap { $0.lines() }
      let places = lines.indices.prefix(PaneMatches.rowLimit).filter {
        find.isFound(in: lines[$0].text)
      }
      return PaneMatches(places: places, current: top, total: lines.count, isOfLines: true)
    }
    var places: [Int] = []
    for (index, place) in zip(list.selectable, list.places).prefix(PaneMatches.rowLimit) {
      let item = list.items[index]
      let text = item.shownFacts?.text() ?? item.lines().map(\.text).joined(separator: "\n")
      if find.isFound(in: text) { places.append(place) }
    }
    let picked = list.index(of: place(among: list.total))
    let count = list.places.count
    return PaneMatches(
      places: places, current: picked >= 0 ? list.places[picked] : -1, total: count,
      looked: count > PaneMatches.rowLimit ? PaneMatches.rowLimit : nil)
  }

  /// Returns the title's note on the search and the filter, at a width; empty for neither. Typed
  /// texts are shortened before their results.
  package func lookNote(columns: Int) -> String {
    var parts: [(typed: String, said: String)] = []
    if showsDifferences { parts.append(("", "differences only")) }
    if let filter = context.filter(of: Self.pane) {
      let (shown, all) = counts(columns: columns)
      let soFar = Self.pane == .events && context.finding.isBehind(timeline) ? " so far" : ""
      parts.append(("f \(filter.text)", "\(shown) of \(all)\(soFar)"))
    }
    if let find = context.find(in: Self.pane) {
      parts.append(("/\(find.text)", matches(of: find, columns: columns).text))
    }
    // The text that was typed last is shown longest.
    for hidden in 0..<max(1, parts.count) {
      let note = joined(parts, hidden: hidden, columns: columns)
      if TextWidth.columns(of: TerminalText.visible(note)) <= columns { return note }
    }
    return parts.last?.said ?? ""
  }

  private func joined(
    _ parts: [(typed: String, said: String)], hidden: Int, columns: Int
  ) -> String {
    let typed = parts.dropFirst(hidden).count { !$0.typed.isEmpty }
    let said = parts.reduce(3 * (parts.count - 1) + 2 * typed) {
      $0 + TextWidth.columns(of: $1.said)
    }
    let room = max(Self.typedColumns, (columns - said) / max(1, typed))
    let shown = parts.enumerated().map { index, part in
      let text = Names.shortened(part.typed, to: room, context.borders)
      return index < hidden || text.isEmpty ? part.said : "\(text)  \(part.said)"
    }
    return shown.joined(separator: "   ")
  }

  /// The least width of a typed text.
  private static var typedColumns: Int { 6 }
}

extension Line {
  /// The text of the line, without styles.
  package var text: String { pieces.map(\.text).joined() }
}
