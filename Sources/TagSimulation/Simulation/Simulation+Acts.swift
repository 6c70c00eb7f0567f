import OrderedCollections
import TagRuntime

extension Simulation {
  /// Does something at the present instant; what it sets in motion happens in later steps.
  ///
  /// - Throws: `ActError` where it cannot be done now; the world is unchanged then.
  public mutating func perform(_ act: Act) throws(ActError) -> StepRecord {
    var changed = self
    changed.begin()
    try changed.apply(act)
    let record = changed.finish()
    self = changed
    return record
  }

  private mutating func apply(_ act: Act) throws(ActError) {
    switch act {
    case .installDefault(let container): world.bundle[world.app.containerID] = container
    case .installSaved(let container, let age):
      world.disk.savedContainers[world.app.containerID] = SavedContainer(
        container: container, refreshed: now.wall - age)
    case .publish(let container):
      world.server.published[world.app.containerID] = PublishedVersion(
        container: container, published: now.wall)
      addRow(.published(version: container.version.version))
    case .device(let device):
      world.device = device
      addRow(.deviceChanged(device))
      if isRunning { ask(.deviceChanged(world.facts)) }
    case .launch(let isCold, let kind, let timeout):
      try launch(isCold: isCold, kind: kind, timeout: timeout)
    case .background: try background()
    case .foreground: try foreground()
    case .kill: try kill()
    case .network(let isOnline): network(isOnline: isOnline)
    case .jump(let duration): jump(duration)
    case .setDispatchInterval(let interval):
      world.dispatchInterval = .some(interval)
      ask(.setDispatchInterval(interval))
    case .screen, .tap, .push, .read, .refresh, .dispatch:
      try requireForeground()
      try applyInApp(act)
    }
  }

  private mutating func applyInApp(_ act: Act) throws(ActError) {
    switch act {
    case .screen(let name): try see(name, depth: 0)
    case .tap(let title, let arguments): try tap(title, arguments)
    case .push(let update): ask(.push(update))
    case .read(let read):
      ask(.read(key: read.key, kind: read.kind, container: world.app.containerID))
    case .refresh: ask(.refresh(container: world.app.containerID))
    case .dispatch: ask(.dispatch)
    default: break
    }
  }

  private func requireForeground() throws(ActError) {
    guard isRunning else { throw .notRunning }
    if isSuspended { throw .inBackground }
  }

  // MARK: Lifecycle

  private mutating func launch(
    isCold: Bool, kind: OpenKind?, timeout: Duration?
  ) throws(ActError) {
    if isRunning { throw .alreadyRunning }
    launches += 1
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
    try run(world.app.onLaunch, arguments: [:], depth: 0)
  }

  private mutating func background() throws(ActError) {
    try requireForeground()
    process?.isSuspended = true
    addRow(.backgrounded)
  }

  /// What came due while the app was suspended happens now, in its order.
  private mutating func foreground() throws(ActError) {
    guard isRunning else { throw .notRunning }
    guard isSuspended else { throw .notInBackground }
    process?.isSuspended = false
    addRow(.foregrounded)
    let deferred = process?.deferred ?? []
    process?.deferred = []
    for kind in deferred { happen(kind, launch: launches) }
  }

  private mutating func kill() throws(ActError) {
    guard isRunning else { throw .notRunning }
    process = nil
    events.removeAll()
    addRow(.killed)
  }

  private mutating func network(isOnline: Bool) {
    guard world.isOnline != isOnline else { return }
    world.isOnline = isOnline
    world.networkChanged = now.wall
    log(.info, "the phone is \(isOnline ? "online" : "offline")")
    addRow(.network(isOnline: isOnline))
    if isRunning { ask(.reachability(isOnline)) }
  }

  /// A closed lid: the clock leaps, then what came due meanwhile happens once, in its order.
  private mutating func jump(_ duration: Duration) {
    moveClock(by: duration)
    addRow(.jumped(duration))
    var due: [ScheduledEvent] = []
    while let next = events.nextDue(), next <= now.instant, let event = events.popNext() {
      due.append(event)
    }
    for event in due { happen(event.kind, launch: event.launch) }
  }

  // MARK: The app

  private mutating func tap(
    _ title: String, _ arguments: OrderedDictionary<String, Value>
  ) throws(ActError) {
    guard let screen else { throw .unknownButton(title, screen: nil, known: []) }
    guard let button = screen.button(titled: title) else {
      throw .unknownButton(title, screen: screen.name, known: screen.buttons.map(\.title))
    }
    let parameters = button.parameterNames
    for name in arguments.keys where !parameters.contains(name) {
      throw .unknownArgument(name, button: title, known: parameters)
    }
    cause = .tap(title)
    let rows = record.rows.count
    try run(button.actions, arguments: arguments, depth: 0)
    if record.rows.count == rows { addRow(.tapped(title)) }
  }

  private mutating func see(_ name: String, depth: Int) throws(ActError) {
    guard let screen = world.app.screen(named: name) else {
      throw .unknownScreen(name, known: world.app.screens.map(\.name))
    }
    guard depth <= world.app.screens.count else { throw .endlessNavigation(name) }
    process?.screen = name
    cause = .screen(name)
    let rows = record.rows.count
    try run(screen.onView, arguments: [:], depth: depth)
    if record.rows.count == rows { addRow(.screenSeen(name)) }
  }

  mutating func run(
    _ actions: [AppAction], arguments: OrderedDictionary<String, Value>, depth: Int
  ) throws(ActError) {
    for action in actions {
      switch action {
      case .goes(let screen): try see(screen, depth: depth + 1)
      case .push(let template):
        do throws(PushTemplate.MissingArgument) {
          if let update = try template.update(with: arguments).members { ask(.push(update)) }
        } catch {
          let place = if case .tap(let title) = cause { title } else { screen?.name }
          throw .missingArgument(error.name, button: place ?? world.app.name)
        }
      }
    }
  }
}

extension AppButton {
  /// The names of the arguments that its pushes take, each once.
  public var parameterNames: [String] {
    var names: [String] = []
    for case .push(let template) in actions {
      for parameter in template.parameters where !names.contains(parameter.name) {
        names.append(parameter.name)
      }
    }
    return names
  }
}
