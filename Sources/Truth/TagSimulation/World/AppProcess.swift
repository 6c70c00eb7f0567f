import OrderedCollections
public import TagRuntime

/// The app's process: it begins with a launch and ends with a kill.
struct AppProcess: Sendable {
  /// The number of the launch, from 1; timers and answers of an earlier process are dropped.
  let launch: Int
  @Boxed var runtime: Runtime
  var isInBackground = false
  /// The background time that the system granted.
  var task: BackgroundTask?
  /// What keeps it awake in the background besides a task.
  var mode: BackgroundMode?
  /// The visible screen; nil until the first one appears.
  var screen: String?
  /// The queues with a requested dispatch that is still running.
  var wantedDispatches: Set<HitQueue> = []
  /// The numbers of hits that the running dispatch of each queue has sent and lost so far.
  var tallies = PerQueue { _ in DispatchTally() }
  /// The events while the app was suspended; the app receives them when it returns.
  var deferred: [Deferred] = []
  /// The handlers that the app has registered.
  var handlers: Set<HandlerRegistration> = []
  /// The number of instances of each class, by its path.
  var instances: OrderedDictionary<String, Int> = [:]
  /// Whether a tag has made an instance of Braze.
  var hasBrazeInstance = false
  /// The containers that the launch has not opened yet; nil after the launch.
  var openings: [(id: String, opening: AppOpening)]?
  /// The link that started the app, which passes it to the SDK when it has a container.
  var lateLink: String?
  /// The last container that the app received.
  var handedOut: String?
  /// The container of Firebase that has arrived and that the app has yet to act on.
  var arrivedContainer: String?
  /// The main thread that waits for a container; nil while it runs.
  var frozen: FrozenThread?
  /// The acts that wait for the main thread.
  var waiting: [Act] = []

  /// An event that a suspended app has not received yet.
  enum Deferred: Sendable {
    case due(ScheduledEvent.Kind)
    case input(Input)
  }

  /// Whether the app is built with Firebase.
  var usesFirebase: Bool { runtime.settings.generation == .firebase }

  /// Whether it is suspended: in the background, unless a task or a mode keeps it awake. Android
  /// suspends no process.
  var isSuspended: Bool {
    isInBackground && task == nil && mode == nil && runtime.settings.platform == .ios
  }
}

/// What keeps an app awake in the background, as it says in its information file.
///
/// These are values of `UIBackgroundModes`; a fetch and a silent push have some 30 s.
public enum BackgroundMode: Sendable, Hashable {
  /// It plays or records sound.
  case audio
  /// It follows the phone's location.
  case location
  /// The system lets it fetch, for this time.
  case fetch(Duration)
  /// A silent push message woke it, for this time.
  case silentPush(Duration)

  /// The time after which it is suspended; nil if it stays awake.
  var limit: Duration? {
    switch self {
    case .audio, .location: nil
    case .fetch(let time), .silentPush(let time): time
    }
  }
}

/// The time that the phone's system grants an app in the background, and the app's use of it.
///
/// Source: Dispatch §9.4; the app begins a task, dispatches with a completion handler until the
/// result is not good or the task has expired, and ends the task.
package struct BackgroundTask: Sendable, Hashable {
  /// The time that the system waits for the end of an expired task, before it ends the process.
  ///
  /// Source: observed of apps, Dispatch §9.4; UIApplication's documentation gives no figure.
  package static let grace = Duration.seconds(5)

  package var began: Instant
  package var expires: Instant
  package var isExpired = false
  /// The number of requests answered since it began.
  package var dispatches = 0
  /// Whether Firebase began it for an upload, or continues it when the app is done.
  package var isOfFirebase = false
}

/// The app's main thread while it waits for a container in a future's `get`: neither taps nor the
/// app's own timers are handled. The SDK's timers and the network continue.
///
/// Source: LegacySDK §3.4.
///
/// Legacy name: TAGContainerFuture, TAGContainerFuture get
public struct FrozenThread: Sendable, Hashable {
  /// The period in which `get` of SDK 3.09 checked whether the container is there.
  static let pollPeriod = Duration.milliseconds(100)

  /// The container that it waits for.
  public var container: String
  /// The instant at which the wait began.
  public var since: Instant
  /// Whether the container is there, so that it continues at its next turn.
  var isReady = false

  /// Returns the time until `get` of SDK 3.09 checks again.
  func untilPoll(at now: Instant) -> Duration {
    let period = Self.pollPeriod.wholeMilliseconds
    let late = (now - since).wholeMilliseconds % period
    return .milliseconds(late == 0 ? 0 : period - late)
  }
}
