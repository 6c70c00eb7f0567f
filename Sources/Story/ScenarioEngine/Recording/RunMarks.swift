import TagRuntime
import TagSimulation
import TagWords

/// The events of a run, line by line, to compare two runs: rows with the actions of tags, the log,
/// and the state at the end.
struct RunMarks: Sendable, Hashable {
  let rows: [String]
  /// The times of the rows.
  let times: [WallTime]
  /// The log lines, and the state at the end.
  let rest: [String]
  /// The times of the log lines, and of the end.
  let otherTimes: [WallTime]

  /// Reads the marks of a run as far as it was played.
  ///
  /// - Complexity: O(n) in the rows and in the lines of the log.
  init(of run: ScenarioRun) {
    let timeline = run.timeline
    let all = timeline.rows(in: 1...)
    rows = all.map { Self.line(of: $0.event) }
    times = all.map(\.event.wall)
    rest =
      timeline.lines.map { "\($0.line.isPrinted) \($0.line.record.text)" }
      + Snapshot.lines(of: run).dropFirst()
    otherTimes = timeline.lines.map(\.line.wall) + [timeline.live.now.wall]
  }

  /// Whether everything is the same as in another run, including the times.
  func isSame(as other: RunMarks) -> Bool { self == other }

  /// Whether everything is the same as in another run except the times.
  func isSame(butForTimesOf other: RunMarks) -> Bool { rows == other.rows && rest == other.rest }

  /// Returns the number of the first row that differs or that one of the runs lacks; nil if there
  /// is none.
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
