import OrderedCollections
import Synchronization
import TagRuntime

/// What was done so far, and what came of it, in as little memory as it takes to make it again.
struct History: Sendable {
  /// How many steps a stretch has at least.
  static let stretchSteps = 64
  /// How many steps a stretch has at most, and how many rows about.
  static let stretchLimit = 2048
  /// How many steps a stretch has at most that was joined from shorter ones.
  static let joinedSteps = 512
  /// How many bytes of the world a step may carry: one that is large is kept less often.
  private static let worldBytesPerStep = 128
  /// How many bytes the row of the last write of a key is counted for.
  private static let bytesPerWrite = 16

  /// The stretches that are over, oldest first.
  private(set) var stretches: [Stretch] = []
  /// How many bytes they are counted for.
  private(set) var bytes = 0
  /// The number of the last row in the part that was thinned out; 0 for none.
  private(set) var thinnedRows = 0
  /// How much there is.
  private(set) var extent = HistoryExtent()
  /// The rows of the last write of a key at the top of the data layer, one of each stretch.
  private(set) var writes: [String: [Int]] = [:]
  /// Which rows stand alone in a list, and which fold.
  private(set) var folds = RowFolds()
  /// Every tag that fired.
  private(set) var firings = FiringIndex()
  let played = PlayedStretches()
  let knownWrites = KnownWrites()

  // The stretch that is being written; its rows and lines are at hand.

  private(set) var openStart = HistoryExtent()
  private(set) var openWorld: KeptWorld
  private(set) var openSteps: [HistoryStep] = []
  /// A mark of each step that no other history gives to another step.
  private var openMarks: [UInt64] = []
  private let trail = OpenTrail()
  private(set) var openRows: [Timeline.Row] = []
  private(set) var openLines: [Timeline.Line] = []
  private var openTraits = Stretch.Traits()
  private var openActBytes = 0
  /// Whether the last step stays as it is, whatever comes after it.
  private var isSealed = false

  init(_ world: Simulation) {
    openWorld = KeptWorld(world)
  }

  // MARK: Going on

  /// Keeps a step; the world is as it is after it.
  mutating func append(_ step: HistoryStep, _ record: StepRecord, _ world: Simulation) {
    openSteps.append(step)
    openMarks.append(trail.nextMark())
    if case .act(let act) = step { openActBytes += act.heldBytes }
    for (place, event) in record.rows.enumerated() {
      openRows.append(
        Timeline.Row(
          number: extent.rows + place + 1, step: extent.steps + 1, place: place, event: event))
      openTraits.note(event)
      folds.note(event)
    }
    firings.note(record.rows, from: extent.rows + 1, world)
    for line in record.lines {
      openLines.append(Timeline.Line(step: extent.steps + 1, line: line))
      openTraits.note(line)
    }
    isSealed = false
    extent.steps += 1
    extent.rows += record.rows.count
    extent.lines += record.lines.count
    if isOver(before: world) { close(world) }
  }

  /// Whether the stretch that is being written ends with a world: the larger the world, the longer
  /// the stretch before it, so that one is kept where little waits.
  private func isOver(before world: Simulation) -> Bool {
    let steps = openSteps.count
    if steps >= Self.stretchLimit || openRows.count >= Self.stretchLimit { return true }
    return steps >= Self.stretchSteps
      && steps >= world.heldBytes(after: openWorld.simulation) / Self.worldBytesPerStep
  }

  /// Lengthens the last step where it let time pass, too; false where it did something.
  mutating func lengthenPass(by duration: Duration) -> Bool {
    guard !isSealed, case .pass(let before)? = openSteps.last else { return false }
    openSteps[openSteps.count - 1] = .pass(before + duration)
    openMarks[openMarks.count - 1] = trail.nextMark()
    return true
  }

  /// Keeps the last step as it is, so that this moment can be gone back to.
  mutating func seal() { isSealed = true }

  /// The world before the first step.
  var firstWorld: Simulation { (stretches.first?.world ?? openWorld).simulation }

  /// The first steps, so many.
  func steps(upTo count: Int) -> [HistoryStep] {
    let closed = stretches.prefix { $0.start.steps < count }.flatMap(\.steps)
    return Array((closed + openSteps).prefix(count))
  }

  /// Takes the stretches of another history in the place of its own that are the same: what two
  /// runs have in common is held once.
  mutating func share(_ other: History) {
    for (index, (own, theirs)) in zip(stretches, other.stretches).enumerated() {
      guard own.end == theirs.end else { return }
      stretches[index] = theirs
    }
  }

  private mutating func close(_ world: Simulation) {
    let stretch = Stretch(
      from: openStart, to: extent, world: openWorld, steps: openSteps, traits: openTraits,
      bytes: openBytes)
    stretches.append(stretch)
    // Whoever did the steps looks at what came of them.
    played.keep(PlayedStretch(stretch, rows: openRows, lines: openLines), of: stretch)
    bytes += stretch.bytes
    let openWrites = openWrites
    for (key, row) in openWrites { writes[key, default: []].append(row) }
    bytes += openWrites.count * Self.bytesPerWrite
    openStart = extent
    openWorld = KeptWorld(world, after: openWorld)
    (openSteps, openRows, openLines) = ([], [], [])
    openMarks = []
    openTraits = Stretch.Traits()
    openActBytes = 0
  }

  private var openBytes: Int {
    Stretch.heldBytes + openSteps.count * MemoryLayout<HistoryStep>.stride + openActBytes
      + openWorld.bytes
  }

  /// The row of the last write of each key in the stretch that is being written.
  private var openWrites: [String: Int] {
    var writes: [String: Int] = [:]
    for row in openRows {
      guard let update = row.event.update, update.rejection == nil else { continue }
      for key in update.update.keys { writes[Self.top(of: key)] = row.number }
    }
    return writes
  }

  /// Leaves worlds of the older half out until what is kept takes fewer bytes; false where nothing
  /// can be left out any more.
  mutating func thinOut() -> Bool {
    let before = stretches.count
    var (kept, held): ([Stretch], Int) = ([], 0)
    for stretch in stretches {
      held += stretch.bytes
      if held <= bytes / 2, let last = kept.last,
        last.steps.count + stretch.steps.count <= Self.joinedSteps
      {
        kept[kept.count - 1] = last.joined(with: stretch)
        thinnedRows = max(thinnedRows, stretch.end.rows)
      } else {
        kept.append(stretch)
      }
    }
    bytes += kept.reduce(0) { $0 + $1.bytes } - stretches.reduce(0) { $0 + $1.bytes }
    stretches = kept
    return kept.count < before
  }

  // MARK: Looking

  /// The stretch that is over and has a step, counted from 0; nil where it is being written.
  private func stretch(ofStep step: Int) -> Stretch? {
    guard step < openStart.steps else { return nil }
    return stretches[stretches.partitioningIndex { $0.end.steps > step }]
  }

  /// The world after a number of steps, of which the last one is not the present.
  func world(afterStep count: Int) -> Simulation {
    guard let stretch = stretch(ofStep: count) else {
      return trail.world(
        after: openMarks[..<(count - openStart.steps)], doing: openSteps,
        from: openWorld.simulation)
    }
    let steps = count - stretch.start.steps
    if let known = played.known(stretch) {
      let played = known.hasWorlds ? known : self.played.replayed(stretch)
      return played.world(after: steps, of: stretch.steps)
    }
    var world = stretch.world.simulation
    for step in stretch.steps[..<steps] { _ = step.redo(on: &world) }
    return world
  }

  /// A step by its number, from 1.
  func step(_ number: Int) -> HistoryStep {
    guard let stretch = stretch(ofStep: number - 1) else {
      return openSteps[number - 1 - openStart.steps]
    }
    return stretch.steps[number - 1 - stretch.start.steps]
  }

  /// A row by its place.
  func row(_ place: Int) -> Timeline.Row {
    if place >= openStart.rows { return openRows[place - openStart.rows] }
    let stretch = stretches[stretches.partitioningIndex { $0.end.rows > place }]
    return played.played(stretch).rows[place - stretch.start.rows]
  }

  /// A line by its place.
  func line(_ place: Int) -> Timeline.Line {
    if place >= openStart.lines { return openLines[place - openStart.lines] }
    let stretch = stretches[stretches.partitioningIndex { $0.end.lines > place }]
    return played.played(stretch).lines[place - stretch.start.lines]
  }

  /// How many lines there were after a number of steps.
  func lineCount(upToStep count: Int) -> Int {
    guard let stretch = stretch(ofStep: count) else {
      return openStart.lines + openLines.partitioningIndex { $0.step > count }
    }
    if stretch.start.steps == count { return stretch.start.lines }
    let lines = played.played(stretch).lines
    return stretch.start.lines + lines.partitioningIndex { $0.step > count }
  }

  // MARK: Searching

  /// The last row after one number and up to another that has a mark and is meant; nil where there
  /// is none.
  ///
  /// Stretches without such a row are passed over, and those that cannot have been at a time.
  func lastRow(
    after first: Int = 0, upTo number: Int, _ mark: RowMarks, at wall: WallTime? = nil,
    where isMeant: (Timeline.Row) -> Bool
  ) -> Timeline.Row? {
    func mayHave(_ traits: Stretch.Traits) -> Bool {
      guard traits.marks.contains(mark), let walls = traits.walls else { return false }
      return wall.map { walls.contains($0) } ?? true
    }
    func last(of rows: [Timeline.Row]) -> Timeline.Row? {
      rows.last { row in
        row.number > first && row.number <= number && RowMarks(row.event).contains(mark)
          && isMeant(row)
      }
    }
    guard number > first else { return nil }
    if number > openStart.rows, mayHave(openTraits), let row = last(of: openRows) { return row }
    for stretch in stretches.reversed() where stretch.start.rows < number {
      if stretch.end.rows <= first { break }
      guard mayHave(stretch.traits) else { continue }
      if let row = last(of: played.played(stretch).rows) { return row }
    }
    return nil
  }

  /// The last lines of some level or a more serious one that had been said after a number of steps,
  /// oldest first.
  func lastLines(_ count: Int, upToLine end: Int, from level: LogLevel) -> [Timeline.Line] {
    var found: [Timeline.Line] = []
    func take(_ lines: [Timeline.Line], from start: Int) {
      for line in lines.prefix(max(0, end - start)).reversed()
      where line.line.record.level >= level {
        if found.count == count { return }
        found.append(line)
      }
    }
    take(openLines, from: openStart.lines)
    for stretch in stretches.reversed() {
      if found.count == count { break }
      guard stretch.start.lines < end, let most = stretch.traits.level, most >= level else {
        continue
      }
      take(played.played(stretch).lines, from: stretch.start.lines)
    }
    return found.reversed()
  }

  /// The stretch that is over and has a row, counted from 1; nil where it is being written.
  func stretch(ofRow number: Int) -> Stretch? {
    guard number <= openStart.rows, number > 0 else { return nil }
    return stretches[stretches.partitioningIndex { $0.end.rows >= number }]
  }
}

/// Worlds that were made on the way through the stretch that is being written, so that whoever goes
/// on from event to event, or back, does not begin at its start each time.
///
/// Nothing that it gives depends on what it holds: copies of a history share it, and a mark belongs
/// to one step of one of them and to those that have it in common.
private final class OpenTrail: Sendable {
  /// How many worlds are kept on a long way.
  private static let worldCount = 8

  private struct Place {
    let mark: UInt64
    let steps: Int
    let world: Simulation
  }

  private let marks = Atomic<UInt64>(0)
  private let places = Mutex<[Place]>([])

  func nextMark() -> UInt64 { marks.wrappingAdd(1, ordering: .relaxed).newValue }

  /// The world after the steps with some marks.
  ///
  /// - Parameters:
  ///   - marks: the marks of the steps that are done.
  ///   - steps: the steps of the stretch.
  ///   - first: the world before the first of them.
  /// - Complexity: O(n) in the steps since a world that is kept.
  func world(
    after marks: ArraySlice<UInt64>, doing steps: [HistoryStep], from first: Simulation
  ) -> Simulation {
    let known = known(marks)
    var world = known?.world ?? first
    let start = known?.steps ?? 0
    let distance = max(1, (marks.count - start + Self.worldCount - 1) / Self.worldCount)
    var made: [Place] = []
    for index in start..<marks.count {
      _ = steps[index].redo(on: &world)
      let isPlace = (index + 1 - start).isMultiple(of: distance) || index + 1 == marks.count
      guard isPlace else { continue }
      made.append(Place(mark: marks[marks.startIndex + index], steps: index + 1, world: world))
    }
    keep(made)
    return world
  }

  private func known(_ marks: ArraySlice<UInt64>) -> Place? {
    places.withLock { places in
      places.filter { place in
        place.steps <= marks.count && marks[marks.startIndex + place.steps - 1] == place.mark
      }.max { $0.steps < $1.steps }
    }
  }

  /// Keeps the newest ones: those of a long way are as many as are kept.
  private func keep(_ made: [Place]) {
    guard !made.isEmpty else { return }
    places.withLock { $0 = Array(($0 + made).suffix(Self.worldCount + 1)) }
  }
}
