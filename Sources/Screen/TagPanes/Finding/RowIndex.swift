package import TagRuntime
package import TagSimulation
package import TagWords

/// An index of the facts about a run's rows, for searches and filters: it grows with the run, so
/// that a row is read once and not at every key.
package struct RowIndex: Sendable {
  /// The maximum number of rows to read at one key; the next key continues.
  package static let rowsAtOnce = 20_000
  /// The number of rows that are kept at least, the newest, in a longer run.
  package static let rowLimit = 100_000

  /// A row: the place of its facts, and the data that differ from row to row.
  package struct Entry: Sendable {
    package let told: Int32
    let hasHits: Bool
    let wall: WallTime
  }

  /// The number of rows before the first one in the index.
  package private(set) var dropped = 0
  private var entries: [Entry] = []
  private var hits: [Int: [Int64]] = [:]
  /// The facts of rows, equal ones once.
  package private(set) var told: [EventFacts] = []
  private var places: [EventFacts: Int32] = [:]
  private var branch: Int?
  /// The number of restarts, which invalidate results from before.
  package private(set) var generation = 0

  /// The number of the last row in the index.
  package var last: Int { dropped + entries.count }

  package func entry(_ number: Int) -> Entry { entries[number - dropped - 1] }

  package func told(_ number: Int) -> EventFacts { told[Int(entry(number).told)] }

  /// Returns the hits that the tags of a row created.
  package func hits(_ number: Int) -> [Int64] { hits[number] ?? [] }

  /// Reads new rows of a run, within the limit for one key; starts again for another run.
  ///
  /// - Complexity: O(n) in the new rows.
  package mutating func follow(_ timeline: Timeline, ofBranch branch: Int) {
    let count = timeline.rowCount
    if last > count { forget(after: count) }
    let isSame =
      branch == self.branch && dropped <= count
      && (entries.isEmpty || isKnown(timeline.row(at: last)))
    if !isSame { begin(branch, of: count) }
    _ = timeline.firstRow(in: last + 1..<max(last, min(count, last + Self.rowsAtOnce)) + 1) { row in
      if !timeline.isGivenUp { take(row) }
      return timeline.isGivenUp
    }
    guard entries.count >= 2 * Self.rowLimit else { return }
    begin(branch, of: count)
  }

  /// Removes rows that were undone.
  private mutating func forget(after number: Int) {
    for gone in max(number, dropped)..<last { hits[gone + 1] = nil }
    entries.removeLast(min(entries.count, last - number))
    generation += 1
  }

  private func isKnown(_ row: Timeline.Row) -> Bool {
    entry(row.number).wall == row.event.wall && told(row.number).name == row.event.shortName
  }

  private mutating func begin(_ branch: Int, of rows: Int) {
    let generation = generation + 1
    self = RowIndex()
    self.generation = generation
    self.branch = branch
    dropped = max(0, rows - Self.rowLimit)
  }

  private mutating func take(_ row: Timeline.Row) {
    let said = EventFacts(row.event)
    let place: Int32
    if let known = places[said] {
      place = known
    } else {
      place = Int32(told.count)
      told.append(said)
      places[said] = place
    }
    let made = row.event.hits.compactMap { $0 }
    if !made.isEmpty { hits[row.number] = made }
    entries.append(Entry(told: place, hasHits: !made.isEmpty, wall: row.event.wall))
  }
}

/// The matching rows of a run, in order: it grows with the index, and tests rows with equal facts
/// only once.
package struct EventMatches: Sendable {
  /// A search, a filter, or both.
  package struct Question: Sendable, Hashable {
    /// A text in what the row says: its name, what was pushed, the tags that fired.
    var find: FindText?
    var filter: RowFilter?
    /// The marked rows, if the filter tests for them.
    var marked: Set<Int> = []

    /// Whether rows with equal facts can have different results.
    fileprivate var isOfEach: Bool {
      filter?.asks(for: [.row, .time, .hit], or: [.marked]) ?? false
    }
  }

  package let question: Question
  package private(set) var rows: [Int] = []
  /// The number of tested rows, one by one or by their facts.
  package private(set) var asked = 0
  private var upTo = 0
  private var generation = 0
  private var verdicts: [Bool?] = []

  package init(_ question: Question) { self.question = question }

  /// Tests the new rows.
  ///
  /// - Complexity: O(n) in the new rows; equal facts are tested once.
  package mutating func follow(_ index: RowIndex, _ clock: @escaping @Sendable (WallTime) -> String)
  {
    if generation != index.generation || upTo > index.last {
      self = EventMatches(question)
      generation = index.generation
      upTo = index.dropped
    }
    guard upTo < index.last else { return }
    for number in upTo + 1...index.last where isMeant(number, index, clock) {
      rows.append(number)
    }
    upTo = index.last
  }

  private mutating func isMeant(
    _ number: Int, _ index: RowIndex, _ clock: @escaping @Sendable (WallTime) -> String
  ) -> Bool {
    let entry = index.entry(number)
    let place = Int(entry.told)
    if !question.isOfEach {
      while verdicts.count <= place { verdicts.append(nil) }
      if let known = verdicts[place] { return known }
    }
    asked += 1
    let told = index.told[place]
    var isMeant = question.find?.isFound(in: told.text) ?? true
    if isMeant, let filter = question.filter {
      isMeant = filter.means(
        told.facts(
          number: number, time: { clock(entry.wall) },
          hits: entry.hasHits ? index.hits(number) : [],
          isMarked: question.marked.contains(number)))
    }
    if !question.isOfEach { verdicts[place] = isMeant }
    return isMeant
  }

  /// Returns the number of matching rows before a number.
  ///
  /// - Complexity: O(log n)
  package func count(before number: Int) -> Int { rows.partitioningIndex { $0 >= number } }

  /// Returns the first matching row after a number; nil if there is none.
  package func first(after number: Int) -> Int? {
    let place = count(before: number + 1)
    return place < rows.count ? rows[place] : nil
  }

  /// Returns the last matching row before a number; nil if there is none.
  package func last(before number: Int) -> Int? {
    let place = count(before: number)
    return place > 0 ? rows[place - 1] : nil
  }
}
