import OrderedCollections
import TagRuntime

/// The app's process: it begins with a launch and ends with a kill.
struct AppProcess: Sendable {
  /// The number of the launch, from 1; timers and answers of an earlier process are dropped.
  let launch: Int
  var runtime: Runtime
  var isInBackground = false
  /// What the app was granted in the background.
  var task: BackgroundTask?
  /// The screen that is seen; nil until the first one is.
  var screen: String?
  /// The queues of which somebody asked for a dispatch that goes on.
  var wantedDispatches: Set<HitQueue> = []
  /// What came due or happened while the app was suspended; the app meets it when it returns.
  var deferred: [Deferred] = []
  /// The handlers that the app has registered.
  var handlers: Set<HandlerRegistration> = []
  /// How many instances were made of each class, by its path.
  var instances: OrderedDictionary<String, Int> = [:]
  /// The containers that the launch has yet to open; nil where it is over.
  var openings: [(id: String, opening: AppOpening)]?
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
