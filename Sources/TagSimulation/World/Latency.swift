/// How long the parts of the simulated world take. The SDK leaves this open; these are the
/// figures of a good day on a mobile network.
public struct Latency: Sendable, Hashable {
  /// The disk, for one read.
  public var disk: Duration = .milliseconds(5)
  /// The tag server, from request to answer.
  public var tagServer: Duration = .milliseconds(180)
  /// The collector, from request to answer.
  public var collector: Duration = .milliseconds(120)
  /// How long it takes to notice that there is no network.
  public var noNetwork: Duration = .milliseconds(1)
  /// How long a request is waited for (NSURLRequest).
  public var timeout: Duration = .seconds(60)

  /// Creates the defaults.
  public init() {}
}
