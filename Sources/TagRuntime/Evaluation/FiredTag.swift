/// A tag that an event fired, and what it did.
public struct FiredTag: Sendable, Hashable {
  /// The position of the tag in its container.
  public var tag: Int
  /// Its display name.
  public var name: String
  /// What it did.
  public var result: TagResult

  /// Creates one.
  public init(tag: Int, name: String, result: TagResult) {
    self.tag = tag
    self.name = name
    self.result = result
  }

  /// Whether the tag was really called; a refused one counts as not fired.
  public var didFire: Bool {
    if case .refused = result { false } else { true }
  }
}
