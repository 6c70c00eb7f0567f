/// What a dispatch came to.
///
/// Legacy name: TAGDispatchResult, GAIDispatchResult
public enum DispatchResult: String, Sendable, Hashable {
  /// There was no network, or nothing to send.
  case noData = "no data"
  /// Everything that could be sent was sent.
  case good
  /// A request failed; what was not sent waits.
  case error
}
