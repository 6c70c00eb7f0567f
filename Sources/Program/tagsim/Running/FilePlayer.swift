import ArgumentParser
import CommandKit
import RunPage
import ScenarioEngine
import TagRuntime
import TagSimulation

/// Plays the files of `tagsim run` one after another. Each thread has its own player: a world, with
/// everything that it shares with others, stays on one thread.
struct FilePlayer {
  struct Options: Sendable {
    var selection = ScenarioSelection()
    var stopsAtFailure = false
    /// Whether failures of optional statements count.
    var isStrict = false
    /// The path of a container that overrides every published one.
    var container: String?
    /// The memory limit of a history.
    var history = HistorySize()
    /// Whether a report includes the facts.
    var tellsFacts = false
    /// The number of times a run is played, to check that it is the same every time.
    var times = 1
    /// Whether new snapshots replace the saved ones.
    var updatesSnapshots = false
    /// The folder for the trace of every run; nil for none.
    var traces: String?
    /// Whether several seeds are played, so that each run is named after its seed.
    var namesSeed = false
    /// The runs that become parts of a page.
    var pages = Pages.none
    /// Whether to measure the coverage of the runs.
    var covers = false
  }

  /// The runs that a page has.
  enum Pages { case none, failed, all }

  /// A file, and the seed that overrides that of its header.
  struct Task: Sendable {
    var file: String
    var seed: UInt64?
    /// The part of its traces' names that depends on the file.
    var traceName = ""
    /// Whether the file was played before with another seed.
    var isAgain = false
  }

  let options: Options
  private let loader: ScenarioLoader
  private let selector: Selector
  private let seen = SeenFiles()
  private let remembered: RememberedFiles

  init(_ options: Options) {
    self.options = options
    selector = Selector(options.selection)
    remembered = RememberedFiles(seen)
    // For traces, the inputs are read again for every file.
    let files =
      options.traces == nil
      ? MachineFiles(store: seen, known: KnownContainers()) : MachineFiles(store: remembered)
    loader = ScenarioLoader(files, containerOverride: options.container)
  }

  /// Returns the files that were requested since the last call, whether they exist or not.
  func takeSeenFiles() -> Set<String> { seen.take() }

  /// Checks that the container that overrides every published one can be read.
  func checkContainer() throws(CommandFailure) {
    guard let container = options.container else { return }
    _ = try ScenarioLoader.read(container) { path throws(LoadFailure) in
      try loader.container(path)
    }
  }

  /// Reads a scenario; nil if it is not selected.
  func scenario(in file: String) throws(LoadFailure) -> Scenario? {
    let scenario = try FileKind.parsed(file, by: loader)
    return selector.includes(scenario) ? scenario : nil
  }

  /// Plays a file in every way that it has, or up to the first failure.
  ///
  /// `device` is the file of its phone's disk, whose remarks become part of the result; nil for a
  /// new disk. `isGivenUp` is checked between statements: true ends the run.
  func play(
    _ task: Task, on device: DeviceFile? = nil, isGivenUp: () -> Bool = { false }
  ) -> PlayedFile {
    remembered.forget()
    var played = PlayedFile(ReportedFile(task.file, isAgain: task.isAgain))
    do throws(CommandFailure) {
      try play(task, device, isGivenUp, &played)
    } catch {
      played.failure = error
    }
    played.remarks = device?.takeRemarks() ?? []
    played.seen = takeSeenFiles()
    return played
  }

  private func play(
    _ task: Task, _ device: DeviceFile?, _ isGivenUp: () -> Bool, _ played: inout PlayedFile
  ) throws(CommandFailure) {
    let ways: [LoadedScenario]
    do throws(LoadFailure) {
      guard let scenario = try scenario(in: task.file) else { return }
      ways = try loader.loadVariants(of: scenario)
    } catch {
      played.isSuccess = false
      played.isLast = options.stopsAtFailure
      // The problem was reported with the first seed.
      if !task.isAgain { played.file.problems = error.problems }
      return
    }
    if device != nil { try refuseSeveralPhones(ways, task) }
    var runs: [FinishedRun] = []
    let taken = TakenTraceNames()
    for way in ways where !played.isLast {
      let tracer = tracer(of: way, task, taken)
      let run = try finish(seeded(way, task), device, tracer, isGivenUp)
      let trace = try tracer?.write(run)
      take(run, task, hasDevice: device != nil, trace, &played)
      runs.append(run)
      for time in 1..<max(1, options.times) {
        let again = try finish(seeded(way, task), device, tracer, isGivenUp)
        try compare(run, again, time + 1)
      }
      try playBranches(of: run, task, tracer, isGivenUp, &played)
    }
    // The ways to play a scenario are reported together.
    if runs.count == ways.count { played.file.comparison = VariantReport.lines(of: runs) }
  }

  /// Plays the branches of a run whose marks it passed, up to a failure that ends the run.
  private func playBranches(
    of run: FinishedRun, _ task: Task, _ tracer: RunTracer?, _ isGivenUp: () -> Bool,
    _ played: inout PlayedFile
  ) throws(CommandFailure) {
    for start in run.branches where !played.isLast {
      let branch = try finish(start, nil, tracer, isGivenUp)
      take(branch, task, hasDevice: false, try tracer?.write(branch), &played)
      for time in 1..<max(1, options.times) {
        try compare(branch, try finish(start, nil, tracer, isGivenUp), time + 1)
      }
    }
  }

  /// Refuses scenarios that need several phones: one phone has one world.
  private func refuseSeveralPhones(
    _ ways: [LoadedScenario], _ task: Task
  ) throws(CommandFailure) {
    let several =
      ways.count > 1
      ? "is played in several ways" : ways[0].scenario.branches.isEmpty ? nil : "has branches"
    guard let several else { return }
    throw CommandFailure(
      "\(task.file): \(several), each on its own phone: remove --device", code: .usage)
  }

  private func take(
    _ run: FinishedRun, _ task: Task, hasDevice: Bool, _ trace: String?,
    _ played: inout PlayedFile
  ) {
    keepSnapshots(of: run, &played)
    if !run.isSuccess(strict: options.isStrict) {
      played.isSuccess = false
      if !run.onlySnapshotsDiffer { played.onlySnapshotsDiffer = false }
      played.isLast = options.stopsAtFailure
    }
    switch options.pages {
    case .failed where run.isSuccess(strict: options.isStrict), .none: break
    case .failed, .all: played.page.add(run)
    }
    if options.covers { played.coverage.add(RunCoverage(of: run)) }
    played.file.runs.append(told(run, task, hasDevice: hasDevice, trace))
  }

  /// Saves new snapshots; if that fails, the other files are still played.
  private func keepSnapshots(of run: FinishedRun, _ played: inout PlayedFile) {
    do throws(CommandFailure) {
      try SnapshotFiles().keep(run)
    } catch {
      played.unkept = error
    }
  }

  /// Returns a way to play a file with the requested seed.
  private func seeded(_ way: LoadedScenario, _ task: Task) -> LoadedScenario {
    guard let seed = task.seed else { return way }
    var way = way
    way.scenario.seed(with: seed)
    if !options.namesSeed { return way }
    let words = [way.scenario.variant, "seed=\(seed)"].compactMap { $0 }
    way.scenario.variant = words.joined(separator: ", ")
    return way
  }

  /// The writer of the traces of a way to play a file; nil if none are requested.
  private func tracer(
    of way: LoadedScenario, _ task: Task, _ taken: TakenTraceNames
  ) -> RunTracer? {
    options.traces.map { folder in
      var play = Trace.Play(scenario: task.file)
      (play.way, play.seed, play.container) = (way.scenario.variant, task.seed, options.container)
      return RunTracer(
        folder: folder, name: task.traceName, play: play, files: remembered,
        namesSeed: options.namesSeed, taken: taken)
    }
  }

  private func told(
    _ run: FinishedRun, _ task: Task, hasDevice: Bool, _ trace: String?
  ) -> ReportedRun {
    let replay = ReportedRun.Replay(
      container: options.container, seed: task.seed, trace: trace)
    return ReportedRun(
      of: run, isStrict: options.isStrict, replay: hasDevice ? nil : replay,
      withFacts: options.tellsFacts)
  }

  /// Equal inputs must give equal runs; if they do not, the bug is ours.
  private func compare(
    _ run: FinishedRun, _ again: FinishedRun, _ time: Int
  ) throws(CommandFailure) {
    let (first, second) = (
      ReportedRun(of: run, withFacts: true), ReportedRun(of: again, withFacts: true)
    )
    guard let difference = first.difference(from: second) else { return }
    throw CommandFailure(
      "\(first.name): played \(time) times with the same seed, it gave a different result: "
        + "\(difference): this is a bug in tagsim: please report it with the scenario",
      code: .internalError)
  }

  private func finish(
    _ loaded: LoadedScenario, _ device: DeviceFile?, _ tracer: RunTracer?,
    _ isGivenUp: () -> Bool
  ) throws(CommandFailure) -> FinishedRun {
    var loaded = loaded
    loaded.inputs.history = options.history
    loaded.inputs.snapshotUse = options.updatesSnapshots ? .keep : .compare
    device?.insert(into: &loaded)
    return try finish(
      ScenarioRun(loaded.scenario, inputs: loaded.inputs), device, tracer, isGivenUp)
  }

  private func finish(
    _ start: ScenarioRun, _ device: DeviceFile?, _ tracer: RunTracer?, _ isGivenUp: () -> Bool
  ) throws(CommandFailure) -> FinishedRun {
    var place: ScenarioLocation?
    var finished = try FinishedRun(
      playing: start,
      saving: { (run: inout ScenarioRun) throws(CommandFailure) in
        if RunTracer.isInterrupted {
          _ = try tracer?.write(run)
          throw CommandFailure([], code: .interrupted)
        }
        if isGivenUp() { throw CommandFailure([], code: .interrupted) }
        guard let device else { return }
        do throws(CommandFailure) {
          try device.save(run.timeline.live.world.disk) {
            run.takeDiskChanges(since: $0, next: $1)
          }
          place = nil
        } catch {
          // The run continues; there may be room again when its hits are gone.
          if device.behind == nil { throw error }
          place = place ?? run.results.last?.statement.location
        }
      },
      stopsAtFailure: options.stopsAtFailure, isStrict: options.isStrict)
    let scenario = start.scenario
    if let unsaved = device?.end(scenario.file + (scenario.variant.map { " [\($0)]" } ?? "")) {
      finished.add(unsaved, at: place ?? ScenarioLocation(file: scenario.file, line: 1, column: 1))
    }
    return finished
  }
}

/// The result of a file, without its worlds.
struct PlayedFile: Sendable {
  fileprivate(set) var file: ReportedFile
  /// Whether all runs succeeded.
  fileprivate(set) var isSuccess = true
  /// Whether the only failures are snapshots that differ.
  fileprivate(set) var onlySnapshotsDiffer = true
  /// Whether no further file should be played, because something failed.
  fileprivate(set) var isLast = false
  /// The page of its runs, if requested.
  fileprivate(set) var page = RunPage(by: ProgramVersion.line)
  /// The coverage of its runs, if requested.
  fileprivate(set) var coverage = RunCoverage()
  /// Messages for standard error.
  fileprivate(set) var remarks: [String] = []
  /// The files that were read for it, or that are missing.
  fileprivate(set) var seen: Set<String> = []
  /// Why its snapshots could not be saved.
  fileprivate(set) var unkept: CommandFailure?
  /// Why it was not played to its end.
  fileprivate(set) var failure: CommandFailure?

  var code: ExitCode {
    if !file.problems.isEmpty { return .badInput }
    return onlySnapshotsDiffer ? .snapshotsDiffer : .expectationFailed
  }

  /// Creates a result without any reports yet.
  fileprivate init(_ file: ReportedFile) { self.file = file }
}

/// The files of the machine, with a record of the names requested.
final class SeenFiles: WrappedFiles {
  let store: any FileStore = DiskFiles()
  private var paths: Set<String> = []

  func bytes(of path: String, limit: Int) throws(CommandFailure) -> [UInt8] {
    paths.insert(path)
    return try store.bytes(of: path, limit: limit)
  }

  /// Returns the names requested since the last call.
  func take() -> Set<String> {
    defer { paths = [] }
    return paths
  }
}
