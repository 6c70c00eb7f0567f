public import TagRuntime

/// The time that the phone's system grants an app in the background, and what the app does with it.
///
/// Source: the guide on background dispatching: the app begins a task, dispatches with a completion
/// handler until the result is not good or the task has expired, and ends the task.
public struct BackgroundTask: Sendable, Hashable {
  /// How long the system waits for the end of a task that has expired, before it ends the process.
  ///
  /// Source: UIApplication's documentation gives no figure; five seconds are what apps observe.
  public static let grace = Duration.seconds(5)

  /// When it began.
  public var began: Instant
  /// When it expires.
  public var expires: Instant
  /// Whether it has.
  public var isExpired = false
  /// Requests that were answered since it began.
  public var dispatches = 0
  /// Whether Firebase began it for an upload, or goes on with it when the app is done.
  public var isOfFirebase = false
}
