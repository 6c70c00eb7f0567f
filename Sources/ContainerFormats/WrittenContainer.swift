/// A container as a file, and what is not in it.
public struct WrittenContainer: Sendable, Hashable {
  /// The whole file.
  public var bytes: [UInt8]
  /// What a user should know, one sentence each.
  public var remarks: [String]
}
