import OrderedCollections

extension Runtime {
  /// An update that waits for its turn in a drain.
  typealias Queued = (
    update: OrderedDictionary<String, Value>, origin: UpdateRecord.Origin
  )

  /// Merges an update, evaluates its event in every open container, and goes on with the updates
  /// that handlers and tags pushed meanwhile, in order, until none is left.
  ///
  /// Source: LegacySDK §8.4; TAGDataLayer: after more than 500 updates the queue is cleared, the
  /// loop is reported, and the next push works again.
  ///
  /// An update that asks to last is kept when its push ends, and so after those that it led to; a
  /// drain that is cut keeps nothing of it, for the exception leaves the push before that.
  mutating func drain(_ update: OrderedDictionary<String, Value>, _ origin: UpdateRecord.Origin) {
    var queue = [(update: update, origin: origin)]
    var next = 0
    while next < queue.count {
      queue += process(queue[next].update, queue[next].origin)
      next += 1
      if next > Limits.updatesPerDrain || queue.count - next > Limits.waitingUpdates {
        cut(dropping: queue[next...].map(\.update), after: next)
        return
      }
    }
    keepIfAsked(update)
  }

  private mutating func cut(
    dropping waiting: [OrderedDictionary<String, Value>], after count: Int
  ) {
    log(.pushLoop)
    let events = waiting.prefix(3).map { Self.event(of: $0) ?? "data only" }
    var dropped = "\(waiting.count) waiting were dropped"
    if !events.isEmpty { dropped += ": " + events.joined(separator: ", ") }
    if waiting.count > events.count { dropped += " …" }
    log(.drainCut, String(count), dropped)
    step.effects.append(.notify(.pushLoop(dropped: waiting.count)))
  }

  private mutating func process(
    _ update: OrderedDictionary<String, Value>, _ origin: UpdateRecord.Origin
  ) -> [Queued] {
    let name = Self.event(of: update)
    var record = UpdateRecord(update: update, event: name, origin: origin, rejection: nil)
    do throws(PushRejection) {
      try dataLayer.merge(update)
    } catch {
      record.rejection = error
      log(.pushRefused, error.sentence)
      step.effects.append(.processed(record))
      return []
    }
    var pushes: [Queued] = []
    if let name {
      for id in containers.keys { pushes += evaluate(name, in: id, &record) }
    }
    keepClickReferrer(of: update)
    if isTracing { record.dataLayer = dataLayer }
    step.effects.append(.processed(record))
    return pushes
  }

  /// The event of an update: only a literal key at its top level counts (LegacySDK §2.3). A null is
  /// an event too; its text form is `<null>`.
  static func event(of update: OrderedDictionary<String, Value>) -> String? {
    switch update["event"] {
    case nil, .absent: nil
    case .null: "<null>"
    case let value?: ValueConversion.text(value)
    }
  }

  mutating func evaluate(
    _ event: String, in id: String, _ record: inout UpdateRecord, firebase: FirebaseScope? = nil
  ) -> [Queued] {
    guard let container = containers[id] else { return [] }
    var evaluator = Evaluator(
      container.compiled, id: id, event: event, dataLayer: dataLayer, lasting: lasting,
      facts: facts, settings: settings, moment: now, random: random, host: step.host,
      isTracing: isTracing, firebase: firebase)
    let fired = evaluator.evaluateTags()
    random = evaluator.random
    step.effects.append(contentsOf: evaluator.logs.map { .log($0) })
    step.effects.append(contentsOf: evaluator.calls.map { .called($0) })
    let firing = UpdateRecord.Firing(container: id, tags: fired)
    record.firings.append(firing)
    log(
      .tagsFired, id, String(firing.firedCount), String(container.compiled.tags.count), event)
    if isTracing {
      record.explanations.append(
        EventExplanation(
          containerID: id, version: container.compiled.version.version, event: event,
          tags: evaluator.explain(fired)))
    }
    for tag in fired {
      if case .hits(let hits) = tag.result { send(hits) }
    }
    if evaluator.asksForDispatch { dispatchHits() }
    return finish(evaluator)
  }

  /// Keeps and clears what an evaluation asked for when it pushed, before any of it is merged, and
  /// gives back its pushes.
  ///
  /// Source: LegacySDK §8.4, LegacySDK §8.5.
  private mutating func finish(_ evaluator: Evaluator) -> [Queued] {
    for change in evaluator.lastingChanges { self.change(change) }
    forgetOldUnrepeatableIDs()
    var updates: [Queued] = []
    for (position, pushed) in evaluator.pushes.enumerated() {
      guard let update = pushed.value.members else { continue }
      keepIfAsked(update)
      if let prefix = evaluator.clearedPrefixes[position] { deleteKeys(prefix: prefix) }
      updates.append((update, pushed.origin))
    }
    return updates
  }

  /// Reads a value as a getter of the SDK does: what its macros push after their evaluation is
  /// pushed before the getter returns (LegacySDK §9.6).
  mutating func read(_ key: String, _ kind: ValueKind, _ id: String) {
    let (reading, evaluator) = evaluated(key, as: kind, in: id, at: now, host: step.host)
    step.effects.append(contentsOf: reading.logs.map { .log($0) })
    if let evaluator {
      step.effects.append(contentsOf: evaluator.calls.map { .called($0) })
      random = evaluator.random
      for pushed in evaluator.pushes {
        guard let update = pushed.value.members else { continue }
        drain(update, pushed.origin)
      }
    }
    step.effects.append(.notify(.valueRead(reading)))
  }
}
