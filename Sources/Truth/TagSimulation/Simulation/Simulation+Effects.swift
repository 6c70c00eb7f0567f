import OrderedCollections
import TagRuntime

extension Simulation {
  /// Passes an input to the runtime and carries out the effects.
  ///
  /// A main thread that waited for something in the input continues when all effects are done.
  mutating func give(_ input: Input) {
    guard process != nil else { return }
    context?.inputsUnderWay += 1
    defer {
      context?.inputsUnderWay -= 1
      if context?.inputsUnderWay == 0 {
        actOnArrivedContainer()
        if process?.frozen?.isReady == true { thaw() }
      }
    }
    let (host, moment, isTracing, isTelling) = (functions, now, isTracing, isTelling)
    process?.runtime.isTracing = isTracing
    process?.runtime.isLogging = isTelling
    let effects = process?.runtime.handle(input, at: moment, host: host) ?? []
    for effect in effects { carryOut(effect) }
  }

  private mutating func carryOut(_ effect: Effect) {
    switch effect {
    case .startTimer(let id, let duration):
      cancel(id)
      events.schedule(.timer(id), at: now.instant + duration, launch: launches)
    case .cancelTimer(let id): cancel(id)
    case .loadDefault(let id):
      // The lookup is synchronous in the SDK: it is answered before anything else happens.
      give(.defaultLoaded(container: id, world.bundle.values.elements))
    case .loadSaved(let id, let opening):
      startJob(.savedRead(container: id, opening: opening), world.latency.disk)
    case .fetch(let request):
      startJob(.serverAnswered(request, world.network), delay(world.latency.tagServer))
    case .save(let id, let saved):
      if !world.disk.save(saved, id) { say(LogRecord(.saveFailed, [id])) }
    case .loadLasting: give(.lastingLoaded(world.disk.readLasting))
    case .changeLasting(let change):
      if !world.disk.change(change) { say(LogRecord(.lastingNotKept)) }
    case .readHits(let queue, let id, let limit):
      startJob(.hitsRead(queue, after: id, limit: limit), world.latency.disk)
    case .deliver(let request): send(request)
    case .appendHit, .discardHit, .removeHit, .dropHits, .keepHit: account(effect)
    case .notify(let notification): notifyApp(notification)
    case .log(let line): say(line)
    case .called(let call): called(call)
    case .processed(let update):
      let hits = takeNewHits()
      if isTelling {
        addRow(.update(update, cause(of: update)), hits: hits, idleCalls: idleCalls)
      } else {
        context?.rowCount += 1
        context?.record.updates.append(update)
      }
    }
  }

  private func cause(of update: UpdateRecord) -> EventRow.Cause {
    switch update.origin {
    case .app: context?.cause ?? .push
    case .handler(let name): .nested(by: "handler " + name)
    case .tag(let name): .nested(by: "tag " + name)
    case .macro(let name): .nested(by: "macro " + name)
    case .experiment: .experiment
    case .restored: .restored
    case .firebase: .automatic
    case .tagManager: .nested(by: "Tag Manager")
    }
  }

  /// Cancels a timer, also one that came due while the app was suspended.
  private mutating func cancel(_ timer: TimerID) {
    events.cancel(timer)
    process?.deferred.removeAll {
      if case .due(.timer(timer)) = $0 { true } else { false }
    }
  }

  mutating func startJob(_ kind: ScheduledEvent.Kind, _ duration: Duration) {
    events.schedule(kind, at: now.instant + duration, launch: launches)
  }

  /// Returns the time until a request ends, in the current network.
  mutating func delay(_ usual: Duration) -> Duration {
    switch world.network {
    case .online, .status, .reset, .captive, .lossy, .answersLost, .blocked: usual
    case .offline: world.latency.noNetwork
    case .timeout: world.latency.timeout
    case .slow(let latency, let jitter):
      latency + .milliseconds(random.integer(in: 0...max(0, jitter.wholeMilliseconds)))
    }
  }

  private mutating func account(_ effect: Effect) {
    switch effect {
    case .appendHit(let hit):
      world.ledger.queued += 1
      let (stored, dropped) = world.disk.append(hit, limit: world.queueLimit)
      made(hit, id: stored.id)
      world.newest = .stored(stored.id)
      if let dropped {
        let isEvent = dropped.hit.queue == .firebase
        end(dropped, .lost(isEvent ? .eventsFull : .storeFull(limit: world.queueLimit)))
      }
    case .discardHit(let hit, let loss):
      world.ledger.queued += 1
      made(hit, id: nil)
      end(StoredHit(id: 0, hit: hit), .lost(loss))
      world.newest = world.ledger.ended.last.map { .discarded($0) }
    case .removeHit(let stored, let outcome):
      guard world.disk.remove(stored.id) != nil else { return }
      // Only a sent hit can be swallowed: one that is too large for the next request was not.
      var outcome = outcome
      if case .sent = outcome, context?.isSwallowing == true { outcome = .lost(.swallowed) }
      if case .sent = end(stored, outcome) {
        process?.tallies[stored.hit.queue].sent += 1
        if world.ledger.ended.last?.isLate == true {
          process?.tallies[stored.hit.queue].late += 1
        }
      } else {
        process?.tallies[stored.hit.queue].lost += 1
      }
    case .dropHits(let queue, let loss):
      for stored in world.disk.removeHits(of: queue) { end(stored, .lost(loss)) }
    case .keepHit(let stored): world.disk.update(stored)
    default: break
    }
  }

  /// Ends a hit; `stored` has the id 0 if it was never stored.
  ///
  /// - Returns: the outcome of the hit.
  @discardableResult
  mutating func end(_ stored: StoredHit, _ outcome: HitOutcome) -> HitOutcome {
    let id = stored.id > 0 ? stored.id : nil
    let outcome = world.ledger.end(
      EndedHit(
        id: id, hit: stored.hit, outcome: outcome, ended: now.wall, tries: stored.tries,
        cutoff: world.cutoff(of: stored.hit)))
    if case .lost(let loss) = outcome {
      let number = id.map { "hit \($0)" } ?? "a hit"
      log(.hitLost, "\(number) (\(stored.hit.typeName) \(stored.hit.title))", loss.words)
    }
    return outcome
  }

  // MARK: Due events

  mutating func happen(_ kind: ScheduledEvent.Kind, launch: Int) {
    if case .collectorReceived(let number, let hits) = kind {
      return collectorReceived(number, hits)
    }
    guard process?.launch == launch else { return }
    if isSuspended {
      process?.deferred.append(.due(kind))
      return
    }
    switch kind {
    case .timer(let id): give(.timerFired(id))
    case .savedRead(let id, let opening):
      give(.savedLoaded(container: id, opening: opening, world.disk.saved(id)))
    case .serverAnswered(let request, let network):
      give(
        .fetched(
          container: request.container, request: request.number, answer(to: request, network)))
    case .hitsRead(let queue, let id, let limit):
      give(.hitsRead(queue, world.disk.oldestHits(of: queue, after: id, limit: limit)))
    case .collectorReceived: break
    case .collectorAnswered(let number, let queue, let fate):
      collectorAnswered(number, queue, fate)
    case .backgroundTaskExpired: backgroundTaskExpired()
    case .backgroundTaskOverdue: backgroundTaskOverdue()
    case .backgroundModeEnded: backgroundModeEnded()
    case .appRefreshTimer(let id):
      // The app's own timers run on its main thread.
      if isFrozen {
        process?.waiting.append(.app(.refresh(container: id)))
      } else {
        give(.call(.refresh(container: id)))
      }
      startAppRefreshTimer(of: id)
    case .futurePolled: thaw()
    }
  }

  /// Returns the tag server's answer, or its substitute; the network at the time of the request
  /// counts, and whether there still is one.
  private mutating func answer(
    to request: ContainerRequest, _ network: NetworkCondition
  ) -> FetchAnswer {
    guard world.isOnline else { return .noNetwork }
    switch network {
    case .offline: return .noNetwork
    case .timeout, .reset, .answersLost: return .noAnswer
    case .captive: return .response(status: 200, .unreadable)
    case .status(let status): return .response(status: status, .unreadable)
    case .lossy(let percent) where random.integer(in: 0...99) < Int64(percent): return .noAnswer
    case .online, .slow, .lossy, .blocked: break
    }
    world.server.requestCount += 1
    let id = request.container
    if let path = request.previewPath {
      let version = path.split(separator: "=").last.map(String.init) ?? ""
      let container = world.server.preview(of: id, version: version)
      if container == nil { log(.noSuchPreview, version, id) }
      return .response(
        status: container == nil ? 404 : 200, container.map { .container($0) } ?? .unreadable)
    }
    if world.server.unreadable.contains(id) { return .response(status: 200, .unreadable) }
    guard let published = world.server.published[id]?.container else {
      return .response(status: 404, .unreadable)
    }
    let hasSame = process?.runtime.loadedVersion(of: id) == published.version
    return .response(status: 200, hasSame ? .noChange : .container(published))
  }

  mutating func startAppRefreshTimer(of id: String) {
    guard let period = world.app.container(id)?.refreshTimer else { return }
    // A timer without a period would stop time.
    let wait = max(period, App.shortestRefreshTimer)
    events.schedule(
      .appRefreshTimer(container: id), at: now.instant + wait, launch: launches)
  }

  // MARK: Calls

  /// Carries out the effects of the app's code beyond its answer: an instance is made, Braze is
  /// called.
  mutating func called(_ call: HostCall) {
    let functions = functions
    if call.request.isClass { makeInstance(for: call) }
    guard let actions = functions.actions(of: call.request) else { return }
    for (provider, mapping) in AppTag.run(actions, with: call.request.parameters).providers {
      runBraze(provider, by: mapping, for: call)
    }
  }

  private mutating func makeInstance(for call: HostCall) {
    let path = call.request.name
    guard world.app.appClass(path) != nil else {
      let paths = world.app.classes.map(\.path)
      let hint = Self.meant(by: path, among: paths).map { ": did you mean \($0)?" } ?? ""
      return log(.classPathHint, call.caller, path, hint)
    }
    let count = (process?.instances[path] ?? 0) + 1
    process?.instances[path] = count
    log(.classRan, call.caller, path, String(count))
  }

  /// Returns the path that was probably meant; a missing or extra module name counts as a typo.
  private static func meant(by path: String, among paths: [String]) -> String? {
    let name = path.split(separator: ".").last
    return Suggestion.nearest(to: path, among: paths)
      ?? paths.first { $0.split(separator: ".").last == name }
  }

  /// The calls without an effect that belong to the next row.
  private var idleCalls: [IdleCall] {
    guard world.app.usesBraze else { return [] }
    let row = rowsBefore + rowCount + 1
    return world.braze.entries.reversed().prefix { $0.row == row }.reversed().compactMap { entry in
      entry.missedReason.map { IdleCall(tag: entry.call.caller, reason: $0) }
    }
  }

  private mutating func runBraze(
    _ provider: BrazeProvider, by mapping: BrazeMapping, for call: HostCall
  ) {
    // The row of the update or read that it ran for is the next one of this step.
    let row = rowsBefore + rowCount + 1
    let hasInstance = world.app.hasBrazeInstance || process?.hasBrazeInstance == true
    let entry = world.braze.run(
      provider, by: mapping, for: call, at: now.wall, row: row, hasInstance: hasInstance)
    if entry.taken == .initialize { process?.hasBrazeInstance = true }
    switch (entry.outcome, entry.verdict) {
    case (.calls(let asked), .refused(let why)?):
      log(.brazeRefused, call.caller, asked.title, why.sentence)
    case (.calls(let asked), .taken(_, let changes)?):
      for change in changes { log(.brazeChanged, call.caller, asked.title, change.sentence) }
    case (.nothing(let why), _):
      if let printed = provider.printed(of: why) { say(LogRecord(printed)) }
      log(.brazeIdle, call.caller, provider.name, why.sentence(by: mapping))
    // The evaluation itself logs that the code threw.
    case (.raises, _), (.calls, nil): break
    }
  }
}
