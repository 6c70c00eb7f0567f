public import OrderedCollections

/// The server that gives out containers.
public struct TagServer: Sendable {
  /// The newest published version by container id.
  public internal(set) var published: OrderedDictionary<String, PublishedVersion> = [:]
  /// Requests answered since the world began.
  public internal(set) var requestCount = 0
}
