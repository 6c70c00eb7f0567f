import OrderedCollections
public import TagRuntime

/// A whole world as one value: the phone, its app with the embedded runtime, the network, the
/// servers, storage and virtual time.
///
/// Copy it and you have a fork: the same acts give the same steps on both.
public struct Simulation: Sendable {
  /// Everything around the app's process. Other modules read parts of it without copying it.
  public internal(set) var world: World {
    @inlinable _read { yield boxedWorld.wrappedValue }
    _modify { yield &boxedWorld.wrappedValue }
  }
  @usableFromInline var boxedWorld: Boxed<World>
  /// Both clocks.
  public internal(set) var now: Moment
  /// Whether updates carry their explanation.
  public var isTracing = false
  /// Whether steps record their rows and log lines; without, they have the same effects and record
  /// only loads and updates, which is enough to count, and refused pushes.
  package var isTelling = true

  /// The constants of the SDK that the app is built with.
  @Boxed public internal(set) var settings: Settings
  /// The app's containers for every generation of the SDK.
  let containers: [AppContainer]
  @Boxed var process: AppProcess?
  /// The random source of the app's environment.
  var random: RandomSource
  @Boxed var events = EventQueue()
  var launches = 0
  /// The state of the running step; nil between steps.
  @Boxed var context: StepContext?
  /// The budget of pattern searches as the last process that ended left it.
  @Boxed var endedPatterns = PatternBudget()
  /// The budget of pattern searches in the run.
  package var patterns: PatternBudget { process?.runtime.patterns ?? endedPatterns }
  /// The number of rows that earlier steps made.
  var rowsBefore = 0
  /// The row of the next step whose world is recorded; nil for none.
  @Boxed var lookout: RowLookout?
  var installations = 1

  /// Creates a world with an app that is installed and not running.
  ///
  /// `disk` is the phone's disk from an earlier time; `propertyZones` are the time zones, by
  /// tracking id, of properties that are not reported in `reportZone`.
  public init(
    app: App, device: Device = Device(), zone: ZoneRules = .utc, start: WallTime,
    reportZone: ZoneRules? = nil, propertyZones: [String: ZoneRules] = [:],
    settings: Settings = Settings(), isOnline: Bool = true, disk: Disk = Disk()
  ) {
    self.settings = settings
    containers = app.containers
    now = Moment(instant: .start, wall: start)
    var world = World(
      app: app, device: device, zone: zone, networkChanged: start, reportZone: reportZone ?? zone)
    world.propertyZones = propertyZones
    world.network = isOnline ? .online : .offline
    world.disk = disk
    boxedWorld = Boxed(wrappedValue: world)
    random = Self.chance(settings.seed)
    if disk.clientID.isEmpty { self.world.disk.clientID = clientID }
    self.world.ledger.queued = disk.hits.count
    chooseContainers()
  }

  /// Chooses the containers of the SDK generation that the app is built with.
  mutating func chooseContainers() {
    world.app.containers = containers.filter {
      $0.generation ?? settings.generation == settings.generation
    }
  }

  /// The id that Analytics generates when the app is first used after its installation.
  var clientID: String {
    var random = RandomSource(seed: settings.seed).forked("client \(installations)")
    return UUIDText.random(&random)
  }

  /// Returns the random source of the app's environment.
  private static func chance(_ seed: UInt64) -> RandomSource {
    RandomSource(seed: seed).forked("network")
  }

  /// Sets another seed, and replaces an id that the old one generated.
  mutating func setSeed(_ seed: UInt64) {
    let isOwn = world.disk.clientID == clientID
    settings.seed = seed
    random = Self.chance(seed)
    if isOwn { world.disk.clientID = clientID }
  }

  // MARK: Queries

  /// The runtime of the running process; nil if the app does not run.
  public var runtime: Runtime? { process?.runtime }

  /// Whether the app runs, in the foreground or suspended.
  public var isRunning: Bool { process != nil }

  /// Whether the app is in the background, suspended or not.
  public var isInBackground: Bool { process?.isInBackground ?? false }

  /// Whether the app is suspended in the background.
  public var isSuspended: Bool { process?.isSuspended ?? false }

  /// The background task that the app has begun and not ended.
  package var backgroundTask: BackgroundTask? { process?.task }

  /// The number of the last launch, from 1; 0 before the first.
  public var launchNumber: Int { launches }

  /// The visible screen; nil before the first one.
  public var screen: AppScreen? { process?.screen.flatMap(world.app.screen(named:)) }

  /// Whether no request and no disk job is in flight, and the main thread runs.
  public var isSettled: Bool { events.jobCount == 0 && !isFrozen }

  /// The status of the app's first container; nil if it is not open.
  public var container: ContainerStatus? { container(world.app.containerID) }

  /// Returns an id, or that of the app's first container.
  package func containerID(_ id: String?) -> String { id ?? world.app.containerID }

  /// Returns the status of a container; nil if it is not open.
  public func container(_ id: String) -> ContainerStatus? {
    process?.runtime.containerStatus(of: id)
  }

  /// The main thread while it waits for a container; nil while it runs.
  public var frozen: FrozenThread? { process?.frozen }

  /// Whether the main thread waits for a container.
  public var isFrozen: Bool { frozen != nil }

  /// Whether the running app has registered a handler.
  ///
  /// Legacy name: TAGContainer functionCallMacroHandlerForMacro:, TAGContainer
  /// functionCallTagHandlerForTag:
  public func isRegistered(_ handler: HandlerRegistration) -> Bool {
    process?.handlers.contains(handler) ?? false
  }

  /// Returns the number of instances of a class that the running process has made; each is gone
  /// after its call.
  public func instances(of path: String) -> Int { process?.instances[path] ?? 0 }

  /// The number of acts that wait for the main thread.
  package var waitingActs: Int { process?.waiting.count ?? 0 }

  /// Returns the time until the hits of a queue are sent; nil if none of its timers runs.
  package func untilDispatch(of queue: HitQueue) -> Duration? {
    let timers = [TimerID.dispatch(queue), .initialDispatch(queue)].compactMap {
      events.due(of: $0)
    }
    return timers.min().map { $0 - now.instant }
  }

  /// Returns the time until a container is requested automatically; nil if no timer runs.
  package func untilRefresh(of id: String? = nil) -> Duration? {
    events.due(of: .refresh(container: containerID(id))).map { $0 - now.instant }
  }

  /// Returns the time until the opener of a container stops waiting; nil if it does not wait.
  package func untilOpenTimeout(of id: String? = nil) -> Duration? {
    events.due(of: .opening(container: containerID(id))).map { $0 - now.instant }
  }

  /// Returns the time until the app's own timer refreshes a container; nil if no such timer runs.
  package func untilAppRefresh(of id: String? = nil) -> Duration? {
    events.dueOfAppRefresh(of: containerID(id)).map { $0 - now.instant }
  }

  /// Returns what would happen to a refresh of a container now; nil if it is not open.
  package func refreshAllowance(of id: String? = nil) -> RefreshAllowance? {
    process?.runtime.refreshAllowance(of: containerID(id), at: now.instant)
  }

  /// Explains why an open container is the current one; nil if it is not open.
  public func report(on id: String? = nil) -> ContainerReport? {
    process?.runtime.report(on: containerID(id))
  }

  /// Returns the default container for an id in the app's bundle; nil for none.
  package func bundledContainer(of id: String? = nil) -> CompiledContainer? {
    var lookup = DefaultLookup()
    return lookup.look(for: containerID(id), in: world.bundle.values.elements, settings.generation)
  }

  /// The ids of the app's available containers that were made for another platform.
  package var foreignContainers: [String] {
    if settings.platform != .ios || settings.generation != .legacy { return [] }
    return world.app.containers.map(\.id).filter { id in
      let known = [bundledContainer(of: id), world.server.published[id]?.container]
      return known.contains { $0?.version.platform == .android }
    }
  }

  /// Reads a value of a container without any effect.
  ///
  /// `event` is the Firebase event at which the value is read (v5); nil for none.
  public func reading(
    of read: TypedRead, in id: String? = nil, during event: FirebaseEvent? = nil
  ) -> ValueReading {
    var runtime = process?.runtime ?? Runtime()
    if isTracing { runtime.isTracing = true }
    return runtime.reading(
      of: read.key, as: read.kind, in: containerID(id), at: now, host: functions, during: event)
  }

  /// The states of the runtime's flows; nil while the app does not run.
  package var flows: Runtime.Flows? { process?.runtime.flows }

  var functions: AppFunctions {
    AppFunctions(app: world.app, device: world.device, handlers: process?.handlers ?? [])
  }

  // MARK: Time

  /// The true time of the servers; the phone's clock may be ahead of it or behind.
  package var trueTime: WallTime { now.wall - world.clockAhead }

  /// Returns when the next event is due; nil if there is none.
  public func nextDue() -> Instant? {
    var events = events
    return events.nextDue()
  }

  /// Performs the next due event at its time; nil if there is none.
  public mutating func step() -> StepRecord? {
    guard let event = events.popNext() else { return nil }
    begin()
    if event.due > now.instant { pass(event.due - now.instant) }
    happen(event.kind, launch: event.launch)
    return finish()
  }

  /// Lets time pass during which no event is due.
  public mutating func pass(_ duration: Duration) {
    now.instant = now.instant + duration
    now.wall = now.wall + duration
  }
}
