package import TagInspection
import TagRuntime
import TagSimulation
import TagWords
package import TerminalKit

/// New actions of a real phone since the last report, and their comparison with the container.
package struct PhoneNews: Sendable {
  /// The actions, as lines of the language.
  package var acts: [PhoneAct]
  /// The comparison of the phone's actions with those of tags: all matches.
  package var matches: [PhoneMatch]
  /// The matches, counted.
  package var sum: PhoneSum
  /// The actions that could not be played, in sentences.
  package var unplayed: [String]

  /// - Parameters:
  ///   - acts: the phone's actions.
  ///   - matches: all matches with the actions of tags.
  ///   - sum: the matches, counted.
  ///   - unplayed: the actions that could not be played.
  package init(
    acts: [PhoneAct] = [], matches: [PhoneMatch] = [], sum: PhoneSum = PhoneSum(),
    unplayed: [String] = []
  ) {
    (self.acts, self.matches, self.sum, self.unplayed) = (acts, matches, sum, unplayed)
  }
}

/// A real phone that is followed: the origin of its run's rows in its log, and the matches between
/// the actions of tags and of the phone.
package struct Following: Sendable {
  package private(set) var matches: [PhoneMatch] = []
  /// The matches, counted.
  package private(set) var sum = PhoneSum()
  /// Whether the run has captions, questions or other text for an audience.
  package var tellsStory = false
  /// The place in the phone's log from which a row of its run comes.
  private var sources: [Int: PhoneSource] = [:]
  /// The row of an event or a hit of the phone.
  private var rows: [Int: Int] = [:]
  private var byTag: [TagAtRow: Int] = [:]
  private var byHit: [Int64: Int] = [:]
  private var worst: [Int: PhoneMatch.State] = [:]
  private var unplayedCount = 0
  /// The last row of its run that the current run shares; nil for all.
  private var last: Int?

  /// Creates the state before the first news.
  package init() {}

  private struct TagAtRow: Hashable, Sendable {
    let tag: String
    let row: Int
  }

  /// Stores what the phone did, and the new matches of phone and container.
  ///
  /// - Returns: the first problem in playing that was not reported before; nil for none.
  /// - Complexity: O(n) in the matches.
  package mutating func take(_ news: PhoneNews) -> String? {
    for act in news.acts {
      guard let source = act.source else { continue }
      for row in act.rows { sources[row] = source }
      if let number = act.number, let row = act.event ?? act.rows.first { rows[number] = row }
    }
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

  // MARK: In the current run

  /// Returns what it is in a run that shares only the rows up to one, if not all.
  package func shared(upTo last: Int?) -> Following {
    var shared = self
    shared.last = last
    return shared
  }

  private func isShared(_ row: Int) -> Bool { last.map { row <= $0 } ?? true }

  /// Whether the current run is the phone's.
  package var isOwn: Bool { last == nil }

  /// Returns the row that caused a match; nil if it is not known, or not in the current run.
  package func row(of match: PhoneMatch) -> Int? {
    match.act.flatMap { rows[$0] }.flatMap { isShared($0) ? $0 : nil }
  }

  /// Returns the place in the phone's log from which a row comes.
  package func source(ofRow row: Int) -> PhoneSource? { isShared(row) ? sources[row] : nil }

  /// Returns the most serious state at a row.
  package func state(ofRow row: Int) -> PhoneMatch.State? { isShared(row) ? worst[row] : nil }

  /// Returns the match of a tag that fired at a row.
  package func match(ofTag tag: String, atRow row: Int) -> PhoneMatch? {
    isShared(row) ? byTag[TagAtRow(tag: tag, row: row)].map { matches[$0] } : nil
  }

  package func match(ofHit id: Int64?) -> PhoneMatch? {
    guard let match = id.flatMap({ byHit[$0] }).map({ matches[$0] }),
      match.act.flatMap({ rows[$0] }).map(isShared) ?? isOwn
    else { return nil }
    return match
  }
}

extension PhoneMatch.State {
  /// The seriousness of the state.
  fileprivate var weight: Int {
    switch self {
    case .hidden: 0
    case .seen: 1
    case .awaited: 2
    case .surplus: 3
    case .differs: 4
    case .missing: 5
    }
  }

  /// The role of its colour.
  package var style: Style {
    switch self {
    case .seen: .fired
    case .missing, .differs: .lost
    case .surplus: .attention
    case .awaited, .hidden: .dim
    }
  }
}

extension PhoneSum {
  /// Returns the sum in the screen's signs.
  package func words(_ borders: Borders) -> String {
    borders == .utf8
      ? words
      : PhoneMatch.State.allCases.reduce(words) { text, state in
        text.replacing("   \(state.sign) ", with: "   \(Signs(borders: borders).phone(state)) ")
      }
  }
}
