/// Why a refresh brought nothing.
///
/// Source: TAGContainerCallback. The header leaves open what `unknown` is for; here
/// it is an answer whose HTTP status is none (below 100 or above 599).
public enum RefreshFailure: String, Error, Sendable, Hashable, CaseIterable {
  /// The disk holds no copy.
  ///
  /// Legacy name: kTAGContainerCallbackRefreshFailureNoSavedContainer
  case noSavedContainer = "no-saved-container"
  /// The disk could not be read.
  ///
  /// Legacy name: kTAGContainerCallbackRefreshFailureIoError
  case ioError = "io-error"
  /// The phone is offline.
  ///
  /// Legacy name: kTAGContainerCallbackRefreshFailureNoNetwork
  case noNetwork = "no-network"
  /// The request failed on its way, or the server answered with an error.
  ///
  /// Legacy name: kTAGContainerCallbackRefreshFailureNetworkError
  case networkError = "network-error"
  /// The server knows no such container, or what is there is none.
  ///
  /// Legacy name: kTAGContainerCallbackRefreshFailureServerError
  case serverError = "server-error"
  /// Anything else.
  ///
  /// Legacy name: kTAGContainerCallbackRefreshFailureUnknownError
  case unknown = "unknown-error"

  /// The failure in words.
  public var words: String {
    switch self {
    case .noSavedContainer: "no saved copy"
    case .ioError: "the disk could not be read"
    case .noNetwork: "the phone is offline"
    case .networkError: "the request failed, or the server answered with an error"
    case .serverError: "no container there, or something that is none"
    case .unknown: "an answer that is none"
    }
  }
}
