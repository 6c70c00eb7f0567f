import OrderedCollections
import TagReference
import TagRuntime
import TagSimulation

/// What becomes of every hit, and what a request may be.
extension Judge {
  mutating func judgeHits(_ step: Timeline.RedoneStep) throws(Departure) {
    let count = step.after.world.ledger.queued - step.before.world.ledger.queued
    if count + step.before.world.disk.hits.count > Ledger.rememberedHits { hasLostCount = true }
    if hasLostCount { return }
    try takeStored(step)
    try judgeDispatches(step)
    try judgeRequests(step)
    let due = try takeAnswers(step)
    try takeEnded(step, due)
    try judgeSums(step)
  }

  // MARK: What was made

  /// Hits that were on the disk from the beginning, or came to be there in this step.
  private mutating func takeStored(_ step: Timeline.RedoneStep) throws(Departure) {
    if case .reinstall? = step.act { lastHit = nil }
    let first = step.number == 1 ? 1 : step.before.world.disk.nextHitID
    guard first < step.after.world.disk.nextHitID else { return }
    let ended = Dictionary(
      step.after.world.ledger.ended.compactMap { hit in hit.id.map { ($0, hit.hit) } },
      uniquingKeysWith: { $1 })
    for id in first..<step.after.world.disk.nextHitID {
      let stored = step.after.world.disk.hit(id) ?? ended[id].map { StoredHit(id: id, hit: $0) }
      guard let stored else {
        lastHit = nil
        continue
      }
      let hit = stored.hit
      try judgeAdded(stored, step)
      ledger.stored(
        ReferenceLedger.Entry(
          id: id, queue: hit.queue, created: hit.created.milliseconds,
          cutoff: judgesLateness ? Self.cutoff(hit, step) : nil))
      counts.hits += 1
    }
  }

  /// The end of the day of a hit, or three days later.
  private static func cutoff(_ hit: Hit, _ step: Timeline.RedoneStep) -> Int64 {
    let made = hit.created.milliseconds
    if hit.queue == .firebase { return made + 72 * 3_600_000 }
    let zone = step.after.world.reportZone
    return ReferenceLedger.cutoff(
      of: made, before: 1000 * Int64(zone.initialOffsetSeconds),
      change: zone.transitions.first.map {
        ($0.from.milliseconds, 1000 * Int64($0.offsetSeconds))
      })
  }

  // MARK: Requests

  private func judgeRequests(_ step: Timeline.RedoneStep) throws(Departure) {
    if !step.before.world.isReachable, !step.after.world.isReachable,
      step.before.flows?.dispatch == [.idle], step.after.flows?.dispatch != [.idle],
      step.after.isRunning, !step.before.isInBackground
    {
      throw departed(.requests, step, "a dispatch begins while the phone believes in no network")
    }
    let before = step.before.world.requests.count
    var inFlight: Set<HitQueue> = []
    for entry in step.after.world.requests.entries.suffix(64).reversed() {
      if entry.answer == nil, !inFlight.insert(entry.request.queue).inserted {
        throw departed(
          .requests, step, "two requests of \(entry.request.queue.rawValue) are under way at once")
      }
      if entry.number > before {
        try judge(entry.request, step)
        try judgeText(of: entry, step)
      }
    }
  }

  private func judge(
    _ request: HitRequest, _ step: Timeline.RedoneStep
  ) throws(Departure) {
    let ids = request.hits.map(\.id)
    let most = request.queue == .firebase ? 1000 : request.queue == .pixels ? 1 : 20
    if ids.isEmpty || ids.count > most {
      throw departed(.requests, step, "a request has \(ids.count) hits")
    }
    try check(
      ids == ids.sorted(), .requests, step, "the hits of a request stand in the order \(ids)")
    for stored in request.hits {
      guard let known = ledger.entry(stored.id) else { continue }
      try check(
        ledger.maySend(stored.id), .requests, step,
        "hit \(stored.id) is sent, though it is \(Self.words(known.place))")
      let age = step.after.now.wall.milliseconds - known.created
      let days: Int64 = request.queue == .firebase ? 28 : 30
      // Age counts when hits are fetched: what waits for its turn behind a slow answer still goes.
      let isFetched = step.before.flows?.dispatch.contains(.sending) == true
      if age > days * 86_400_000, !isFetched {
        throw departed(.requests, step, "hit \(stored.id) is sent, older than \(days) days")
      }
    }
    if request.queue == .analytics, !request.body.isEmpty,
      request.body.split(separator: "\n").count != ids.count
    {
      throw departed(.requests, step, "a request has \(ids.count) hits and other lines")
    }
  }

  /// Takes what the collector was given and what came back; gives what has to become of each hit
  /// that was answered.
  private mutating func takeAnswers(
    _ step: Timeline.RedoneStep
  ) throws(Departure) -> OrderedDictionary<Int64, ReferenceLedger.Place> {
    var due: OrderedDictionary<Int64, ReferenceLedger.Place> = [:]
    let entries = step.after.world.requests.entries
    let old = step.before.world.requests.entries
    guard let firstNumber = entries.first?.number else { return due }
    let oldFirst = old.first?.number ?? 1
    let start = max(0, firstOpenRequest - firstNumber)
    for index in start..<max(start, entries.count) {
      let entry = entries[index]
      let place = entry.number - oldFirst
      let was = old.indices.contains(place) ? old[place] : nil
      let ids = entry.request.hits.map(\.id)
      if entry.isReceived, was?.isReceived != true {
        if step.before.world.network == .offline, step.after.world.network == .offline {
          throw departed(
            .hits, step, "the collector has request \(entry.number), and there is no network")
        }
        ledger.received(ids, at: step.after.trueTime.milliseconds)
      }
      if let answer = entry.answer, was?.answer == nil {
        counts.requests += 1
        for (id, place) in try judgeAnswer(answer, entry, step) { due[id] = place }
      }
    }
    while firstOpenRequest <= step.after.world.requests.count {
      let index = firstOpenRequest - firstNumber
      guard index >= 0 else {
        firstOpenRequest += 1
        continue
      }
      // One whose process has ended may still arrive.
      guard let answer = entries[index].answer,
        answer != .processEnded || entries[index].isReceived,
        entries[index].isReceived || entries.count - index > 32
      else { break }
      firstOpenRequest += 1
    }
    return due
  }

  private mutating func judgeAnswer(
    _ answer: RequestLog.Answer, _ entry: RequestLog.Entry, _ step: Timeline.RedoneStep
  ) throws(Departure) -> [(id: Int64, place: ReferenceLedger.Place)] {
    let known: ReferenceLedger.Answer
    switch answer {
    case .processEnded: return []
    case .none: known = .none
    case .portal: known = .portal
    case .status(let status):
      known = .status(status)
      if (200..<300).contains(status), !entry.isReceived {
        throw departed(
          .hits, step, "request \(entry.number) was answered \(status) and never arrived")
      }
    }
    let isStrict = step.after.runtime?.settings.delivery == .strict
    noteAnswer(answer, entry.request, isStrict: isStrict, step)
    return ledger.answered(
      entry.request.hits.map(\.id), known, isStrict: isStrict,
      isAndroid: isAndroid(step), at: step.after.now.wall.milliseconds)
  }

  // MARK: What ended

  private mutating func takeEnded(
    _ step: Timeline.RedoneStep, _ due: OrderedDictionary<Int64, ReferenceLedger.Place>
  ) throws(Departure) {
    var due = due
    let before = step.before.world.ledger
    let after = step.after.world.ledger
    let count = after.sent + after.lost - before.sent - before.lost
    for ended in after.ended.suffix(max(0, count)) {
      guard let id = ended.id else {
        try judgeDiscarded(ended, step)
        continue
      }
      let place = Self.place(of: ended)
      // Where more happens in a step, what waits after an answer may end all the same.
      if let expected = due.removeValue(forKey: id),
        expected != .waiting || place == .sent && isFollowed(step)
      {
        try check(
          place == expected, .hits, step,
          "hit \(id) is \(Self.words(place)), and should be \(Self.words(expected))")
      } else {
        try judgeLoss(ended, id, place, step)
        ledger.ended(id, place)
      }
    }
    for (id, place) in due {
      let stored = step.after.world.disk.hit(id)
      try check(
        place == .waiting, .hits, step, "hit \(id) still waits, and should be \(Self.words(place))")
      guard let stored, stored.tries == ledger.entry(id)?.tries else {
        throw departed(
          .hits, step,
          "hit \(id) waits after \(stored?.tries ?? 0) attempts, and should after "
            + "\(ledger.entry(id)?.tries ?? 0)")
      }
    }
  }

  private static func place(of ended: EndedHit) -> ReferenceLedger.Place {
    switch ended.outcome {
    case .sent: .sent
    case .lost(let loss): .lost(loss.kind.rawValue)
    }
  }

  private static func words(_ place: ReferenceLedger.Place) -> String {
    switch place {
    case .waiting: "waiting"
    case .sent: "sent"
    case .lost(let reason): "lost (\(reason))"
    }
  }

  /// A hit that was never stored.
  private mutating func judgeDiscarded(
    _ ended: EndedHit, _ step: Timeline.RedoneStep
  ) throws(Departure) {
    guard case .lost(let loss) = ended.outcome else {
      throw departed(.hits, step, "a hit that was never stored is sent")
    }
    let isPlausible: Bool
    switch loss {
    case .throttled: isPlausible = true
    case .optedOut:
      isPlausible = step.after.world.disk.isOptedOut || step.before.world.disk.isOptedOut
    case .notSampled, .incomplete, .dryRun: isPlausible = true
    default: isPlausible = false
    }
    try check(isPlausible, .hits, step, "a hit was not stored: \(loss.words)")
    ledger.discarded(for: loss.kind.rawValue)
  }

  /// A hit that left without an answer.
  private func judgeLoss(
    _ ended: EndedHit, _ id: Int64, _ place: ReferenceLedger.Place, _ step: Timeline.RedoneStep
  ) throws(Departure) {
    guard let known = ledger.entry(id) else { return }
    try check(known.place == .waiting, .hits, step, "hit \(id) ends a second time")
    if place == .sent, known.isReceived { return }
    guard case .lost(let loss) = ended.outcome else {
      throw departed(.hits, step, "hit \(id) is sent, and the collector does not have it")
    }
    let age = step.after.now.wall.milliseconds - known.created
    let isPlausible: Bool
    switch loss {
    case .tooOld: isPlausible = age > 30 * 86_400_000
    case .eventTooOld: isPlausible = age > 28 * 86_400_000
    case .storeFull(let limit):
      let waiting = ledger.waiting(of: known.queue)
      isPlausible =
        waiting.first == id && limit == step.after.world.queueLimit && waiting.count > limit
    case .uninstalled:
      if case .reinstall? = step.act { isPlausible = true } else { isPlausible = false }
    case .optedOut:
      isPlausible = known.queue == .analytics && step.after.runtime?.analytics.isOptedOut ?? true
    case .dryRun: isPlausible = step.after.runtime?.analytics.isDryRun ?? true
    case .analyticsReset: isPlausible = known.queue == .firebase
    case .tooLarge:
      let stored = step.before.world.disk.hit(id)
      let line = stored.flatMap { Self.line(of: $0, at: step.after.now.wall) }
      isPlausible = line.map { $0.text.utf8.count > ReferencePayload.requestBytes } ?? true
    case .eventsFull: isPlausible = true
    case .refused, .swallowed, .gaveUp, .throttled, .notSampled, .incomplete: isPlausible = false
    }
    try check(isPlausible, .hits, step, "hit \(id) is lost, and should not be: \(loss.words)")
  }

  // MARK: Sums

  private mutating func judgeSums(_ step: Timeline.RedoneStep) throws(Departure) {
    let ledger = step.after.world.ledger
    let state = [
      ledger.queued, ledger.sent, ledger.lost, ledger.late, ledger.duplicates,
      step.after.world.disk.hits.count, self.ledger.changes,
    ]
    // Most steps change no hit.
    if state == judgedSums { return }
    judgedSums = state
    var sums: [(String, Int, Int)] = [
      ("made", ledger.queued, self.ledger.made), ("sent", ledger.sent, self.ledger.sent),
      ("received twice", ledger.duplicates, self.ledger.duplicates),
    ]
    if judgesLateness { sums.append(("late", ledger.late, self.ledger.late)) }
    for reason in HitLoss.Kind.allCases {
      sums.append(
        ("lost (\(reason.rawValue))", ledger.lost(reason), self.ledger.lost(reason.rawValue)))
    }
    for (what, told, counted) in sums where told != counted {
      throw departed(.ledger, step, "\(told) hits are \(what), and should be \(counted)")
    }
    let waiting = step.after.world.disk.hits.map(\.id)
    try check(
      waiting == self.ledger.waiting, .ledger, step,
      "the hits \(waiting) wait, and should be \(self.ledger.waiting)")
  }
}
