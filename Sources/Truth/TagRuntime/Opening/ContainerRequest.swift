/// A request to the tag server.
///
/// Source: LegacySDK §4.3, Wire §6; TAGResourceLoader.
public struct ContainerRequest: Sendable, Hashable {
  /// The host of the tag server.
  package static let host = "https://www.googletagmanager.com"

  /// The public id.
  public var container: String
  /// Its number, which rises through the whole process; its answer carries it.
  public var number = 1
  /// The fingerprint or version of the phone's copy from the network; nil if it has none.
  public var previous: String?
  /// The path of a preview link, such as `/r?id=GTM-AB12&gtm_auth=a&gtm_preview=9`.
  public var previewPath: String?
  /// The runtime version of the requesting SDK, which `_rv` returns (v3).
  public var runtimeVersion = Settings().runtimeVersion
  /// The generation of the requesting SDK.
  public var generation = SDKGeneration.legacy
  /// The platform of the requesting app.
  ///
  /// Source: Platforms §5.
  public var platform = Platform.ios

  /// The URL. `pv` is left out if it is blank, and it is not encoded.
  ///
  /// Only the path and the id of v5's request were observed; the rest is left out.
  public var url: String {
    let query = previewPath.map { String($0.drop { $0 != "?" }.dropFirst()) } ?? "id=" + container
    if generation == .firebase { return Self.host + "/gtm/ios?" + query }
    var url = Self.host + "/r?" + query + "&v=\(platform == .android ? "a" : "i")\(runtimeVersion)"
    if let previous, previous.contains(where: { !$0.isWhitespace }) { url += "&pv=" + previous }
    return url
  }
}

/// The result of a request to the tag server.
public enum FetchAnswer: Sendable {
  /// The phone is offline: no request was made.
  case noNetwork
  /// The connection broke, or nothing arrived in time.
  case noAnswer
  /// The server answered with this HTTP status.
  case response(status: Int, Body)

  /// The content of an answer.
  public enum Body: Sendable {
    case container(CompiledContainer)
    /// An empty resource: the phone has the newest version.
    case noChange
    /// Something that is not a container.
    case unreadable
  }
}

/// A container as the disk stores it.
public struct SavedContainer: Sendable {
  /// The container, compiled and ready to evaluate events.
  public var container: CompiledContainer
  /// The time at which it came from the network, by the wall clock.
  public var refreshed: WallTime

  /// Creates a saved container with the time of its download.
  public init(container: CompiledContainer, refreshed: WallTime) {
    self.container = container
    self.refreshed = refreshed
  }
}
