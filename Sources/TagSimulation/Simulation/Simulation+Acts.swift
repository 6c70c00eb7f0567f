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
    if isFrozen, act.needsMainThread {
      process?.waiting.append(act)
    } else {
      apply(act)
    }
    return finish()
  }

  mutating func apply(_ act: Act) {
    switch act {
    case .installDefault, .installUnreadable, .installSaved, .damageSaved, .publish,
      .publishUnreadable, .draft, .device, .disk, .emptyDisk, .setRefreshMode, .setLogger,
      .setAnalyticsLogger, .setQuirk, .setSDKVersion, .setDelivery, .setDispatchInterval,
      .setDebugMode, .setGeneration, .setFirebaseValidation:
      prepare(act)
    case .launch(let isCold, let kind, let timeout):
      launch(isCold: isCold, kind: kind, timeout: timeout)
    case .background(let sendsHits):
      background(sendsHits: sendsHits ?? world.app.sendsHitsInBackground)
    case .foreground: foreground()
    case .kill: kill()
    case .reinstall: reinstall()
    case .upgrade(let build, let version): upgrade(build: build, version: version)
    case .reachability(let believed): reachability(believed)
    case .network(let condition): network(condition)
    case .openURL(let url): openURL(url)
    case .jump(let duration): jump(duration)
    case .setClock(let wall): setClock(wall)
    case .setQueueLimit(let limit): setQueueLimit(limit)
    case .screen(let name): see(name)
    case .tap(let title, let arguments): tap(title, arguments)
    case .push(let update): ask(.push(update))
    case .open(let id, let opening): open(containerID(id), opening)
    case .close(let id): close(containerID(id))
    case .register(let kind, let name, let id, let isOn):
      register(HandlerRegistration(container: containerID(id), kind: kind, name: name), isOn)
    case .read(let read, let id):
      ask(.read(key: read.key, kind: read.kind, container: containerID(id)))
    case .refresh(let id): ask(.refresh(container: containerID(id)))
    case .dispatch(let completes):
      process?.wantedDispatches = completes ? [] : Set(HitQueue.dispatched)
      ask(completes ? .dispatchWithCompletion : .dispatch)
    case .makeTracker(let tracker):
      ask(.makeTracker(name: tracker.name, trackingID: tracker.trackingID))
    case .removeTracker(let name): ask(.removeTracker(name))
    case .chooseTracker(let name): ask(.chooseTracker(name))
    case .setField(let code, let value, let tracker):
      ask(.setField(tracker: tracker, code, value))
    case .collectAdvertisingID(let isOn, let tracker):
      ask(.collectAdvertisingID(tracker: tracker, isOn))
    case .send(let builder, let tracker): send(builder, through: tracker)
    case .optOut(let isOptedOut): optOut(isOptedOut)
    case .dryRun(let isOn): ask(.setDryRun(isOn))
    case .logEvent(let name, let parameters): ask(.logEvent(name, parameters))
    case .setDefaultParameters, .setUserProperty, .setUserID, .setCollection, .resetAnalytics:
      tellFirebase(act)
    }
  }

  /// The id of a container that is not the app's first one, for rows.
  func otherContainer(_ id: String) -> String? { id == world.app.containerID ? nil : id }

  // MARK: The world around

  /// Does what needs no running app.
  private mutating func prepare(_ act: Act) {
    switch act {
    case .installDefault(let container, let id, let name):
      // Under the right name an export stands for the binary that the product makes of it; as it is
      // no SDK reads it.
      let isExport = name != nil && container.version.format == .export
      let name = name ?? BundledFile.name(of: containerID(id), container.version.format)
      let content: BundledFile.Content =
        isExport
        ? .unreadable("it is an export of the web interface, which no SDK reads")
        : .container(container)
      world.bundle[name] = BundledFile(name: name, content: content)
    case .installUnreadable(let id, let name):
      let name = name ?? containerID(id)
      world.bundle[name] = BundledFile(
        name: name, content: .unreadable("what is in it is no container"))
    case .damageSaved(let id): world.disk.damaged.insert(containerID(id))
    case .publishUnreadable(let id):
      world.server.unreadable.insert(containerID(id))
      addRow(.publishedUnreadable(container: otherContainer(containerID(id))))
    case .installSaved(let container, let id, let age):
      world.disk.damaged.remove(containerID(id))
      world.disk.savedContainers[containerID(id)] = SavedContainer(
        container: container, refreshed: now.wall - age)
    case .publish(let container, let id):
      let id = containerID(id)
      world.server.unreadable.remove(id)
      world.server.published[id] = PublishedVersion(container: container, published: now.wall)
      addRow(.published(version: container.version.version, container: otherContainer(id)))
    case .draft(let container, let id):
      world.server.drafts[containerID(id), default: []].append(container)
    case .device(let device):
      world.device = device
      addRow(.deviceChanged(device))
      tellOrDefer(.deviceChanged(world.facts))
    case .disk(let condition):
      world.disk.condition = condition
      log(.diskChanged, condition.rawValue)
      addRow(.disk(condition.rawValue))
    case .emptyDisk:
      world.disk.removeSaved()
      log(.diskChanged, "empty")
      addRow(.disk("empty"))
    case .setQuirk(let quirk, let isOn):
      if isOn { settings.quirks.insert(quirk) } else { settings.quirks.remove(quirk) }
    case .setSDKVersion(let version): settings.sdkVersion = version
    case .setDelivery(let profile): settings.delivery = profile
    case .setGeneration(let generation):
      settings.generation = generation
      chooseContainers()
    case .setFirebaseValidation(let validation): settings.firebaseValidation = validation
    default: tellNowAndAtLaunch(act)
    }
  }

  /// Does what an app that runs is told at once, and one that does not is told when it starts.
  private mutating func tellNowAndAtLaunch(_ act: Act) {
    switch act {
    case .setDispatchInterval(let interval):
      world.dispatchInterval = .some(interval)
      ask(.setDispatchInterval(interval))
    case .setRefreshMode(let mode):
      world.refreshMode = mode
      ask(.setRefreshMode(mode))
    case .setLogger(let logger):
      world.logger = logger
      ask(.setLogger(logger))
    case .setAnalyticsLogger(let logger):
      world.analyticsLogger = logger
      ask(.setAnalyticsLogger(logger))
    case .setDebugMode(let isOn):
      addRow(.firebaseTold("debug-mode", value: isOn ? "on" : "off"))
      if isRunning { ask(.setDebugMode(isOn)) } else { world.debugFlag = isOn }
    default: break
    }
  }

  private mutating func network(_ condition: NetworkCondition) {
    guard world.network != condition else { return }
    let wasReachable = world.isReachable
    world.network = condition
    world.networkChanged = now.wall
    log(.networkChanged, condition.words)
    addRow(.network(condition))
    if world.isReachable != wasReachable { tellOrDefer(.reachability(world.isReachable)) }
  }

  private mutating func reachability(_ believed: Bool?) {
    let wasReachable = world.isReachable
    world.believedReachable = believed
    if world.isReachable != wasReachable { tellOrDefer(.reachability(world.isReachable)) }
  }

  // MARK: Analytics

  /// A hit that the app sends has a row of its own.
  private mutating func send(_ builder: HitBuilder, through tracker: String?) {
    context?.lastMade = nil
    ask(.send(builder.fields, tracker: tracker))
    let hits = takeNewHits()
    if let hit = context?.lastMade { addRow(.hitSent(hit), hits: hits) }
  }

  /// What the app tells Firebase has a row of its own, before those of the events that follow.
  private mutating func tellFirebase(_ act: Act) {
    switch act {
    case .setDefaultParameters(let parameters):
      let value = parameters.map { JSONWriter.write(.map($0)) } ?? "none"
      addRow(.firebaseTold("default-parameters", value: value))
      ask(.setDefaultParameters(parameters))
    case .setUserProperty(let name, let value):
      addRow(.firebaseTold("user-property " + name, value: value ?? "null"))
      ask(.setUserProperty(name, value))
    case .setUserID(let id):
      addRow(.firebaseTold("user-id", value: id ?? "null"))
      ask(.setUserID(id))
    case .setCollection(let isOn):
      addRow(.firebaseTold("collection", value: isOn ? "on" : "off"))
      ask(.setCollection(isOn))
    case .resetAnalytics:
      addRow(.firebaseTold("reset-analytics-data", value: nil))
      ask(.resetAnalytics)
    default: break
    }
  }

  private mutating func optOut(_ isOptedOut: Bool) {
    if !settings.quirks.contains(.optOutForgotten) { world.disk.isOptedOut = isOptedOut }
    addRow(.optedOut(isOptedOut))
    ask(.setOptOut(isOptedOut))
  }

  /// The oldest hits go at once where more wait than the new limit lets.
  private mutating func setQueueLimit(_ limit: Int) {
    world.queueLimit = limit
    for queue in HitQueue.allCases {
      while world.disk.count(of: queue) > limit,
        let dropped = world.disk.removeOldest(of: queue)
      {
        settle(dropped, .lost(.storeFull(limit: limit)))
      }
    }
  }

  /// Only what the phone dates changes: no timer moves, and no time passes.
  private mutating func setClock(_ wall: WallTime) {
    let leap = wall - now.wall
    now.wall = wall
    world.clockAhead += leap
    // Since when the network is as it is does not depend on what the clock shows.
    world.networkChanged = world.networkChanged + leap
    addRow(.clockSet(leap))
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
    context?.cause = .tap(title)
    let rows = rowCount
    run(button.actions, arguments)
    if rowCount == rows { addRow(.tapped(title)) }
  }

  private mutating func see(_ name: String) {
    guard let screen = world.app.screen(named: name) else { return }
    process?.screen = name
    because(of: .screen(name)) {
      let rows = $0.rowCount
      if $0.process?.usesFirebase == true { $0.ask(.screenSeen(name)) }
      $0.run(screen.onView)
      if $0.rowCount == rows { $0.addRow(.screenSeen(name)) }
    }
  }

  /// Does what the app does. `check` has made sure that it can be done.
  mutating func run(
    _ actions: [AppAction], _ arguments: OrderedDictionary<String, Value> = [:]
  ) {
    for action in actions where action.generation ?? settings.generation == settings.generation {
      switch action {
      case .goes(let screen): see(screen)
      case .push(let template): ask(.push(members(of: template, arguments)))
      case .logEvent(let name, let template):
        let name = ValueConversion.text(name.value(with: arguments) ?? .absent)
        ask(.logEvent(name, members(of: template, arguments)))
      case .setUserProperty(let name, let value):
        let value = value.value(with: arguments) ?? .null
        tellFirebase(.setUserProperty(name, value == .null ? nil : ValueConversion.text(value)))
      }
    }
  }

  private func members(
    of template: PushTemplate, _ arguments: OrderedDictionary<String, Value>
  ) -> OrderedDictionary<String, Value> {
    do throws(PushTemplate.MissingArgument) {
      return try template.update(with: arguments).members ?? [:]
    } catch {
      preconditionFailure("the argument \(error.name) was found before, and is missing now")
    }
  }
}

extension Act {
  /// Whether the app itself does it, or is told of it, on its main thread.
  fileprivate var needsMainThread: Bool {
    switch self {
    case .installDefault, .installUnreadable, .installSaved, .damageSaved, .publish,
      .publishUnreadable, .draft, .device, .disk, .emptyDisk, .launch, .background, .foreground,
      .kill, .network, .setQuirk, .setSDKVersion, .setDelivery, .setQueueLimit, .setClock, .jump,
      .reinstall, .upgrade, .reachability, .setGeneration, .setFirebaseValidation:
      false
    case .openURL, .screen, .tap, .push, .open, .close, .register,
      .read, .refresh, .dispatch, .setDispatchInterval, .setRefreshMode, .setLogger,
      .setAnalyticsLogger, .makeTracker, .removeTracker, .chooseTracker, .setField,
      .collectAdvertisingID, .send,
      .optOut, .dryRun, .logEvent, .setDefaultParameters, .setUserProperty, .setUserID,
      .setCollection, .setDebugMode, .resetAnalytics:
      true
    }
  }
}
