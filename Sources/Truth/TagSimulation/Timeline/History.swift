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
  /// The numbers of last stretches, and of sealed moments, whose whole world is stored, and into as
  /// many parts others divide the history: each holds some of the hits that ended before it.
  private static let waypointLimit = 8
  /// The maximum number of notices that are stored, as many as a log shows.
  private static let noticeLimit = 2000

  /// A line with its place among all.
  private struct Notice: Sendable {
    let place: Int
    let line: Timeline.Line
  }

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
  /// The marks of every row.
  private(set) var rowMarks: [RowMarks] = []
  /// The last lines of the SDK and the app that are worth knowing: a log is read from its end, and
  /// few of them are in each stretch.
  private var notices = SharedList<Notice>()
  /// The place of the line from which `notices` has all.
  private var noticesFrom = 0
  /// Every tag that fired.
  private(set) var firings = FiringIndex()
  /// The starts of the last stretches, and of some before.
  private var starts: [Waypoint] = []
  /// The moments that were sealed last.
  private var seals: [Waypoint] = []
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
    openActBytes += step.actBytes
    for (place, event) in record.rows.enumerated() {
      openRows.append(
        Timeline.Row(
          number: extent.rows + place + 1, step: extent.steps + 1, place: place, event: event))
      openTraits.note(event)
      rowMarks.append(RowMarks(event))
      folds.note(event)
    }
    firings.note(record.rows, from: extent.rows + 1, world)
    for (place, line) in record.lines.enumerated() {
      let line = Timeline.Line(step: extent.steps + 1, line: line)
      openLines.append(line)
      openTraits.note(line.line)
      guard line.isNotice else { continue }
      notices.append(Notice(place: extent.lines + place, line: line))
      if notices.count > Self.noticeLimit { noticesFrom = notices.removeFirst().place + 1 }
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
    forgetWaypoints(after: extent.steps - 1)
    return true
  }

  /// Keeps the last step as it is, so that you can return to this moment, with this world.
  mutating func seal(_ world: Simulation) {
    isSealed = true
    if seals.last?.extent.steps == extent.steps { return }
    seals.append(Waypoint(extent, world, firings))
    if seals.count > Self.waypointLimit { seals.removeFirst() }
  }

  /// The world before the first step.
  var firstWorld: Simulation { (stretches.first?.world ?? openWorld).simulation }

  /// Returns the steps after the given number of first ones, up to a number.
  func steps(after first: Int = 0, upTo count: Int) -> [HistoryStep] {
    let index = stretches.partitioningIndex { $0.end.steps > first }
    let start = index < stretches.count ? stretches[index].start.steps : openStart.steps
    let closed = stretches[index...].prefix { $0.start.steps < count }.flatMap(\.steps)
    let all = count > openStart.steps ? closed + openSteps : closed
    return Array(all.prefix(count - start).dropFirst(first - start))
  }

  /// Replaces stretches by equal ones of another history: two runs store their common part once.
  mutating func share(_ other: History) {
    for (index, (own, theirs)) in zip(stretches, other.stretches).enumerated() {
      guard own.end == theirs.end else { return }
      stretches[index] = theirs
    }
  }

  // MARK: Going back

  /// Returns the last stored moment up to a number of steps; nil if there is none.
  func waypoint(upTo count: Int) -> Waypoint? {
    (starts + seals).filter { $0.extent.steps <= count }.max { $0.extent.steps < $1.extent.steps }
  }

  /// Forgets starts of stretches that lie close to others, except the last ones.
  private mutating func thinOutStarts() {
    let gap = extent.steps / Self.waypointLimit
    for index in (1..<max(1, starts.count - Self.waypointLimit)).reversed()
    where starts[index + 1].extent.steps - starts[index - 1].extent.steps <= gap {
      starts.remove(at: index)
    }
  }

  private mutating func forgetWaypoints(after count: Int) {
    starts.removeAll { $0.extent.steps > count }
    seals.removeAll { $0.extent.steps > count }
  }

  /// Removes everything after a stored moment.
  ///
  /// - Complexity: O(n) in what it removes, and in the stretch of the moment.
  mutating func cutBack(to point: Waypoint) {
    let index = stretches.partitioningIndex { $0.end.steps > point.extent.steps }
    if index < stretches.count { reopen(index, at: point.extent) }
    openSteps.removeSubrange((point.extent.steps - openStart.steps)...)
    openMarks.removeSubrange(openSteps.count...)
    openRows.removeSubrange((point.extent.rows - openStart.rows)...)
    openLines.removeSubrange((point.extent.lines - openStart.lines)...)
    openTraits = Stretch.Traits()
    for row in openRows { openTraits.note(row.event) }
    for line in openLines { openTraits.note(line.line) }
    openActBytes = openSteps.reduce(0) { $0 + $1.actBytes }
    (extent, firings, isSealed) = (point.extent, point.firings, false)
    rowMarks.removeSubrange(extent.rows...)
    notices.truncate(to: notices.partitioningIndex { $0.place >= extent.lines })
    noticesFrom = min(noticesFrom, extent.lines)
    folds.forget(after: extent.rows)
    thinnedRows = min(thinnedRows, extent.rows)
    forgetWaypoints(after: extent.steps)
  }

  /// Makes a finished stretch the one that is being written; its rows are reproduced if some of
  /// them remain.
  private mutating func reopen(_ index: Int, at extent: HistoryExtent) {
    let stretch = stretches[index]
    (openStart, openWorld, openSteps) = (stretch.start, stretch.world, stretch.steps)
    let played = extent.steps > openStart.steps ? played.played(stretch) : nil
    (openRows, openLines) = (played?.rows ?? [], played?.lines ?? [])
    openMarks = openSteps.map { _ in trail.nextMark() }
    bytes -= stretches[index...].reduce(0) { $0 + $1.bytes }
    stretches.removeSubrange(index...)
    for (key, rows) in writes where rows.last ?? 0 > openStart.rows {
      let left = rows.partitioningIndex { $0 > openStart.rows }
      bytes -= (rows.count - left) * Self.bytesPerWrite
      writes[key]?.removeSubrange(left...)
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
    starts.append(Waypoint(extent, world, firings))
    thinOutStarts()
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
    // What was thinned out since a moment must not show after cutting back to it.
    (starts, seals) = ([], [])
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
      let (world, redone) = trail.world(
        after: openMarks[..<(count - openStart.steps)], doing: openSteps,
        from: openWorld.simulation)
      played.countRedone(redone)
      return world
    }
    let steps = count - stretch.start.steps
    if let known = played.known(stretch) {
      let played = known.hasWorlds ? known : self.played.replayed(stretch)
      return played.world(after: steps, of: stretch.steps)
    }
    var world = stretch.world.simulation
    for step in stretch.steps[..<steps] { _ = step.redo(on: &world) }
    played.countRedone(steps)
    return world
  }

  /// Returns a step by its number, from 1.
  func step(_ number: Int) -> HistoryStep {
    guard let stretch = stretch(ofStep: number - 1) else {
      return openSteps[number - 1 - openStart.steps]
    }
    return stretch.steps[number - 1 - stretch.start.steps]
  }

  /// Returns a row by its number, from 1.
  func row(_ number: Int) -> Timeline.Row {
    let rows = rows(from: number)
    return rows[rows.startIndex]
  }

  /// Returns the rows of the stretch of a row, from that row on.
  func rows(from number: Int) -> ArraySlice<Timeline.Row> {
    let rows = stretch(ofRow: number).map { played.played($0).rows } ?? openRows
    return rows[(number - rows[0].number)...]
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

  /// Returns the last matching row with a mark, up to a number; nil if there is none.
  ///
  /// Only rows with the mark are reproduced, in stretches that include the time.
  func lastRow(
    upTo number: Int, _ mark: RowMarks, at wall: WallTime? = nil,
    where isMeant: (Timeline.Row) -> Bool
  ) -> Timeline.Row? {
    var number = min(number, extent.rows)
    while number > 0 {
      let stretch = stretch(ofRow: number)
      let start = stretch?.start.rows ?? openStart.rows
      if let wall, (stretch?.traits ?? openTraits).walls?.contains(wall) != true {
        number = start
      }
      while number > start {
        if rowMarks[number - 1].contains(mark) {
          let row = row(number)
          if isMeant(row) { return row }
        }
        number -= 1
      }
    }
    return nil
  }

  /// Returns the last of the first lines that have at least some level, oldest first.
  ///
  /// - Parameters:
  ///   - count: the maximum number of lines.
  ///   - end: the number of the first lines.
  ///   - level: the level.
  ///   - isOwn: whether lines of the simulator itself are among them.
  func lastLines(
    _ count: Int, upToLine end: Int, from level: LogLevel, isOwn: Bool
  ) -> [Timeline.Line] {
    var found: [Timeline.Line] = []
    var end = end
    func take(_ line: Timeline.Line) -> Bool {
      let record = line.line.record
      if record.level >= level, isOwn || record.source != .tagsim { found.append(line) }
      return found.count < count
    }
    if level >= .info, !isOwn {
      let known = notices.prefix(notices.partitioningIndex { $0.place >= end })
      for notice in known.reversed() where !take(notice.line) { return found.reversed() }
      end = min(end, noticesFrom)
    }
    func take(_ lines: [Timeline.Line], from start: Int) -> Bool {
      for line in lines.prefix(max(0, end - start)).reversed() where !take(line) { return false }
      return true
    }
    guard take(openLines, from: openStart.lines) else { return found.reversed() }
    for stretch in stretches.reversed() {
      guard stretch.start.lines < end, let most = stretch.traits.level, most >= level else {
        continue
      }
      guard take(played.played(stretch).lines, from: stretch.start.lines) else { break }
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
  /// - Returns: the world, and the number of repeated steps.
  /// - Complexity: O(n) in the steps since a stored world.
  func world(
    after marks: ArraySlice<UInt64>, doing steps: [HistoryStep], from first: Simulation
  ) -> (Simulation, redone: Int) {
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
    return (world, marks.count - start)
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
