import OrderedCollections
import TagRuntime
import TagSimulation
package import TagWords

/// The rows of a whole run that match a filter: its events, the tags that fired, its hits.
package struct RunRows: Sendable {
  /// The rows of a run.
  package enum Kind: String, Sendable, CaseIterable {
    case hits, events, firings

    /// The list whose fields their filter uses.
    package var list: FilteredList {
      switch self {
      case .hits: .hits
      case .events: .events
      case .firings: .firings
      }
    }
  }

  private let run: ScenarioRun
  private let filter: RowFilter?
  private let words: FactWords

  /// Creates the rows of a run that match a filter; nil means all.
  package init(_ run: ScenarioRun, where filter: RowFilter?) {
    (self.run, self.filter) = (run, filter)
    words = FactWords(run.timeline.live.world.zone, isWhole: true)
  }

  private var timeline: Timeline { run.timeline }

  /// Passes on the rows in order, as a form has them, each when it is made.
  ///
  /// - Returns: remarks about the rows that are left out.
  /// - Complexity: O(n) in the rows; events with a firing are evaluated again for lines of JSON.
  package func forEach<Failure: Error>(
    _ kind: Kind, as form: ReportFormat, _ body: (ReportRow) throws(Failure) -> Void
  ) throws(Failure) -> [String] {
    switch kind {
    case .events:
      let marked = Set(run.marks.values)
      try timeline.forEachRow { (row) throws(Failure) in
        if isMeant(row, marked) { try body(.fact(words.event(row))) }
      }
      return []
    case .firings where form == .csv:
      for firing in firings { try body(.fact(fact(of: firing))) }
      return remarks(left: timeline.firings.dropped, "firing")
    case .firings:
      for (number, names) in names(of: firings).elements {
        for tag in words.fired(names, at: timeline.row(at: number), in: timeline) {
          try body(.fact(tag))
        }
      }
      return remarks(left: timeline.firings.dropped, "firing")
    case .hits:
      let traffic = RunTraffic(timeline)
      let hits = traffic.hits.filter { hit in
        filter?.means(RowFacts(of: hit, in: timeline.live)) ?? true
      }
      if form == .har || form == .curl { return try requests(of: hits, traffic, body) }
      for hit in hits { try body(.fact(words.hit(hit, traffic.row(of: hit)))) }
      return remarks(left: traffic.leftHits, "hit")
    }
  }

  /// Returns the remark about rows at the start of the run that are no longer remembered.
  private func remarks(left count: Int, _ noun: String) -> [String] {
    guard count > 0 else { return [] }
    return [
      "the first \(Counted.text(count, noun)) of the run are no longer remembered and are left out"
    ]
  }

  // MARK: Events

  private func isMeant(_ row: Timeline.Row, _ marked: Set<Int>) -> Bool {
    guard let filter else { return true }
    let zone = timeline.live.world.zone
    return filter.means(
      EventFacts(row.event).facts(
        number: row.number, time: { zone.civil(at: row.event.wall).timeText },
        hits: row.event.hits.compactMap { $0 }, isMarked: marked.contains(row.number)))
  }

  // MARK: Requests

  private func requests<Failure: Error>(
    of hits: [HitStory], _ traffic: RunTraffic, _ body: (ReportRow) throws(Failure) -> Void
  ) throws(Failure) -> [String] {
    let wanted = Set(hits.compactMap { HitKey($0.id, $0.hit.created) })
    var carried: Set<HitKey> = []
    for entry in traffic.requests {
      let keys = entry.request.hits.compactMap { HitKey($0.id, $0.hit.created) }
      carried.formUnion(keys)
      guard filter == nil || keys.contains(where: wanted.contains) else { continue }
      try body(.request(traffic.sent(entry)))
    }
    let unsent = hits.count - wanted.intersection(carried).count
    let are = unsent == 1 ? "is" : "are"
    return
      (unsent > 0 ? ["\(Counted.text(unsent, "hit")) \(are) not in any request and left out"] : [])
      + remarks(left: traffic.leftRequests, "request")
  }

  // MARK: Firings

  /// Returns a firing with its event and the outcome of its hits.
  private func fact(of firing: FiringIndex.Firing) -> RunFact {
    let row = timeline.row(at: firing.row)
    return RunFact(
      "firing",
      [
        "row": .count(firing.row), "time": words.time(row.event.wall),
        "event": .text(row.event.eventName),
        "tag": .string(timeline.firings.name(of: firing)),
        "outcome": .string(firing.words),
        "hit": firing.hit.map { .int($0) } ?? .null, "hits": .count(firing.hits),
      ])
  }

  private func names(
    of firings: some Sequence<FiringIndex.Firing>
  ) -> OrderedDictionary<Int, Set<String>> {
    var names: OrderedDictionary<Int, Set<String>> = [:]
    for firing in firings {
      names[firing.row, default: []].insert(timeline.firings.name(of: firing))
    }
    return names
  }

  private var firings: some Sequence<FiringIndex.Firing> {
    let firings = timeline.firings
    return (firings.dropped..<firings.count).lazy.map { firings[$0] }
      .filter { filter?.means(RowFacts(of: $0, in: timeline)) ?? true }
  }
}
