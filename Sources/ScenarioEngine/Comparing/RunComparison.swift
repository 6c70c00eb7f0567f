import OrderedCollections
import TagRuntime
package import TagSimulation

/// One of two runs that are compared.
package enum ComparedSide: String, Sendable, Hashable, CaseIterable {
  case a = "A"
  case b = "B"

  /// The other one.
  package var other: ComparedSide { self == .a ? .b : .a }
}

/// Two runs beside each other: what was done in both, and in what they differ.
///
/// The rows are aligned once; what two rows differ in, and what came of it all, is found out when
/// somebody asks.
package struct RunComparison: Sendable {
  /// How many rows of each run are compared, beside those that both are known to share.
  package static let rowLimit = 20_000
  /// How many rows are looked at for the first difference before all are.
  package static let firstRows = 512

  /// Two rows beside each other.
  package struct Pair: Sendable, Hashable {
    /// The number of the row in A; nil where it has none.
    package var a: Int?
    /// The number of the row in B; nil where it has none.
    package var b: Int?
    /// What differs between them.
    package var parts: RowParts = []
    /// Whether they fold in a list of events.
    package var isOfWorld = false
    /// Whether they are of how the world was set up.
    package var isSetup = false

    /// The number of the row in one of the runs.
    package func row(in side: ComparedSide) -> Int? { side == .a ? a : b }

    /// The number of the row, in both where they differ: "#12", "#12/#14".
    package var number: String {
      guard let a else { return "#\(b ?? 0)" }
      guard let b, a != b else { return "#\(a)" }
      return "#\(a)/#\(b)"
    }
  }

  /// A row of the list of both: a pair, or pairs of the world that fold into one.
  package struct Entry: Sendable, Hashable {
    /// The places of its pairs; empty for what stands at the end.
    package var pairs: Range<Int>
    /// Whether rows of the world fold in it.
    package var isFolded: Bool
    /// Whether it differs.
    package var differs: Bool
  }

  /// The history of one run.
  package let a: Timeline
  /// The history of the other.
  package let b: Timeline
  /// How many pairs stand at the beginning of which nothing differs.
  package let sharedPairs: Int
  /// How many rows of the list they make.
  private let sharedEntries: Int
  /// The pairs after them.
  let rest: [Pair]
  private let restEntries: [Entry]
  /// The places of the entries that differ.
  package let differing: [Int]
  /// How many rows of each run stand at the end, where the other run had not come so far, or beyond
  /// what is compared.
  private let more: (a: Int, b: Int)
  /// Whether there were more rows than are compared.
  package let isCut: Bool

  /// Compares two runs.
  ///
  /// - Complexity: O(n) in the rows that they are not known to share, up to the limit.
  package init(of first: ScenarioRun, with second: ScenarioRun) {
    self.init(first.timeline, second.timeline, limit: Self.rowLimit)
  }

  /// Compares two runs that were played to their ends.
  ///
  /// - Complexity: O(n) in the rows that they are not known to share, up to the limit.
  package init(of first: FinishedRun, with second: FinishedRun) {
    self.init(first.timeline, second.timeline, limit: Self.rowLimit)
  }

  init(_ a: Timeline, _ b: Timeline, limit: Int) {
    (self.a, self.b) = (a, b)
    let beginning = Beginning(a, b, limit: limit)
    (sharedPairs, sharedEntries) = (beginning.rows, beginning.entries)
    let ends = [a, b].map { min($0.rows.count, beginning.rows + limit) }
    let aligned = AlignedRows(a, b, from: beginning.rows, to: (ends[0], ends[1]))
    rest = aligned.pairs
    more = (a.rows.count - aligned.end.a, b.rows.count - aligned.end.b)
    isCut = ends[0] < a.rows.count || ends[1] < b.rows.count
    let entries = Self.entries(of: aligned.pairs, from: beginning.rows)
    restEntries = entries
    differing = entries.indices.filter { entries[$0].differs }.map { $0 + beginning.entries }
  }

  private static func entries(of pairs: [Pair], from first: Int) -> [Entry] {
    var entries: [Entry] = []
    for (place, pair) in pairs.enumerated() {
      let place = place + first
      if pair.isOfWorld, let last = entries.last, last.isFolded {
        entries[entries.count - 1].pairs = last.pairs.lowerBound..<place + 1
        if !pair.parts.isEmpty { entries[entries.count - 1].differs = true }
      } else {
        entries.append(
          Entry(
            pairs: place..<place + 1, isFolded: pair.isOfWorld, differs: !pair.parts.isEmpty))
      }
    }
    return entries
  }

  // MARK: Looking

  /// How many pairs there are.
  package var pairCount: Int { sharedPairs + rest.count }

  /// A pair by its place.
  package func pair(at place: Int) -> Pair {
    place < sharedPairs ? Pair(a: place + 1, b: place + 1) : rest[place - sharedPairs]
  }

  /// How many rows the list of both has; the last one stands for what comes after.
  package var entryCount: Int { sharedEntries + restEntries.count + 1 }

  /// A row of the list by its place.
  ///
  /// - Complexity: O(1)
  package func entry(at place: Int) -> Entry {
    if place < sharedEntries {
      let rows = a.folds.rows(at: place)
      let pairs = rows.lowerBound - 1..<min(rows.upperBound, sharedPairs)
      return Entry(pairs: pairs, isFolded: a.folds.isWorld(at: place), differs: false)
    }
    guard place < sharedEntries + restEntries.count else {
      return Entry(pairs: pairCount..<pairCount, isFolded: false, differs: false)
    }
    return restEntries[place - sharedEntries]
  }

  /// The place in the list of a pair.
  ///
  /// - Complexity: O(log n)
  package func entryPlace(ofPair place: Int) -> Int {
    if place < sharedPairs { return a.folds.place(of: place + 1) }
    return sharedEntries + restEntries.partitioningIndex { $0.pairs.upperBound > place }
  }

  /// How many rows of a run come after the last pair.
  package func rowsAfterEnd(in side: ComparedSide) -> Int { side == .a ? more.a : more.b }

  /// The history of one of the runs.
  package func timeline(of side: ComparedSide) -> Timeline { side == .a ? a : b }

  /// The row of a run at a pair, or else the last one before it; 0 where there is none.
  ///
  /// - Complexity: O(n) in the rows that only the other run has there.
  package func lastRow(upTo place: Int, in side: ComparedSide) -> Int {
    var place = min(place, pairCount - 1)
    while place >= sharedPairs {
      if let row = pair(at: place).row(in: side) { return row }
      place -= 1
    }
    return place + 1
  }

  /// The place of the pair that a row of a run stands in; nil where it is beyond the last one.
  ///
  /// - Complexity: O(log n) and O(k) in the rows that only the other run has there.
  package func pairPlace(ofRow row: Int, in side: ComparedSide) -> Int? {
    if row <= sharedPairs { return row - 1 }
    var (low, high) = (0, rest.count)
    while low < high {
      let middle = (low + high) / 2
      var known = middle
      while known < high, rest[known].row(in: side) == nil { known += 1 }
      if known == high {
        high = middle
      } else if (rest[known].row(in: side) ?? 0) < row {
        low = known + 1
      } else {
        high = middle
      }
    }
    while low < rest.count, rest[low].row(in: side) == nil { low += 1 }
    return low < rest.count && rest[low].row(in: side) == row ? low + sharedPairs : nil
  }

  /// The event of a run at a pair; nil where it has none.
  package func event(ofPair place: Int, in side: ComparedSide) -> EventRow? {
    pair(at: place).row(in: side).map { timeline(of: side).rows[$0 - 1].event }
  }

  /// Whether nothing differs as far as both runs came.
  package var isSame: Bool { differing.isEmpty }

  /// How many rows differ, in words.
  package var countText: String {
    isSame ? "no difference" : Counted.text(differing.count, "difference")
  }
}

// MARK: - The beginning

/// The rows at the beginning that both runs have, in which nothing differs.
private struct Beginning {
  var rows: Int
  /// How many rows of the event list they make.
  var entries = 0

  init(_ a: Timeline, _ b: Timeline, limit: Int) {
    rows = a.knownSharedRows(with: b)
    let end = min(a.rows.count, b.rows.count, rows + limit)
    while rows < end {
      let (first, second) = (a.rows[rows].event, b.rows[rows].event)
      guard first.wall == second.wall, first.act == second.act,
        RowParts(first, second).isEmpty
      else { break }
      rows += 1
    }
    guard rows > 0 else { return }
    let place = a.folds.place(of: rows)
    let last = a.folds.rows(at: place)
    let goesOn =
      last.upperBound > rows || b.folds.rows(at: b.folds.place(of: rows)).upperBound > rows
    // A fold that is not the same to its end stands with what differs.
    if a.folds.isWorld(at: place), goesOn {
      (rows, entries) = (last.lowerBound - 1, place)
    } else {
      entries = place + 1
    }
  }
}

/// The rows after the beginning, aligned.
private struct AlignedRows {
  var pairs: [RunComparison.Pair] = []
  /// The number of the last row of each run that stands in a pair.
  var end: (a: Int, b: Int)

  init(_ a: Timeline, _ b: Timeline, from first: Int, to ends: (a: Int, b: Int)) {
    let rowsA = a.rows[first..<ends.a].map(\.event)
    let rowsB = b.rows[first..<ends.b].map(\.event)
    var acts: [String: Int] = [:]
    func key(of event: EventRow) -> RowAlignment.Key {
      let name = event.act
      let act = acts[name] ?? acts.count
      acts[name] = act
      return RowAlignment.Key(act: act, time: event.wall.milliseconds)
    }
    let aligned = RowAlignment.pairs(rowsA.map { key(of: $0) }, rowsB.map { key(of: $0) })
    pairs.reserveCapacity(aligned.count)
    for pair in aligned {
      let (one, other) = (pair.a.map { rowsA[$0] }, pair.b.map { rowsB[$0] })
      var parts: RowParts = .presence
      if let one, let other { parts = RowParts(one, other) }
      let present = [one, other].compactMap { $0 }
      pairs.append(
        RunComparison.Pair(
          a: pair.a.map { first + $0 + 1 }, b: pair.b.map { first + $0 + 1 }, parts: parts,
          isOfWorld: present.allSatisfy(\.isOfWorld), isSetup: present.allSatisfy(\.isSetup)))
    }
    end = ends
    leaveOutTail(a, b, first)
  }

  /// Rows of one run from where the clock of the other has not come are no difference.
  private mutating func leaveOutTail(_ a: Timeline, _ b: Timeline, _ first: Int) {
    guard let last = pairs.last, last.parts == .presence else { return }
    let side: ComparedSide = last.b == nil ? .a : .b
    let (own, present) = side == .a ? (a, b.live.now.wall) : (b, a.live.now.wall)
    let other = side == .a ? b : a
    let alone = (pairs.lastIndex { $0.row(in: side) == nil || $0.parts != .presence } ?? -1) + 1
    // What was done at the same moment is no future of a run that did something else then.
    let isElsewhere =
      alone > 0 && pairs[alone - 1].parts == .presence
      && pairs[alone - 1].row(in: side.other).map { other.rows[$0 - 1].event.wall } == present
    let tail = pairs[alone...].firstIndex { pair in
      guard let row = pair.row(in: side) else { return false }
      let wall = own.rows[row - 1].event.wall
      return wall > present || wall == present && !isElsewhere
    }
    guard let tail else { return }
    pairs.removeSubrange(tail...)
    let end = pairs.last { $0.row(in: side) != nil }?.row(in: side) ?? first
    if side == .a { self.end.a = end } else { self.end.b = end }
  }
}
