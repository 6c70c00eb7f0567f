/// A tracker that an app makes when it is launched.
public struct AppTracker: Sendable, Hashable {
  /// Its name; nil is the tracking id.
  public var name: String?
  /// The property, such as `UA-1-1`.
  public var trackingID: String

  /// Creates one.
  public init(name: String? = nil, trackingID: String) {
    self.name = name
    self.trackingID = trackingID
  }
}
