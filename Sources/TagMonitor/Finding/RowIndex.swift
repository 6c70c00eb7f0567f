import ScenarioEngine
import TagRuntime
import TagSimulation

/// An index of the facts about a run's rows, for searches and filters: it grows with the run, so
/// that a row is read once and not at every key.
struct RowIndex: Sendable {
  /// How many rows are taken in at one key; the next one goes on.
  static let rowsAtOnce = 20_000
  /// How many of the last rows are known at least, once there are so many.
  static let rowLimit = 100_000

  /// A row: what it says, by its place among what rows say, and what differs.
  struct Entry: Sendable {
    let told: Int32
    let hasHits: Bool
    let wall: WallTime
  }

  /// The number of the row before the first that is known.
  private(set) var dropped = 0
  private var entries: [Entry] = []
  private var hits: [Int: [Int64]] = [:]
  /// What rows say, each once.
  private(set) var told: [EventFacts] = []
  private var places: [EventFacts: Int32] = [:]
  /// The number of the branch that it is of.
  private var branch: Int?
  /// How often it began anew, so that what was made of it is known to be of it.
  private(set) var generation = 0

  /// The number of the last row that is known.
  var last: Int { dropped + entries.count }

  /// The row with a number.
  func entry(_ number: Int) -> Entry { entries[number - dropped - 1] }

  /// What a row says.
  func told(_ number: Int) -> EventFacts { told[Int(entry(number).told)] }

  /// The hits that the tags of a row made.
  func hits(_ number: Int) -> [Int64] { hits[number] ?? [] }

  /// Takes in what is new of a run, as much as one key may cost; begins anew where it is another.
  ///
  /// - Complexity: O(n) in the new rows.
  mutating func follow(_ timeline: Timeline, ofBranch branch: Int) {
    let rows = timeline.rows
    if last > rows.count { forget(after: rows.count) }
    let isSame =
      branch == self.branch && dropped <= rows.count && (entries.isEmpty || isKnown(rows[last - 1]))
    if !isSame { begin(branch, of: rows.count) }
    let end = min(rows.count, last + Self.rowsAtOnce)
    for row in rows[last..<max(last, end)] {
      if timeline.isGivenUp { break }
      take(row)
    }
    guard entries.count >= 2 * Self.rowLimit else { return }
    begin(branch, of: rows.count)
  }

  /// Forgets rows that were undone.
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
struct EventMatches: Sendable {
  /// What is asked of rows.
  struct Question: Sendable, Hashable {
    /// A text in what the row says: its name, what was pushed, the tags that fired.
    var find: FindText?
    /// Which rows are listed at all.
    var filter: RowFilter?
    /// The rows that are marked, where the filter asks for that.
    var marked: Set<Int> = []

    /// Whether rows that say the same may be meant differently.
    fileprivate var isOfEach: Bool {
      filter?.asks(for: [.row, .time, .hit], or: [.marked]) ?? false
    }
  }

  let question: Question
  /// The numbers of the rows that are meant.
  private(set) var rows: [Int] = []
  /// How many rows were asked, one by one or by what they say.
  private(set) var asked = 0
  private var upTo = 0
  private var generation = 0
  private var verdicts: [Bool?] = []

  init(_ question: Question) { self.question = question }

  /// Asks the rows that are new.
  ///
  /// - Complexity: O(n) in the new rows, of which those that say the same are asked once.
  mutating func follow(_ index: RowIndex, _ clock: @escaping @Sendable (WallTime) -> String) {
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

  /// How many of the rows come before a number.
  ///
  /// - Complexity: O(log n)
  func count(before number: Int) -> Int { rows.partitioningIndex { $0 >= number } }

  /// The first of the rows behind a number; nil where there is none.
  func first(after number: Int) -> Int? {
    let place = count(before: number + 1)
    return place < rows.count ? rows[place] : nil
  }

  /// The last of the rows before a number; nil where there is none.
  func last(before number: Int) -> Int? {
    let place = count(before: number)
    return place > 0 ? rows[place - 1] : nil
  }
}
