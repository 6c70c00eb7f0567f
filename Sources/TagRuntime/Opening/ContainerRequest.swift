/// A question to the tag server.
///
/// Source: LegacySDK §4.3, Wire §6; TAGResourceLoader.
public struct ContainerRequest: Sendable, Hashable {
  /// The host that is asked.
  package static let host = "https://www.googletagmanager.com"

  /// The public id.
  public var container: String
  /// Its number, which rises through the whole process; its answer carries it.
  public var number: Int
  /// The fingerprint or version of what the phone has from the network; nil for nothing.
  public var previous: String?
  /// The path of a preview link, such as `/r?id=GTM-AB12&gtm_auth=a&gtm_preview=9`.
  public var previewPath: String?
  /// The runtime version of the SDK that asks, which `_rv` gives (v3).
  public var runtimeVersion: Int64
  /// The generation of the SDK that asks.
  public var generation: SDKGeneration
  /// The platform of the app that asks.
  ///
  /// Source: Platforms §5.
  public var platform: Platform

  /// Creates a request.
  package init(
    container: String, number: Int = 1, previous: String? = nil, previewPath: String? = nil,
    runtimeVersion: Int64 = Settings().runtimeVersion, generation: SDKGeneration = .legacy,
    platform: Platform = .ios
  ) {
    self.container = container
    self.number = number
    self.previous = previous
    self.previewPath = previewPath
    self.runtimeVersion = runtimeVersion
    self.generation = generation
    self.platform = platform
  }

  /// The URL. `pv` is left out where it is blank, and it is not encoded.
  ///
  /// Of the question of v5 only path and id were seen; what else it says is left out.
  public var url: String {
    let query = previewPath.map { String($0.drop { $0 != "?" }.dropFirst()) } ?? "id=" + container
    if generation == .firebase { return Self.host + "/gtm/ios?" + query }
    var url = Self.host + "/r?" + query + "&v=\(platform == .android ? "a" : "i")\(runtimeVersion)"
    if let previous, previous.contains(where: { !$0.isWhitespace }) { url += "&pv=" + previous }
    return url
  }
}

/// What came of a question to the tag server.
public enum FetchAnswer: Sendable {
  /// The phone is offline: nothing was asked.
  case noNetwork
  /// The connection broke, or nothing came in time.
  case noAnswer
  /// The server answered with this HTTP status.
  case response(status: Int, Body)

  /// What an answer holds.
  public enum Body: Sendable {
    /// A container.
    case container(CompiledContainer)
    /// An empty resource: what the phone has is the newest.
    case noChange
    /// Something that is no container.
    case unreadable
  }
}

/// A container as the disk keeps it.
public struct SavedContainer: Sendable {
  /// The container.
  public var container: CompiledContainer
  /// When it came from the network, by the wall clock.
  public var refreshed: WallTime

  /// Creates one.
  public init(container: CompiledContainer, refreshed: WallTime) {
    self.container = container
    self.refreshed = refreshed
  }
}
