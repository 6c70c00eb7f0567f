import OrderedCollections
import TagRuntime

/// The options of a launch; nil leaves a value to the app.
struct LaunchManner: Sendable, Hashable {
  var isCold = false
  var kind: OpenKind?
  var timeout: Duration?
  /// Whether it opens its containers; the SDK on Firebase does so in any case.
  var opens = true
}

extension Simulation {
  /// Returns the link that previews a version of a container, or ends the preview.
  package func previewLink(_ version: Int64?, of id: String? = nil) -> String {
    let start = "\(world.app.previewScheme)://preview/p?id=\(id ?? world.app.containerID)"
    return start + (version.map { "&gtm_auth=tagsim&gtm_preview=\($0)" } ?? "&gtm_preview=")
  }

  /// Launches the app; `link` is the preview link that the system passes to it at its start.
  mutating func launch(_ manner: LaunchManner, link: String? = nil) {
    launches += 1
    var settings = settings
    // Every process draws different random numbers.
    settings.seed &+= UInt64(launches)
    var runtime = Runtime(settings: settings.played, facts: world.facts)
    runtime.patterns = patterns
    process = AppProcess(launch: launches, runtime: runtime)
    addRow(.launched(isCold: manner.isCold))
    if launches == 1, let remark = settings.platform.remark(settings.generation) { say(remark) }
    give(.launched(isReachable: world.isReachable))
    if world.disk.isOptedOut {
      give(.call(.setOptOut(true)))
      process?.runtime.forgetUsage()
    }
    if let flag = world.debugFlag {
      world.debugFlag = nil
      give(.call(.firebase(.setDebugMode(flag))))
    }
    for tracker in world.app.trackers {
      give(.call(.makeTracker(name: tracker.name, trackingID: tracker.trackingID)))
    }
    if let interval = world.dispatchInterval { give(.call(.setDispatchInterval(interval))) }
    if world.refreshMode != .standard { give(.call(.setRefreshMode(world.refreshMode))) }
    if world.logger != Logger() { give(.call(.setLogger(world.logger))) }
    if world.analyticsLogger != Logger() { give(.call(.setAnalyticsLogger(world.analyticsLogger))) }
    // A preview affects the opening only if it comes before it.
    if let link {
      if world.app.linkHandling == .late { process?.lateLink = link } else { handOn(link) }
    }
    let opened = world.app.containers.filter {
      manner.opens && $0.opensAtLaunch || settings.generation == .firebase
    }
    process?.openings = opened.map { container in
      // The SDK on Firebase opens its container by itself; that it does so like an opener that
      // accepts any saved copy is a model.
      if settings.generation == .firebase { return (container.id, AppOpening()) }
      var opening = container.opening
      opening.kind = manner.kind ?? opening.kind
      opening.timeout = manner.timeout ?? opening.timeout
      return (container.id, opening)
    }
    goOnLaunching()
  }

  /// Opens one container after the other, then performs the app's launch actions; a future that
  /// blocks the main thread makes the rest wait.
  mutating func goOnLaunching() {
    while let (id, opening) = process?.openings?.first {
      process?.openings?.removeFirst()
      open(id, opening)
      // Its openings belong to the row of the launch.
      keepWorldOfRow()
      if isFrozen { return }
    }
    guard process?.openings != nil else { return }
    process?.openings = nil
    for container in world.app.containers where container.opensAtLaunch {
      startAppRefreshTimer(of: container.id)
    }
    if process?.usesFirebase == true {
      // A screen that the launch shows is there before Firebase logs anything.
      let shown = world.app.onLaunch.lazy.compactMap { action in
        if case .goes(let screen) = action { screen } else { nil }
      }
      if world.app.tellsScreens, let first = shown.first { give(.screenSeen(first)) }
      give(.entered(.foreground))
    }
    context?.cause = .launch
    run(world.app.onLaunch)
  }

  mutating func open(_ id: String, _ opening: AppOpening) {
    process?.handedOut = nil
    give(.call(.open(container: id, kind: opening.kind, timeout: opening.timeout)))
    // Without an opener there is no future to wait for, even if the opening is refused.
    let blocks = opening.isBlocking && opening.kind.isOpener
    if blocks, process?.handedOut != id, container(id) != nil {
      let thread = FrozenThread(container: id, since: now.instant)
      process?.frozen = thread
    }
  }

  mutating func close(_ id: String) {
    give(.call(.close(container: id)))
    let lost = handlers(of: id)
    process?.handlers.subtract(lost)
  }

  /// Registers a handler of the app, or unregisters it.
  mutating func register(_ handler: HandlerRegistration, _ isOn: Bool) {
    if isOn {
      process?.handlers.insert(handler)
    } else if process?.runtime.settings.quirks.contains(.nilHandlerRaises) == true {
      log(.nilHandler, handler.name)
    } else {
      process?.handlers.remove(handler)
    }
  }

  /// Returns all handlers in the app's description for a container.
  func handlers(of id: String) -> [HandlerRegistration] {
    guard let container = world.app.container(id) else { return [] }
    let macros = container.macroFunctions.map {
      HandlerRegistration(container: id, kind: .macro, name: $0.name)
    }
    let tags = container.tagFunctions.map {
      HandlerRegistration(container: id, kind: .tag, name: $0.name)
    }
    return macros + tags
  }

  /// Passes a link to the app that registered its scheme, and starts the app if necessary.
  mutating func openURL(_ url: String, _ manner: LaunchManner = LaunchManner()) {
    let scheme = String(url.prefix { $0 != ":" })
    if settings.generation == .firebase, ["http", "https"].contains(scheme.lowercased()) {
      return openUniversalLink(url, manner)
    }
    let known = world.app.schemes
    guard known.contains(where: { $0.lowercased() == scheme.lowercased() }) else {
      let isPreview = scheme.lowercased() == world.app.previewScheme.lowercased()
      let reason =
        known.isEmpty || isPreview
        ? "the app has not registered \(world.app.previewScheme)"
        : "the app's scheme is " + known.joined(separator: " or ")
      log(.unknownScheme, url, reason)
      return addRow(.link(.refused("no app opens it: " + reason), isOwn: false))
    }
    guard isRunning else { return launch(manner, link: url) }
    if isInBackground { foreground() }
    handOn(url)
  }

  /// Passes the link that started the app to the SDK, if the app does so late.
  mutating func handOnLateLink() {
    guard let link = process?.lateLink else { return }
    process?.lateLink = nil
    handOn(link)
  }

  /// Passes a link to the SDK, if the app does so; what the SDK does not take is the app's, if it
  /// has a scheme of its own.
  private mutating func handOn(_ url: String) {
    let scheme = url.prefix { $0 != ":" }.lowercased()
    let isOfApp = world.app.ownSchemes.contains { $0.lowercased() == scheme }
    context?.linkOfApp = isOfApp ? url : nil
    if world.app.linkHandling != .ignored {
      give(.call(.preview(url: url)))
    } else if isOfApp {
      addRow(.linkOpened(url))
    } else {
      addRow(.link(.refused("the app does not pass it to the SDK"), isOwn: false))
    }
  }

  /// Passes a URL of the app's site to the app.
  private mutating func openUniversalLink(_ url: String, _ manner: LaunchManner) {
    addRow(.linkOpened(url))
    if !isRunning { launch(manner) }
    if isInBackground { foreground() }
    give(.linkOpened(url))
  }

  // MARK: A blocked main thread

  /// Continues the main thread when the container is there: `get` returns, and everything that
  /// waited for the main thread happens in order.
  mutating func thaw() {
    guard let frozen = process?.frozen else { return }
    let waited = process?.waiting ?? []
    process?.frozen = nil
    process?.waiting = []
    addRow(.thawed(now.instant - frozen.since, waited: waited.count))
    goOnLaunching()
    for (index, act) in waited.enumerated() {
      if isFrozen {
        process?.waiting += waited[index...]
        return
      }
      do throws(ActError) {
        try check(act)
        context?.cause = .push
        apply(act)
      } catch {
        log(.waitedInVain, error.sentence)
      }
    }
  }
}

// MARK: - Background

/// Coming and going: the background, its tasks, and the end of the process.
///
/// ```
///                 background                      task: ended
///   foreground ───────────────► background, awake ───────────► suspended
///    ▲    ▲                        │ no task                      ▲  │
///    │    └────────────────────────┼──────────────────────────────┘  │ foreground
///    └─────────────────────────────┴─────────────────────────────────┘
///                 task: expired, and not ended within its grace ──► process ended
/// ```
extension Simulation {
  /// Puts the app into the background, where a mode may keep it awake. With `sendsHits`, it sends
  /// its waiting hits first, as the guide on background dispatching shows.
  mutating func background(sendsHits: Bool, _ mode: BackgroundMode?) {
    process?.isInBackground = true
    process?.mode = mode
    addRow(.backgrounded)
    if let limit = mode?.limit {
      events.schedule(.backgroundModeEnded, at: now.instant + limit, launch: launches)
    }
    because(of: .phase("background")) { $0.run($0.world.app.onBackground) }
    let isAwake = process?.task != nil
    if process?.usesFirebase == true { give(.entered(.background)) }
    // Android suspends no process, so an app asks for no time there.
    if settings.platform == .android {
      if sendsHits { call(.dispatch) } else { give(.entered(.background)) }
      return
    }
    let uploads = process?.runtime.isUploading == true
    guard sendsHits || isAwake || uploads else { return }
    guard isAwake || world.device.grantsBackgroundTasks else {
      // The guide's sendHitsInBackground returns where the task is UIBackgroundTaskInvalid: it
      // neither dispatches nor touches the interval.
      addRow(.backgroundTaskEnded(.refused))
      return
    }
    let duration = world.device.backgroundTime
    let expires = now.instant + duration
    events.schedule(.backgroundTaskExpired, at: expires, launch: launches)
    if isAwake {
      // A task that outlasted the last background phase continues, and its time restarts.
      process?.task?.expires = expires
    } else {
      let began = now.instant
      process?.task = BackgroundTask(began: began, expires: expires)
      process?.task?.isOfFirebase = !sendsHits
      addRow(.backgroundTaskBegan(duration))
      if sendsHits { give(.call(.dispatchWithCompletion)) }
    }
  }

  /// Runs the completion handler of the guide: it dispatches again while the result is good and
  /// there is time, otherwise it ends the task.
  mutating func dispatchCompleted(_ result: DispatchResult) {
    addRow(.dispatchCompleted(result))
    guard let task = process?.task else { return }
    process?.task?.dispatches += 1
    if result == .good, !task.isExpired {
      give(.call(.dispatchWithCompletion))
    } else {
      endBackgroundTask(task.isExpired ? .expired : .dispatched(result))
    }
  }

  /// Ends Firebase's task as soon as its upload has ended.
  mutating func uploadEnded(_ result: DispatchResult) {
    guard let task = process?.task, task.isOfFirebase, process?.runtime.isUploading == false
    else { return }
    endBackgroundTask(task.isExpired ? .expired : .dispatched(result))
  }

  private mutating func endBackgroundTask(_ end: EventRow.BackgroundTaskEnd) {
    if case .dispatched = end, process?.runtime.isUploading == true {
      // The app is done, but Firebase is not.
      process?.task?.isOfFirebase = true
      return
    }
    process?.task = nil
    events.removeLimits(ofMode: false)
    addRow(.backgroundTaskEnded(end))
  }

  /// Runs the guide's expiration handler, which only records the expiration; the completion handler
  /// that follows ends the task.
  mutating func backgroundTaskExpired() {
    process?.task?.isExpired = true
    addRow(.backgroundTaskExpired)
    if process?.task?.isOfFirebase == true { return endBackgroundTask(.expired) }
    events.schedule(
      .backgroundTaskOverdue, at: now.instant + BackgroundTask.grace, launch: launches)
  }

  /// Ends what kept the app awake for a time; it is suspended then, unless a task runs.
  mutating func backgroundModeEnded() {
    process?.mode = nil
    if isSuspended { addRow(.suspended) }
  }

  /// Ends a process whose task has expired and was not ended.
  mutating func backgroundTaskOverdue() {
    log(.backgroundTaskOverdue)
    kill()
  }

  /// Returns to the foreground; events that came due while the app was suspended happen now, in
  /// order.
  mutating func foreground() {
    process?.isInBackground = false
    process?.mode = nil
    // In the foreground a task has unlimited time.
    events.removeLimits(ofMode: true)
    addRow(.foregrounded)
    if process?.usesFirebase == true { give(.entered(.foreground)) }
    because(of: .phase("foreground")) { $0.run($0.world.app.onForeground) }
    while let next = process?.deferred.first {
      process?.deferred.removeFirst()
      switch next {
      case .due(let kind): happen(kind, launch: launches)
      case .input(let input): give(input)
      }
    }
  }

  /// Runs `applicationWillTerminate:`, which iOS calls where the app is awake when it is ended, and
  /// Android never.
  mutating func terminate() {
    guard !isSuspended, !isFrozen, process?.runtime.settings.platform == .ios else { return }
    because(of: .phase("terminate")) { $0.run($0.world.app.onTerminate) }
  }

  mutating func kill() {
    for queue in HitQueue.allCases {
      guard let tally = process?.tallies[queue], tally.sent > 0 else { continue }
      addRow(.dispatched(queue, .error, sent: tally.sent, lost: tally.lost), late: tally.late)
    }
    endedPatterns = patterns
    process = nil
    events.removeAllInside()
    world.requests.endAll(at: now.wall)
    addRow(.killed)
  }

  /// Removes the app with all its saved data, and installs it again.
  mutating func reinstall() {
    if isRunning { kill() }
    let hits = world.disk.hits
    let oldClientID = world.disk.clientID
    world.disk = world.disk.reinstalled(on: settings.platform)
    for stored in hits { end(stored, .lost(.uninstalled)) }
    // A disk from another time may belong to an installation that was counted there.
    repeat { installations += 1 } while clientID == oldClientID
    world.disk.clientID = clientID
    world.braze = Braze()
    addRow(.reinstalled(lost: hits.count))
  }

  /// Replaces the app by a newer build; its saved data stays.
  mutating func upgrade(build: Int64?, version: String?) {
    if isRunning { kill() }
    world.app.build = build ?? world.app.build + 1
    world.app.version = version ?? world.app.version
    addRow(.upgraded(build: world.app.build))
  }
}
