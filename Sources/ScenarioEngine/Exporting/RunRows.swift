import OrderedCollections
import TagRuntime
package import TagSimulation

/// The rows of a whole run that a filter means: its events, the tags that fired, its hits.
package struct RunRows: Sendable {
  private let run: ScenarioRun
  private let words: FactWords

  /// Those of a run that was played.
  package init(_ run: ScenarioRun) {
    self.run = run
    words = FactWords(run.timeline.live.world.zone, isWhole: true)
  }

  private var timeline: Timeline { run.timeline }

  // MARK: Events

  /// The rows of the event list as facts.
  ///
  /// - Complexity: O(n) in the events.
  package func events(where filter: RowFilter?) -> [RunFact] {
    let marked = Set(run.marks.values)
    let zone = timeline.live.world.zone
    return timeline.rows.compactMap { row in
      let facts = EventFacts(row.event).facts(
        number: row.number, time: { zone.civil(at: row.event.wall).timeText },
        hits: row.event.hits.compactMap { $0 }, isMarked: marked.contains(row.number))
      return filter?.means(facts) ?? true ? words.event(row) : nil
    }
  }

  // MARK: Hits

  /// Those hits of a run that are meant.
  package func hits(of traffic: RunTraffic, where filter: RowFilter?) -> [HitStory] {
    guard let filter else { return traffic.hits }
    return traffic.hits.filter { filter.means(RowFacts(of: $0, in: timeline.live)) }
  }

  /// Those hits as facts.
  package func facts(of traffic: RunTraffic, where filter: RowFilter?) -> [RunFact] {
    hits(of: traffic, where: filter).map { words.hit($0, traffic.row(of: $0)) }
  }

  // MARK: Firings

  /// The tags that fired as facts, each with its event and what became of its hits.
  ///
  /// - Complexity: O(n) in the firings.
  package func firings(where filter: RowFilter?) -> [RunFact] {
    meant(filter).map { firing in
      let row = timeline.rows[firing.row - 1]
      return RunFact(
        "firing",
        [
          "row": .int(Int64(firing.row)), "time": words.time(row.event.wall),
          "event": row.event.eventName.map { .string($0) } ?? .null,
          "tag": .string(timeline.firings.name(of: firing)),
          "outcome": .string(firing.words),
          "hit": firing.hit.map { .int($0) } ?? .null, "hits": .int(Int64(firing.hits)),
        ])
    }
  }

  /// What is told of the tags that fired, by which each is explained.
  ///
  /// - Complexity: O(n) in the events at which one fired; each is evaluated again.
  package func tags(where filter: RowFilter?) -> [RunFact] {
    var asked: OrderedDictionary<Int, Set<String>> = [:]
    for firing in meant(filter) {
      asked[firing.row, default: []].insert(timeline.firings.name(of: firing))
    }
    return asked.elements.flatMap { number, names -> [RunFact] in
      let explanations = timeline.traced(row: timeline.rows[number - 1])?.explanations ?? []
      return explanations.flatMap { $0.complete().tags }
        .filter { $0.didFire && names.contains($0.name) }
        .map {
          words.tag($0, timeline.live.fate(of: $0, at: timeline.rows[number - 1].event), number)
        }
    }
  }

  /// How many of the firings are not remembered one by one.
  package var leftFirings: Int { timeline.firings.dropped }

  private func meant(_ filter: RowFilter?) -> [FiringIndex.Firing] {
    let firings = timeline.firings
    return (firings.dropped..<firings.count).map { firings[$0] }
      .filter { filter?.means(RowFacts(of: $0, in: timeline)) ?? true }
  }
}
