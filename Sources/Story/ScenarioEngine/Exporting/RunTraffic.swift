import OrderedCollections
package import TagRuntime
package import TagSimulation

/// The identity of a hit: its number on the phone, and the time, which distinguishes it from one of
/// another installation.
package struct HitKey: Sendable, Hashable {
  package let id: Int64
  package let made: WallTime

  /// Creates the key of a hit; nil for one that was never stored.
  package init?(_ id: Int64?, _ made: WallTime) {
    guard let id else { return nil }
    (self.id, self.made) = (id, made)
  }
}

/// All requests and hits of a run, including those that its world has forgotten at the end.
package struct RunTraffic: Sendable {
  /// The maximum number of requests, and of hits; beyond it, the first ones are left out.
  package static let limit = 100_000

  /// The requests with hits, oldest first.
  package private(set) var requests: [RequestLog.Entry] = []
  /// The hits in the order in which they were made; those that were never stored are last.
  package private(set) var hits: [HitStory] = []
  /// The number of requests left out.
  package private(set) var leftRequests = 0
  /// The number of hits left out.
  package private(set) var leftHits = 0

  private let zone: ZoneRules
  private var stories: OrderedDictionary<HitKey, HitStory> = [:]
  private var neverStored: [HitStory] = []
  private var rows: [HitKey: Int] = [:]
  /// The number of ended hits at the last collection.
  private var endedCount = 0

  /// Collects the traffic of a history.
  ///
  /// - Complexity: O(n) in the rows, and in the steps of a long run.
  package init(_ timeline: Timeline) {
    zone = timeline.live.world.zone
    timeline.forEachRow { row in
      for hit in row.event.hits {
        if let key = HitKey(hit, row.event.wall) { rows[key] = row.number }
      }
    }
    let world = timeline.live.world
    if world.requests.count > world.requests.entries.count || world.ledger.hasForgotten {
      var walk = timeline.beginning()
      for number in 0..<timeline.stepCount {
        walk.redo(step: number + 1, of: timeline)
        takeOften(walk.live.world)
      }
    }
    take(world)
    let waiting = world.disk.hits.prefix(Self.limit).compactMap { world.hit($0.id) }
    for story in waiting { keep(story) }
    let ends = stories.values + neverStored
    hits = ends.enumerated().sorted { left, right in
      (row(of: left.element) ?? .max, left.offset) < (row(of: right.element) ?? .max, right.offset)
    }.map(\.element)
    leftHits += world.disk.hits.count - waiting.count + max(0, hits.count - Self.limit)
    hits = hits.suffix(Self.limit)
  }

  /// Returns the number of the row that made a hit; nil if it is not known.
  package func row(of story: HitStory) -> Int? {
    HitKey(story.id, story.hit.created).flatMap { rows[$0] }
  }

  /// Returns a request for export, with the outcomes of its hits.
  func sent(_ entry: RequestLog.Entry) -> SentRequest {
    SentRequest(entry, hits: entry.request.hits.map { carried(of: $0) }, in: zone)
  }

  private func carried(of stored: StoredHit) -> SentRequest.Carried {
    let key = HitKey(stored.id, stored.hit.created)
    return SentRequest.Carried(
      stored: stored, story: key.flatMap { stories[$0] }, row: key.flatMap { rows[$0] })
  }

  // MARK: Collecting

  /// Collects new traffic before the world forgets it.
  private mutating func takeOften(_ world: World) {
    let newRequests = world.requests.count - (requests.last?.number ?? 0)
    let newHits = world.ledger.sent + world.ledger.lost - endedCount
    if max(newRequests, newHits) >= RequestLog.remembered / 2 { take(world) }
  }

  private mutating func take(_ world: World) {
    // Requests in flight have been answered since.
    if let first = world.requests.entries.first {
      while let last = requests.last, last.number >= first.number { requests.removeLast() }
    }
    requests += world.requests.entries
    if requests.count > Self.limit {
      leftRequests += requests.count - Self.limit
      requests.removeFirst(requests.count - Self.limit)
    }
    let ended = world.ledger.ended
    let count = world.ledger.sent + world.ledger.lost
    for (place, hit) in ended.enumerated() {
      if hit.id != nil {
        // A hit that was given up may have arrived since.
        keep(HitStory(hit))
      } else if place >= ended.count - (count - endedCount) {
        neverStored.append(HitStory(hit))
      }
    }
    endedCount = count
  }

  private mutating func keep(_ story: HitStory) {
    if let key = HitKey(story.id, story.hit.created) { stories[key] = story }
  }
}

extension Ledger {
  /// Whether the ledger has forgotten hits that have ended.
  fileprivate var hasForgotten: Bool { sent + lost > ended.count }
}
