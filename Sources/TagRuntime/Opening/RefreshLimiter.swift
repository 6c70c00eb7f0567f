/// The token bucket that keeps an app from refreshing too often.
///
/// Source: TAGContainer `useAvailableToken`, section 3.4 of the behaviour notes. The reference time
/// moves only when a refresh is accepted, so that fractions of a quarter hour are lost then.
struct RefreshLimiter: Sendable, Hashable {
  private(set) var tokens: Int
  private(set) var lastAccepted: Instant?

  init(_ settings: Settings) { tokens = settings.refreshTokens }

  mutating func accepts(at now: Instant, _ settings: Settings) -> Bool {
    let allowance = allowance(at: now, settings)
    guard allowance.wait <= .zero else { return false }
    tokens = allowance.tokens - 1
    lastAccepted = now
    return true
  }

  /// What a refresh would meet now.
  func allowance(at now: Instant, _ settings: Settings) -> RefreshAllowance {
    guard let lastAccepted else {
      return RefreshAllowance(
        tokens: tokens, limit: settings.refreshTokens, wait: .zero, nextToken: nil)
    }
    let elapsed = now - lastAccepted
    let period = settings.refreshTokenPeriod.wholeMilliseconds
    let periods = elapsed.wholeMilliseconds / period
    let earned = min(settings.refreshTokens, tokens + Int(clamping: periods))
    let burst = max(.zero, settings.refreshBurst - elapsed)
    let nextToken = Duration.milliseconds((periods + 1) * period) - elapsed
    return RefreshAllowance(
      tokens: earned, limit: settings.refreshTokens,
      wait: max(burst, earned > 0 ? .zero : nextToken),
      nextToken: earned < settings.refreshTokens ? nextToken : nil)
  }
}
