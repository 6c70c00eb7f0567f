/// The credits that keep an app from tracking too much.
///
/// Source: GAITrackerImpl and TAGDispatcher 3.09, sections 9 and 12.2 of the behaviour notes: 60
/// credits, one more every two seconds, one for each hit; nothing is added before the first hit.
struct HitLimiter: Sendable, Hashable {
  /// A credit in milliseconds of waiting, so that parts of one are kept exactly.
  private static let credit: Int64 = 2000
  private static let limit = credit * Int64(Limits.hitCredits)

  private var earned = limit
  private var last: Instant?

  /// Whether one more hit may pass now; it costs a credit.
  mutating func accepts(at now: Instant) -> Bool {
    earned = available(at: now)
    last = now
    guard earned >= Self.credit else { return false }
    earned -= Self.credit
    return true
  }

  /// The whole credits that there are now.
  func credits(at now: Instant) -> Int { Int(available(at: now) / Self.credit) }

  private func available(at now: Instant) -> Int64 {
    guard let last else { return earned }
    return min(Self.limit, earned + max(0, (now - last).wholeMilliseconds))
  }
}
