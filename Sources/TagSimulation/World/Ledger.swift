import TagRuntime

/// The account of all hits: queued = waiting + sent + lost, at every step.
public struct Ledger: Sendable, Hashable {
  /// How many settled hits are remembered one by one at least, and fewer than twice as many at
  /// most; the counts go on beyond it.
  public static let rememberedHits = 1000

  /// Hits that tags have made.
  public internal(set) var queued = 0
  /// Hits that the collector accepted.
  public internal(set) var sent = 0
  /// Hits that were given up.
  public internal(set) var lost = 0
  /// The last hits that were sent or lost, oldest first.
  public internal(set) var settled: [SettledHit] = []

  /// Hits that wait on the phone.
  public var waiting: Int { queued - sent - lost }

  mutating func settle(_ settledHit: SettledHit) {
    switch settledHit.outcome {
    case .sent: sent += 1
    case .lost: lost += 1
    }
    settled.append(settledHit)
    // Dropped in slices, so that the cost of forgetting does not fall on every hit.
    if settled.count >= 2 * Self.rememberedHits { settled.removeFirst(Self.rememberedHits) }
  }
}
