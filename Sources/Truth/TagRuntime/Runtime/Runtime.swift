import OrderedCollections

/// The tag manager and its hit queue as one value.
///
/// It takes an input at a moment and returns effects. Nothing in it waits, reads a clock, opens a
/// file or draws; going back in time is copying the value.
///
/// Legacy name: TAGManager, TAGManager instance
public struct Runtime: Sendable {
  /// The constants of the SDK that this runtime works with.
  public var settings: Settings { surroundings.settings }
  /// The result of all pushes.
  ///
  /// Legacy name: TAGManager dataLayer
  public internal(set) var dataLayer = DataLayer()
  /// The data that outlasts the process, as it is stored.
  @Boxed public internal(set) var lasting = Lasting()
  /// Whether updates carry their explanation and the data layer; off on the fast path.
  public var isTracing = false
  /// Whether log lines are made at all; off if nobody reads them.
  package var isLogging = true
  /// Whether containers are loaded at all.
  ///
  /// Legacy name: TAGManager refreshMode
  public internal(set) var refreshMode = RefreshMode.standard
  /// The app's treatment of the log.
  ///
  /// Legacy name: TAGManager logger
  public internal(set) var logger = Logger()

  var facts: DeviceFacts {
    get { surroundings.facts }
    set { surroundings = Surroundings(settings, newValue) }
  }
  /// The environment of the runtime, which evaluations share.
  private(set) var surroundings: Surroundings
  var containers: OrderedDictionary<String, OpenContainer> = [:]
  @Boxed var preview = Preview()
  /// The counts of openings of containers, and of requests to the tag server, since the process
  /// began.
  var openings = 0
  var requests = 0
  /// Google Analytics inside the app.
  @Boxed public internal(set) var analytics = Analytics()
  /// The period of automatic dispatch and who set it.
  public internal(set) var dispatchInterval: DispatchInterval
  var dispatchers: PerQueue<Dispatcher>
  var pixelLimiter = HitLimiter()
  /// The queues whose dispatch reports its result to a completion handler.
  var awaited: [HitQueue] = []
  var random: RandomSource
  /// The app's pushes while the values of an earlier process are being loaded; nil at other times.
  var heldPushes: [OrderedDictionary<String, Value>]?
  /// Firebase inside the app (v5).
  @Boxed var firebaseFlow = FirebaseFlow()
  /// The budget of pattern searches in the run, of which a process may be only a part.
  @Boxed package var patterns = PatternBudget()
  /// The state that exists only while an input is handled; empty before and after.
  var step = RuntimeStep()

  /// Creates a runtime as a process does when it starts.
  public init(settings: Settings = Settings(), facts: DeviceFacts = DeviceFacts()) {
    surroundings = Surroundings(settings, facts)
    dispatchers = PerQueue { queue in
      // Firebase has a separate time for uploads, and no period.
      Dispatcher(
        DispatchRules.rules(of: queue, settings),
        interval: queue == .firebase ? nil : settings.dispatchInterval)
    }
    dispatchInterval = DispatchInterval(period: settings.dispatchInterval, setter: .sdk)
    random = RandomSource(seed: settings.seed).forked("runtime")
    analytics.counter = HitCounter(RandomSource(seed: settings.seed), after: facts.hitCount)
    var screens = RandomSource(seed: settings.seed).forked("screens")
    firebaseFlow.firstScreenID = Int64(bitPattern: screens.next())
  }

  /// Handles an input and returns the effects on the environment, in order.
  ///
  /// - Complexity: that of the input: a push costs its size and the evaluation of the open
  ///   containers.
  public mutating func handle(
    _ input: Input, at moment: Moment, host: some FunctionHost
  ) -> [Effect] {
    step = RuntimeStep(moment: moment, host: host)
    take(input)
    passHeldEvents()
    let effects = step.effects
    // A copy of the runtime now includes neither the app's code nor the effects.
    step = RuntimeStep()
    return effects
  }

  private mutating func take(_ input: Input) {
    switch input {
    case .launched(let isReachable): launched(isReachable: isReachable)
    case .call(let call): take(call)
    case .lastingLoaded(let lasting): lastingLoaded(lasting)
    case .defaultLoaded(let id, let files): defaultLoaded(id, files)
    case .savedLoaded(let id, let opening, let result): savedLoaded(id, opening, result)
    case .fetched(let id, let request, let answer): fetched(id, request, answer)
    case .containerGiven(let id, let container): give(container, to: id)
    case .timerFired(let timer): timerFired(timer)
    case .hitsRead(let queue, let hits): hitsRead(queue, hits)
    case .delivered(let queue, let result): delivered(queue, result)
    case .reachability(let isReachable): reachabilityChanged(isReachable)
    case .deviceChanged(let facts): self.facts = facts
    case .entered(let phase): entered(phase)
    case .screenSeen(let name): tellFirebase(.screenSeen(name))
    case .linkOpened(let url): tellFirebase(.linkOpened(url))
    case .happened(let name, let parameters): tellFirebase(.happened(name, parameters))
    }
  }

  private mutating func take(_ call: AppCall) {
    analytics.usage.note(call.usage)
    switch call {
    case .push(let update): push(update)
    case .open(let id, let kind, let timeout): open(id, kind, timeout)
    case .close(let id): close(id ?? firstOpened)
    case .preview(let url): openPreview(url)
    case .refresh(let id): refresh(id ?? firstOpened)
    case .read(let key, let kind, let id): read(key, kind, id ?? firstOpened)
    case .setRefreshMode(let mode): refreshMode = mode
    case .setLogger(let logger): self.logger = logger
    case .makeTracker(let name, let trackingID): makeTracker(name, trackingID)
    case .removeTracker(let name): analytics.removeTracker(named: name)
    case .chooseTracker(let name): analytics.choose(name)
    case .setField(let code, let value, let tracker): setField(tracker, code, value)
    case .collectAdvertisingID(let isOn, let tracker):
      changeTracker(tracker) { $0.collectsAdvertisingID = isOn }
    case .send(let fields, let tracker): send(fields, through: tracker)
    case .setOptOut(let isOptedOut): setOptOut(isOptedOut)
    case .setAnalyticsLogger(let logger): analytics.logger = logger
    case .setDryRun(let isDryRun): analytics.isDryRun = isDryRun
    case .dispatch: dispatch()
    case .dispatchWithCompletion: dispatchWithCompletion()
    case .setDispatchInterval(let interval): setInterval(interval, by: .app)
    case .firebase(let call): tellFirebase(.call(call))
    }
  }

  /// The container of a call that names none.
  private var firstOpened: String { containers.keys.first ?? "" }

  private mutating func launched(isReachable: Bool) {
    for queue in HitQueue.allCases {
      // On Android hits wait for the timer of their queue (Platforms §8).
      if HitQueue.dispatched.contains(queue), settings.platform == .ios || queue == .pixels {
        step.effects.append(.startTimer(.initialDispatch(queue), settings.initialDispatch))
      }
      withDispatcher(of: queue) { $0.launched(isReachable: isReachable) }
    }
    loadLasting()
  }

  private mutating func reachabilityChanged(_ isReachable: Bool) {
    for queue in HitQueue.allCases {
      withDispatcher(of: queue) { $0.reachabilityChanged(isReachable) }
    }
    if isReachable { driveUploads(.networkCameBack) }
  }

  var now: Moment { step.moment }

  mutating func log(_ code: LogCode, _ arguments: String...) {
    if isLogging { say(LogRecord(code, arguments)) }
  }

  mutating func say(_ record: LogRecord) {
    if isLogging { step.effects.append(.log(record)) }
  }

  /// Logs an answer that nobody requested, or that came too late; it changes nothing.
  mutating func ignored(_ answer: String) { log(.ignoredAnswer, answer) }

  /// Tells Firebase; on Android, Tag Manager sends its pixels when the interface is hidden.
  ///
  /// Source: Platforms §8.
  private mutating func entered(_ phase: AppPhase) {
    guard settings.generation == .legacy, settings.platform == .android else {
      return tellFirebase(.entered(phase))
    }
    if phase == .background { withDispatcher(of: .pixels) { $0.dispatch() } }
  }

  private mutating func timerFired(_ timer: TimerID) {
    switch timer {
    case .opening(let id): openingEvent(.timedOut, of: id)
    case .refresh(let id): refreshTimerFired(id)
    case .initialDispatch(let queue): withDispatcher(of: queue) { $0.dispatch() }
    case .dispatch(.firebase): driveUploads(.timerFired)
    case .dispatch(let queue): withDispatcher(of: queue) { $0.timerFired() }
    case .engagement: tellFirebase(.engagementDue)
    }
  }
}

/// The state that exists only while one input is handled: its moment, the app's code that may be
/// called, and the effects so far. All functions of the runtime belong to this step, so that none
/// needs the moment or the host as a parameter.
struct RuntimeStep: Sendable {
  let moment: Moment
  private let code: (any FunctionHost & AnyObject)?
  var effects: [Effect] = []

  /// Creates the step in which nothing is handled.
  init() {
    moment = Moment(instant: .start, wall: WallTime(milliseconds: 0))
    code = nil
  }

  init(moment: Moment, host: some FunctionHost) {
    self.moment = moment
    code = HostReference(host)
  }

  var host: any FunctionHost {
    if let code { return code }
    return NoFunctions()
  }
}

/// A host behind one reference: an evaluation that calls it copies no more than that, and a runtime
/// that holds it stays a value whose parts can be accessed separately.
private final class HostReference: FunctionHost {
  private let host: any FunctionHost

  init(_ host: any FunctionHost) { self.host = host }

  func answer(to macro: FunctionCallRequest) -> MacroAnswer { host.answer(to: macro) }

  func run(_ tag: FunctionCallRequest) -> TagAnswer { host.run(tag) }
}

/// The settings and the phone, which rarely change, behind one reference.
package final class Surroundings: Sendable {
  package let settings: Settings
  package let facts: DeviceFacts

  package init(_ settings: Settings, _ facts: DeviceFacts) {
    self.settings = settings
    self.facts = facts
  }
}
