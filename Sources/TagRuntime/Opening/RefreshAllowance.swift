/// How many refreshes an app may ask for now, and when it may again.
public struct RefreshAllowance: Sendable, Hashable {
  /// Refreshes in the bucket, with those that were earned since the last accepted one.
  public var tokens: Int
  /// How many the bucket holds at most.
  public var limit: Int
  /// How long until a refresh is accepted; zero is now.
  public var wait: Duration
  /// How long until the bucket gets another one; nil where it is full. An accepted refresh before
  /// then starts the time anew.
  public var nextToken: Duration?
}
