/// What a dispatch came to.
///
/// Source: kTAGDispatchNoData, kTAGDispatchGood, kTAGDispatchError.
public enum DispatchResult: String, Sendable, Hashable {
  /// There was no network, or nothing to send.
  case noData = "no data"
  /// Everything that could be sent was sent.
  case good
  /// A request failed; what was not sent waits.
  case error
}
