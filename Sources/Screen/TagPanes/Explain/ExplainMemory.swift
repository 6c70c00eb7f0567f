import Synchronization
import TagInspection
package import TagRuntime
package import TagSimulation
import TagWords
import TerminalKit

/// A cache of the results of explanations, so that a redraw without changes computes nothing.
///
/// Pages are cached with the view for which they were made; a view is replaced whenever the run or
/// the selected row changes.
package final class ExplainMemory: Sendable {
  private struct Kept {
    var subject: Explained
    var columns: Int
    var isWhole: Bool
    var borders: Borders
    var wording: LogWording
    var isAsking: Bool
    var view: WorldView
    var page: PageText

    func isOf(
      _ subject: Explained, _ columns: Int, _ isWhole: Bool, _ context: ScreenContext
    ) -> Bool {
      guard view === context.view, self.columns == columns, self.isWhole == isWhole,
        borders == context.borders, wording == context.wording, isAsking == context.isAsking
      else { return false }
      return self.subject == subject
    }
  }

  private struct State {
    var pages: [Kept] = []
    var record = RunRecord()
    var madePages = 0
    /// Whether a rule of a container asks for a path, as far as it was needed.
    var asked: [ObjectIdentifier: [String: Bool]] = [:]
    /// The titles of the tags without a name.
    var titles: [ObjectIdentifier: [String: String]] = [:]
  }

  /// The maximum number of cached pages.
  private static let pageLimit = 6

  private let state = Mutex(State())

  package init() {}

  package var madePages: Int { state.withLock { $0.madePages } }

  /// Returns a page, and makes it if it is not cached.
  package func page(
    of subject: Explained, columns: Int, isWhole: Bool, in context: ScreenContext,
    _ make: () -> PageText
  ) -> PageText {
    let known: PageText? = state.withLock { state in
      state.pages.first { $0.isOf(subject, columns, isWhole, context) }?.page
    }
    if let known { return known }
    let page = make()
    let kept = Kept(
      subject: subject, columns: columns, isWhole: isWhole, borders: context.borders,
      wording: context.wording,
      isAsking: context.isAsking, view: context.view, page: page)
    state.withLock { state in
      state.madePages += 1
      if state.pages.count >= Self.pageLimit { state.pages.removeFirst() }
      state.pages.append(kept)
    }
    return page
  }

  /// Whether a rule of a container has a condition on a path of the data layer, or on a parameter.
  package func isAsked(_ path: String, by container: CompiledContainer) -> Bool {
    let id = ObjectIdentifier(container)
    if let known = state.withLock({ $0.asked[id]?[path] }) { return known }
    let isAsked = !container.readers(ofPath: path).rules.isEmpty
    state.withLock { $0.asked[id, default: [:]][path] = isAsked }
    return isAsked
  }

  /// Returns the name of a tag on the screen: one without a name is named by what it does.
  package func title(ofTag name: String, in container: CompiledContainer?) -> String {
    guard let container, container.version.tags.contains(where: { $0.name?.isEmpty ?? true })
    else { return name }
    let id = ObjectIdentifier(container)
    if let known = state.withLock({ $0.titles[id] }) { return known[name] ?? name }
    let titles = ContainerDescription(of: container.version, file: "", bytes: 0).titles
    let named = Dictionary(zip(container.tagNames, titles)) { first, _ in first }
    state.withLock { $0.titles[id] = named }
    return named[name] ?? name
  }

  /// Returns the record of a run so far, as explanations need it.
  ///
  /// - Complexity: O(n) in the rows since the last call.
  package func record(of timeline: Timeline) -> RunRecord {
    state.withLock { state in
      state.record.follow(timeline)
      return state.record
    }
  }
}

/// The record of a run, as explanations need it: the events that evaluated a container, the tags
/// that fired, the changes of the network. It grows with the run.
package struct RunRecord: Sendable {
  package struct Tag: Hashable {
    var container: String
    var name: String
  }

  /// The maximum number of rows to scan, the newest; a run of a million would take too long.
  package static let rowLimit = 20_000

  package private(set) var fired: [Tag: [Int]] = [:]
  package private(set) var asked: [String: [Int]] = [:]
  /// The rows after which a value can be different.
  package private(set) var turns: [Int] = []
  /// The rows around which values other than pushed ones come and go.
  private(set) var bounds: [Int] = []
  private var networks: [(row: Int, wall: WallTime)] = []
  private var dispatches: [(row: Int, wall: WallTime)] = []
  private var last: (number: Int, name: String, wall: WallTime)?
  /// The row after which the record begins.
  package private(set) var first = 0

  /// Adds new rows, or begins again if the run is another one.
  package mutating func follow(_ timeline: Timeline) {
    let rows = timeline.rows
    if let last {
      let isSame =
        last.number <= rows.count && rows[last.number - 1].event.name == last.name
        && rows[last.number - 1].event.wall == last.wall
      if !isSame { self = RunRecord() }
    }
    var next = last?.number ?? 0
    if next == 0, rows.count > Self.rowLimit {
      next = rows.count - Self.rowLimit
      first = next
    }
    while next < rows.count {
      take(rows[next])
      next += 1
    }
    guard let row = rows.last else { return }
    last = (row.number, row.event.name, row.event.wall)
  }

  private mutating func take(_ row: Timeline.Row) {
    switch row.event.kind {
    case .update(let update, _):
      for firing in update.firings {
        if firing.tagCount == 0 { continue }
        asked[firing.container, default: []].append(row.number)
        for tag in firing.tags where tag.didFire {
          fired[Tag(container: firing.container, name: tag.name), default: []].append(row.number)
        }
      }
      turns.append(row.number)
    case .network: networks.append((row.number, row.event.wall))
    case .dispatched: dispatches.append((row.number, row.event.wall))
    case .containerAvailable, .refreshed, .closed, .deviceChanged, .launched, .firebaseTold:
      turns.append(row.number)
      bounds += [row.number - 1, row.number]
    case .killed: bounds.append(row.number - 1)
    default: break
    }
  }

  package func rows(ofTag name: String, in container: String) -> [Int] {
    fired[Tag(container: container, name: name)] ?? []
  }

  /// Returns the row that set the state of the network at a time.
  package func network(at wall: WallTime, upTo row: Int) -> Int? {
    networks.last { $0.row <= row && $0.wall <= wall }?.row
  }

  /// Returns the row of the dispatch that ended at a time.
  package func dispatch(at wall: WallTime) -> Int? { dispatches.first { $0.wall >= wall }?.row }
}
