import OrderedCollections
import TagRuntime

extension Simulation {
  /// Does something at the present instant; what it sets in motion happens in later steps.
  ///
  /// - Throws: `ActError` where it cannot be done now; the world is unchanged then.
  public mutating func perform(_ act: Act) throws(ActError) -> StepRecord {
    // Everything that can be wrong is looked for first, so that no copy of the world is needed.
    try check(act)
    begin()
    apply(act)
    return finish()
  }

  private mutating func apply(_ act: Act) {
    let id = world.app.containerID
    switch act {
    case .installDefault(let container): world.bundle[id] = container
    case .installSaved(let container, let age):
      world.disk.savedContainers[id] = SavedContainer(
        container: container, refreshed: now.wall - age)
    case .publish(let container):
      world.server.published[id] = PublishedVersion(container: container, published: now.wall)
      addRow(.published(version: container.version.version))
    case .device(let device):
      world.device = device
      addRow(.deviceChanged(device))
      tellOrDefer(.deviceChanged(world.facts))
    case .setDispatchInterval(let interval):
      world.dispatchInterval = .some(interval)
      ask(.setDispatchInterval(interval))
    case .launch(let isCold, let kind, let timeout):
      launch(isCold: isCold, kind: kind, timeout: timeout)
    case .background: background()
    case .foreground: foreground()
    case .kill: kill()
    case .network(let isOnline): network(isOnline: isOnline)
    case .jump(let duration): jump(duration)
    case .screen(let name): see(name)
    case .tap(let title, let arguments): tap(title, arguments)
    case .push(let update): ask(.push(update))
    case .read(let read): ask(.read(key: read.key, kind: read.kind, container: id))
    case .refresh: ask(.refresh(container: id))
    case .dispatch:
      process?.isDispatchWanted = true
      ask(.dispatch)
    }
  }

  // MARK: Lifecycle

  private mutating func launch(isCold: Bool, kind: OpenKind?, timeout: Duration?) {
    launches += 1
    var settings = settings
    // Every process draws its own random numbers.
    settings.seed &+= UInt64(launches)
    process = AppProcess(
      launch: launches, runtime: Runtime(settings: settings, facts: world.facts))
    addRow(.launched(isCold: isCold))
    ask(.launched(isReachable: world.isOnline))
    if let interval = world.dispatchInterval { ask(.setDispatchInterval(interval)) }
    let opening = world.app.opening
    ask(
      .open(
        container: world.app.containerID, kind: kind ?? opening.kind,
        timeout: timeout ?? opening.timeout))
    startAppRefreshTimer()
    cause = .launch
    run(world.app.onLaunch)
  }

  private mutating func background() {
    process?.isSuspended = true
    addRow(.backgrounded)
  }

  /// What came due while the app was suspended happens now, in its order.
  private mutating func foreground() {
    process?.isSuspended = false
    addRow(.foregrounded)
    while let next = process?.deferred.first {
      process?.deferred.removeFirst()
      switch next {
      case .due(let kind): happen(kind, launch: launches)
      case .input(let input): ask(input)
      }
    }
  }

  private mutating func kill() {
    let sent = world.ledger.sent - dispatchedSent
    if sent > 0 {
      addRow(.dispatched(.error, sent: sent, lost: world.ledger.lost - dispatchedLost))
    }
    process = nil
    events.removeAll()
    dispatchedSent = world.ledger.sent
    dispatchedLost = world.ledger.lost
    addRow(.killed)
  }

  private mutating func network(isOnline: Bool) {
    guard world.isOnline != isOnline else { return }
    world.isOnline = isOnline
    world.networkChanged = now.wall
    log(.networkChanged, isOnline ? "online" : "offline")
    addRow(.network(isOnline: isOnline))
    tellOrDefer(.reachability(isOnline))
  }

  /// A closed lid: the clock leaps, then what came due meanwhile happens once, in its order.
  private mutating func jump(_ duration: Duration) {
    moveClock(by: duration)
    addRow(.jumped(duration))
    // What is scheduled on the way waits for its own time, even where that is now.
    let scheduled = events.nextSequence
    while let event = events.popNext(due: now.instant, scheduledBefore: scheduled) {
      happen(event.kind, launch: event.launch)
    }
  }

  /// Tells the runtime of something that happened around it; a suspended app hears of it when it
  /// returns.
  private mutating func tellOrDefer(_ input: Input) {
    if isSuspended { process?.deferred.append(.input(input)) } else { ask(input) }
  }

  // MARK: The app

  private mutating func tap(_ title: String, _ arguments: OrderedDictionary<String, Value>) {
    guard let button = screen?.button(titled: title) else { return }
    cause = .tap(title)
    let rows = record.rows.count
    run(button.actions, arguments)
    if record.rows.count == rows { addRow(.tapped(title)) }
  }

  private mutating func see(_ name: String) {
    guard let screen = world.app.screen(named: name) else { return }
    process?.screen = name
    let before = cause
    cause = .screen(name)
    defer { cause = before }
    let rows = record.rows.count
    run(screen.onView)
    if record.rows.count == rows { addRow(.screenSeen(name)) }
  }

  /// Does what the app does. `check` has made sure that it can be done.
  mutating func run(
    _ actions: [AppAction], _ arguments: OrderedDictionary<String, Value> = [:]
  ) {
    for action in actions {
      switch action {
      case .goes(let screen): see(screen)
      case .push(let template):
        do throws(PushTemplate.MissingArgument) {
          if let update = try template.update(with: arguments).members { ask(.push(update)) }
        } catch {
          preconditionFailure("the argument \(error.name) was found before, and is missing now")
        }
      }
    }
  }
}
