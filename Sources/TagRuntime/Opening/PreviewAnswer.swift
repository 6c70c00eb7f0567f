/// What the manager made of a preview link.
public enum PreviewAnswer: Sendable, Hashable {
  /// The container is previewed now.
  case previewing(container: String)
  /// Its preview has ended.
  case ended(container: String)
  /// It is no such link, for this reason; the SDK answers NO and says nothing more.
  case refused(String)
}
