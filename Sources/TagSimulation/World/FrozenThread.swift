public import TagRuntime

/// The app's main thread while it waits for a container in a future's `get`: neither taps nor the
/// app's own timers are served. The SDK's timers and the network go on.
///
/// Source: section 4 of the behaviour notes.
///
/// Legacy name: TAGContainerFuture, TAGContainerFuture get
public struct FrozenThread: Sendable, Hashable {
  /// The period in which `get` of SDK 3.09 looked whether the container is there.
  static let pollPeriod = Duration.milliseconds(100)

  /// The container that it waits for.
  public var container: String
  /// Since when.
  public var since: Instant
  /// Whether the container is there, so that it goes on as soon as it is its turn.
  var isReady = false

  init(container: String, since: Instant) {
    self.container = container
    self.since = since
  }

  /// The time until `get` of SDK 3.09 looks the next time.
  func untilPoll(at now: Instant) -> Duration {
    let period = Self.pollPeriod.wholeMilliseconds
    let late = (now - since).wholeMilliseconds % period
    return .milliseconds(late == 0 ? 0 : period - late)
  }
}
