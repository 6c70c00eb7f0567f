/// The queues of hits on a phone, each with its own store, rules and timer.
public enum HitQueue: String, Sendable, Hashable, CaseIterable {
  /// Hits of Google Analytics.
  case analytics
  /// Requests of the addresses of pixels.
  case pixels
  /// Events of Firebase (v5).
  case firebase

  /// The queues that an app's dispatch and its period are for.
  public static let dispatched: [HitQueue] = [.analytics, .pixels]
}
