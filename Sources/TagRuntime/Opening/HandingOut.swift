/// Why an app has a container in its hands.
///
/// Legacy name: TAGContainerOpenerNotifier
public enum HandingOut: String, Sendable, Hashable, CaseIterable {
  /// The manager returned it at once, whatever was in it.
  case returned
  /// The opener found what it was asked for, or knows that it will not.
  case found
  /// The opener's time was over.
  case timedOut = "timed-out"
  /// It was open already, and nobody waited any more.
  case alreadyOpen = "already-open"
}
