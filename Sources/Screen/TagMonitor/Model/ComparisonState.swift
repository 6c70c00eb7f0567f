import ScenarioEngine
import Synchronization
import TagRuntime
import TagSimulation

/// The comparison of two runs on display: its result and the selected row.
struct ComparisonState: Sendable {
  /// A chapter of the first run, with the place in the list of its first row.
  struct Chapter: Sendable, Hashable {
    var title: String
    var start: Int
  }

  let names: [String]
  let comparison: RunComparison
  /// The chapters of the first run.
  let chapters: [Chapter]
  /// The differences in the setup, in a sentence; empty for none.
  let setup: String
  /// The first difference, in a sentence.
  let first: String
  /// Whether the first difference is an action of the app.
  let isFirstOfApp: Bool
  /// The first tag that fires in one run only, in a sentence with its event; nil for none.
  let firstTag: String?
  /// What has been found out of rows that were looked at.
  let memory = ComparisonMemory()
  private(set) var selected: Int {
    didSet { if selected != oldValue { scroll = nil } }
  }
  /// The first visible line of the sum of differences; nil shows the lines of the selected row.
  var scroll: Int?
  /// The run that Enter opens.
  var side = ComparedSide.a
  /// Whether only differing rows are listed.
  var onlyDifferences = false
  /// Whether the sum of differences replaces the rows, if there is no room for both.
  var showsSum = false

  /// Compares two runs, identified by their names.
  init(_ a: ScenarioRun, named nameOfA: String, with b: ScenarioRun, named nameOfB: String) {
    names = [nameOfA, nameOfB]
    comparison = RunComparison(of: a, with: b)
    chapters = Self.chapters(of: a, in: comparison)
    setup = comparison.setupText
    let difference = comparison.firstDifference
    first = Self.sentence(difference, comparison)
    isFirstOfApp =
      switch difference?.kind {
      case .tag?, .hit?: true
      case .pushed?, .only?, .words?, nil: false
      }
    let tag = comparison.firstFiredDifferently
    firstTag = tag.map { [comparison] tag in
      let event = comparison.event(ofPair: tag.pair, in: .a)?.shortName ?? ""
      return "\(tag.words) at \(tag.number) \(event)."
    }
    selected =
      (tag?.pair ?? difference?.pair).map { [comparison] in comparison.entryPlace(ofPair: $0) }
      ?? comparison.entryCount - 1
  }

  private static func chapters(
    of run: ScenarioRun, in comparison: RunComparison
  ) -> [Chapter] {
    var chapters: [Chapter] = []
    for moment in run.story {
      guard let title = moment.chapter, title != chapters.last?.title else { continue }
      // The setup before the first chapter belongs to it.
      let pair = comparison.pairPlace(ofRow: moment.rows + 1, in: .a) ?? comparison.pairCount
      chapters.append(
        Chapter(
          title: title, start: chapters.isEmpty ? 0 : comparison.entryPlace(ofPair: pair)))
    }
    return chapters.isEmpty ? [Chapter(title: "", start: 0)] : chapters
  }

  private static func sentence(_ first: RunDifference?, _ comparison: RunComparison) -> String {
    let end = comparison.endText.map { "; " + $0 } ?? ""
    guard let first else { return "No difference so far\(end)." }
    return "\(first.number) \(first.name): \(first.words)."
  }

  func name(of side: ComparedSide) -> String { names[side == .a ? 0 : 1] }

  // MARK: The list

  /// Returns the place of the row at an index of the list.
  func place(at index: Int) -> Int {
    guard onlyDifferences else { return index }
    let differing = comparison.differing
    return index < differing.count ? differing[index] : comparison.entryCount - 1
  }

  /// The number of listed rows; the last one says what follows.
  var count: Int {
    onlyDifferences ? comparison.differing.count + 1 : comparison.entryCount
  }

  /// The tag that fires differently, or else what differs first, in a sentence as long as there is
  /// room for.
  func firstText(isWide: Bool) -> String {
    if comparison.isSame { return first }
    if let firstTag { return firstTag }
    return "First difference\(isWide && isFirstOfApp ? " in what the app did" : ""): \(first)"
  }

  /// The index in the list of the selected row.
  var index: Int {
    guard onlyDifferences else { return selected }
    return comparison.differing.partitioningIndex { $0 >= selected }
  }

  /// Selects a row by its index in the list.
  mutating func select(_ index: Int) { selected = place(at: min(max(0, index), count - 1)) }

  var entry: RunComparison.Entry { comparison.entry(at: selected) }

  /// Selects the next or the previous differing row.
  ///
  /// - Returns: whether it wrapped around at an end; nil without differences.
  mutating func selectDifference(forward: Bool) -> Bool? {
    let differing = comparison.differing
    guard let first = differing.first, let last = differing.last else { return nil }
    let next =
      forward ? differing.first { $0 > selected } : differing.last { $0 < selected }
    selected = next ?? (forward ? first : last)
    return next == nil
  }

  /// "5 differences ‹3 of 5›"
  var countText: String {
    let differing = comparison.differing
    guard let place = differing.firstIndex(of: selected) else { return comparison.countText }
    return "\(comparison.countText) ‹\(place + 1) of \(differing.count)›"
  }
}

/// A cache of the details of two runs, so that a redraw computes nothing.
final class ComparisonMemory: Sendable {
  private struct State {
    var sum: RunComparison.Sum?
    var reasons: [(tag: TagDifference, reasons: [TagReason])] = []
    var made = (sums: 0, reasons: 0)
  }

  /// The maximum number of tags whose reasons are cached.
  private static let reasonLimit = 50

  private let state = Mutex(State())

  /// The number of times that the sum of differences and the reasons of a tag were computed.
  var made: (sums: Int, reasons: Int) { state.withLock { $0.made } }

  /// Returns the sum of differences around a pair.
  func sum(of comparison: RunComparison, around place: Int) -> RunComparison.Sum {
    let pairs = comparison.sumPairs(around: place)
    if let known = state.withLock({ $0.sum }), known.pairs == pairs { return known }
    let sum = comparison.sum(around: place)
    state.withLock { state in
      state.sum = sum
      state.made.sums += 1
    }
    return sum
  }

  /// Returns the reasons why a tag differs.
  func reasons(of tag: TagDifference, in comparison: RunComparison) -> [TagReason] {
    if let known = state.withLock({ $0.reasons.first { $0.tag == tag } }) { return known.reasons }
    let reasons = comparison.reasons(of: tag)
    state.withLock { state in
      if state.reasons.count >= Self.reasonLimit { state.reasons.removeFirst() }
      state.reasons.append((tag, reasons))
      state.made.reasons += 1
    }
    return reasons
  }
}
