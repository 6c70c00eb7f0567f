package import OrderedCollections
import TagRuntime
import TagSimulation

/// The acts of a run, from the scenario and manual, as the text of a scenario that repeats them.
package struct Recording: Sendable {
  /// The maximum number of replays to find waits that can be rounded; the others are exact.
  package static let replayLimit = 40
  package static let replayedRows = 100_000
  /// The name of the text during replays.
  static let file = "recording.scenario"

  package let text: String
  /// The containers in the recording, by their names in it, with their names in the run.
  package let containers: OrderedDictionary<String, String>
  /// The reason why a replay has a different result; nil if it has the same.
  package let departure: String?

  /// Records a run as far as it was played.
  ///
  /// - Parameters:
  ///   - run: the run to record.
  ///   - override: the container that replaces every published one, by its name in the run; nil for
  ///     none.
  ///   - name: returns the path of a file of the run, relative to the place of the recording.
  /// - Complexity: of replaying it at most `replayLimit` times.
  package init(
    of run: ScenarioRun, override: String? = nil, naming name: (String) -> String = { $0 }
  ) {
    let override =
      run.inputs.publishedOverride == nil
      ? nil : run.scenario.header.published ?? override
    self = withoutActuallyEscaping(name) { name in
      Recording(RecordingTrial(run, RecordedNames(name: name, override: override)))
    }
  }

  private init(_ trial: RecordingTrial) {
    var trial = trial
    let found = trial.find()
    var text = RecordedText(of: trial.run, trial.names, found.manner)
    self.text = text.whole()
    containers = text.paths
    departure = found.departure
  }
}

/// Tries different ways to write a recording.
private struct RecordingTrial {
  private(set) var run: ScenarioRun
  let names: RecordedNames
  private let wanted: RunMarks
  private var replays = 0
  /// The stored expectations that failed in the last replay.
  private var failed: [String] = []

  init(_ run: ScenarioRun, _ names: RecordedNames) {
    self.run = run
    self.names = names
    wanted = RunMarks(of: run)
  }

  /// Finds the way to write it that has the same result, with waits as round as possible.
  mutating func find() -> (manner: RecordedText.Manner, departure: String?) {
    var exact = RecordedText.Manner()
    var marks = played(exact)
    if !failed.isEmpty {
      // An expectation that was true during an act may not be true where a line is possible.
      run.forget(kept: failed)
      marks = played(exact)
    }
    if marks.map({ !$0.isSame(as: wanted) }) ?? true {
      let careful = RecordedText.Manner(leavesInFlight: true)
      let carefully = played(careful)
      guard carefully?.isSame(as: wanted) == true else {
        return (exact, departure(marks))
      }
      (exact, marks) = (careful, carefully)
    }
    let manner = rounded(exact)
    return (manner, nil)
  }

  private func departure(_ marks: RunMarks?) -> String {
    guard let marks else { return "it cannot be played: one of its lines is not a scenario line" }
    let row = marks.firstDifference(from: wanted)
    return row.map { "played again, it differs from #\($0) on" }
      ?? "played again, its log or its end differs"
  }

  /// Rounds the waits that nobody wrote, as long as the result is the same except for the times.
  private mutating func rounded(_ exact: RecordedText.Manner) -> RecordedText.Manner {
    let waits = RecordedText(of: run, names, exact).waits
    let choices = waits.enumerated().flatMap { place, wait in
      wait.exact.rounder.map { (place: place, duration: $0) }
    }
    guard !choices.isEmpty else { return exact }
    var all = exact
    // The roundest of each first.
    for choice in choices.reversed() { all.rounded[choice.place] = choice.duration }
    if holds(all) { return all }
    var best = exact
    for choice in choices where best.rounded[choice.place] == nil {
      guard replays < Recording.replayLimit,
        replays * wanted.rows.count < Recording.replayedRows
      else { break }
      var next = best
      next.rounded[choice.place] = choice.duration
      if holds(next) { best = next }
    }
    return best
  }

  private mutating func holds(_ manner: RecordedText.Manner) -> Bool {
    (played(manner)?.isSame(butForTimesOf: wanted) ?? false) && failed.isEmpty
  }

  /// Returns the marks of a replay; nil if it cannot be played.
  private mutating func played(_ manner: RecordedText.Manner) -> RunMarks? {
    replays += 1
    var text = RecordedText(of: run, names, manner)
    let read = ScenarioParser.read(Array(text.whole().utf8), file: Recording.file) { _ in [] }
    guard read.errors.isEmpty else { return nil }
    var inputs = run.inputs
    inputs.publishedOverride = nil
    inputs.snapshots = [:]
    inputs.disk = Disk()
    for (name, path) in text.paths.elements {
      let isOverride = path == names.override
      inputs.containers[name] =
        isOverride ? run.inputs.publishedOverride : run.inputs.containers[path]
    }
    var again = ScenarioRun(read.scenario, inputs: inputs)
    again.executeRest()
    let kept = Set(run.kept.map(\.text))
    failed = again.results.filter(\.isFailure).map(\.statement.text).filter(kept.contains)
    return RunMarks(of: again)
  }
}

extension Duration {
  /// Rounder durations that are nearly the same, the roundest first.
  fileprivate var rounder: [Duration] {
    let units: [Int64] = [
      86_400_000, 43_200_000, 21_600_000, 3_600_000, 1_800_000, 900_000, 600_000, 300_000, 60_000,
      30_000, 10_000, 5_000, 1_000, 500, 100, 50, 10,
    ]
    let exact = wholeMilliseconds
    var found: [Duration] = []
    for unit in units {
      let near = (exact + unit / 2) / unit * unit
      guard near > 0, abs(near - exact) * 10 <= exact else { continue }
      if near == exact { return found }
      if found.last != .milliseconds(near) { found.append(.milliseconds(near)) }
    }
    return found
  }
}
