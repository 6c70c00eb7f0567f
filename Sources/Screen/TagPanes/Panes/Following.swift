package import TagInspection
import TagRuntime
import TagSimulation
import TagWords
package import TerminalKit
import TextKit

/// New actions of a real phone since the last report, and their comparison with the container.
package struct PhoneNews: Sendable {
  /// The actions, as lines of the language.
  package var acts: [PhoneAct]
  /// The comparison of the phone's actions with those of tags: all matches.
  package var matches: [PhoneMatch]
  /// The matches, counted.
  package var sum: PhoneSum
  /// The faults that the phone's log names.
  package var warnings: [PhoneWarning]
  /// The actions that could not be played, in sentences.
  package var unplayed: [String]
  /// The log, how much of it was read, and how long ago: "adb logcat, 31 lines, 6 s ago".
  package var head: String
  /// The app: "Shop 1.4"; empty if the log does not name it.
  package var app: String

  package init(
    acts: [PhoneAct] = [], matches: [PhoneMatch] = [], sum: PhoneSum = PhoneSum(),
    warnings: [PhoneWarning] = [], unplayed: [String] = [], head: String = "", app: String = ""
  ) {
    (self.acts, self.matches, self.sum, self.unplayed) = (acts, matches, sum, unplayed)
    (self.warnings, self.head, self.app) = (warnings, head, app)
  }
}

/// A place of the lanes: an event of the phone with what the container must make of it, a hit that
/// nothing explains, or a warning of the phone's log.
package struct PhoneLane: Sendable {
  /// The place in the phone's log; nil for an event of which no line is known.
  package let source: PhoneSource?
  /// The number of the event; nil for anything else.
  var act: Int?
  /// What must be sent, or what was, in the order of the tags.
  package internal(set) var matches: [PhoneMatch] = []
  var warning: PhoneWarning?

  /// The most serious answer; nil for a warning, and where nothing must be sent.
  package var state: PhoneMatch.State? {
    matches.map(\.state).max { $0.weight < $1.weight }
  }

  /// Whether it needs a look.
  package var needsLook: Bool { warning != nil || state?.isFailed == true }
}

/// A real phone that is followed: the origin of its run's rows in its log, and the matches between
/// the actions of tags and of the phone.
package struct Following: Sendable {
  package private(set) var matches: [PhoneMatch] = []
  /// The matches, counted.
  package private(set) var sum = PhoneSum()
  /// What the lanes show, in the order of the log.
  package private(set) var lanes: [PhoneLane] = []
  package private(set) var head = ""
  package private(set) var app = ""
  /// The number of events among them, and of those that need a look.
  package private(set) var eventCount = 0
  private var lookCount = 0
  /// Whether all is of one minute, so that seconds are enough.
  package private(set) var isOfOneMinute = true
  /// Whether the run has captions, questions or other text for an audience.
  package var tellsStory = false
  /// The events of the phone, by their numbers, with their places in its log.
  private var acts: [(number: Int, source: PhoneSource)] = []
  /// The place in the phone's log from which a row of its run comes.
  private var sources: [Int: PhoneSource] = [:]
  /// The row of an event or a hit of the phone.
  private var rows: [Int: Int] = [:]
  private var byTag: [TagAtRow: Int] = [:]
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
  /// - Complexity: O(n log n) in the matches.
  package mutating func take(_ news: PhoneNews) -> String? {
    (head, app) = (news.head, news.app)
    for act in news.acts {
      guard let source = act.source else { continue }
      for row in act.rows { sources[row] = source }
      guard let number = act.number, let row = act.event ?? act.rows.first else { continue }
      rows[number] = row
      acts.append((number, source))
    }
    (matches, sum) = (news.matches, news.sum)
    (byTag, worst) = ([:], [:])
    for (place, match) in matches.enumerated() {
      guard let row = row(of: match) else { continue }
      if let tag = match.tag { byTag[TagAtRow(tag: tag, row: row)] = place }
      let known = worst[row]
      if known.map({ match.state.weight > $0.weight }) ?? true { worst[row] = match.state }
    }
    layOut(news.warnings)
    defer { unplayedCount = news.unplayed.count }
    return news.unplayed.count > unplayedCount ? news.unplayed.last : nil
  }

  /// Lays out the events with their matches; what no event explains, and warnings, are between.
  private mutating func layOut(_ warnings: [PhoneWarning]) {
    var all = acts.map { PhoneLane(source: $0.source, act: $0.number) }
    let places = Dictionary(all.enumerated().map { ($1.act ?? 0, $0) }) { first, _ in first }
    for match in matches {
      let isOfEvent = match.tag != nil || match.source == nil
      if isOfEvent, let place = match.act.flatMap({ places[$0] }) {
        all[place].matches.append(match)
      } else {
        all.append(PhoneLane(source: match.source, matches: [match]))
      }
    }
    // What a log cannot show comes last.
    for place in all.indices where all[place].matches.count > 1 {
      let matches = all[place].matches
      all[place].matches =
        matches.filter { $0.state != .hidden } + matches.filter { $0.state == .hidden }
    }
    all += warnings.map { PhoneLane(source: $0.source, warning: $0) }
    lanes = all.sorted { ($0.source?.number ?? 0) < ($1.source?.number ?? 0) }
    eventCount = acts.count
    lookCount = lanes.count { $0.needsLook && $0.warning == nil }
    isOfOneMinute = Set(lanes.map { $0.source?.time?.prefix(6) }).count <= 1
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

  /// Returns the row of the event that a place of the lanes is about; nil for none.
  package func row(of lane: PhoneLane) -> Int? {
    lane.act.flatMap { rows[$0] }.flatMap { isShared($0) ? $0 : nil }
      ?? lane.matches.first.flatMap { row(of: $0) }
  }

  /// Returns the place in the phone's log from which a row comes.
  package func source(ofRow row: Int) -> PhoneSource? { isShared(row) ? sources[row] : nil }

  /// Returns the most serious state at a row.
  package func state(ofRow row: Int) -> PhoneMatch.State? { isShared(row) ? worst[row] : nil }

  /// Returns the match of a tag that fired at a row.
  package func match(ofTag tag: String, atRow row: Int) -> PhoneMatch? {
    isShared(row) ? byTag[TagAtRow(tag: tag, row: row)].map { matches[$0] } : nil
  }

  /// Whether a row of the phone's own run is imagined: no line of the log shows it.
  package func isImagined(_ row: Int) -> Bool { isOwn && sources[row] == nil }

  /// The lines of the log with anything, around the line of a row, and the lines that they span.
  package func lines(around row: Int?) -> (sources: [PhoneSource], span: ClosedRange<Int>?) {
    let all = lanes.compactMap(\.source) + matches.compactMap(\.source)
    let here = row.flatMap { sources[$0]?.number }
    let next = here.flatMap { line in lanes.compactMap(\.source?.number).first { $0 > line } }
    let before = here.flatMap { line in lanes.compactMap(\.source?.number).last { $0 < line } }
    let span = (before ?? 0)...max(before ?? 0, next ?? .max)
    var seen: Set<Int> = []
    let shown = all.filter { span.contains($0.number) && seen.insert($0.number).inserted }
      .sorted { $0.number < $1.number }
    return (shown, shown.first.map { $0.number...(shown.last?.number ?? $0.number) })
  }

  // MARK: What needs a look

  /// Returns the next place of the lanes that needs a look, from the first one after the last.
  package func next(after place: Int, forward: Bool) -> Int? {
    let all = lanes.indices.filter { lanes[$0].needsLook }
    return forward
      ? all.first { $0 > place } ?? all.first : all.last { $0 < place } ?? all.last
  }

  /// How many events and warnings need a look: "2 events and 1 warning need a look".
  package var lookWords: String {
    let counts = [
      lookCount > 0 ? Counted.text(lookCount, "event") : nil,
      sum.warnings > 0 ? Counted.text(sum.warnings, "warning") : nil,
    ].compactMap { $0 }
    guard !counts.isEmpty else { return "" }
    return counts.joined(separator: " and ")
      + (lookCount + sum.warnings == 1 ? " needs a look" : " need a look")
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
