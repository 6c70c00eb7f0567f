/// The two queues of hits on a phone, each with its own store, rules and timer.
public enum HitQueue: String, Sendable, Hashable, CaseIterable {
  /// Hits of Google Analytics.
  case analytics
  /// Requests of the addresses of pixels.
  case pixels
}
