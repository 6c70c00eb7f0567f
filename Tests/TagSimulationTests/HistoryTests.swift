import OrderedCollections
import TagRuntime
import Testing

@testable import TagSimulation

/// What a history keeps, what it makes again, and what it does where it may take no more memory.
@Suite struct HistoryTests {
  /// A timeline in which an app has pushed so often, a second apart; `key` gives the key that each
  /// push writes besides its event.
  private func pushed(
    _ count: Int, size: HistorySize = HistorySize(), key: (Int) -> String = { _ in "number" }
  ) throws -> Timeline {
    var timeline = Timeline(try SmallShop.simulation(), size: size)
    try timeline.launchAndSettle()
    for number in 0..<count {
      let update: OrderedDictionary<String, Value> = [
        "event": "tick", key(number): .int(Int64(number)),
      ]
      try timeline.perform(.app(.push(update)))
      timeline.wait(.seconds(1))
    }
    return timeline
  }

  /// A map is copied for a world that is kept, where a key in it was written since the last one.
  @Test func aLargeMapCountsOnlyWhereItIsWritten() throws {
    func heldBytes(_ key: String, pushes: Int = 1) throws -> Int {
      var timeline = Timeline(try SmallShop.simulation())
      try timeline.launchAndSettle()
      let large = OrderedDictionary(
        uniqueKeysWithValues: (0..<5000).map { ("k\($0)", Value.int(Int64($0))) })
      try timeline.perform(.app(.push(["large": .map(large), "small": ["k7": 1]])))
      let before = timeline.live
      for number in 0..<pushes {
        try timeline.perform(.app(.push([key: .int(Int64(number))])))
      }
      return timeline.live.heldBytes(after: before)
    }
    let (apart, inIt) = (try heldBytes("small.k7"), try heldBytes("large.k7"))
    #expect(inIt - apart == 4999 * 32)
    let often = try heldBytes("large.k7", pushes: 100)
    #expect(often - inIt > 0 && often - inIt < 5000 * 32, "no more than there is")
  }

  @Test func pushesThatAreRefusedAreNotedAndCutBackAgain() throws {
    var timeline = try pushed(10)
    let long = String(repeating: "k", count: Limits.keyBytes + 1)
    for _ in 0..<3 { try timeline.perform(.app(.push([long: 1]))) }
    #expect(timeline.refusals.map(\.line.record.code) == Array(repeating: .pushRefused, count: 3))
    #expect(timeline.refusals.map(\.step) == (0..<3).map { timeline.stepCount - 2 + $0 })
    timeline.cutBack(toStep: timeline.stepCount - 2)
    #expect(timeline.refusals.count == 1)
  }

  @Test func whatIsMadeAgainIsWhatWasMade() throws {
    var timeline = Timeline(try SmallShop.simulation())
    var (words, said): ([String], [LogRecord]) = ([], [])
    try timeline.launchAndSettle()
    for number in 0..<400 {
      try timeline.perform(.app(.push(["event": "tick", "number": .int(Int64(number))])))
      timeline.wait(.seconds(30))
      words += timeline.rows(in: (words.count + 1)...).map(\.event.words)
      said += timeline.lines[said.count...].map(\.line.record)
    }
    // Whoever goes through from the beginning finds nothing at hand.
    #expect(timeline.rows(in: 1...).map(\.event.words) == words)
    #expect(timeline.lines.map(\.line.record) == said)
    #expect(timeline.rows(in: 1...).map(\.number) == Array(1...words.count))
  }

  @Test func worldsThatAreGoneThroughAreThoseOfTheirSteps() throws {
    let timeline = try pushed(300)
    let counts = [0, 1, 1, 5, 60, 61, 300, 301, timeline.stepCount, timeline.stepCount + 1]
    var seen: [Int] = []
    timeline.look(afterSteps: counts) { place, world in
      let other = timeline.simulation(afterStep: counts[place])
      #expect(world.now == other.now)
      #expect(world.runtime?.dataLayer == other.runtime?.dataLayer)
      seen.append(place)
    }
    #expect(seen == Array(counts.indices))
  }

  @Test func aHistoryThatIsCutBackIsAsItWas() throws {
    let whole = try pushed(300)
    for count in [1, 63, 64, 65, 200, whole.stepCount] {
      var cut = whole
      cut.cutBack(toStep: count)
      #expect(cut.stepCount == count)
      cut.expectFresh()
    }
  }

  /// The ledger and the log of requests forget some of what ended long ago; a cut finds it again.
  @Test func goingBackRepeatsAtMostOneStretch() throws {
    var timeline = try SmallShop.tracking()
    try timeline.perform(.setQueueLimit(1))
    for number in 1...1980 { try timeline.send("s\(number)") }
    let (before, sealed) = (timeline.redoneSteps, timeline.stepCount)
    timeline.seal()
    for number in 1...(10 * History.stretchSteps) { try timeline.send("t\(number)") }
    let world = timeline.world.ledger
    #expect(world.ended.count < world.sent + world.lost, "some are forgotten")
    var undone = timeline
    undone.cutBack(toStep: sealed)
    #expect(undone.redoneSteps - before <= History.stretchLimit, "the stretch of the moment")
    undone.expectFresh()
    timeline.cutBack(toStep: timeline.stepCount - 3 * History.stretchSteps)
    timeline.expectFresh()
    let (count, far) = (timeline.redoneSteps, timeline.stepCount * 3 / 5)
    timeline.cutBack(toStep: far)
    #expect(timeline.redoneSteps - count < far / 2, "nearer than the beginning")
    timeline.expectFresh()
  }

  @Test func aForkHasAHistoryOfItsOwn() throws {
    let start = try pushed(100)
    var forks = [start, start]
    for (index, key) in ["left", "right"].enumerated() {
      for _ in 0..<100 { try forks[index].perform(.app(.push(["event": "tick", key: 1]))) }
    }
    for (index, key) in ["left", "right"].enumerated() {
      let last = forks[index].rowCount
      #expect(forks[index].lastWrite(of: key, upTo: last) == .row(last))
      #expect(forks[1 - index].lastWrite(of: key, upTo: last) == .none)
      #expect(forks[index].row(at: last - 49).event.update?.update[key] == 1)
    }
  }

  @Test func theLastWriteOfAPathIsFound() throws {
    let timeline = try pushed(600) { $0 % 100 == 0 ? "rare" : "often" }
    let rows = timeline.rows(in: 1...).filter { $0.event.update?.event == "tick" }.map(\.number)
    for (place, number) in rows.enumerated().reversed() {
      let rare = rows[place / 100 * 100]
      #expect(timeline.lastWrite(of: "rare", upTo: number) == .row(rare), "up to \(number)")
      #expect(timeline.lastWrite(of: "never", upTo: number) == .none)
      let often = place % 100 == 0 ? place - 1 : place
      if often > 0 { #expect(timeline.lastWrite(of: "often", upTo: number) == .row(rows[often])) }
    }
  }

  @Test func theLastRowWithAMarkIsFound() throws {
    var timeline = try pushed(200)
    let event = timeline.rows(in: 1...).count { $0.event.update?.event != nil }
    let last = timeline.rows(in: 1...).last { $0.event.update?.event != nil }
    for _ in 0..<200 { try timeline.perform(.network(.offline)); timeline.wait(.seconds(1)) }
    #expect(event >= 200)
    #expect(timeline.eventRow(upToRow: timeline.rowCount)?.number == last?.number)
    let place = try #require(last?.number) - 1
    #expect(timeline.hasEvent(in: place..<timeline.rowCount))
    #expect(!timeline.hasEvent(in: place + 1..<timeline.rowCount))
    #expect(!timeline.hasEvent(in: place..<place))
    #expect(timeline.lastRow(upTo: timeline.rowCount, .completed) { _ in true } == nil)
  }

  @Test func linesOfALevelAreFoundFarBack() throws {
    var timeline = Timeline(try SmallShop.simulation())
    try timeline.launchAndSettle()
    try timeline.perform(.app(.push([:])))
    for _ in 0..<300 {
      try timeline.perform(.app(.push(["event": "tick"])))
      timeline.wait(.seconds(1))
    }
    for level in LogLevel.allCases where level != .none {
      for isOwn in [true, false] {
        for (asked, end) in [(5, timeline.lines.count), (5, 40), (3000, timeline.lines.count)] {
          let meant = timeline.lines.prefix(end).filter {
            $0.line.record.level >= level && (isOwn || $0.line.record.source != .tagsim)
          }
          let lines = timeline.lines(last: asked, upToLine: end, from: level, isOwn: isOwn)
          #expect(lines == meant.suffix(asked), "\(level.name), \(asked) up to \(end)")
        }
      }
    }
    let redone = timeline.redoneSteps
    _ = timeline.lines(last: 120, upToLine: timeline.lines.count, from: .info, isOwn: false)
    #expect(timeline.redoneSteps == redone, "what is worth knowing is stored")
  }

  // MARK: - Bounds

  @Test func aHistoryThatIsTooLargeIsThinnedOut() throws {
    let size = HistorySize(bytes: 1 << 20)
    let timeline = try pushed(4000, size: size)
    #expect(timeline.end == nil)
    #expect(timeline.heldBytes <= size.bytes)
    #expect(timeline.thinnedRows > 0)
    #expect(timeline.thinnedRows < timeline.rowCount)
    #expect(timeline.remark?.contains("thinned out up to event \(timeline.thinnedRows)") == true)
    // It takes fewer worlds, and still none is far from the next.
    let distances = timeline.history.stretches.map(\.steps.count)
    #expect((distances.max() ?? 0) > History.joinedSteps / 2)
    #expect(distances.allSatisfy { $0 <= History.joinedSteps })
    // What was thinned out can be gone back to.
    let row = try #require(timeline.firstRow { $0.event.update?.update["number"] == 7 })
    let world = timeline.simulation(afterStep: row.step)
    #expect(world.runtime?.dataLayer.get("number") == 7)
  }

  /// The values of a line of a scenario belong to the scenario; nothing else stores those of a
  /// typed line.
  @Test func theValuesOfTypedActsCount() throws {
    let list = Value.list(Array(repeating: .int(1), count: 1000))
    func heldBytes(isTyped: Bool) throws -> Int {
      var timeline = try pushed(0)
      for number in 0..<3 {
        try timeline.perform(
          .app(.push(["number": .int(Int64(number)), "list": list])), isTyped: isTyped)
      }
      timeline.cutBack(toStep: timeline.stepCount - 1)
      // They count as soon as the stretch with them is complete.
      while timeline.history.stretches.count < 2 {
        try timeline.perform(.app(.push(["event": "tick"])))
      }
      return timeline.heldBytes
    }
    let difference = try heldBytes(isTyped: true) - heldBytes(isTyped: false)
    #expect(difference >= 2 * 1000 * 16 && difference < 3 * 1000 * 16)
  }

  @Test func whatIsStoredBesideAHistoryCounts() throws {
    var timeline = try pushed(10, size: HistorySize(bytes: 1 << 20))
    timeline.besideBytes = 1 << 20
    try timeline.perform(.app(.push(["event": "tick"])))
    #expect(timeline.end == .bytes(HistorySize(bytes: 1 << 20)))
  }

  @Test func aHistoryThatCannotBeThinnedOutIsFull() throws {
    var timeline = try pushed(0, size: HistorySize(bytes: 1 << 20))
    var refused: ActError?
    for number in 0..<40_000 where refused == nil {
      do throws(ActError) {
        try timeline.perform(.app(.push(["event": "tick", "number": .int(Int64(number))])))
      } catch {
        refused = error
      }
    }
    #expect(refused == .historyFull(.bytes(timeline.size)))
    #expect(timeline.remark == timeline.end?.sentence)
    #expect(timeline.end?.sentence.contains("--history") == true)
    // Time stands still, and what is there can be looked at.
    let now = timeline.live.now
    timeline.wait(.hours(1))
    #expect(timeline.live.now.instant - now.instant < .hours(1))
    #expect(timeline.lastRow?.event.update?.event == "tick")
  }

  @Test(arguments: [
    ("256MB", 256 << 20), ("1 GB", 1 << 30), ("65536kB", 64 << 20), ("1mb", 1 << 20),
  ])
  func aSizeIsRead(_ text: String, _ bytes: Int) {
    #expect(HistorySize(text: text)?.bytes == bytes)
  }

  @Test(arguments: [
    "", "256", "MB", "-1MB", "1kB", "0MB", "12TB", "99999999999999999999GB", "1.5GB", "1025GB",
  ])
  func whatIsNoSizeIsRefused(_ text: String) { #expect(HistorySize(text: text) == nil) }
}

/// The list that copies share, held against an array.
@Suite struct SharedListTests {
  @Test(arguments: [1 as UInt64, 2, 3])
  func itIsAnArrayToWhoeverUsesIt(_ seed: UInt64) {
    var random = RandomSource(seed: seed)
    var (list, array) = (SharedList<Int>(), [Int]())
    var copies: [(list: SharedList<Int>, array: [Int])] = []
    for number in 0..<4000 {
      switch random.integer(in: 0...9) {
      case 0 where !array.isEmpty: #expect(list.removeFirst() == array.removeFirst())
      case 1 where !array.isEmpty:
        let place = Int(random.integer(in: 0...Int64(array.count - 1)))
        #expect(list.remove(at: place) == array.remove(at: place))
      case 2 where !array.isEmpty:
        let place = Int(random.integer(in: 0...Int64(array.count - 1)))
        (list[place], array[place]) = (-number, -number)
      case 3 where array.count > 200:
        list.removeFirst(150)
        array.removeFirst(150)
      case 5 where array.count > 300:
        list.truncate(to: 290)
        array.removeSubrange(290...)
      case 4 where number % 100 == 4:
        list.removeAll { $0 % 3 == 0 }
        array.removeAll { $0 % 3 == 0 }
      default:
        list.append(number)
        array.append(number)
      }
      if number % 500 == 0 { copies.append((list, array)) }
    }
    #expect(Array(list) == array)
    // Copies stay as they were.
    for copy in copies { #expect(Array(copy.list) == copy.array) }
  }
}
