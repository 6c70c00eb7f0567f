import OrderedCollections
import TagRuntime
package import TagSimulation

package enum ComparedSide: String, Sendable, Hashable, CaseIterable {
  case a = "A"
  case b = "B"

  package var other: ComparedSide { self == .a ? .b : .a }
}

/// Two aligned runs: the acts of both, and their differences.
///
/// The rows are aligned once; the differences of a pair and their consequences are computed on
/// demand.
package struct RunComparison: Sendable {
  /// The maximum number of compared rows of each run, besides those that both are known to share.
  package static let rowLimit = 20_000
  /// The number of rows compared for the first difference before all are.
  package static let firstRows = 512

  /// Two aligned rows.
  package struct Pair: Sendable, Hashable {
    /// The number of the row in A; nil if it has none.
    package var a: Int?
    /// The number of the row in B; nil if it has none.
    package var b: Int?
    /// The differences between the rows.
    package var parts: RowParts = []
    /// Whether the rows fold in a list of events.
    package var isOfWorld = false
    /// Whether the rows belong to the setup of the world.
    package var isSetup = false

    package func row(in side: ComparedSide) -> Int? { side == .a ? a : b }

    /// The number of the row, of both rows if they differ: "#12", "#12/#14".
    package var number: String {
      guard let a else { return "#\(b ?? 0)" }
      guard let b, a != b else { return "#\(a)" }
      return "#\(a)/#\(b)"
    }
  }

  /// A row of the common list: a pair, or pairs of the world that fold into one.
  package struct Entry: Sendable, Hashable {
    /// The range of its pairs; empty for the row at the end.
    package var pairs: Range<Int>
    /// Whether it folds rows of the world.
    package var isFolded: Bool
    package var differs: Bool
  }

  package let a: Timeline
  package let b: Timeline
  /// The number of pairs at the beginning without a difference.
  package let sharedPairs: Int
  /// The number of list rows for those pairs.
  private let sharedEntries: Int
  /// The pairs after the shared ones.
  let rest: [Pair]
  private let restEntries: [Entry]
  /// The places of the entries that differ.
  package let differing: [Int]
  /// The number of rows at the end of each run that the other run had not reached, or that are
  /// beyond the limit.
  private let more: (a: Int, b: Int)
  let ids: ComparedContainers
  /// Whether there were more rows than the limit.
  package let isCut: Bool

  /// Compares two runs in their present state.
  ///
  /// - Complexity: O(n) in the rows that they are not known to share, up to the limit.
  package init(of first: ScenarioRun, with second: ScenarioRun) {
    self.init(first.timeline, second.timeline, limit: Self.rowLimit)
  }

  /// Compares two runs that have finished; `tags` are the names in A of tags of B that have other
  /// names, where the app has one container.
  ///
  /// - Complexity: O(n) in the rows that they are not known to share, up to the limit.
  package init(of first: FinishedRun, with second: FinishedRun, tags: [String: String] = [:]) {
    self.init(first.timeline, second.timeline, limit: Self.rowLimit, tags: tags)
  }

  init(_ a: Timeline, _ b: Timeline, limit: Int, tags: [String: String] = [:]) {
    (self.a, self.b) = (a, b)
    ids = ComparedContainers(a.live, b.live, tags: tags)
    let beginning = Beginning(a, b, ids, limit: limit)
    (sharedPairs, sharedEntries) = (beginning.rows, beginning.entries)
    let ends = [a, b].map { min($0.rowCount, beginning.rows + limit) }
    let aligned = AlignedRows(a, b, ids, from: beginning.rows, to: (ends[0], ends[1]))
    rest = aligned.pairs
    more = (a.rowCount - aligned.end.a, b.rowCount - aligned.end.b)
    isCut = ends[0] < a.rowCount || ends[1] < b.rowCount
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

  // MARK: Reading

  package var pairCount: Int { sharedPairs + rest.count }

  package func pair(at place: Int) -> Pair {
    place < sharedPairs ? Pair(a: place + 1, b: place + 1) : rest[place - sharedPairs]
  }

  /// The number of rows in the common list; the last one stands for everything after the pairs.
  package var entryCount: Int { sharedEntries + restEntries.count + 1 }

  /// Returns a row of the list by its place.
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

  /// Returns the place of a pair in the list.
  ///
  /// - Complexity: O(log n)
  package func entryPlace(ofPair place: Int) -> Int {
    if place < sharedPairs { return a.folds.place(of: place + 1) }
    return sharedEntries + restEntries.partitioningIndex { $0.pairs.upperBound > place }
  }

  /// Returns the number of rows of a run after the last pair.
  package func rowsAfterEnd(in side: ComparedSide) -> Int { side == .a ? more.a : more.b }

  package func timeline(of side: ComparedSide) -> Timeline { side == .a ? a : b }

  /// Returns the row of a run at a pair, or the last one before it; 0 if there is none.
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

  /// Returns the place of the pair with a row of a run; nil if it is beyond the last one.
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

  /// Returns the event of a run at a pair; nil if it has none.
  package func event(ofPair place: Int, in side: ComparedSide) -> EventRow? {
    pair(at: place).row(in: side).map { timeline(of: side).row(at: $0).event }
  }

  /// Whether there is no difference as far as both runs go.
  package var isSame: Bool { differing.isEmpty }

  /// The number of different rows, in words.
  package var countText: String {
    isSame ? "no difference" : Counted.text(differing.count, "difference")
  }
}

// MARK: - The beginning

/// The rows at the beginning of both runs without a difference.
private struct Beginning {
  var rows: Int
  /// The number of rows in the event list that they fill.
  var entries = 0

  init(_ a: Timeline, _ b: Timeline, _ ids: ComparedContainers, limit: Int) {
    rows = a.knownSharedRows(with: b)
    let end = min(a.rowCount, b.rowCount, rows + limit)
    while rows < end {
      let (first, second) = (a.row(at: rows + 1).event, b.row(at: rows + 1).event)
      guard first.wall == second.wall, first.act == second.act,
        RowParts(first, second, ids).isEmpty
      else { break }
      rows += 1
    }
    guard rows > 0 else { return }
    let place = a.folds.place(of: rows)
    let last = a.folds.rows(at: place)
    let goesOn =
      last.upperBound > rows || b.folds.rows(at: b.folds.place(of: rows)).upperBound > rows
    // A fold with a difference before its end belongs to the differing rows.
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
  /// The number of the last row of each run in a pair.
  var end: (a: Int, b: Int)

  init(
    _ a: Timeline, _ b: Timeline, _ ids: ComparedContainers, from first: Int,
    to ends: (a: Int, b: Int)
  ) {
    let rowsA = a.rows(in: first + 1..<ends.a + 1).map(\.event)
    let rowsB = b.rows(in: first + 1..<ends.b + 1).map(\.event)
    var acts: [String: Int] = [:]
    func key(of event: EventRow) -> RowAlignment.Key {
      let name = event.act
      let act = acts[name] ?? acts.count
      acts[name] = act
      return RowAlignment.Key(act: act, time: event.wall.milliseconds)
    }
    var aligned = RowAlignment.pairs(rowsA.map { key(of: $0) }, rowsB.map { key(of: $0) })
    aligned.pairGaps { a, b in
      rowsA[a].isLike(rowsB[b], acrossGenerations: ids.isAcrossGenerations)
    }
    pairs.reserveCapacity(aligned.count)
    for pair in aligned {
      let (one, other) = (pair.a.map { rowsA[$0] }, pair.b.map { rowsB[$0] })
      var parts: RowParts = .presence
      if let one, let other {
        parts = RowParts(one, other, ids)
        if one.act != other.act { parts.insert(.words) }
      }
      let present = [one, other].compactMap { $0 }
      pairs.append(
        RunComparison.Pair(
          a: pair.a.map { first + $0 + 1 }, b: pair.b.map { first + $0 + 1 }, parts: parts,
          isOfWorld: present.allSatisfy(\.isOfWorld), isSetup: present.allSatisfy(\.isSetup)))
    }
    end = ends
    leaveOutTail(a, b, first)
  }

  /// Leaves out the last rows of one run after the time that the other run has reached: they are
  /// not differences.
  private mutating func leaveOutTail(_ a: Timeline, _ b: Timeline, _ first: Int) {
    guard let last = pairs.last, last.parts == .presence else { return }
    let side: ComparedSide = last.b == nil ? .a : .b
    let (own, present) = side == .a ? (a, b.live.now.wall) : (b, a.live.now.wall)
    let other = side == .a ? b : a
    let alone = (pairs.lastIndex { $0.row(in: side) == nil || $0.parts != .presence } ?? -1) + 1
    // An act at the same moment is not in the future of a run that did something else then.
    let isElsewhere =
      alone > 0 && pairs[alone - 1].parts == .presence
      && pairs[alone - 1].row(in: side.other).map { other.row(at: $0).event.wall } == present
    let tail = pairs[alone...].firstIndex { pair in
      guard let row = pair.row(in: side) else { return false }
      let wall = own.row(at: row).event.wall
      return wall > present || wall == present && !isElsewhere
    }
    guard let tail else { return }
    pairs.removeSubrange(tail...)
    let end = pairs.last { $0.row(in: side) != nil }?.row(in: side) ?? first
    if side == .a { self.end.a = end } else { self.end.b = end }
  }
}
