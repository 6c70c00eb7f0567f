import TagRuntime
import TagSimulation

/// What happened in a run, line by line, by which two of them are told to be the same: rows with
/// what the tags did, the log, and what there is at the end.
struct RunMarks: Sendable, Hashable {
  /// The rows, each in a line.
  let rows: [String]
  /// When they were.
  let times: [WallTime]
  /// What was logged, and what there is at the end.
  let rest: [String]
  /// When it was logged, and when it ended.
  let otherTimes: [WallTime]

  /// The marks of a run as far as it was played.
  ///
  /// - Complexity: O(n) in the rows and in the lines of the log.
  init(of run: ScenarioRun) {
    let timeline = run.timeline
    rows = timeline.rows.map { Self.line(of: $0.event) }
    times = timeline.rows.map(\.event.wall)
    rest =
      timeline.lines.map { "\($0.line.isPrinted) \($0.line.record.text)" }
      + Snapshot.lines(of: run).dropFirst()
    otherTimes = timeline.lines.map(\.line.wall) + [timeline.live.now.wall]
  }

  /// Whether all is as in another run, also when it happened.
  func isSame(as other: RunMarks) -> Bool { self == other }

  /// Whether all is as in another run but when it happened.
  func isSame(butForTimesOf other: RunMarks) -> Bool { rows == other.rows && rest == other.rest }

  /// The number of the first row that is another, or that the other run lacks; nil where none is.
  func firstDifference(from other: RunMarks) -> Int? {
    for place in 0..<max(rows.count, other.rows.count) {
      guard rows.indices.contains(place), other.rows.indices.contains(place),
        rows[place] == other.rows[place], times[place] == other.times[place]
      else { return place + 1 }
    }
    return nil
  }

  private static func line(of event: EventRow) -> String {
    let fired = (event.update?.firings ?? []).map { firing in
      firing.container + firing.tags.map { " \($0.name) \($0.didFire)" }.joined()
    }
    let update = event.update.map { JSONWriter.write(.map($0.update)) }
    let hits = event.hits.map { $0.map { String($0) } ?? "-" }.joined(separator: " ")
    let parts = [event.name, event.detail, update, hits].compactMap { $0 } + fired
    return parts.joined(separator: " | ")
  }
}
