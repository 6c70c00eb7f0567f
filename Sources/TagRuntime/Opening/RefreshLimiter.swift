/// The token bucket that keeps an app from refreshing too often.
///
/// Source: TAGContainer `useAvailableToken`, section 3.4 of the behaviour notes. The reference time
/// moves only when a refresh is accepted, so that fractions of a quarter hour are lost then.
struct RefreshLimiter: Sendable, Hashable {
  private(set) var tokens: Int
  private(set) var lastAccepted: Instant?

  init(_ settings: Settings) { tokens = settings.refreshTokens }

  mutating func accepts(at now: Instant, _ settings: Settings) -> Bool {
    if let lastAccepted {
      let elapsed = now - lastAccepted
      if elapsed < settings.refreshBurst { return false }
      let earned = elapsed.wholeMilliseconds / settings.refreshTokenPeriod.wholeMilliseconds
      tokens = min(settings.refreshTokens, tokens + Int(clamping: earned))
    }
    guard tokens > 0 else { return false }
    tokens -= 1
    lastAccepted = now
    return true
  }
}
