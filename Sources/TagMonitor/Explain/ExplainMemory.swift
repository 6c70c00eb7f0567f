import ScenarioEngine
import Synchronization
import TagRuntime
import TagSimulation
import TerminalKit

/// What explanations have found out, so that a redraw that changes nothing finds out nothing.
///
/// Pages are kept with the view that they were made in; a view is made anew whenever the run or the
/// row that is looked at changes.
final class ExplainMemory: Sendable {
  private struct Kept {
    var subject: Explained
    var columns: Int
    var borders: Borders
    var wording: LogWording
    var isAsking: Bool
    var view: WorldView
    var page: PageText

    func isOf(_ subject: Explained, _ columns: Int, _ context: ScreenContext) -> Bool {
      guard view === context.view, self.columns == columns, borders == context.borders,
        wording == context.wording, isAsking == context.isAsking
      else { return false }
      return self.subject == subject
    }
  }

  private struct State {
    var pages: [Kept] = []
    var record = RunRecord()
    var madePages = 0
  }

  /// How many pages are kept.
  private static let pageLimit = 6

  private let state = Mutex(State())

  /// How many pages were made so far.
  var madePages: Int { state.withLock { $0.madePages } }

  /// A page, made where none is kept.
  func page(
    of subject: Explained, columns: Int, in context: ScreenContext, _ make: () -> PageText
  ) -> PageText {
    let known: PageText? = state.withLock { state in
      state.pages.first { $0.isOf(subject, columns, context) }?.page
    }
    if let known { return known }
    let page = make()
    let kept = Kept(
      subject: subject, columns: columns, borders: context.borders, wording: context.wording,
      isAsking: context.isAsking, view: context.view, page: page)
    state.withLock { state in
      state.madePages += 1
      if state.pages.count >= Self.pageLimit { state.pages.removeFirst() }
      state.pages.append(kept)
    }
    return page
  }

  /// What happened in a run so far, by what explanations ask for.
  ///
  /// - Complexity: O(n) in the rows since it was asked for last.
  func record(of timeline: Timeline) -> RunRecord {
    state.withLock { state in
      state.record.follow(timeline)
      return state.record
    }
  }
}

/// What happened in a run, by what explanations ask for: which events a container was asked at,
/// which tags fired, when the network changed. It grows with the run.
struct RunRecord: Sendable {
  /// A tag of a container.
  struct Tag: Hashable {
    var container: String
    var name: String
  }

  /// How many rows are looked through at most, the newest; a run of a million would take too long.
  static let rowLimit = 20_000

  private(set) var fired: [Tag: [Int]] = [:]
  private(set) var asked: [String: [Int]] = [:]
  /// Rows after which a value may be another.
  private(set) var turns: [Int] = []
  private var networks: [(row: Int, wall: WallTime)] = []
  private var dispatches: [(row: Int, wall: WallTime)] = []
  private var last: (number: Int, name: String, wall: WallTime)?
  /// The row behind which it begins.
  private(set) var first = 0

  /// Takes in what is new; begins anew where the run is another one.
  mutating func follow(_ timeline: Timeline) {
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
    default: break
    }
  }

  /// The rows at which a tag fired.
  func rows(ofTag name: String, in container: String) -> [Int] {
    fired[Tag(container: container, name: name)] ?? []
  }

  /// The row by which the network became what it was at a time.
  func network(at wall: WallTime, upTo row: Int) -> Int? {
    networks.last { $0.row <= row && $0.wall <= wall }?.row
  }

  /// The row of the dispatch that ended at a time.
  func dispatch(at wall: WallTime) -> Int? { dispatches.first { $0.wall >= wall }?.row }
}
