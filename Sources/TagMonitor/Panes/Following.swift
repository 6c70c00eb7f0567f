import ScenarioEngine
package import TagInspection
import TagRuntime
import TagSimulation
import TerminalKit

/// What a real phone did since it was told last, and how it stands to the container.
package struct PhoneNews: Sendable {
  /// What it did, as lines of the language.
  package var acts: [PhoneAct]
  /// How what it did stands to what tags do: all of it.
  package var matches: [PhoneMatch]
  /// The same, counted.
  package var sum: PhoneSum
  /// What of it could not be played, in sentences.
  package var unplayed: [String]

  /// - Parameters:
  ///   - acts: what it did.
  ///   - matches: all that is known of what tags do.
  ///   - sum: the same, counted.
  ///   - unplayed: what could not be played.
  package init(
    acts: [PhoneAct] = [], matches: [PhoneMatch] = [], sum: PhoneSum = PhoneSum(),
    unplayed: [String] = []
  ) {
    (self.acts, self.matches, self.sum, self.unplayed) = (acts, matches, sum, unplayed)
  }
}

/// A real phone that is followed: which rows of its run come of which lines of its log, and how
/// what tags do there stands to what the phone did.
struct Following: Sendable {
  /// The matches, in their order.
  private(set) var matches: [PhoneMatch] = []
  /// What they come to, counted.
  private(set) var sum = PhoneSum()
  /// Whether anything is told of it.
  var tellsStory = false
  /// Where the phone shows what a row of its run comes of.
  private var sources: [Int: PhoneSource] = [:]
  /// The row of an event or a hit of the phone.
  private var rows: [Int: Int] = [:]
  private var byTag: [TagAtRow: Int] = [:]
  private var byHit: [Int64: Int] = [:]
  private var worst: [Int: PhoneMatch.State] = [:]
  private var unplayedCount = 0

  private struct TagAtRow: Hashable, Sendable {
    let tag: String
    let row: Int
  }

  /// Takes in which rows an act made.
  mutating func take(_ act: PhoneAct, made new: Range<Int>, event: Int?) {
    guard let source = act.source else { return }
    for row in new { sources[row] = source }
    if let number = act.number, let row = event ?? new.first { rows[number] = row }
  }

  /// Takes in how phone and container stand to each other.
  ///
  /// - Returns: what could not be played and was not told before; nil where there is nothing.
  /// - Complexity: O(n) in the matches.
  mutating func take(_ news: PhoneNews) -> String? {
    (matches, sum) = (news.matches, news.sum)
    (byTag, byHit, worst) = ([:], [:], [:])
    for (place, match) in matches.enumerated() {
      if let hit = match.hit { byHit[hit] = place }
      guard let row = row(of: match) else { continue }
      if let tag = match.tag { byTag[TagAtRow(tag: tag, row: row)] = place }
      let known = worst[row]
      if known.map({ match.state.weight > $0.weight }) ?? true { worst[row] = match.state }
    }
    defer { unplayedCount = news.unplayed.count }
    return news.unplayed.count > unplayedCount ? news.unplayed.last : nil
  }

  /// The row at which a match was set off; nil where that is not known.
  func row(of match: PhoneMatch) -> Int? { match.act.flatMap { rows[$0] } }

  /// Where the phone shows what a row comes of.
  func source(ofRow row: Int) -> PhoneSource? { sources[row] }

  /// How a tag that fired at a row stands to the phone.
  func match(ofTag tag: String, atRow row: Int) -> PhoneMatch? {
    byTag[TagAtRow(tag: tag, row: row)].map { matches[$0] }
  }

  /// How a hit stands to the phone.
  func match(ofHit id: Int64) -> PhoneMatch? { byHit[id].map { matches[$0] } }

  /// What most needs a look at a row.
  func state(ofRow row: Int) -> PhoneMatch.State? { worst[row] }
}

/// What is known of a followed phone in the run at hand: a branch shares the rows before it.
struct FollowedRows: Sendable {
  @Boxed private var following: Following
  private let last: Int?

  init(_ following: Following, upTo last: Int?) {
    _following = Boxed(wrappedValue: following)
    self.last = last
  }

  private func isShared(_ row: Int) -> Bool { last.map { row <= $0 } ?? true }

  /// Whether the run at hand is the phone's own.
  var isOwn: Bool { last == nil }
  /// All matches, in their order.
  var matches: [PhoneMatch] { following.matches }
  /// What they come to.
  var sum: PhoneSum { following.sum }

  /// The row at which a match was set off, as far as the run at hand has it.
  func row(of match: PhoneMatch) -> Int? {
    following.row(of: match).flatMap { isShared($0) ? $0 : nil }
  }

  /// Where the phone shows what a row comes of.
  func source(ofRow row: Int) -> PhoneSource? {
    isShared(row) ? following.source(ofRow: row) : nil
  }

  /// What most needs a look at a row.
  func state(ofRow row: Int) -> PhoneMatch.State? {
    isShared(row) ? following.state(ofRow: row) : nil
  }

  /// How a tag that fired at a row stands to the phone.
  func match(ofTag tag: String, atRow row: Int) -> PhoneMatch? {
    isShared(row) ? following.match(ofTag: tag, atRow: row) : nil
  }

  /// How a hit stands to the phone.
  func match(ofHit id: Int64?) -> PhoneMatch? {
    guard let match = id.flatMap({ following.match(ofHit: $0) }),
      following.row(of: match).map(isShared) ?? isOwn
    else { return nil }
    return match
  }
}

extension PhoneMatch.State {
  /// How much it needs a look.
  fileprivate var weight: Int {
    switch self {
    case .hidden: 0
    case .seen: 1
    case .awaited: 2
    case .surplus: 3
    case .missing: 4
    }
  }

  /// The role of its colour.
  var style: Style {
    switch self {
    case .seen: .fired
    case .missing: .lost
    case .surplus: .attention
    case .awaited, .hidden: .dim
    }
  }
}
