import OrderedCollections
import TagRuntime

extension Simulation {
  /// Gives the runtime an input and does what it wants.
  mutating func ask(_ input: Input) {
    guard process != nil else { return }
    let host = functions
    process?.runtime.isTracing = isTracing
    let effects = process?.runtime.handle(input, at: now, host: host) ?? []
    for effect in effects { carryOut(effect) }
  }

  private mutating func carryOut(_ effect: Effect) {
    switch effect {
    case .startTimer(let id, let duration):
      cancel(id)
      events.schedule(.timer(id), at: now.instant + duration, launch: launches)
    case .cancelTimer(let id): cancel(id)
    case .loadDefault(let id): loadDefault(id)
    case .loadSaved(let id): startJob(.savedRead(container: id), world.latency.disk)
    case .fetch(let id):
      startJob(
        .serverAnswered(container: id),
        world.isOnline ? world.latency.tagServer : world.latency.noNetwork)
    case .save(let id, let saved): world.disk.savedContainers[id] = saved
    case .readHits(let id, let limit):
      startJob(.hitsRead(after: id, limit: limit), world.latency.disk)
    case .deliver(let stored):
      startJob(
        .collectorAnswered(stored),
        world.isOnline ? world.latency.collector : world.latency.noNetwork)
    case .appendHit, .discardHit, .removeHit, .keepHit: account(effect)
    case .notify(let notification): tell(notification)
    case .log(let line): record.lines.append(StepRecord.Line(record: line, wall: now.wall))
    case .processed(let update):
      addRow(.update(update, update.isNested ? .handler : cause), hits: newHits)
      newHits = []
    }
  }

  /// A timer that came due while the app was suspended is cancelled as well.
  private mutating func cancel(_ timer: TimerID) {
    events.cancel(timer)
    process?.deferred.removeAll {
      if case .due(.timer(timer)) = $0 { true } else { false }
    }
  }

  private mutating func startJob(_ kind: ScheduledEvent.Kind, _ duration: Duration) {
    events.schedule(kind, at: now.instant + duration, launch: launches)
  }

  /// The bundle lookup is synchronous in the SDK: it is answered before anything else happens.
  private mutating func loadDefault(_ id: String) {
    ask(.defaultLoaded(container: id, world.bundle[id]))
  }

  private mutating func account(_ effect: Effect) {
    switch effect {
    case .appendHit(let hit):
      world.ledger.queued += 1
      let (stored, dropped) = world.disk.append(hit)
      newHits.append(stored.id)
      if let dropped {
        settle(id: dropped.id, dropped.hit, .lost(.storeFull))
        dispatchedLost += 1
      }
    case .discardHit(let hit, let loss):
      world.ledger.queued += 1
      newHits.append(nil)
      settle(id: nil, hit, .lost(loss))
      dispatchedLost += 1
    case .removeHit(let stored, let outcome):
      if world.disk.remove(stored.id) != nil { settle(id: stored.id, stored.hit, outcome) }
    case .keepHit(let stored): world.disk.update(stored)
    default: break
    }
  }

  private mutating func settle(id: Int64?, _ hit: Hit, _ outcome: HitOutcome) {
    world.ledger.settle(SettledHit(id: id, hit: hit, outcome: outcome, settled: now.wall))
    if case .lost(let loss) = outcome {
      let number = id.map { "hit \($0)" } ?? "a hit"
      log(.hitLost, "\(number) (\(hit.typeName) \(hit.title))", loss.words)
    }
  }

  // MARK: What is due

  mutating func happen(_ kind: ScheduledEvent.Kind, launch: Int) {
    guard let process, process.launch == launch else { return }
    if process.isSuspended {
      self.process?.deferred.append(.due(kind))
      return
    }
    switch kind {
    case .timer(let id): ask(.timerFired(id))
    case .savedRead(let id):
      let saved = world.disk.savedContainers[id]
      ask(.savedLoaded(container: id, saved.map { .success($0) } ?? .failure(.noSavedContainer)))
    case .serverAnswered(let id): ask(.fetched(container: id, serverAnswer(id)))
    case .hitsRead(let id, let limit):
      ask(.hitsRead(world.disk.hits(after: id, limit: limit)))
    case .collectorAnswered:
      ask(.delivered(world.isOnline ? .response(status: 200) : .noResponse))
    case .appRefreshTimer:
      ask(.refresh(container: world.app.containerID))
      startAppRefreshTimer()
    }
  }

  private mutating func serverAnswer(_ id: String) -> Result<CompiledContainer?, RefreshFailure> {
    guard world.isOnline else { return .failure(.noNetwork) }
    world.server.requestCount += 1
    guard let published = world.server.published[id] else {
      log(.noDataRetrieved, "https://www.googletagmanager.com/r?id=\(id)", id)
      return .failure(.serverError)
    }
    let hasSame = process?.runtime.loadedVersion(of: id) == published.container.version
    return .success(hasSame ? nil : published.container)
  }

  mutating func startAppRefreshTimer() {
    guard let period = world.app.refreshTimer else { return }
    // A timer without a period would keep time from passing.
    let wait = max(period, App.shortestRefreshTimer)
    events.schedule(.appRefreshTimer, at: now.instant + wait, launch: launches)
  }

  // MARK: What the app hears

  private mutating func tell(_ notification: TagRuntime.Notification) {
    switch notification {
    case .containerAvailable(let id, let source, let timedOut):
      let version = container?.version ?? ""
      let named = version.isEmpty ? id : "\(id) v\(version)"
      let late = timedOut ? " after its timeout" : ""
      log(.containerHandedOut, named, source.rawValue, late)
      addRow(.containerAvailable(source, version: version, timedOut: timedOut))
      if id == world.app.containerID { runOnContainer() }
    case .refreshBegan(let id, .network): log(.askingNetwork, id)
    case .refreshSucceeded(let id, .network):
      let version = container?.version ?? ""
      log(.refreshed, id, version)
      addRow(.refreshed(.success(version)))
    case .refreshFailed(let id, let kind, let failure):
      let place = kind == .saved ? "disk" : "the network"
      log(.refreshFailed, id, place, failure.rawValue)
      if kind == .network { addRow(.refreshed(.failure(failure))) }
    case .refreshRefused: addRow(.refreshRefused(tokens: container?.refreshTokens ?? 0))
    case .valueRead(let reading): addRow(.read(reading))
    case .dispatchFinished(let result): dispatchFinished(result)
    case .refreshBegan(_, .saved), .refreshSucceeded(_, .saved), .pushLoop:
      break
    }
  }

  /// Rows are for dispatches that did something or were asked for; others are only logged.
  private mutating func dispatchFinished(_ result: DispatchResult) {
    let sent = world.ledger.sent - dispatchedSent
    let lost = world.ledger.lost - dispatchedLost
    dispatchedSent = world.ledger.sent
    dispatchedLost = world.ledger.lost
    let wasWanted = process?.isDispatchWanted ?? false
    process?.isDispatchWanted = false
    if sent > 0 || lost > 0 || result == .error || wasWanted {
      addRow(.dispatched(result, sent: sent, lost: lost))
    }
    log(.dispatchFinished, result.rawValue)
  }

  private mutating func runOnContainer() {
    let before = cause
    cause = .container
    defer { cause = before }
    run(world.app.onContainer)
  }
}
