import OrderedCollections
import TagReference
package import TagRuntime
package import TagSimulation

/// Goes through a history step by step beside the reference, and stops where the two part.
package struct Judge {
  package private(set) var departure: Departure?
  package var counts = JudgedCounts()
  /// A number that two runs share only where the same happened in both.
  package private(set) var digest: UInt64 = 0xCBF2_9CE4_8422_2325

  /// The containers as they were before they were written to a file, by their versions; what is in
  /// use under any other version is judged as it was read.
  let originals: [String: ContainerVersion]
  /// Whether hits are judged by when they arrive: the clocks of a world are changed once
  /// at most.
  let judgesLateness: Bool
  /// Whether releases with quirks are played, which the reference does not know.
  private var hasQuirks = false

  /// The containers as they should be, prepared to be evaluated.
  var references: [String: ReferenceContainer] = [:]

  // What a process has.

  var layer = ReferenceDataLayer()
  /// What tags have pushed and has not gone through yet.
  var expected: [OrderedDictionary<String, Value>] = []
  /// Whether some of it is not known.
  var isDrainOpen = false
  var sentOnce: Set<String> = []
  var loads: [String: ReferenceLoads] = [:]
  /// The containers whose tokens are not counted any more.
  var spent: Set<String> = []
  var preview = ReferencePreview()
  /// Whether links that wait for the main thread, or that the app hands on late, leave it open what
  /// is previewed.
  var isPreviewOpen = false

  var openers: [String: Opener] = [:]
  /// How long the openers of the launch wait, where that was said at the launch.
  var launchTimeout: Duration?
  /// When it began.
  var launched = Instant.start
  var dispatching = PerQueue { _ in Dispatching() }
  /// The period of dispatches of pixels.
  var pixelPeriod: Duration?
  /// The containers that were closed in this step.
  var closedIDs: Set<String> = []
  /// The queues whose requests were answered in this step.
  var answered: Set<HitQueue> = []
  /// The calls that should reach Braze in this step.
  var brazeEffects: [ReferenceBraze.Effect] = []
  /// Whether some of them are not known.
  var isBrazeOpen = false

  @Boxed var firebase = Firebase()

  // What outlasts it.

  /// The hit that was stored last; nil where the installation has none.
  var lastHit: LastHit?
  var ledger = ReferenceLedger()
  /// The sums that were compared last, of the world and of the reference.
  var judgedSums: [Int] = []
  /// Whether more hits ended in one step than a world remembers, so that they are not judged any
  /// more.
  var hasLostCount = false
  /// The first request that is not over.
  var firstOpenRequest = 1
  private var rows = 0

  package init(originals: [String: ContainerVersion] = [:], judgesLateness: Bool = false) {
    self.originals = originals
    self.judgesLateness = judgesLateness
  }

  /// Looks at the next step.
  ///
  /// - Returns: whether the world still goes the way of the reference.
  package mutating func look(at step: Timeline.RedoneStep) -> Bool {
    do throws(Departure) {
      try judge(step)
      rows += step.record.rows.count
      counts.steps += 1
      note(step)
      return true
    } catch {
      departure = error
      return false
    }
  }

  private mutating func judge(_ step: Timeline.RedoneStep) throws(Departure) {
    if case .setQuirk? = step.act { hasQuirks = true }
    // What a quirk changes nobody described twice.
    if hasQuirks { return }
    try judgeFirebase(step)
    if step.before.launchNumber != step.after.launchNumber { startProcess(step) }
    try judgeRows(step)
    try judgeDataLayer(step)
    try judgeBraze(step)
    try judgeHits(step)
    try judgeTimers(step)
    try judgeLoads(step)
    try judgeOpeners(step)
    try judgePreview(step)
    if !step.after.isRunning { endProcess() }
  }

  private mutating func startProcess(_ step: Timeline.RedoneStep) {
    endProcess()
    launched = step.before.now.instant
    sentOnce = Set(step.before.world.disk.lasting.unrepeatableIDs)
    // What the disk does not give, the process does not have.
    if step.before.world.disk.condition != .ok { sentOnce = [] }
  }

  private mutating func endProcess() {
    layer = ReferenceDataLayer()
    expected = []
    (loads, spent) = ([:], [])
    (openers, launchTimeout) = ([:], nil)
    dispatching = PerQueue { _ in Dispatching() }
    preview.end()
    isPreviewOpen = false
  }

  func departed(
    _ kind: Departure.Kind, _ step: Timeline.RedoneStep, _ sentence: String
  ) -> Departure {
    Departure(kind: kind, step: step.number, row: rows, sentence: sentence)
  }

  /// Throws a departure where something does not hold.
  func check(
    _ holds: Bool, _ kind: Departure.Kind, _ step: Timeline.RedoneStep,
    _ sentence: @autoclosure () -> String
  ) throws(Departure) {
    if !holds { throw departed(kind, step, sentence()) }
  }

  // MARK: Data layer

  private func judgeDataLayer(_ step: Timeline.RedoneStep) throws(Departure) {
    guard let runtime = step.after.runtime, runtime.settings.generation == .legacy else { return }
    // It changes with updates alone, and a new process begins with none.
    guard step.record.rows.contains(where: { $0.update != nil }) || step.act != nil else { return }
    if layer.isSame(as: runtime.dataLayer.model) { return }
    let told = layer.values.keys.sorted().first { key in
      var own = ReferenceDataLayer()
      own.push([key: layer.values[key] ?? .null])
      return !own.isSame(as: [key: runtime.dataLayer.model[key] ?? .null])
        || runtime.dataLayer.model[key] == nil
    }
    let key = told ?? runtime.dataLayer.model.keys.first { layer.values[$0] == nil } ?? "?"
    throw departed(
      .dataLayer, step,
      "the data layer holds \(Self.words(runtime.dataLayer.model[key])) under \(key), and should "
        + "hold \(Self.words(layer.values[key]))")
  }

  static func words(_ value: Value?) -> String {
    guard let value else { return "nothing" }
    let text = JSONWriter.write(value)
    return text.count > 120 ? String(text.prefix(120)) + "…" : text
  }

  // MARK: Digest

  private mutating func note(_ step: Timeline.RedoneStep) {
    let ledger = step.after.world.ledger
    mix(UInt64(bitPattern: step.after.now.wall.milliseconds))
    mix(UInt64(step.record.rows.count << 16 | step.record.lines.count))
    mix(UInt64(ledger.queued << 32 | ledger.sent << 16 | ledger.lost))
    for row in step.record.rows {
      guard let update = row.update else { continue }
      for firing in update.firings {
        for tag in firing.tags { mix(UInt64(tag.tag << 1 | (tag.didFire ? 1 : 0))) }
      }
    }
  }

  private mutating func mix(_ bits: UInt64) {
    digest = (digest ^ bits) &* 0x100_0000_01B3
    digest ^= digest >> 29
  }
}

extension Timeline.RedoneStep {
  /// Whether the app, which was frozen, goes on.
  var isThawed: Bool {
    record.rows.contains { row in
      if case .thawed = row.kind { true } else { false }
    }
  }
}
