/// A question to the tag server.
///
/// Source: LegacySDK §4.3; TAGResourceLoader.
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
  /// The release of the SDK that asks, such as "3.17".
  public var sdkVersion: String

  /// Creates a request.
  package init(
    container: String, number: Int = 1, previous: String? = nil, previewPath: String? = nil,
    sdkVersion: String = "3.17"
  ) {
    self.container = container
    self.number = number
    self.previous = previous
    self.previewPath = previewPath
    self.sdkVersion = sdkVersion
  }

  /// The URL. Behind the `i` of `v` release 3.09 has its runtime version; here it is the release
  /// without its dots. `pv` is left out where it is blank, and it is not encoded.
  public var url: String {
    var url = Self.host + (previewPath ?? "/r?id=" + container)
    url += "&v=i" + sdkVersion.filter { $0 != "." }
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
