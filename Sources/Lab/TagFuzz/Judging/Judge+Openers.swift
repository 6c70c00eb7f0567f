import TagReference
import TagRuntime
import TagSimulation

/// When those who wait for a container are given it.
///
/// Source: LegacySDK §3.1, LegacySDK §3.2, LegacySDK §3.3.
extension Judge {
  struct Opener: Sendable {
    var kind: OpenKind
    /// When its time is over, on the clock that never goes back; nil where that is not known.
    var end: Instant?
    var isWaiting: Bool
  }

  mutating func judgeOpeners(_ step: Timeline.RedoneStep) throws(Departure) {
    guard step.after.isRunning, step.after.settings.platform == .ios else { return }
    if case .launch(_, _, let timeout, _, _)? = step.act { launchTimeout = timeout }
    for (place, event) in step.record.loads.enumerated() {
      try judgeOpener(event, step.record.loads[place...], step)
    }
    // A leap serves each timer once and late, and an app that is away hears of nothing.
    guard isPunctual(step) else { return }
    for (id, opener) in openers.sorted(by: { $0.key < $1.key }) where opener.isWaiting {
      guard let end = opener.end, step.after.now.instant > end else { continue }
      throw departed(.loads, step, "the opener of \(id) waits beyond its time")
    }
  }

  private func isPunctual(_ step: Timeline.RedoneStep) -> Bool {
    if case .jump? = step.act { return false }
    return !step.before.isInBackground && !step.after.isInBackground
  }

  private mutating func judgeOpener(
    _ event: LoadEvent, _ rest: ArraySlice<LoadEvent>, _ step: Timeline.RedoneStep
  ) throws(Departure) {
    let id = event.container
    func isHandedOut() -> Bool {
      rest.contains {
        if case .handedOut(.found, _) = $0.kind { $0.container == id } else { false }
      }
    }
    switch event.kind {
    case .opened(let kind):
      openers[id] = Opener(
        kind: kind, end: timeout(of: id, step).map { event.instant + max(.zero, $0) },
        isWaiting: kind.isOpener)
    case .closed: openers[id] = nil
    case .handedOut(let why, _): try judgeHanding(event, why, step)
    case .succeeded(.network), .failed(.network, _), .succeeded(.saved):
      guard let opener = openers[id], opener.isWaiting else { break }
      if case .succeeded(.saved) = event.kind, opener.kind == .preferFresh { break }
      try check(isHandedOut(), .loads, step, "the opener of \(id) is not given what was loaded")
    case .openRefused, .began, .failed(.saved, _), .refreshRefused: break
    }
  }

  private mutating func judgeHanding(
    _ event: LoadEvent, _ why: HandingOut, _ step: Timeline.RedoneStep
  ) throws(Departure) {
    let id = event.container
    guard let opener = openers[id] else { return }
    defer { openers[id]?.isWaiting = false }
    switch why {
    case .returned:
      try check(
        !opener.kind.isOpener, .loads, step, "\(id) is given at once, and an opener should wait")
    case .alreadyOpen:
      try check(
        !opener.isWaiting, .loads, step, "\(id) is given to an opener though others still wait")
    case .found, .timedOut:
      let count = step.record.loads.count {
        if case .handedOut(why, _) = $0.kind { $0.container == id } else { false }
      }
      // Others who joined it are given it as well.
      if !opener.isWaiting, count < 2 {
        throw departed(.loads, step, "\(id) is given to an opener that does not wait")
      }
      guard why == .timedOut, let end = opener.end else { return }
      let isRight = isPunctual(step) ? event.instant == end : event.instant >= end
      try check(
        isRight, .loads, step,
        "the opener of \(id) gives up at \(event.instant.milliseconds) ms, and should at "
          + "\(end.milliseconds) ms")
    case .failed: break
    }
  }

  /// How long an opener of a container waits; nil where that is not known.
  private func timeout(of id: String, _ step: Timeline.RedoneStep) -> Duration? {
    let usual = Duration.seconds(2)
    if step.after.settings.generation == .firebase { return usual }
    if case .open(let named, let opening)? = step.act {
      return (named ?? step.after.world.app.containerID) == id ? opening.timeout ?? usual : nil
    }
    guard !step.isThawed else { return nil }
    return launchTimeout ?? step.after.world.app.container(id)?.opening.timeout ?? usual
  }
}
