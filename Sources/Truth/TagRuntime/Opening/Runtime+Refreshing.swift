import OrderedCollections

extension Runtime {
  mutating func savedLoaded(
    _ id: String, _ opening: Int, _ result: Result<SavedContainer, RefreshFailure>
  ) {
    guard let container = containers[id], container.number == opening,
      container.refresher.disk == .reading
    else {
      ignored("the saved container \(id)")
      return
    }
    switch result {
    case .success where container.previewPath != nil:
      // A container that is previewed when the disk answers does not use the saved copy either.
      containers[id]?.savedOutcome = .notLookedAt
      missSaved(id, .noSavedContainer)
    case .success(let saved) where saved.container.version.structuralFault != nil:
      let fault = saved.container.version.structuralFault ?? ""
      log(.brokenContainer, id, "the disk", fault)
      containers[id]?.savedOutcome = .broken(fault)
      missSaved(id, .serverError)
    case .success(let saved):
      let version = saved.container.version.version
      if container.hasLoaded {
        containers[id]?.savedOutcome = .notApplied(version: version)
      } else {
        let read = saved.container.reading(settings.patterns)
        containers[id]?.compiled = read
        containers[id]?.source = .saved
        containers[id]?.refreshed = saved.refreshed
        containers[id]?.hasLoaded = true
        containers[id]?.savedOutcome = .loaded(version: version)
        remarkOnPlatform(of: id)
        apply(saved.container.version.experiments)
        tellOfLoad(id)
      }
      let age = now.wall - saved.refreshed
      let due = max(.zero, min(settings.refreshPeriod, settings.refreshPeriod - age))
      drive(id) { $0.savedFound(dueIn: due) }
      let isFresh = age < settings.refreshPeriod || settings.quirks.contains(.preferFreshTakesAny)
      openingEvent(.savedLoaded(isFresh: isFresh), of: id)
    case .failure(let failure):
      containers[id]?.savedOutcome = .failed(failure)
      missSaved(id, failure)
    }
  }

  private mutating func missSaved(_ id: String, _ failure: RefreshFailure) {
    let isStillDefault = containers[id]?.hasLoaded == false
    drive(id) { $0.savedMissing(failure, isStillDefault: isStillDefault) }
  }

  mutating func fetched(_ id: String, _ request: Int, _ answer: FetchAnswer) {
    guard let container = containers[id], container.refresher.waits(for: request),
      let question = container.request
    else {
      ignored("request \(request) for the container \(id)")
      return
    }
    let url = question.url
    let isPreview = question.previewPath != nil
    switch answer {
    case .noNetwork: failed(id, .noNetwork)
    case .noAnswer: failed(id, .networkError)
    case .response(200, .container(let fetched)):
      use(fetched, for: id, isPreview: isPreview)
    case .response(200, .noChange) where container.hasLoaded:
      log(.noChange, id)
      // It renews the age of the container in use (LegacySDK §4.4). A draft may have been published
      // meanwhile.
      if container.source == .preview, !isPreview { containers[id]?.source = .network }
      succeeded(id, .unchanged)
    case .response(200, .noChange): failed(id, .serverError)
    case .response(200, .unreadable):
      log(.loadUnparsable, url)
      failed(id, .serverError)
    case .response(404, _):
      log(.noDataRetrieved, url, id)
      failed(id, .serverError)
    case .response(let status, _):
      log(.loadStatus, url, String(status))
      failed(id, (100...599).contains(status) ? .networkError : .unknown)
    }
  }

  private mutating func use(_ fetched: CompiledContainer, for id: String, isPreview: Bool) {
    // A broken resource is not loaded, but the refresh counts as a success all the same.
    if let fault = fetched.version.structuralFault {
      log(.brokenContainer, id, "the network", fault)
      return succeeded(id, .broken(fault))
    }
    // The request decides, not the current preview: a draft is never saved.
    let read = fetched.reading(settings.patterns)
    containers[id]?.compiled = read
    containers[id]?.source = isPreview ? .preview : .network
    remarkOnPlatform(of: id)
    apply(fetched.version.experiments)
    let version = fetched.version.version
    tellOfLoad(id)
    succeeded(id, .loaded(version: version))
  }

  /// Puts a version into use as an answer of the network does, but without a request: it is saved,
  /// and waiting openers receive it. The timers of the load flow continue, and the tokens stay the
  /// same.
  mutating func give(_ given: CompiledContainer, to id: String) {
    guard containers[id] != nil else { return ignored("the container \(id)") }
    let wall = now.wall
    let read = given.reading(settings.patterns)
    containers[id]?.compiled = read
    containers[id]?.source = .network
    containers[id]?.hasLoaded = true
    containers[id]?.refreshed = wall
    containers[id]?.networkOutcome = .loaded(version: given.version.version)
    remarkOnPlatform(of: id)
    apply(given.version.experiments)
    step.effects.append(
      .save(container: id, SavedContainer(container: given, refreshed: wall)))
    step.effects.append(.notify(.refreshSucceeded(container: id, .network)))
    openingEvent(.networkLoaded, of: id)
  }

  private mutating func succeeded(_ id: String, _ outcome: LoadOutcome) {
    let now = now
    containers[id]?.refreshed = now.wall
    containers[id]?.networkOutcome = outcome
    if case .broken = outcome {} else { containers[id]?.hasLoaded = true }
    if let container = containers[id], container.hasLoaded, container.source != .preview {
      let saved = SavedContainer(container: container.compiled, refreshed: now.wall)
      step.effects.append(.save(container: id, saved))
    }
    let period = settings.refreshPeriod + drawn(upTo: rules.spreadAfterSuccess)
    drive(id) { $0.succeeded(nextIn: period) }
    openingEvent(.networkLoaded, of: id)
  }

  private mutating func failed(_ id: String, _ failure: RefreshFailure) {
    containers[id]?.networkOutcome = .failed(failure)
    let period = settings.refreshRetry + drawn(upTo: rules.spreadAfterFailure)
    drive(id) { $0.failed(failure, nextIn: period) }
    openingEvent(.networkFailed, of: id)
  }

  /// Draws a random time, less than the longest.
  ///
  /// Source: Platforms §5.
  private mutating func drawn(upTo longest: Duration) -> Duration {
    guard longest > .zero else { return .zero }
    return .milliseconds(random.integer(in: 0...longest.wholeMilliseconds - 1))
  }

  private var rules: PlatformRules { settings.platform.rules }

  mutating func refresh(_ id: String) {
    guard mayRefresh(id) else { return }
    drive(id) { $0.refreshAccepted() }
  }

  /// Whether a refresh is accepted; a refused one is only logged, without a notification to the
  /// app.
  mutating func mayRefresh(_ id: String) -> Bool {
    guard containers[id] != nil else {
      log(.refreshOfClosed)
      return false
    }
    if refreshMode == .defaultContainer {
      log(.refreshInDefaultMode)
      return false
    }
    let (now, settings) = (now.instant, settings)
    guard containers[id]?.limiter.accepts(at: now, settings) == true else {
      log(rules.refreshRefusal)
      step.effects.append(.notify(.refreshRefused(container: id)))
      return false
    }
    log(.refreshRequested)
    return true
  }

  /// The refresh mode applies when a container is opened and when the app refreshes it; running
  /// timers continue (LegacySDK §2.2).
  mutating func refreshTimerFired(_ id: String) { drive(id) { $0.timerFired() } }

  /// Passes an event to the load flow of a container and carries out its actions.
  mutating func drive(_ id: String, _ event: (inout Refresher) -> [Refresher.Action]) {
    guard var refresher = containers[id]?.refresher else { return }
    let actions = event(&refresher)
    containers[id]?.refresher = refresher
    requests = max(requests, refresher.requests)
    for action in actions {
      switch action {
      case .readSaved:
        step.effects.append(.loadSaved(container: id, opening: containers[id]?.number ?? 0))
      case .fetch(let number):
        guard let container = containers[id] else { continue }
        let question = request(for: container, number)
        containers[id]?.request = question
        containers[id]?.networkOutcome = .asked
        containers[id]?.isDefaultOnly = false
        step.effects.append(.fetch(question))
      case .startTimer(let delay): step.effects.append(.startTimer(.refresh(container: id), delay))
      case .cancelTimer: step.effects.append(.cancelTimer(.refresh(container: id)))
      case .began(let kind): step.effects.append(.notify(.refreshBegan(container: id, kind)))
      case .succeeded(let kind):
        step.effects.append(.notify(.refreshSucceeded(container: id, kind)))
      case .failed(let kind, let failure):
        step.effects.append(.notify(.refreshFailed(container: id, kind, failure)))
      }
    }
  }

  private func request(for container: OpenContainer, _ number: Int) -> ContainerRequest {
    // The server compares the fingerprint of its own answer, if it gave one (LegacySDK §4.4).
    let version = container.compiled.version
    let previous = container.hasLoaded ? version.fingerprint ?? version.version : nil
    return ContainerRequest(
      container: container.id, number: number, previous: previous,
      previewPath: container.previewPath, runtimeVersion: settings.runtimeVersion,
      generation: settings.generation, platform: settings.platform)
  }
}
