package import TagRuntime

/// What becomes of every hit, counted by hand: one entry a hit, and one count for each place.
///
/// It is told what happened (a hit was made, a request left, the collector was given it, an answer
/// came), and says what that has to mean.
///
/// Source: Dispatch §5, Dispatch §6, Dispatch §7, Dispatch §9.
package struct ReferenceLedger: Sendable {
  /// Where a hit is.
  package enum Place: Sendable, Hashable {
    case waiting
    /// Done with, and the collector has it.
    case sent
    /// Given up, for this reason.
    case lost(String)
  }

  package struct Entry: Sendable {
    /// Its number on the phone's disk, under which the ledger finds it.
    package var id: Int64
    /// The queue that it waits in, which decides whether an error answer loses it.
    package var queue: HitQueue
    /// When the phone dated it, in milliseconds.
    package var created: Int64
    /// Until when the collector has to have it to be in time, in milliseconds; nil where that is
    /// not judged.
    package var cutoff: Int64?
    /// Waiting at first; an answer, or another end of its wait, changes it to sent or lost.
    package var place = Place.waiting
    package var tries = 0
    package var firstTried: Int64?
    package var lastTried: Int64?
    /// Whether the collector has it.
    package var isReceived = false

    package init(id: Int64, queue: HitQueue, created: Int64, cutoff: Int64?) {
      self.id = id
      self.queue = queue
      self.created = created
      self.cutoff = cutoff
    }
  }

  /// The answer to a request, which decides the place of each of its hits that still waits.
  package enum Answer: Sendable, Hashable {
    /// A status of the collector.
    case status(Int)
    /// A page of somebody else's with status 200.
    case portal
    case none
  }

  private var entries: [Int64: Entry] = [:]
  private var counts: [Place: Int] = [:]
  /// The hits that wait, by number, the oldest first.
  package private(set) var waiting: [Int64] = []
  /// Hits that were made and never stored, by reason.
  package private(set) var discarded: [String: Int] = [:]
  /// How often the collector was given a hit that it had.
  package private(set) var duplicates = 0
  /// How many hits reached it too late.
  package private(set) var late = 0
  /// How often something changed.
  package private(set) var changes = 0

  package init() {}

  // MARK: What happens

  /// A hit is on the disk.
  package mutating func stored(_ entry: Entry) {
    changes += 1
    entries[entry.id] = entry
    counts[.waiting, default: 0] += 1
    waiting.append(entry.id)
  }

  /// A hit was made and never stored.
  package mutating func discarded(for reason: String) {
    changes += 1
    discarded[reason, default: 0] += 1
  }

  /// The collector is given hits.
  package mutating func received(_ ids: [Int64], at trueTime: Int64) {
    changes += 1
    for id in ids {
      guard let entry = entries[id] else { continue }
      if entry.isReceived {
        duplicates += 1
        continue
      }
      entries[id]?.isReceived = true
      if let cutoff = entry.cutoff, trueTime > cutoff { late += 1 }
      // What was given up while it was on its way has arrived all the same.
      if case .lost = entry.place { settle(id, .sent) }
    }
  }

  /// An answer comes; gives what has to become of each hit of the request that still waits.
  ///
  /// - Parameters:
  ///   - answer: the answer.
  ///   - ids: the hits of the request.
  ///   - isStrict: whether the phone goes by the rules of a careful uploader.
  ///   - isAndroid: whether it is one with Android, where status 200 alone removes a hit, unless it
  ///     is strict (Platforms §8).
  ///   - wall: what the phone's clock shows.
  package mutating func answered(
    _ ids: [Int64], _ answer: Answer, isStrict: Bool, isAndroid: Bool = false, at wall: Int64
  ) -> [(id: Int64, place: Place)] {
    var due: [(Int64, Place)] = []
    for id in ids {
      guard var entry = entries[id], entry.place == .waiting else { continue }
      entry.tries += 1
      entry.firstTried = entry.firstTried ?? wall
      entry.lastTried = wall
      entries[id] = entry
      let place = Self.verdict(entry, answer, isStrict, isAndroid && !isStrict, wall)
      due.append((id, place == .waiting ? place : settle(id, place)))
    }
    return due
  }

  /// Whether a request may carry a hit: what was given up never leaves any more, but for what had
  /// to make room for others after it was read.
  package func maySend(_ id: Int64) -> Bool {
    switch entries[id]?.place {
    case nil, .waiting?, .lost("store-full")?, .lost("events-full")?: true
    case .sent?, .lost?: false
    }
  }

  /// Until when the collector has to have a hit of Analytics that was dated so, in milliseconds:
  /// four in the morning of the next day, by clocks that are changed once.
  ///
  /// Source: Dispatch §9.3.
  ///
  /// - Parameters:
  ///   - created: the date of the hit.
  ///   - before: how far the clocks are ahead of UTC at first, in milliseconds.
  ///   - change: when they are changed, and how far they are ahead from then on; nil for never.
  package static func cutoff(
    of created: Int64, before: Int64, change: (at: Int64, after: Int64)?
  ) -> Int64 {
    let hour: Int64 = 3_600_000
    func offset(at time: Int64) -> Int64 {
      change.map { time < $0.at ? before : $0.after } ?? before
    }
    let days = (Double(created + offset(at: created)) / Double(24 * hour)).rounded(.down)
    let four = (Int64(days) + 1) * 24 * hour + 4 * hour
    // It is never four when they are changed.
    return four - offset(at: four - before)
  }

  /// A hit has left the phone in another way.
  package mutating func ended(_ id: Int64, _ place: Place) { settle(id, place) }

  /// What the collector has is sent, whatever the phone makes of it.
  @discardableResult
  private mutating func settle(_ id: Int64, _ place: Place) -> Place {
    guard let entry = entries[id] else { return place }
    changes += 1
    var place = place
    if case .lost = place, entry.isReceived { place = .sent }
    counts[entry.place, default: 0] -= 1
    counts[place, default: 0] += 1
    if entry.place == .waiting, place != .waiting { waiting.removeAll { $0 == id } }
    entries[id]?.place = place
    return place
  }

  private static func verdict(
    _ entry: Entry, _ answer: Answer, _ isStrict: Bool, _ isAndroid: Bool, _ wall: Int64
  ) -> Place {
    var kept = Place.waiting
    // A pixel that still fails four hours after its first attempt is given up.
    if entry.queue == .pixels, !isStrict, let first = entry.firstTried,
      wall - first > 4 * 3_600_000
    {
      kept = .lost("gave-up")
    }
    switch answer {
    case .none: return kept
    case .portal: return .lost("swallowed")
    case .status(200): return .sent
    case .status(let status) where entry.queue == .firebase:
      return status == 204 ? .sent : .waiting
    case .status(let status) where status > 200 && status < 300 && !isAndroid: return .sent
    case .status(let status):
      if isStrict {
        let isRefusal = status >= 400 && status < 500 && status != 408 && status != 429
        return isRefusal ? .lost("refused") : .waiting
      }
      return entry.queue == .analytics && !isAndroid ? .lost("refused") : kept
    }
  }

  // MARK: What it comes to

  /// A hit; nil for one that was never stored.
  package func entry(_ id: Int64) -> Entry? { entries[id] }

  package var made: Int { entries.count + discarded.values.reduce(0, +) }

  package var sent: Int { counts[.sent] ?? 0 }

  package func lost(_ reason: String) -> Int {
    (counts[.lost(reason)] ?? 0) + (discarded[reason] ?? 0)
  }

  /// The hits of a queue that wait, the oldest first.
  package func waiting(of queue: HitQueue) -> [Int64] {
    waiting.filter { entries[$0]?.queue == queue }
  }
}
