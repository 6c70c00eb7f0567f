public import TagRuntime

/// A hit, wherever it is now.
public struct HitStory: Sendable, Hashable {
  /// Where a hit can be.
  public enum State: String, Sendable, Hashable, CaseIterable {
    /// On the phone.
    case waiting
    /// With the collector.
    case sent
    /// Nowhere.
    case lost
  }

  /// Its number on the phone; nil where it was never stored.
  public var id: Int64?
  /// The hit.
  public var hit: Hit
  /// Attempts to send it.
  public var tries: Int
  /// Where it is.
  public var state: State
  /// Why it is lost; nil where it is not.
  public var loss: HitLoss?
  /// Until when the collector has to have it for the reports of its day.
  public var cutoff: WallTime
  /// When the collector received it; nil where it did not.
  public var received: WallTime?
  /// When it left the phone, or was not stored; nil while it waits.
  public var settled: WallTime?

  /// Whether the collector received it after its cutoff.
  public var isLate: Bool { received.map { $0 > cutoff } ?? false }

  /// What became of it, in words.
  public var words: String {
    switch state {
    case .waiting where received != nil: "waits on the phone, though the collector has it"
    case .waiting: "waits on the phone"
    case .sent: isLate ? "was sent, late" : "was sent"
    case .lost: "is lost: " + (loss?.words ?? "")
    }
  }
}

extension World {
  /// A hit by its number; nil for one that is not remembered.
  ///
  /// - Complexity: O(n) in the hits that are remembered.
  public func hit(_ id: Int64) -> HitStory? {
    if let stored = disk.hit(id) { return story(of: stored) }
    return ledger.settled.last { $0.id == id }.map(HitStory.init)
  }

  /// The hits that wait, the oldest first, then those that are settled, the newest first; so many
  /// of each at most.
  ///
  /// - Complexity: O(n) in the hits that are given.
  public func hits(waiting: Int, settled: Int) -> [HitStory] {
    disk.hits.prefix(waiting).map { story(of: $0) }
      + ledger.settled.suffix(settled).reversed().map { HitStory($0) }
  }

  /// The hit that was made last; nil where none was.
  public var lastHit: HitStory? {
    switch newest {
    case .stored(let id)?: hit(id)
    case .discarded(let settled)?: HitStory(settled)
    case nil: nil
    }
  }

  private func story(of stored: StoredHit) -> HitStory {
    HitStory(
      id: stored.id, hit: stored.hit, tries: stored.tries, state: .waiting,
      cutoff: cutoff(of: stored.hit), received: ledger.received(stored.id))
  }
}

extension HitStory {
  init(_ settled: SettledHit) {
    self.init(
      id: settled.id, hit: settled.hit, tries: settled.tries, state: .sent,
      cutoff: settled.cutoff, received: settled.received, settled: settled.settled)
    if case .lost(let loss) = settled.outcome {
      state = .lost
      self.loss = loss
    }
  }
}
