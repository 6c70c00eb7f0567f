public import OrderedCollections
public import TagRuntime

/// The server that gives out containers.
public struct TagServer: Sendable {
  /// The newest published version by container id.
  public internal(set) var published: OrderedDictionary<String, PublishedVersion> = [:]
  /// Versions that only a preview link shows, by container id, newest last.
  public internal(set) var drafts: OrderedDictionary<String, [CompiledContainer]> = [:]
  /// Ids that are answered with something that is no container.
  public internal(set) var unreadable: Set<String> = []
  /// Requests answered since the world began.
  public internal(set) var requestCount = 0

  /// What a preview link of a version number shows: the newest draft of that number, or what is
  /// published under it.
  func preview(of id: String, version: String) -> CompiledContainer? {
    if let draft = drafts[id]?.last(where: { $0.version.version == version }) { return draft }
    guard let container = published[id]?.container, container.version.version == version else {
      return nil
    }
    return container
  }
}
