/// The sign for text that has been cut off, one column wide.
public enum Ellipsis: String, Sendable, Hashable {
  /// `…`, for terminals that show UTF-8.
  case utf8 = "…"
  /// `~`, for those that may not.
  case ascii = "~"
}
