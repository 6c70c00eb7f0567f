public import TagRuntime

/// A whole world as one value: the phone, its app with the embedded runtime, the network, the
/// servers, storage and virtual time.
///
/// Copy it and you have a fork: the same acts give the same steps on both.
public struct Simulation: Sendable {
  /// Everything around the app's process.
  public internal(set) var world: World
  /// Both clocks.
  public internal(set) var now: Moment
  /// Whether updates carry their explanation.
  public var isTracing = false

  let settings: Settings
  var process: AppProcess?
  var events = EventQueue()
  var launches = 0
  var record = StepRecord()
  /// The numbers of the hits that the update at hand has made so far.
  var newHits: [Int64?] = []
  /// Why the runtime is being asked, for the rows of the updates that come of it.
  var cause = EventRow.Cause.push
  /// What the ledger had as sent before the dispatch that goes on.
  var dispatchedSent = 0
  /// What the ledger had as lost before it, and what was lost since without being dispatched.
  var dispatchedLost = 0

  /// Creates a world with an app that is installed and not running.
  public init(
    app: App, device: Device = Device(), zone: ZoneRules = .utc, start: WallTime,
    settings: Settings = Settings(), isOnline: Bool = true
  ) {
    self.settings = settings
    now = Moment(instant: .start, wall: start)
    world = World(app: app, device: device, zone: zone, networkChanged: start)
    world.isOnline = isOnline
  }

  // MARK: Looking

  /// The runtime of the running process; nil when the app does not run.
  public var runtime: Runtime? { process?.runtime }

  /// Whether the app runs, in the foreground or suspended.
  public var isRunning: Bool { process != nil }

  /// Whether the app is suspended in the background.
  public var isSuspended: Bool { process?.isSuspended ?? false }

  /// The screen that is seen; nil before the first one.
  public var screen: AppScreen? { process?.screen.flatMap(world.app.screen(named:)) }

  /// Whether no request and no disk job is in flight.
  public var isSettled: Bool { events.jobCount == 0 }

  /// What is known of the app's container; nil when it is not open.
  public var container: ContainerStatus? {
    process?.runtime.containerStatuses.first { $0.id == world.app.containerID }
  }

  /// The time until hits are sent; nil when no timer runs.
  public var untilDispatch: Duration? {
    let timers = [TimerID.dispatch, .initialDispatch].compactMap { events.due(of: $0) }
    return timers.min().map { $0 - now.instant }
  }

  /// The time until the container is asked for by itself; nil when no timer runs.
  public var untilRefresh: Duration? {
    events.due(of: .refresh(container: world.app.containerID)).map { $0 - now.instant }
  }

  /// The time until the opener gives up waiting; nil when it does not wait.
  public var untilOpenTimeout: Duration? {
    events.due(of: .opening(container: world.app.containerID)).map { $0 - now.instant }
  }

  /// Reads a value of the app's container without telling anybody.
  public func reading(of read: TypedRead) -> ValueReading {
    let runtime = process?.runtime ?? Runtime()
    return runtime.reading(
      of: read.key, as: read.kind, in: world.app.containerID, at: now, host: functions)
  }

  var functions: AppFunctions { AppFunctions(app: world.app, device: world.device) }

  // MARK: Time

  /// When the next event is due; nil when nothing is.
  public func nextDue() -> Instant? {
    var events = events
    return events.nextDue()
  }

  /// Takes the next due event at its time; nil when nothing is due.
  public mutating func step() -> StepRecord? {
    guard let event = events.popNext() else { return nil }
    begin()
    if event.due > now.instant { moveClock(by: event.due - now.instant) }
    happen(event.kind, launch: event.launch)
    return finish()
  }

  /// Lets time pass during which nothing is due.
  public mutating func pass(_ duration: Duration) { moveClock(by: duration) }

  mutating func moveClock(by duration: Duration) {
    now.instant = now.instant + duration
    now.wall = now.wall + duration
  }

  mutating func begin() {
    record = StepRecord()
    cause = .push
  }

  mutating func finish() -> StepRecord {
    defer { record = StepRecord() }
    return record
  }

  mutating func addRow(_ kind: EventRow.Kind, hits: [Int64?] = []) {
    record.rows.append(EventRow(kind: kind, wall: now.wall, hits: hits))
  }

  mutating func log(_ code: LogCode, _ arguments: String...) {
    record.lines.append(StepRecord.Line(record: LogRecord(code, arguments), wall: now.wall))
  }
}
