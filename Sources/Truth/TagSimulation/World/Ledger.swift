public import TagRuntime

/// The account of all hits: queued = waiting + sent + lost, at every step.
public struct Ledger: Sendable, Hashable {
  /// The minimum number of ended hits that are remembered individually; there are always fewer than
  /// twice as many. The counts continue beyond it.
  package static let rememberedHits = 1000

  /// Hits that were made, by tags or by the app.
  public internal(set) var queued = 0
  /// Hits that the collector accepted and the phone has removed.
  public internal(set) var sent = 0
  /// Hits that were given up.
  public internal(set) var lost = 0
  /// Hits that reached the collector after the cutoff of their day.
  public internal(set) var late = 0
  /// Hits that the collector accepted but that are in no report.
  public internal(set) var unreported = 0
  /// The number of times that the collector received a hit again.
  public internal(set) var duplicates = 0
  /// The last hits that were sent or lost, oldest first.
  public internal(set) var ended = SharedList<EndedHit>()
  /// The numbers of sent hits, by the positions of the queues.
  private var sentOf = Array(repeating: 0, count: HitQueue.allCases.count)
  /// The numbers of lost hits of every queue, by the positions of the reasons.
  private var losses = Array(
    repeating: Array(repeating: 0, count: HitLoss.Kind.allCases.count),
    count: HitQueue.allCases.count)
  /// The collector's receipts for hits that are still on the phone; a lost answer, or a process
  /// that ended too early, leaves them there.
  private var receipts: [Int64: CollectorReceipt] = [:]

  /// Hits that wait on the phone.
  public var waiting: Int { queued - sent - lost }

  /// The reasons for which hits were lost, with their counts, in the order of the reasons.
  public var lostByReason: [(reason: HitLoss.Kind, count: Int)] {
    HitLoss.Kind.allCases.map { (reason: $0, count: lost($0)) }.filter { $0.count > 0 }
  }

  /// Returns the number of hits lost for a reason, in all queues together.
  public func lost(_ reason: HitLoss.Kind) -> Int {
    HitQueue.allCases.reduce(0) { $0 + lost(of: $1, because: reason) }
  }

  /// Returns the part of `sent` that belongs to one queue.
  public func sent(of queue: HitQueue) -> Int { sentOf[Self.index(queue)] }

  /// Returns the number of lost hits of a queue, for one reason or for any.
  public func lost(of queue: HitQueue, because reason: HitLoss.Kind? = nil) -> Int {
    let losses = losses[Self.index(queue)]
    return reason.map { losses[Self.index($0)] } ?? losses.reduce(0, +)
  }

  private static func index<Case: CaseIterable & Equatable>(_ value: Case) -> Int
  where Case.AllCases == [Case] {
    Case.allCases.firstIndex(of: value) ?? 0
  }

  /// Returns the collector's receipt for a hit that is still on the phone; nil if it has none.
  package func receipt(_ id: Int64) -> CollectorReceipt? { receipts[id] }

  /// Forgets the ended hits except the last ones and those that may still arrive.
  mutating func forgetEnded(butLast count: Int, and onTheirWay: Set<Int64>) {
    guard ended.count > count else { return }
    var kept = SharedList<EndedHit>()
    if !onTheirWay.isEmpty {
      for hit in ended.dropLast(count) where hit.id.map(onTheirWay.contains) ?? false {
        kept.append(hit)
      }
    }
    for hit in ended.suffix(count) { kept.append(hit) }
    ended = kept
  }

  /// Records that the collector receives a hit.
  ///
  /// - Parameters:
  ///   - id: the number of the hit.
  ///   - isStored: whether the phone still has it. If not, it may have been given up while
  ///     its request was on its way.
  ///   - now: the time at which the collector receives it.
  ///   - cutoff: the time by which it had to.
  ///   - judge: returns the reason why the hit is in no report; called once per hit.
  /// - Complexity: O(1), and O(n) in the remembered hits if the phone no longer has it.
  mutating func receive(
    _ id: Int64, isStored: Bool, at now: WallTime, cutoff: WallTime,
    judge: () -> CollectorFault?
  ) {
    guard isStored else { return receiveEnded(id, at: now, judge) }
    guard receipts[id] == nil else {
      receipts[id]?.isDoubled = true
      duplicates += 1
      return
    }
    let receipt = CollectorReceipt(time: now, fault: judge())
    receipts[id] = receipt
    count(receipt, cutoff)
  }

  private mutating func count(_ receipt: CollectorReceipt, _ cutoff: WallTime) {
    if receipt.time > cutoff { late += 1 }
    if receipt.fault != nil { unreported += 1 }
  }

  private mutating func receiveEnded(
    _ id: Int64, at now: WallTime, _ judge: () -> CollectorFault?
  ) {
    guard let index = ended.lastIndex(where: { $0.id == id }) else { return }
    guard case .lost(let loss) = ended[index].outcome else {
      ended[index].receipt?.isDoubled = true
      duplicates += 1
      return
    }
    let receipt = CollectorReceipt(time: now, fault: judge())
    ended[index].outcome = .sent(status: 200)
    ended[index].receipt = receipt
    count(receipt, ended[index].cutoff)
    let queue = Self.index(ended[index].hit.queue)
    sent += 1
    sentOf[queue] += 1
    lost -= 1
    losses[queue][Self.index(loss.kind)] -= 1
  }

  /// Records that a hit has left the phone, or was never stored.
  ///
  /// A hit that the collector has counts as sent, even if the phone gave it up.
  ///
  /// - Returns: the outcome of the hit.
  mutating func end(_ hit: EndedHit) -> HitOutcome {
    var hit = hit
    if let id = hit.id { hit.receipt = receipts.removeValue(forKey: id) }
    if case .lost = hit.outcome, hit.receipt != nil { hit.outcome = .sent(status: 200) }
    let queue = Self.index(hit.hit.queue)
    switch hit.outcome {
    case .sent:
      sent += 1
      sentOf[queue] += 1
    case .lost(let loss):
      lost += 1
      losses[queue][Self.index(loss.kind)] += 1
    }
    ended.append(hit)
    // Dropped in slices, so that the cost of forgetting does not fall on every hit.
    if ended.count >= 2 * Self.rememberedHits { ended.removeFirst(Self.rememberedHits) }
    return hit.outcome
  }
}

/// The story of a hit, on the phone or after it left.
public struct HitStory: Sendable, Hashable {
  /// The place of a hit; a lost one becomes sent if its request arrives after all.
  public enum State: String, Sendable, Hashable, CaseIterable {
    case waiting
    /// With the collector.
    case sent
    case lost
  }

  /// Its number on the phone; nil if it was never stored.
  public var id: Int64?
  /// The hit as it was made: its data, its tag and its time.
  public var hit: Hit
  /// The number of attempts to send it.
  public var tries: Int
  /// Waiting while the phone stores it, then sent or lost.
  public var state: State
  /// The reason of the loss; nil if it is not lost.
  public var loss: HitLoss?
  /// The time by which the collector must receive it for the reports of its day.
  public var cutoff: WallTime
  /// The collector's receipt; nil if it has none.
  public var receipt: CollectorReceipt?
  /// The time at which it left the phone, or was not stored; nil while it waits.
  public var ended: WallTime?

  /// The time at which the collector received it; nil if it did not.
  public var received: WallTime? { receipt?.time }
  /// Whether the collector received it after its cutoff.
  public var isLate: Bool { received.map { $0 > cutoff } ?? false }

  /// Its fate in words.
  public var words: String {
    fate.kind.isOnPhone && receipt != nil
      ? "waits on the phone, although the collector has it" : fate.words
  }
}

extension World {
  /// Returns a hit by its number; nil for one that is not remembered.
  ///
  /// - Complexity: O(n) in the remembered hits.
  public func hit(_ id: Int64) -> HitStory? {
    if let stored = disk.hit(id) { return story(of: stored) }
    return ledger.ended.last { $0.id == id }.map(HitStory.init)
  }

  /// Returns the waiting hits, oldest first, then the ended ones, newest first, up to a number of
  /// each.
  ///
  /// - Complexity: O(n) in the returned hits.
  public func hits(waiting: Int, ended: Int) -> [HitStory] {
    disk.hits.prefix(waiting).map { story(of: $0) }
      + ledger.ended.suffix(ended).reversed().map { HitStory($0) }
  }

  /// The last hit that was made; nil if there is none.
  public var lastHit: HitStory? {
    switch newest {
    case .stored(let id)?: hit(id)
    case .discarded(let ended)?: HitStory(ended)
    case nil: nil
    }
  }

  private func story(of stored: StoredHit) -> HitStory {
    HitStory(
      id: stored.id, hit: stored.hit, tries: stored.tries, state: .waiting,
      cutoff: cutoff(of: stored.hit), receipt: ledger.receipt(stored.id))
  }
}

extension HitStory {
  package init(_ ended: EndedHit) {
    self.init(
      id: ended.id, hit: ended.hit, tries: ended.tries, state: .sent,
      cutoff: ended.cutoff, receipt: ended.receipt, ended: ended.ended)
    if case .lost(let loss) = ended.outcome {
      state = .lost
      self.loss = loss
    }
  }
}

/// A hit that left the phone's store, or was never stored.
public struct EndedHit: Sendable, Hashable {
  /// Its number on this phone; nil if it was never stored.
  public var id: Int64?
  /// The hit as it was made: its data, its tag and its time.
  public var hit: Hit
  /// Sent or lost; a lost one becomes sent if its request arrives after all.
  public var outcome: HitOutcome
  /// The time at which it ended, by the wall clock.
  public var ended: WallTime
  /// The number of attempts to send it.
  public var tries: Int
  /// The time by which the collector had to receive it for the reports of its day.
  public var cutoff: WallTime
  /// The collector's receipt; nil if it has none.
  public var receipt: CollectorReceipt?

  /// The time at which the collector received it; nil if it did not.
  public var received: WallTime? { receipt?.time }
  /// Whether it reached the collector after its cutoff.
  public var isLate: Bool { received.map { $0 > cutoff } ?? false }
}
