/// Why a refresh brought nothing.
///
/// Source: TAGContainerCallbackRefreshFailure.
public enum RefreshFailure: String, Error, Sendable, Hashable {
  /// The disk holds no copy.
  case noSavedContainer = "no-saved-container"
  /// The disk could not be read.
  case ioError = "io-error"
  /// The phone is offline.
  case noNetwork = "no-network"
  /// The request failed on its way, or the server answered with an error.
  case networkError = "network-error"
  /// The server knows no such container, or answered with something that is none.
  case serverError = "server-error"
  /// Anything else.
  case unknown = "unknown-error"
}
