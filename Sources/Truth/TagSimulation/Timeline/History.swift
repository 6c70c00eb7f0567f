import OrderedCollections
import Synchronization
import TagRuntime

/// The acts so far and their results, in as little memory as suffices to reproduce them.
struct History: Sendable {
  /// The minimum number of steps of a stretch.
  static let stretchSteps = 64
  /// The maximum number of steps of a stretch, and approximately of rows.
  static let stretchLimit = 2048
  /// The maximum number of steps of a stretch joined from shorter ones.
  static let joinedSteps = 512
  /// The bytes of the world per step: a large world is stored less often.
  private static let worldBytesPerStep = 128
  /// The bytes counted for the row of a key's last write.
  private static let bytesPerWrite = 16

  /// The finished stretches, oldest first.
  private(set) var stretches: [Stretch] = []
  /// The bytes counted for them.
  private(set) var bytes = 0
  /// The number of the last row in the thinned-out part; 0 for none.
  private(set) var thinnedRows = 0
  private(set) var extent = HistoryExtent()
  /// The rows of the last write of a key at the top of the data layer, one per stretch.
  private(set) var writes: [String: [Int]] = [:]
  /// The rows that are shown separately in a list, and those that fold.
  private(set) var folds = RowFolds()
  /// Every tag that fired.
  private(set) var firings = FiringIndex()
  let played = PlayedStretches()
  let knownWrites = KnownWrites()

  // The stretch that is being written; its rows and lines are available.

  private(set) var openStart = HistoryExtent()
  private(set) var openWorld: KeptWorld
  private(set) var openSteps: [HistoryStep] = []
  /// A mark of each step, which no other history assigns to another step.
  private var openMarks: [UInt64] = []
  private let trail = OpenTrail()
  private(set) var openRows: [Timeline.Row] = []
  private(set) var openLines: [Timeline.Line] = []
  private var openTraits = Stretch.Traits()
  private var openActBytes = 0
  /// Whether the last step stays as it is, even if time passes after it.
  private var isSealed = false

  init(_ world: Simulation) {
    openWorld = KeptWorld(world)
  }

  // MARK: Growing

  /// Records a step; the world is as it is after it.
  mutating func append(_ step: HistoryStep, _ record: StepRecord, _ world: Simulation) {
    openSteps.append(step)
    openMarks.append(trail.nextMark())
    if case .act(let act, let isTyped) = step {
      openActBytes += act.heldBytes + (isTyped ? act.valueBytes : 0)
    }
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

  /// Whether the stretch being written ends with a world: the larger the world, the longer the
  /// stretch before it, so that a world is stored when few hits wait.
  private func isOver(before world: Simulation) -> Bool {
    let steps = openSteps.count
    if steps >= Self.stretchLimit || openRows.count >= Self.stretchLimit { return true }
    return steps >= Self.stretchSteps
      && steps >= world.heldBytes(after: openWorld.simulation) / Self.worldBytesPerStep
  }

  /// Lengthens the last step if it only let time pass; returns false if it did something.
  mutating func lengthenPass(by duration: Duration) -> Bool {
    guard !isSealed, case .pass(let before)? = openSteps.last else { return false }
    openSteps[openSteps.count - 1] = .pass(before + duration)
    openMarks[openMarks.count - 1] = trail.nextMark()
    return true
  }

  /// Keeps the last step as it is, so that you can return to this moment.
  mutating func seal() { isSealed = true }

  /// The world before the first step.
  var firstWorld: Simulation { (stretches.first?.world ?? openWorld).simulation }

  /// Returns the given number of first steps.
  func steps(upTo count: Int) -> [HistoryStep] {
    let closed = stretches.prefix { $0.start.steps < count }.flatMap(\.steps)
    return Array((closed + openSteps).prefix(count))
  }

  /// Replaces stretches by equal ones of another history: two runs store their common part once.
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
    // The code that performed the steps reads their results.
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

  /// Drops worlds of the older half until the history takes fewer bytes; returns false if nothing
  /// more can be dropped.
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

  // MARK: Queries

  /// Returns the finished stretch of a step, counted from 0; nil if it is being written.
  private func stretch(ofStep step: Int) -> Stretch? {
    guard step < openStart.steps else { return nil }
    return stretches[stretches.partitioningIndex { $0.end.steps > step }]
  }

  /// Returns the world after a number of steps, of which the last one is not the present.
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

  /// Returns a step by its number, from 1.
  func step(_ number: Int) -> HistoryStep {
    guard let stretch = stretch(ofStep: number - 1) else {
      return openSteps[number - 1 - openStart.steps]
    }
    return stretch.steps[number - 1 - stretch.start.steps]
  }

  func row(_ place: Int) -> Timeline.Row {
    if place >= openStart.rows { return openRows[place - openStart.rows] }
    let stretch = stretches[stretches.partitioningIndex { $0.end.rows > place }]
    return played.played(stretch).rows[place - stretch.start.rows]
  }

  func line(_ place: Int) -> Timeline.Line {
    if place >= openStart.lines { return openLines[place - openStart.lines] }
    let stretch = stretches[stretches.partitioningIndex { $0.end.lines > place }]
    return played.played(stretch).lines[place - stretch.start.lines]
  }

  /// Returns the number of lines after a number of steps.
  func lineCount(upToStep count: Int) -> Int {
    guard let stretch = stretch(ofStep: count) else {
      return openStart.lines + openLines.partitioningIndex { $0.step > count }
    }
    if stretch.start.steps == count { return stretch.start.lines }
    let lines = played.played(stretch).lines
    return stretch.start.lines + lines.partitioningIndex { $0.step > count }
  }

  // MARK: Searching

  /// Returns the last matching row with a mark, after one number and up to another; nil if there is
  /// none.
  ///
  /// Stretches without such a row, and those that do not include the time, are skipped.
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

  /// Returns the last lines of at least some level that had been logged after a number of steps,
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

  /// Returns the finished stretch of a row, counted from 1; nil if it is being written.
  func stretch(ofRow number: Int) -> Stretch? {
    guard number <= openStart.rows, number > 0 else { return nil }
    return stretches[stretches.partitioningIndex { $0.end.rows >= number }]
  }
}

/// The worlds made on the way through the stretch being written, so that moving from event to
/// event, forwards or back, does not begin at its start each time.
///
/// Its results do not depend on its content: copies of a history share it, and a mark belongs to
/// one step of one of them and to the histories that share it.
private final class OpenTrail: Sendable {
  /// The number of worlds that are stored on a long way.
  private static let worldCount = 8

  private struct Place {
    let mark: UInt64
    let steps: Int
    let world: Simulation
  }

  private let marks = Atomic<UInt64>(0)
  private let places = Mutex<[Place]>([])

  func nextMark() -> UInt64 { marks.wrappingAdd(1, ordering: .relaxed).newValue }

  /// Returns the world after the steps with some marks.
  ///
  /// - Parameters:
  ///   - marks: the marks of the finished steps.
  ///   - steps: the steps of the stretch.
  ///   - first: the world before the first of them.
  /// - Complexity: O(n) in the steps since a stored world.
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

  /// Stores the newest worlds: the limit is the number of those on a long way.
  private func keep(_ made: [Place]) {
    guard !made.isEmpty else { return }
    places.withLock { $0 = Array(($0 + made).suffix(Self.worldCount + 1)) }
  }
}
