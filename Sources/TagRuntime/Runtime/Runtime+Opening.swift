import OrderedCollections

extension Runtime {
  mutating func open(_ id: String, _ kind: OpenKind, _ timeout: Duration?) {
    if let container = containers[id] {
      // A second opener joins a pending one; after that it is notified at once (section 4.3 of
      // the behaviour notes).
      if container.opening.state == .done {
        effects.append(
          .notify(
            .containerAvailable(container: id, container.source, timedOut: false)))
      }
      return
    }
    guard containers.count < Limits.openContainers else {
      log(.tooManyContainers, id, String(Limits.openContainers))
      return
    }
    let timeout = timeout ?? settings.openTimeout
    if timeout >= settings.excessiveOpenTimeout {
      let seconds = NumberText.plain(Double(timeout.wholeMilliseconds) / 1000)
      log(.excessiveTimeout, seconds)
    }
    containers[id] = OpenContainer(id, kind, settings)
    effects += [
      .loadDefault(container: id), .startTimer(.opening(container: id), timeout),
      .notify(.refreshBegan(container: id, .saved)), .loadSaved(container: id),
    ]
  }

  mutating func defaultLoaded(_ id: String, _ container: CompiledContainer?) {
    guard containers[id]?.source == ContainerSource.none else {
      ignored("the default container \(id)")
      return
    }
    guard let container else {
      log(.noDefaultContainer)
      return
    }
    containers[id]?.compiled = container
    containers[id]?.source = .default
  }

  mutating func savedLoaded(
    _ id: String, _ result: Result<SavedContainer, RefreshFailure>, at moment: Moment
  ) {
    guard let container = containers[id] else {
      ignored("the saved container \(id)")
      return
    }
    switch result {
    case .success(let saved):
      if !container.hasLoaded {
        containers[id]?.compiled = saved.container
        containers[id]?.source = .saved
        containers[id]?.refreshed = saved.refreshed
        containers[id]?.hasLoaded = true
      }
      let due = saved.refreshed + settings.refreshPeriod - moment.wall
      scheduleLoad(of: id, in: max(.zero, min(settings.refreshPeriod, due)))
      effects.append(.notify(.refreshSucceeded(container: id, .saved)))
      let isFresh = moment.wall - saved.refreshed < settings.refreshPeriod
      openingEvent(.savedLoaded(isFresh: isFresh), of: id)
    case .failure(let failure):
      effects.append(.notify(.refreshFailed(container: id, .saved, failure)))
      if !container.hasLoaded { scheduleLoad(of: id, in: .zero) }
    }
  }

  mutating func fetched(
    _ id: String, _ result: Result<CompiledContainer?, RefreshFailure>, at moment: Moment
  ) {
    guard let container = containers[id], container.isLoading else {
      ignored("the container \(id) from the network")
      return
    }
    containers[id]?.isLoading = false
    switch result {
    case .success(let fetched?):
      containers[id]?.compiled = fetched
      containers[id]?.source = .network
      loaded(id, fetched, at: moment)
    case .success(nil) where container.hasLoaded:
      log(.noChange, id)
      // "No change" renews the age of what is in use (section 3.5 of the behaviour notes).
      loaded(id, container.compiled, at: moment)
    case .success(nil):
      failed(id, .serverError)
    case .failure(let failure):
      failed(id, failure)
    }
  }

  private mutating func loaded(_ id: String, _ compiled: CompiledContainer, at moment: Moment) {
    containers[id]?.refreshed = moment.wall
    containers[id]?.hasLoaded = true
    effects.append(
      .save(container: id, SavedContainer(container: compiled, refreshed: moment.wall)))
    scheduleLoad(of: id, in: settings.refreshPeriod)
    effects.append(.notify(.refreshSucceeded(container: id, .network)))
    openingEvent(.networkLoaded, of: id)
  }

  private mutating func failed(_ id: String, _ failure: RefreshFailure) {
    scheduleLoad(of: id, in: settings.refreshRetry)
    effects.append(.notify(.refreshFailed(container: id, .network, failure)))
    openingEvent(.networkFailed, of: id)
  }

  mutating func refresh(_ id: String, at moment: Moment) {
    guard containers[id] != nil else {
      log(.refreshOfClosed)
      return
    }
    guard containers[id]?.limiter.accepts(at: moment.instant, settings) == true else {
      log(.refreshTooOften)
      effects.append(.notify(.refreshRefused(container: id)))
      return
    }
    log(.refreshRequested)
    scheduleLoad(of: id, in: .zero)
  }

  /// One load is pending at most; a new one replaces it (section 3.4 of the behaviour notes).
  private mutating func scheduleLoad(of id: String, in delay: Duration) {
    if delay > .zero {
      effects.append(.startTimer(.refresh(container: id), delay))
    } else {
      effects.append(.cancelTimer(.refresh(container: id)))
      load(id)
    }
  }

  mutating func load(_ id: String) {
    guard let container = containers[id], !container.isLoading else { return }
    containers[id]?.isLoading = true
    effects += [.notify(.refreshBegan(container: id, .network)), .fetch(container: id)]
  }

  mutating func openingEvent(_ event: Opening.Event, of id: String) {
    guard containers[id]?.opening.handle(event) == true, let container = containers[id] else {
      return
    }
    var timedOut = false
    if case .timedOut = event { timedOut = true }
    if !timedOut { effects.append(.cancelTimer(.opening(container: id))) }
    effects.append(
      .notify(.containerAvailable(container: id, container.source, timedOut: timedOut)))
  }
}
