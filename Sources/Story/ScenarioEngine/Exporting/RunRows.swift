import OrderedCollections
import TagRuntime
package import TagSimulation
package import TagWords

/// The rows of a whole run that match a filter: its events, the tags that fired, its hits.
package struct RunRows: Sendable {
  private let run: ScenarioRun
  private let words: FactWords

  package init(_ run: ScenarioRun) {
    self.run = run
    words = FactWords(run.timeline.live.world.zone, isWhole: true)
  }

  private var timeline: Timeline { run.timeline }

  // MARK: Events

  /// Returns the matching rows of the event list as facts.
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

  /// Returns the matching hits of a run.
  package func hits(of traffic: RunTraffic, where filter: RowFilter?) -> [HitStory] {
    guard let filter else { return traffic.hits }
    return traffic.hits.filter { filter.means(RowFacts(of: $0, in: timeline.live)) }
  }

  /// Returns the matching hits as facts.
  package func facts(of traffic: RunTraffic, where filter: RowFilter?) -> [RunFact] {
    hits(of: traffic, where: filter).map { words.hit($0, traffic.row(of: $0)) }
  }

  // MARK: Firings

  /// Returns the matching firings as facts, each with its event and the outcome of its hits.
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

  /// Returns the explained tags of the matching firings as facts.
  ///
  /// - Complexity: O(n) in the events with a firing; each is evaluated again.
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

  /// The number of firings that are not stored individually.
  package var leftFirings: Int { timeline.firings.dropped }

  private func meant(_ filter: RowFilter?) -> [FiringIndex.Firing] {
    let firings = timeline.firings
    return (firings.dropped..<firings.count).map { firings[$0] }
      .filter { filter?.means(RowFacts(of: $0, in: timeline)) ?? true }
  }
}
