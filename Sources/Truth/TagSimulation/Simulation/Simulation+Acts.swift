import OrderedCollections
import TagRuntime

extension Simulation {
  /// Performs an act at the present instant; its consequences happen in later steps.
  ///
  /// - Throws: `ActError` if it cannot be done now; the world is unchanged then.
  public mutating func perform(_ act: Act) throws(ActError) -> StepRecord {
    // Check everything first, so that no copy of the world is needed.
    try check(act)
    begin()
    if isFrozen, act.traits.contains(.onMainThread) {
      process?.waiting.append(act)
    } else {
      apply(act)
    }
    return finish()
  }

  mutating func apply(_ act: Act) {
    switch act {
    case .app(let call): self.call(call)
    case .installDefault, .installUnreadable, .installSaved, .damageSaved, .publish,
      .publishUnreadable, .draft, .device, .disk, .emptyDisk, .setQuirk, .setSDKVersion,
      .setDelivery, .setGeneration, .setFirebaseValidation, .setSeed:
      prepare(act)
    case .launch(let isCold, let kind, let timeout, let link, let opens):
      let manner = LaunchManner(isCold: isCold, kind: kind, timeout: timeout, opens: opens)
      if let link { openURL(link, manner) } else { launch(manner) }
    case .useContainer(let container, let id):
      give(.containerGiven(container: containerID(id), container))
    case .background(let sendsHits, let mode):
      background(sendsHits: sendsHits ?? world.app.sendsHitsInBackground, mode)
    case .foreground: foreground()
    case .kill:
      terminate()
      kill()
    case .reinstall: reinstall()
    case .upgrade(let build, let version): upgrade(build: build, version: version)
    case .reachability(let believed): reachability(believed)
    case .collector(let service, let edition):
      (world.collector.service, world.collector.edition) = (service, edition)
    case .network(let condition): network(condition)
    case .openURL(let url): openURL(url)
    case .jump(let duration): jump(duration)
    case .happening(let happening): happen(happening)
    case .setClock(let wall): setClock(wall)
    case .setQueueLimit(let limit): setQueueLimit(limit)
    case .setRefreshTimer(let period):
      if !world.app.containers.isEmpty { world.app.containers[0].refreshTimer = period }
    case .screen(let name): see(name)
    case .tap(let title, let arguments): tap(title, arguments)
    case .open(let id, let opening): open(containerID(id), opening)
    case .register(let kind, let name, let id, let isOn):
      register(HandlerRegistration(container: containerID(id), kind: kind, name: name), isOn)
    }
  }

  /// Returns the id of a container that is not the app's first one, for rows.
  func otherContainer(_ id: String) -> String? { id == world.app.containerID ? nil : id }

  // MARK: The environment

  /// Performs an act that needs no running app.
  private mutating func prepare(_ act: Act) {
    switch act {
    case .installDefault(let container, let id, let file):
      // Under the right name an export represents the binary that the product makes of it; as a
      // file, no SDK reads it.
      let isExport = file.name != nil && container.version.format == .export
      let name = file.name ?? BundledFile.name(of: containerID(id), container.version)
      let content: BundledFile.Content =
        !file.isInTarget
        ? .notInTarget
        : isExport
          ? .unreadable("it is an export of the web interface, which no SDK reads")
          : .container(container)
      world.bundle[name] = BundledFile(name: name, content: content, origin: file.origin)
    case .installUnreadable(let id, let name, let reason):
      let name = name ?? containerID(id)
      world.bundle[name] = BundledFile(
        name: name, content: .unreadable(reason ?? "it is not a container"))
    case .damageSaved(let id): world.disk.damage(containerID(id))
    case .publishUnreadable(let id):
      world.server.unreadable.insert(containerID(id))
      addRow(.publishedUnreadable(container: otherContainer(containerID(id))))
    case .installSaved(let container, let id, let age):
      world.disk.install(
        SavedContainer(container: container, refreshed: now.wall - age), containerID(id))
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
      giveOrDefer(.deviceChanged(world.facts))
    case .disk(let condition):
      world.disk.condition = condition
      log(.diskChanged, condition.rawValue)
      addRow(.disk(condition.rawValue))
    case .emptyDisk:
      world.disk.removeSaved(on: settings.platform)
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
    case .setSeed(let seed): setSeed(seed)
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
    if world.isReachable != wasReachable { giveOrDefer(.reachability(world.isReachable)) }
  }

  private mutating func reachability(_ believed: Bool?) {
    let wasReachable = world.isReachable
    world.believedReachable = believed
    if world.isReachable != wasReachable { giveOrDefer(.reachability(world.isReachable)) }
  }

  /// Sets the limit; if more hits wait, the oldest are dropped at once.
  private mutating func setQueueLimit(_ limit: Int) {
    world.queueLimit = limit
    for queue in HitQueue.allCases {
      while world.disk.count(of: queue) > limit,
        let dropped = world.disk.removeOldest(of: queue)
      {
        end(dropped, .lost(.storeFull(limit: limit)))
      }
    }
  }

  /// Sets the clock. Only the phone's dates change: no timer moves, and no time passes.
  private mutating func setClock(_ wall: WallTime) {
    let leap = wall - now.wall
    now.wall = wall
    world.clockAhead += leap
    // The time since the last change of the network does not depend on the clock.
    world.networkChanged = world.networkChanged + leap
    addRow(.clockSet(leap))
  }

  /// Skips time, like a closed lid: the clock leaps, then the events due meanwhile happen once, in
  /// order.
  private mutating func jump(_ duration: Duration) {
    pass(duration)
    addRow(.jumped(duration))
    // Events scheduled on the way wait for their own time, even if that is now.
    let scheduled = events.nextSequence
    while let event = events.popNext(due: now.instant, scheduledBefore: scheduled) {
      happen(event.kind, launch: event.launch)
    }
  }

  /// Reports an event that Firebase logs by itself.
  ///
  /// Source: Firebase §1.3; that a notification is `notification_foreground` if the app is in front
  /// and `notification_receive` otherwise is a decision, and so is that an exception is reported
  /// before the process ends.
  private mutating func happen(_ happening: Happening) {
    switch happening {
    case .purchase(let parameters): give(.happened("_iap", parameters))
    case .notification(.received, let parameters):
      giveOrDefer(.happened(isInBackground ? "_nr" : "_nf", parameters))
    case .notification(.dismissed, let parameters): giveOrDefer(.happened("_nd", parameters))
    case .notification(.opened, let parameters):
      if !isRunning { launch(LaunchManner()) }
      if isInBackground { foreground() }
      give(.happened("_no", parameters))
    case .crash:
      if process?.usesFirebase == true { give(.happened("_ae", ["fatal": 1])) }
      kill()
    }
  }

  /// Passes an input from the environment to the runtime; a suspended app receives it when it
  /// returns.
  private mutating func giveOrDefer(_ input: Input) {
    if isSuspended { process?.deferred.append(.input(input)) } else { give(input) }
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
      if $0.process?.usesFirebase == true, $0.world.app.tellsScreens { $0.give(.screenSeen(name)) }
      $0.run(screen.onView)
      if $0.rowCount == rows { $0.addRow(.screenSeen(name)) }
    }
  }

  /// Performs the app's actions. `check` has made sure that they can be done.
  mutating func run(
    _ actions: [AppAction], _ arguments: OrderedDictionary<String, Value> = [:]
  ) {
    for action in actions where action.generation ?? settings.generation == settings.generation {
      switch action {
      case .goes(let screen): see(screen)
      case .call(let call): self.call(call)
      case .push(let template): call(.push(members(of: template, arguments)))
      case .logEvent, .setUserProperty:
        if let made = action.firebaseCall(with: arguments) { call(.firebase(made)) }
      }
    }
  }

  private func members(
    of template: PushTemplate, _ arguments: OrderedDictionary<String, Value>
  ) -> OrderedDictionary<String, Value> {
    do throws(PushTemplate.MissingArgument) {
      return try template.update(with: arguments).members ?? [:]
    } catch {
      preconditionFailure("the argument \(error.name) was there before but is missing now")
    }
  }

  // MARK: The app's calls

  /// Forwards an app call to the SDK and records its effect on the world. A setting ends with the
  /// process; one that is made while none runs belongs to the code of every launch.
  mutating func call(_ call: AppCall) {
    let call = call.named(world.app.containerID)
    switch call {
    case .setDispatchInterval(let interval) where !isRunning:
      world.dispatchInterval = .some(interval)
    case .setRefreshMode(let mode) where !isRunning: world.refreshMode = mode
    case .setLogger(let logger) where !isRunning: world.logger = logger
    case .setAnalyticsLogger(let logger) where !isRunning: world.analyticsLogger = logger
    case .setOptOut(let isOptedOut):
      if !settings.quirks.contains(.optOutForgotten) { world.disk.isOptedOut = isOptedOut }
      addRow(.optedOut(isOptedOut))
    case .dispatch: process?.wantedDispatches = Set(HitQueue.dispatched)
    case .dispatchWithCompletion: process?.wantedDispatches = []
    case .close(let id?): return close(id)
    case .send: return send(call)
    case .firebase(let call): addRow(of: call)
    case .push, .open, .close, .preview, .refresh, .read, .makeTracker, .removeTracker,
      .chooseTracker, .setField, .collectAdvertisingID, .setDryRun, .setDispatchInterval,
      .setRefreshMode, .setLogger, .setAnalyticsLogger:
      break
    }
    give(.call(call))
  }

  /// Sends a hit of the app, which has a separate row.
  private mutating func send(_ call: AppCall) {
    context?.lastMade = nil
    give(.call(call))
    let hits = takeNewHits()
    if let hit = context?.lastMade { addRow(.hitSent(hit), hits: hits) }
  }

  /// Adds a row for a call to Firebase, before the rows of the events that follow.
  private mutating func addRow(of call: FirebaseCall) {
    switch call {
    case .logEvent: break
    case .setDefaultParameters(let parameters):
      let value = parameters.map { JSONWriter.write(.map($0)) } ?? "none"
      addRow(.firebaseTold("default-parameters", value: value))
    case .setUserProperty(let name, let value):
      addRow(.firebaseTold("user-property " + name, value: value ?? "null"))
    case .setUserID(let id): addRow(.firebaseTold("user-id", value: id ?? "null"))
    case .setCollection(let isOn):
      addRow(.firebaseTold("collection", value: isOn ? "on" : "off"))
    case .setConsent(let consent): addRow(.firebaseTold("consent", value: consent.words))
    case .resetAnalytics: addRow(.firebaseTold("reset-analytics-data", value: nil))
    case .setDebugMode(let isOn):
      addRow(.firebaseTold("debug-mode", value: isOn ? "on" : "off"))
      if !isRunning { world.debugFlag = isOn }
    }
  }
}

extension AppCall {
  /// Returns the call with its container, if it names none.
  fileprivate func named(_ first: String) -> AppCall {
    switch self {
    case .close(nil): .close(container: first)
    case .refresh(nil): .refresh(container: first)
    case .read(let key, let kind, nil): .read(key, kind, container: first)
    default: self
    }
  }
}
