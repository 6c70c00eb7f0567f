import OrderedCollections
public import TagRuntime

/// The app's process: it begins with a launch and ends with a kill.
struct AppProcess: Sendable {
  /// The number of the launch, from 1; timers and answers of an earlier process are dropped.
  let launch: Int
  @Boxed var runtime: Runtime
  var isInBackground = false
  /// What the app was granted in the background.
  var task: BackgroundTask?
  /// The screen that is seen; nil until the first one is.
  var screen: String?
  /// The queues of which somebody asked for a dispatch that goes on.
  var wantedDispatches: Set<HitQueue> = []
  /// What the dispatch of each queue that goes on has sent and lost so far.
  var tallies = PerQueue { _ in DispatchTally() }
  /// What came due or happened while the app was suspended; the app meets it when it returns.
  var deferred: [Deferred] = []
  /// The handlers that the app has registered.
  var handlers: Set<HandlerRegistration> = []
  /// How many instances were made of each class, by its path.
  var instances: OrderedDictionary<String, Int> = [:]
  /// Whether a tag has made an instance of Braze.
  var hasBrazeInstance = false
  /// The containers that the launch has yet to open; nil where it is over.
  var openings: [(id: String, opening: AppOpening)]?
  /// The link that started the app, which hands it to the SDK when it has a container.
  var lateLink: String?
  /// The container that was handed to the app last.
  var handedOut: String?
  /// The main thread that waits for a container; nil while it runs.
  var frozen: FrozenThread?
  /// What waits for the main thread.
  var waiting: [Act] = []

  /// Something that a suspended app has not met yet.
  enum Deferred: Sendable {
    case due(ScheduledEvent.Kind)
    case input(Input)
  }

  /// Whether the app is built with Firebase.
  var usesFirebase: Bool { runtime.settings.generation == .firebase }

  /// In the background an app is suspended, unless it has begun a task.
  var isSuspended: Bool { isInBackground && task == nil }

  init(launch: Int, runtime: Runtime) {
    self.launch = launch
    self.runtime = runtime
  }
}

/// The time that the phone's system grants an app in the background, and what the app does with it.
///
/// Source: Dispatch §9.4; the app begins a task, dispatches with a completion handler until the
/// result is not good or the task has expired, and ends the task.
package struct BackgroundTask: Sendable, Hashable {
  /// How long the system waits for the end of a task that has expired, before it ends the process.
  ///
  /// Source: observed of apps, Dispatch §9.4; UIApplication's documentation gives no figure.
  package static let grace = Duration.seconds(5)

  /// When it began.
  package var began: Instant
  /// When it expires.
  package var expires: Instant
  /// Whether it has.
  package var isExpired = false
  /// Requests that were answered since it began.
  package var dispatches = 0
  /// Whether Firebase began it for an upload, or goes on with it when the app is done.
  package var isOfFirebase = false
}

/// The app's main thread while it waits for a container in a future's `get`: neither taps nor the
/// app's own timers are served. The SDK's timers and the network go on.
///
/// Source: LegacySDK §3.4.
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
