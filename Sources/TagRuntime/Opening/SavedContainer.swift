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
