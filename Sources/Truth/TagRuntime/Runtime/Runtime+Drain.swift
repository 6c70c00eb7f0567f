import OrderedCollections

extension Runtime {
  /// An update that waits for its turn in a drain.
  typealias Queued = (
    update: OrderedDictionary<String, Value>, origin: UpdateRecord.Origin
  )

  /// Merges an update, evaluates its event in every open container, and continues with the updates
  /// that handlers and tags pushed meanwhile, in order, until none is left.
  ///
  /// Source: LegacySDK §8.4; TAGDataLayer: after more than 500 updates the queue is cleared, the
  /// loop is reported, and the next push works again.
  ///
  /// An update that asks to last is stored when its push ends, and so after those that it caused; a
  /// drain that is cut stores nothing of it, because the exception leaves the push before that.
  mutating func drain(_ update: OrderedDictionary<String, Value>, _ origin: UpdateRecord.Origin) {
    guard var waiting = process(update, origin)?[...] else { return }
    var count = 1
    while true {
      if count > Limits.updatesPerDrain || waiting.count > Limits.waitingUpdates {
        cut(dropping: waiting.map(\.update), after: count)
        return
      }
      guard let next = waiting.popFirst() else { break }
      waiting += process(next.update, next.origin) ?? []
      count += 1
    }
    keepIfAsked(update)
  }

  private mutating func cut(
    dropping waiting: [OrderedDictionary<String, Value>], after count: Int
  ) {
    log(.pushLoop, String(Limits.updatesPerDrain))
    let events = waiting.prefix(3).map { Self.event(of: $0) ?? "data only" }
    var dropped = "\(waiting.count) waiting were dropped"
    if !events.isEmpty { dropped += ": " + events.joined(separator: ", ") }
    if waiting.count > events.count { dropped += " …" }
    log(.drainCut, String(count), dropped)
    step.effects.append(.notify(.pushLoop(updates: count, dropped: waiting.count)))
  }

  /// Merges an update and evaluates its event.
  ///
  /// - Returns: the updates pushed meanwhile; nil if the update was refused.
  private mutating func process(
    _ update: OrderedDictionary<String, Value>, _ origin: UpdateRecord.Origin
  ) -> [Queued]? {
    let name = Self.event(of: update)
    var record = UpdateRecord(update: update, event: name, origin: origin, rejection: nil)
    do throws(PushRejection) {
      try dataLayer.merge(update)
    } catch {
      record.rejection = error
      log(.pushRefused, error.sentence)
      step.effects.append(.processed(record))
      return nil
    }
    var pushes: [Queued] = []
    if let name {
      patterns.beginEvent()
      for place in containers.values.indices { pushes += evaluate(name, at: place, &record) }
    }
    keepClickReferrer(of: update)
    if isTracing { record.dataLayer = dataLayer }
    step.effects.append(.processed(record))
    return pushes
  }

  /// Returns the event of an update: only a literal key at its top level counts (LegacySDK §2.3). A
  /// null is an event too; its text form is `<null>`.
  static func event(of update: OrderedDictionary<String, Value>) -> String? {
    switch update["event"] {
    case nil, .absent: nil
    case .null: "<null>"
    case let value?: ValueConversion.text(value)
    }
  }

  /// Evaluates an event in an open container, given its place among them.
  mutating func evaluate(
    _ event: String, at place: Int, _ record: inout UpdateRecord, firebase: FirebaseScope? = nil
  ) -> [Queued] {
    let id = containers.keys[place]
    let container = containers.values[place].compiled
    var evaluator = Evaluator(
      container, id: id, event: event, dataLayer: dataLayer, lasting: lasting, in: surroundings,
      moment: now, random: random, host: step.host, isTracing: isTracing, firebase: firebase,
      patterns: patterns, memo: containers.values[place].memo.take())
    let fired = evaluator.evaluateTags()
    random = evaluator.random
    patterns = evaluator.patterns
    for line in evaluator.logs { say(line) }
    for call in evaluator.calls { step.effects.append(.called(call)) }
    var firing = UpdateRecord.Firing(
      container: id, tags: fired, tagCount: container.tags.count)
    firing.asked = evaluator.asked
    log(.tagsFired, id, String(firing.firedCount), String(container.tags.count), event)
    record.firings.append(firing)
    if isTracing, let traced = evaluator.traced(fired) {
      record.explanations.append(
        EventExplanation(containerID: id, event: event, evaluation: traced))
    }
    for tag in fired {
      if case .hits(let hits) = tag.result { send(hits) }
    }
    if evaluator.asksForDispatch { dispatchHits() }
    containers.values[place].memo = evaluator.memo.take()
    return finish(evaluator.lastingChanges, evaluator.pushes, evaluator.clearedPrefixes)
  }

  /// Stores and clears what an evaluation requested with its pushes, before any of them is merged,
  /// and returns the pushes.
  ///
  /// Source: LegacySDK §8.4, LegacySDK §8.5.
  private mutating func finish(
    _ changes: [LastingChange], _ pushes: [NestedPush], _ clearedPrefixes: [Int: String]
  ) -> [Queued] {
    for change in changes { self.change(change) }
    forgetOldUnrepeatableIDs()
    var updates: [Queued] = []
    for (position, pushed) in pushes.enumerated() {
      guard let update = pushed.value.members else { continue }
      keepIfAsked(update, isMerged: false)
      if let prefix = clearedPrefixes[position] { deleteKeys(prefix: prefix) }
      updates.append((update, pushed.origin))
    }
    return updates
  }

  /// Reads a value as a getter of the SDK does: the pushes of its macros after their evaluation
  /// happen before the getter returns (LegacySDK §9.6).
  mutating func read(_ key: String, _ kind: ValueKind, _ id: String) {
    let (reading, evaluator) = evaluated(key, as: kind, in: id, at: now, host: step.host)
    for line in reading.logs { say(line) }
    if let evaluator {
      step.effects.append(contentsOf: evaluator.calls.map { .called($0) })
      (random, patterns) = (evaluator.random, evaluator.patterns)
      for pushed in evaluator.pushes {
        guard let update = pushed.value.members else { continue }
        drain(update, pushed.origin)
      }
    }
    step.effects.append(.notify(.valueRead(reading)))
  }
}
