/// Why a `gtm.lifetime` keeps nothing. The push itself is accepted.
public enum LifetimeFault: Error, Sendable, Hashable {
  /// Not digits with at most a unit; a negative number is one of these.
  case malformed
  /// Zero.
  case notPositive
  /// More milliseconds than 64 bits hold.
  case tooLong

  /// A few words that follow the text that was refused.
  public var words: String {
    switch self {
    case .malformed: "is not a number with an optional unit s, m, h or d"
    case .notPositive: "is not more than zero"
    case .tooLong: "is longer than time itself"
    }
  }
}
