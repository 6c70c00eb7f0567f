/// How long the result of a function stays the same.
enum Stability: Int, Sendable, Comparable {
  /// As long as its parameters are the same.
  case constant
  /// While one event is evaluated.
  case event
  /// Not at all: it is called at every reference (`_func`, `_r`).
  case volatile

  static func < (left: Stability, right: Stability) -> Bool { left.rawValue < right.rawValue }
}
