/// What came of one request.
public enum DeliveryResult: Sendable, Hashable {
  /// The server answered with this HTTP status.
  case response(status: Int)
  /// No answer: no connection, or it broke.
  case noResponse
}
