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
  /// - Complexity: O(1) if the record reads the rows of the run, else O(n) in the rows since the
  ///   last call.
  package func record(of timeline: Timeline) -> RunRecord {
    if let known = timeline.reader(RunRecord.self) { return known }
    return state.withLock { state in
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

  /// The number of rows that are kept at least, the newest, in a longer run.
  package static let rowLimit = 20_000

  package private(set) var fired: [Tag: [Int]] = [:]
  package private(set) var asked: [String: [Int]] = [:]
  /// The rows after which a value can be different.
  package private(set) var turns: [Int] = []
  /// The rows around which values other than pushed ones come and go; negative for rows after which
  /// nothing comes.
  private var changes: [Int] = []
  private var networks: [(row: Int, wall: WallTime)] = []
  private var dispatches: [(row: Int, wall: WallTime)] = []
  private var last: (number: Int, name: String, wall: WallTime)?
  /// The row after which the record begins.
  package private(set) var first = 0

  package init() {}

  /// The rows around which values other than pushed ones come and go.
  var bounds: [Int] { changes.flatMap { $0 < 0 ? [-$0 - 1] : [$0 - 1, $0] } }

  /// Adds new rows, or begins again if the run is another one.
  package mutating func follow(_ timeline: Timeline) {
    let count = timeline.rowCount
    if let last {
      let event = last.number <= count ? timeline.row(at: last.number).event : nil
      if event?.name != last.name || event?.wall != last.wall { self = RunRecord() }
    }
    var next = last?.number ?? 0
    if next == 0, count > Self.rowLimit {
      next = count - Self.rowLimit
      first = next
    }
    timeline.forEachRow(in: (next + 1)...) { read($0.event, number: $0.number) }
    guard let row = timeline.lastRow else { return }
    last = (row.number, row.event.name, row.event.wall)
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

extension RunRecord: RowReader {
  package mutating func read(_ row: EventRow, number: Int) {
    switch row.kind {
    case .update(let update, _):
      for firing in update.firings {
        if firing.tagCount == 0 { continue }
        asked[firing.container, default: []].append(number)
        for tag in firing.tags where tag.didFire {
          fired[Tag(container: firing.container, name: tag.name), default: []].append(number)
        }
      }
      turns.append(number)
    case .network: networks.append((number, row.wall))
    case .dispatched: dispatches.append((number, row.wall))
    case .containerAvailable, .refreshed, .closed, .deviceChanged, .launched, .firebaseTold:
      turns.append(number)
      changes.append(number)
    case .killed: changes.append(-number)
    default: break
    }
    guard number - first >= 2 * Self.rowLimit else { return }
    first = number - Self.rowLimit
    keep(first + 1...number)
  }

  package mutating func forget(after number: Int) {
    first = min(first, number)
    keep(first...number)
  }

  private mutating func keep(_ rows: ClosedRange<Int>) {
    func keep<Item>(_ list: inout [Item], _ row: (Item) -> Int) {
      list.removeSubrange(list.partitioningIndex { row($0) > rows.upperBound }...)
      list.removeSubrange(..<list.partitioningIndex { row($0) >= rows.lowerBound })
    }
    for tag in fired.keys { keep(&fired[tag, default: []]) { $0 } }
    for container in asked.keys { keep(&asked[container, default: []]) { $0 } }
    keep(&turns) { $0 }
    keep(&changes) { abs($0) }
    keep(&networks) { $0.row }
    keep(&dispatches) { $0.row }
  }
}
