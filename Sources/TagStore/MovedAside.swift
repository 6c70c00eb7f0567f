/// A file that was found in the place of a store, could not be used, and was kept under another
/// name.
public struct MovedAside: Sendable, Hashable {
  /// What was the matter with it.
  public enum Reason: Sendable, Hashable {
    /// It cannot be read.
    case damaged(detail: String)
    /// A newer release wrote it.
    case newer
  }

  /// Why it was moved.
  public var reason: Reason
  /// Where it was.
  public var path: String
  /// Where it is.
  public var newPath: String
}

extension MovedAside: CustomStringConvertible {
  /// One sentence: what, where, what was done.
  public var description: String {
    let what =
      switch reason {
      case .damaged(let detail): "is damaged (\(detail))"
      case .newer: "was written by a newer release"
      }
    return "\(path): \(what); it is kept as \(newPath), and the phone begins with an empty disk"
  }
}
