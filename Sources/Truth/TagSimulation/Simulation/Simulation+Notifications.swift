import OrderedCollections
import TagRuntime

extension Simulation {
  /// Handles a notification to the app: its reactions, and the rows that it deserves.
  mutating func notifyApp(_ notification: TagRuntime.Notification) {
    switch notification {
    case .opened(let id, let kind): keep(.opened(kind), id)
    case .openRefused(let id, let isOpen):
      keep(.openRefused(isOpen: isOpen), id)
      addRow(.openRefused(container: id, isOpen: isOpen))
    case .closed(let id):
      keep(.closed, id)
      addRow(.closed(container: id))
    case .containerAvailable(let id, let handing, let thread): handOut(id, handing, thread)
    case .refreshBegan(let id, let kind):
      keep(.began(kind), id)
      if kind == .network { log(.askingNetwork, id) }
    case .refreshSucceeded(let id, let kind): refreshed(id, kind)
    case .refreshFailed(let id, let kind, let failure): failed(id, kind, failure)
    case .refreshRefused(let id):
      keep(.refreshRefused, id)
      if let allowance = refreshAllowance(of: id) {
        addRow(.refreshRefused(allowance, container: otherContainer(id)))
      }
    case .previewAnswered(let answer): addRow(row(of: answer))
    case .valueRead(let reading): addRow(.read(reading))
    case .dispatchFinished(let queue, let result): dispatchFinished(queue, result)
    case .dispatchCompleted(let result): dispatchCompleted(result)
    case .pushLoop(let updates, let dropped):
      context?.record.blame(PushLoop(updates: updates, dropped: dropped))
    }
  }

  /// A link that the SDK does not take is for the code after `previewWithUrl:`, "other URLs".
  private func row(of answer: PreviewAnswer) -> EventRow.Kind {
    switch answer {
    case .previewing(let id), .ended(let id):
      .link(answer, isOwn: world.app.container(id) != nil)
    case .refused: context?.linkOfApp.map { .linkOpened($0) } ?? .link(answer, isOwn: false)
    }
  }

  private mutating func handOut(
    _ id: String, _ handing: HandingOut, _ thread: HandingThread
  ) {
    let container = container(id)
    if container == nil, handing != .failed { return }
    let thread = heard(thread, of: id)
    keep(.handedOut(handing, thread), id)
    let (source, version) = (container?.source ?? .none, container?.version ?? "")
    let named = version.isEmpty ? id : "\(id) v\(version)"
    let onThread = thread.map { ", " + $0.words(on: settings.platform) } ?? ""
    if handing == .failed {
      log(.openingFailed, id, onThread)
    } else {
      log(
        .containerHandedOut, named, source.rawValue,
        (handing == .timedOut ? " after its timeout" : "") + onThread)
    }
    addRow(
      .containerAvailable(
        source, version: version, handing, container: otherContainer(id)))
    // Without a container the app can do nothing with it.
    if handing != .failed {
      process?.handedOut = id
      runOnContainer(id)
    }
    handOnLateLink()
    guard frozen?.container == id else { return }
    let polls = process?.runtime.settings.quirks.contains(.futurePolls) ?? false
    let wait = polls ? frozen?.untilPoll(at: now.instant) ?? .zero : .zero
    if wait > .zero {
      events.schedule(.futurePolled, at: now.instant + wait, launch: launches)
    } else {
      process?.frozen?.isReady = true
    }
  }

  /// Returns the thread on which the app is notified of a container: that of its future's `get`, or
  /// that of the runtime; nil without a notification, because Firebase (v5) opens its container by
  /// itself.
  private func heard(_ thread: HandingThread, of id: String) -> HandingThread? {
    if settings.generation == .firebase { return nil }
    return frozen?.container == id ? .caller : thread
  }

  /// Registers the app's handlers as soon as it has the container, then does the rest.
  private mutating func runOnContainer(_ id: String) {
    for handler in handlers(of: id) { process?.handlers.insert(handler) }
    // Events that waited for the container of Firebase are judged by now, and not stored yet.
    if settings.generation == .firebase {
      process?.arrivedContainer = id
    } else {
      actOnContainer(id)
    }
  }

  private mutating func actOnContainer(_ id: String) {
    because(of: .container) { $0.run($0.world.app.container(id)?.onContainer ?? []) }
  }

  /// The app does what it does with a container that arrived, once all effects of its arrival are
  /// carried out: what it logs then follows what was judged before, also in the store.
  mutating func actOnArrivedContainer() {
    guard let id = process?.arrivedContainer else { return }
    process?.arrivedContainer = nil
    actOnContainer(id)
  }

  private mutating func refreshed(_ id: String, _ kind: RefreshKind) {
    keep(.succeeded(kind), id)
    guard let container = container(id) else { return }
    if kind == .network { log(.refreshed, id, container.version) }
    if kind == .network || !container.kind.isOpener {
      addRow(.refreshed(kind, .success(container.version), container: otherContainer(id)))
    }
  }

  private mutating func failed(_ id: String, _ kind: RefreshKind, _ failure: RefreshFailure) {
    keep(.failed(kind, failure), id)
    log(.refreshFailed, id, kind == .saved ? "disk" : "the network", failure.rawValue)
    if kind == .network || container(id)?.kind.isOpener == false {
      addRow(.refreshed(kind, .failure(failure), container: otherContainer(id)))
    }
  }

  /// Records an event of a container for its history.
  private mutating func keep(_ kind: LoadEvent.Kind, _ id: String) {
    let container = container(id)
    let event = LoadEvent(
      container: id, kind: kind, source: container?.source ?? .none,
      version: container?.version ?? "", instant: now.instant, wall: now.wall,
      launch: launches)
    context?.record.loads.append(event)
  }

  /// Adds a row for a dispatch that had an effect or was requested; others are only logged.
  private mutating func dispatchFinished(_ queue: HitQueue, _ result: DispatchResult) {
    let tally = process?.tallies[queue] ?? DispatchTally()
    process?.tallies[queue] = DispatchTally()
    let wasWanted = process?.wantedDispatches.remove(queue) != nil
    // Few apps have pixels: a dispatch without any is not worth a row.
    let isNews = wasWanted && (queue == .analytics || result != .noData)
    if tally.sent > 0 || tally.lost > 0 || result == .error || isNews {
      addRow(.dispatched(queue, result, sent: tally.sent, lost: tally.lost), late: tally.late)
    }
    if queue == .analytics || result != .noData { log(.dispatchFinished, result.rawValue) }
    if queue == .firebase { uploadEnded(result) }
  }
}
