public import TagRuntime

/// A container version that the tag server gives out.
public struct PublishedVersion: Sendable {
  /// The container.
  public var container: CompiledContainer
  /// When it was published.
  public var published: WallTime
}
