package import OrderedCollections
import TagRuntime
import TagSimulation

/// What was done in a run, by the scenario and by hand, as the text of a scenario that does it
/// again.
package struct Recording: Sendable {
  /// How often it is played to find out which waits can be rounded; those that are left are exact.
  package static let replayLimit = 40
  /// How many rows are played again for that.
  package static let replayedRows = 100_000
  /// What the text is called while it is tried.
  static let file = "recording.scenario"

  /// The text of the scenario.
  package let text: String
  /// The containers that it names: what they are called in it, with what they are called in the
  /// run.
  package let containers: OrderedDictionary<String, String>
  /// Why it does not bring about the same when it is played; nil where it does.
  package let departure: String?

  /// Makes the recording of a run as far as it was played.
  ///
  /// - Parameters:
  ///   - run: the run.
  ///   - override: the container that stands in for every published one, as the run knows it; nil
  ///     for none.
  ///   - name: what a file that the run names is called from where the recording is to lie.
  /// - Complexity: of playing it at most `replayLimit` times.
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

/// Tries ways to write a recording.
private struct RecordingTrial {
  private(set) var run: ScenarioRun
  let names: RecordedNames
  private let wanted: RunMarks
  private var replays = 0
  /// What was found to hold, and did not when it was played last.
  private var failed: [String] = []

  init(_ run: ScenarioRun, _ names: RecordedNames) {
    self.run = run
    self.names = names
    wanted = RunMarks(of: run)
  }

  /// The way to write it that brings about the same, with waits as round as they can be.
  mutating func find() -> (manner: RecordedText.Manner, departure: String?) {
    var exact = RecordedText.Manner()
    var marks = played(exact)
    if !failed.isEmpty {
      // What held in the middle of something may not hold where a line can stand.
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
    guard let marks else { return "it cannot be played: a line of it is no line of a scenario" }
    let row = marks.firstDifference(from: wanted)
    return row.map { "played again it is another from #\($0) on" }
      ?? "played again what is logged, or what there is at the end, is another"
  }

  /// Rounds the waits that nobody wrote, as long as the same comes about but for the times.
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

  /// What comes of playing it; nil where it cannot be.
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
