import OrderedCollections
import TagRuntime
import TagSimulation
import TextKit

/// Writes a trace, line by line, as things happen: it stores what was written, and returns the new
/// lines.
package struct TraceJournal: Sendable {
  private var play: Trace.Play?
  private var paths: Set<String> = []
  private var zones = 0
  private var acts = TracedActs()
  private var digests: [Trace.Digest] = []
  private var digest = TraceDigest()
  private var isFull = false

  /// Creates a journal without lines.
  package init() {}

  /// Returns the whole trace of a run.
  ///
  /// - Parameters:
  ///   - run: the run to write.
  ///   - play: the play of the run.
  ///   - files: the files that it needs.
  ///   - zones: the time zones that it needs.
  ///   - build: the build of the program.
  package static func lines(
    of run: some TracedRun, playing play: Trace.Play, files: [Trace.File], zones: [Trace.Zone],
    build: String
  ) -> [String] {
    var journal = TraceJournal()
    return journal.beginning(build: build) + journal.adding(files, zones)
      + journal.following(run, playing: play) + journal.closing(run)
  }

  /// Returns the first line of every trace.
  package func beginning(build: String) -> [String] {
    [
      TraceLine.text([
        "trace": .string(Trace.word), "version": .count(Trace.version),
        "build": .string(build),
      ])
    ]
  }

  /// Returns lines for new files and time zones.
  ///
  /// - Parameters:
  ///   - files: all files so far.
  ///   - zones: all time zones so far, in the order of the requests.
  package mutating func adding(_ files: [Trace.File], _ zones: [Trace.Zone]) -> [String] {
    var lines: [String] = []
    for file in files where paths.count < Trace.fileLimit && paths.insert(file.path).inserted {
      lines.append(TraceLine.text(of: file))
    }
    lines += zones.dropFirst(self.zones).map { TraceLine.text(of: $0) }
    self.zones = max(self.zones, zones.count)
    return lines
  }

  /// Returns lines for everything that happened since the last call.
  ///
  /// - Parameters:
  ///   - run: the current run.
  ///   - play: the play of the run.
  ///   - isSame: whether it is the run of the last call, possibly continued.
  /// - Complexity: O(n) in the acts and rows since then, if the run is the same; otherwise in all
  ///   of them.
  package mutating func following(
    _ run: some TracedRun, playing play: Trace.Play, isSame: Bool = false
  ) -> [String] {
    var lines: [String] = []
    if play != self.play {
      lines.append(TraceLine.text(of: play))
      (self.play, acts, digests, digest) = (play, TracedActs(), [], TraceDigest())
    } else if !isSame {
      lines += goingBack(to: run)
    }
    lines += tellActs(of: run)
    while digest.rows + TraceDigest.spacing <= run.timeline.rowCount {
      lines.append(tellDigest(of: run, rows: digest.rows + TraceDigest.spacing))
    }
    return lines
  }

  /// Returns lines for the last digest, and for the end of the session, if there is one.
  ///
  /// - Parameters:
  ///   - run: the current run.
  ///   - end: the reason of the end, such as "quit".
  package mutating func closing(_ run: some TracedRun, end: String? = nil) -> [String] {
    var lines: [String] = []
    let rows = run.timeline.rowCount
    if rows > digest.rows { lines.append(tellDigest(of: run, rows: rows)) }
    if let end { lines.append(TraceLine.text(["end": .string(end)])) }
    return lines
  }

  // MARK: Acts

  /// Undoes acts in the trace that the current run does not share.
  private mutating func goingBack(to run: some TracedRun) -> [String] {
    let shared = acts.sharedCount(with: run.acts)
    // Time that continued to pass is written as an increase.
    if shared == acts.count - 1, run.acts.count > shared, run.acts[shared].lengthens(acts[shared]) {
      return []
    }
    guard shared < acts.count else { return [] }
    acts.cut(to: shared)
    forgetDigests(of: run) { $0.acts > shared }
    return [TraceLine.text(["back": .count(shared)])]
  }

  private mutating func forgetDigests(
    of run: some TracedRun, where isGone: (Trace.Digest) -> Bool
  ) {
    digests.removeAll(where: isGone)
    digest = TraceDigest()
    if let last = digests.last { digest.takeIn(run.timeline, upTo: last.rows) }
  }

  private mutating func tellActs(of run: some TracedRun) -> [String] {
    var lines: [String] = []
    let all = run.acts
    if let last = acts.indices.last, all.indices.contains(last),
      let more = all[last].passedMore(than: acts[last])
    {
      lines.append(TraceLine.text(of: all[last], action: .passed(more)))
      acts.replaceLast(with: all[last])
    }
    var place = acts.count
    while place < all.count {
      if case .cut(let row) = all[place].action { forgetDigests(of: run) { $0.rows > row } }
      let isTold = all[place].action == .told
      let end = isTold ? all[place...].firstIndex { $0.action != .told } ?? all.count : place + 1
      lines.append(TraceLine.text(of: all[place], count: end - place))
      place = end
    }
    acts.append(contentsOf: all[acts.count...])
    if acts.count >= ScenarioRun.actLimit, !isFull {
      isFull = true
      lines.append(TraceLine.text(["full": .count(acts.count)]))
    }
    return lines
  }

  private mutating func tellDigest(of run: some TracedRun, rows: Int) -> String {
    digest.takeIn(run.timeline, upTo: rows)
    digests.append(Trace.Digest(rows: rows, text: digest.text, acts: acts.count))
    return TraceLine.text(["digest": .string(digest.text), "rows": .count(rows)])
  }
}

extension TracedAct {
  /// Returns how much more time passed than in a written act; nil if it did not increase.
  fileprivate func passedMore(than told: TracedAct) -> Int64? {
    guard case .passed(let now) = action, case .passed(let then) = told.action, now > then else {
      return nil
    }
    return now - then
  }

  fileprivate func lengthens(_ told: TracedAct) -> Bool {
    moment == told.moment && passedMore(than: told) != nil
  }
}

enum TraceLine {
  static func text(_ members: OrderedDictionary<String, Value>) -> String {
    TerminalText.escapedJSON(JSONWriter.write(.map(members)))
  }

  static func text(of play: Trace.Play) -> String {
    var members: OrderedDictionary<String, Value> = ["plays": .string(play.scenario)]
    let texts = [
      ("way", play.way), ("branch", play.branch), ("seed", play.seed.map { String($0) }),
      ("container", play.container), ("device", play.device),
    ]
    for case (let key, let text?) in texts { members[key] = .string(text) }
    if let history = play.history { members["history"] = .count(history) }
    if !play.instead.isEmpty { members["instead"] = .map(play.instead.mapValues { .string($0) }) }
    return text(members)
  }

  static func text(of file: Trace.File) -> String {
    var members: OrderedDictionary<String, Value> = ["file": .string(file.path)]
    if let bytes = file.bytes {
      if let content = String(validating: bytes, as: UTF8.self) {
        members["text"] = .string(content)
      } else {
        members["base64"] = .string(BaseEncoding.base64.text(of: bytes) ?? "")
      }
    } else {
      members["missing"] = .string(file.lack ?? "")
    }
    return text(members)
  }

  static func text(of zone: Trace.Zone) -> String {
    let changes = zone.rules.transitions.map { change -> Value in
      .list([.int(change.from.milliseconds), .count(change.offsetSeconds)])
    }
    return text([
      "zone": .string(zone.name), "around": .int(zone.around.milliseconds),
      "name": .string(zone.rules.name), "offset": .count(zone.rules.initialOffsetSeconds),
      "changes": .list(changes),
    ])
  }

  /// - Parameters:
  ///   - act: the act to write.
  ///   - action: the action to write in place of that of the act.
  ///   - count: the number of equal acts.
  static func text(of act: TracedAct, action: TracedAct.Action? = nil, count: Int = 1) -> String {
    var members: OrderedDictionary<String, Value> = [:]
    if let moment = act.moment {
      members = ["at": .int(moment.at.milliseconds), "rows": .count(moment.rows)]
    }
    switch action ?? act.action {
    case .told: members["told"] = .count(count)
    case .began: members["begun"] = .count(1)
    case .passed(let milliseconds): members["passed"] = .int(milliseconds)
    case .ended: members["ended"] = .count(1)
    case .line(let line, let place):
      members["line"] = .string(line)
      if place != TracedAct.promptName { members["from"] = .string(place) }
    case .due: members["due"] = .count(1)
    case .cut(let row): members["cut"] = .count(row)
    case .teardown: members["teardown"] = .count(1)
    }
    return text(members)
  }
}
