import OrderedCollections
import TagRuntime

extension Simulation {
  /// Finds anything that prevents an act now, before anything is changed.
  func check(_ act: Act) throws(ActError) {
    var visits = 0
    switch act {
    case .app(let call): try check(call)
    case .installDefault(_, let id, _), .installSaved(_, let id, _), .publish(_, let id),
      .draft(_, let id):
      try check(container: id)
    case .useContainer(_, let id):
      guard isRunning else { throw .notRunning }
      try check(container: id)
      if container(containerID(id)) == nil { throw .containerNotOpen(containerID(id)) }
    case .installUnreadable(let id, _, _), .damageSaved(let id), .publishUnreadable(let id):
      try check(container: id)
    case .device, .disk, .emptyDisk, .network, .jump, .reinstall, .upgrade, .reachability,
      .collector,
      .setDelivery, .setQueueLimit, .setRefreshTimer, .setClock, .setFirebaseValidation:
      break
    case .setQuirk(let quirk, let isOn):
      if isOn, settings.played.platform != .ios { throw .onlyOnIOS("the quirk \(quirk.rawValue)") }
    case .setSDKVersion(let version):
      if settings.played.platform != .ios { throw .onlyOnIOS("release \(version)") }
    case .setGeneration: if launches > 0 { throw .launchedBefore }
    case .setSeed:
      if launches > 0 || installations > 1 || now.instant > .start { throw .seedTooLate }
    case .launch:
      if isRunning { throw .alreadyRunning }
      try checkLaunch(&visits)
    case .openURL, .happening(.notification(.opened, _)): try checkArrival(&visits)
    case .happening(.purchase): try requireForeground()
    case .happening: if !isRunning { throw .notRunning }
    case .kill:
      if !isRunning { throw .notRunning }
      try check(world.app.onTerminate, by: "", &visits)
    case .foreground:
      guard isRunning else { throw .notRunning }
      if !isInBackground { throw .notInBackground }
      try checkArrival(&visits)
    case .background:
      try requireForeground()
      try check(world.app.onBackground, by: "", &visits)
    case .open(let id, _):
      try requireAwake()
      try check(container: id)
    case .register(let kind, let name, let id, _):
      try requireAwake()
      try check(container: id)
      let known = handlers(of: containerID(id)).filter { $0.kind == kind }.map(\.name)
      if !known.contains(name) { throw .unknownHandler(name, kind: kind, known: known) }
      if container(containerID(id)) == nil { throw .containerNotOpen(containerID(id)) }
    case .screen(let name):
      try requireForeground()
      try check(screen: name, depth: 0, &visits)
    case .tap(let title, let arguments):
      try requireForeground()
      try check(tap: title, arguments)
    }
  }

  private func check(_ call: AppCall) throws(ActError) {
    switch call {
    case .firebase(.setDebugMode(true)) where world.app.buildType != .debug:
      throw .notInBuild(world.app.buildType)
    case .setDispatchInterval, .setRefreshMode, .setLogger, .setAnalyticsLogger,
      .firebase(.setDebugMode):
      // Before the app runs, the setting is stored for its launch.
      if isSuspended { throw .inBackground }
    case .push, .preview, .dispatch, .dispatchWithCompletion, .makeTracker, .removeTracker,
      .setOptOut, .setDryRun, .firebase:
      try requireAwake()
    case .chooseTracker(let name):
      try requireAwake()
      try check(tracker: name)
    case .setField(_, _, let name), .collectAdvertisingID(_, let name), .send(_, let name):
      try requireAwake()
      try check(tracker: name)
    case .open(let id, _, _):
      try requireAwake()
      try check(container: id)
    case .read(_, _, let id), .refresh(let id), .close(let id):
      try requireAwake()
      try check(container: id)
    }
  }

  private func check(container id: String?) throws(ActError) {
    guard let id, world.app.container(id) == nil else { return }
    throw .unknownContainer(id, known: world.app.containers.map(\.id))
  }

  private func check(tracker name: String?) throws(ActError) {
    guard let analytics = process?.runtime.analytics else { throw .notRunning }
    let known = Array(analytics.trackers.keys)
    guard let name = name ?? analytics.defaultTracker else { throw .noTracker(known: known) }
    if analytics.trackers[name] == nil { throw .unknownTracker(name, known: known) }
  }

  /// Checks what the app does when it is brought to the front, or started.
  private func checkArrival(_ visits: inout Int) throws(ActError) {
    guard isRunning else { return try checkLaunch(&visits) }
    if isInBackground { try check(world.app.onForeground, by: "", &visits) }
  }

  private func checkLaunch(_ visits: inout Int) throws(ActError) {
    try check(world.app.onLaunch, by: "", &visits)
    for container in world.app.containers {
      try check(container.onContainer, by: "", &visits)
    }
  }

  /// Requires an app whose code runs, in front or not.
  private func requireAwake() throws(ActError) {
    guard isRunning else { throw .notRunning }
    if isSuspended { throw .inBackground }
  }

  private func requireForeground() throws(ActError) {
    guard isRunning else { throw .notRunning }
    if isInBackground { throw .inBackground }
  }

  private func check(
    tap title: String, _ arguments: OrderedDictionary<String, Value>
  ) throws(ActError) {
    guard let screen else { throw .unknownButton(title, screen: nil, known: []) }
    guard let button = screen.button(titled: title) else {
      throw .unknownButton(title, screen: screen.name, known: screen.buttons.map(\.title))
    }
    let parameters = button.parameterNames
    for name in arguments.keys where !parameters.contains(name) {
      throw .unknownArgument(name, button: title, known: parameters)
    }
    var visits = 0
    try check(button.actions, arguments, by: title, &visits)
  }

  /// The number of screens that one act may show; a description in which each screen shows the next
  /// one twice would show more than anyone can wait for.
  private static let visitLimit = 1000

  private func check(
    screen name: String, depth: Int, _ visits: inout Int
  ) throws(ActError) {
    guard let screen = world.app.screen(named: name) else {
      throw .unknownScreen(name, known: world.app.screens.map(\.name))
    }
    visits += 1
    guard depth <= world.app.screens.count, visits <= Self.visitLimit else {
      throw .endlessNavigation(name)
    }
    try check(screen.onView, by: name, depth: depth, &visits)
  }

  private func check(
    _ actions: [AppAction], _ arguments: OrderedDictionary<String, Value> = [:],
    by name: String = "", depth: Int = 0, _ visits: inout Int
  ) throws(ActError) {
    for action in actions where action.generation ?? settings.generation == settings.generation {
      if case .goes(let screen) = action {
        try check(screen: screen, depth: depth + 1, &visits)
      }
      if case .call(.refresh(let id)) = action { try check(container: id) }
      for parameter in action.parameters
      where parameter.default == nil && arguments[parameter.name] == nil {
        throw .missingArgument(parameter.name, by: name.isEmpty ? world.app.name : name)
      }
    }
  }
}
