/// How long a queue waits after requests that failed in a row: twice as long each time.
///
/// There is no chance in it, since one phone needs none, and a server's wish (`Retry-After`) does
/// not count, since the answers of this world carry none.
///
/// Source: a decision of this runtime; uploaders of today begin with one to five seconds and stay
/// below an hour.
public enum RetryBackoff {
  /// The wait after the first failure.
  public static let first = Duration.seconds(2)
  /// The longest wait.
  public static let longest = Duration.minutes(30)

  /// The wait after so many failures in a row, from 1 on.
  ///
  /// - Complexity: O(1).
  static func delay(afterFailures count: Int) -> Duration {
    // Beyond this the longest wait is reached in any case, and a shift cannot overflow.
    let doublings = min(max(0, count - 1), 16)
    return min(longest, first * (1 << doublings))
  }
}
