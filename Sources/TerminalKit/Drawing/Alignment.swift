/// Where text stands in a field that is wider than it.
public enum Alignment: Sendable, Hashable {
  /// At the left.
  case leading
  /// In the middle; an odd space goes to the right.
  case center
  /// At the right.
  case trailing
}
