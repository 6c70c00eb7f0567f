import ArgumentParser
import CommandKit
import ScenarioEngine
import TagRuntime
import TagSimulation

/// Plays the files of `tagsim run`, one after the other. A thread has one of its own: a world, with
/// all that it shares with others, stays on one thread.
struct FilePlayer {
  /// What a command line says of it.
  struct Options: Sendable {
    var selection = ScenarioSelection()
    var stopsAtFailure = false
    /// Whether failures of optional statements count.
    var isStrict = false
    /// The path of a container that stands in for every published one.
    var container: String?
    /// How much memory a history may take.
    var history = HistorySize()
    /// Whether a report tells the facts.
    var tellsFacts = false
    /// How often a run is played, to see whether it is the same every time.
    var times = 1
    /// Whether snapshots take the place of those that are kept.
    var updatesSnapshots = false
    /// The folder into which the trace of every run is written; nil for none.
    var traces: String?
    /// Whether each of several seeds is played, so that a run is named after its own.
    var namesSeed = false
    /// Whether it is told what the runs reach.
    var covers = false
  }

  /// A file, and the seed that stands in for that of its header.
  struct Task: Sendable {
    var file: String
    var seed: UInt64?
    /// What its traces are called, as far as that goes by the file.
    var traceName = ""
    /// Whether the file was played before with another seed.
    var isAgain = false
  }

  let options: Options
  private let loader: ScenarioLoader
  private let selector: Selector
  private let seen = SeenFiles()
  /// What was read for the file at hand.
  private let remembered: RememberedFiles

  init(_ options: Options) {
    self.options = options
    selector = Selector(options.selection)
    remembered = RememberedFiles(seen)
    // What a trace is made from is read for every file.
    let files =
      options.traces == nil
      ? MachineFiles(store: seen, known: KnownContainers()) : MachineFiles(store: remembered)
    loader = ScenarioLoader(files, containerOverride: options.container)
  }

  /// The files that were asked for since this was asked last, whether they are there or not.
  func takeSeenFiles() -> Set<String> { seen.take() }

  /// Looks whether the container can be read that stands in for every published one.
  func checkContainer() throws(CommandFailure) {
    guard let container = options.container else { return }
    _ = try ScenarioLoader.read(container) { path throws(LoadFailure) in
      try loader.container(path)
    }
  }

  /// Reads a scenario; nil where it is not wanted.
  func scenario(in file: String) throws(LoadFailure) -> Scenario? {
    let scenario = try loader.parse(file)
    return selector.includes(scenario) ? scenario : nil
  }

  /// Plays a file in every way that it has, or to the first failure.
  ///
  /// `device` is the file of the disk of its phone, nil for a new one; what is told of the scenario
  /// then is in there. `isGivenUp` says between statements whether anybody wants to know the rest.
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
      // It was told with the first seed.
      if !task.isAgain { played.file.problems = OpenedTrace.refusal(task.file) ?? error.problems }
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
    // The ways to play a scenario stand next to each other.
    if runs.count == ways.count { played.file.comparison = VariantReport.lines(of: runs) }
  }

  /// Plays the branches of a run whose marks it passed, to the first failure where that ends it.
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

  /// One phone has one world.
  private func refuseSeveralPhones(
    _ ways: [LoadedScenario], _ task: Task
  ) throws(CommandFailure) {
    let several =
      ways.count > 1
      ? "is played in several ways" : ways[0].scenario.branches.isEmpty ? nil : "has branches"
    guard let several else { return }
    throw CommandFailure(
      "\(task.file): \(several), each on a phone of its own: leave out --device", code: .usage)
  }

  /// Takes in what came of a run.
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
    if options.covers { played.coverage.add(RunCoverage(of: run)) }
    played.file.runs.append(told(run, task, hasDevice: hasDevice, trace))
  }

  /// Keeps what is new; where that is not possible the others are played nevertheless.
  private func keepSnapshots(of run: FinishedRun, _ played: inout PlayedFile) {
    do throws(CommandFailure) {
      try SnapshotFiles().keep(run)
    } catch {
      played.unkept = error
    }
  }

  /// A way to play a file with the seed that is asked for.
  private func seeded(_ way: LoadedScenario, _ task: Task) -> LoadedScenario {
    guard let seed = task.seed else { return way }
    var way = way
    way.scenario.seed(with: seed)
    if !options.namesSeed { return way }
    let words = [way.scenario.variant, "seed=\(seed)"].compactMap { $0 }
    way.scenario.variant = words.joined(separator: ", ")
    return way
  }

  /// What writes the traces of a way to play a file; nil where none are wanted.
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

  /// Equal inputs have equal runs; where they have not, the fault is ours.
  private func compare(
    _ run: FinishedRun, _ again: FinishedRun, _ time: Int
  ) throws(CommandFailure) {
    let (first, second) = (
      ReportedRun(of: run, withFacts: true), ReportedRun(of: again, withFacts: true)
    )
    guard let difference = first.difference(from: second) else { return }
    throw CommandFailure(
      "\(first.name): played \(time) times with the same seed, it told something else: "
        + "\(difference): this is a fault of tagsim, please report it with the scenario",
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
    try FinishedRun(
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
        } catch {
          // The phone goes on; there may be room again when its hits are gone.
          if device.behind == nil { throw error }
        }
      },
      stopsAtFailure: options.stopsAtFailure, isStrict: options.isStrict)
  }
}

/// What came of a file; its worlds are gone.
struct PlayedFile: Sendable {
  /// What reports tell of it.
  fileprivate(set) var file: ReportedFile
  /// Whether everything held.
  fileprivate(set) var isSuccess = true
  /// Whether only snapshots differ where something failed.
  fileprivate(set) var onlySnapshotsDiffer = true
  /// Whether no further file is to be played, because something failed.
  fileprivate(set) var isLast = false
  /// What its runs reached, where that is asked for.
  fileprivate(set) var coverage = RunCoverage()
  /// What standard error is told.
  fileprivate(set) var remarks: [String] = []
  /// The files that were read for it, or should have been.
  fileprivate(set) var seen: Set<String> = []
  /// What kept its snapshots from being written.
  fileprivate(set) var unkept: CommandFailure?
  /// What kept it from being played to its end.
  fileprivate(set) var failure: CommandFailure?

  /// The exit code of what failed.
  var code: ExitCode {
    if !file.problems.isEmpty { return .badInput }
    return onlySnapshotsDiffer ? .snapshotsDiffer : .expectationFailed
  }

  /// A file of which nothing is told.
  fileprivate init(_ file: ReportedFile) { self.file = file }
}

/// The files of the machine, with the names of those that somebody asked for.
final class SeenFiles: FileStore {
  private var paths: Set<String> = []

  func bytes(of path: String, limit: Int) throws(CommandFailure) -> [UInt8] {
    paths.insert(path)
    return try DiskFiles().bytes(of: path, limit: limit)
  }

  func names(in folder: String) -> [String] { DiskFiles().names(in: folder) }

  /// The names since they were taken last.
  func take() -> Set<String> {
    defer { paths = [] }
    return paths
  }
}
