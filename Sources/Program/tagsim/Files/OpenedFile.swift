import CommandKit
import ContainerFormats
import Foundation
import OrderedCollections
import Publishing
import ScenarioEngine
import TagMonitor
import TagRuntime
import TagSimulation
import TerminalKit

/// The file given to a command with a screen, ready to play.
struct OpenedFile {
  let loader: ScenarioLoader
  @Boxed var loaded: LoadedScenario
  /// The other ways to play the scenario, after the first.
  private(set) var otherWays: [LoadedScenario]
  let scenarioPath: String
  /// The scenario made for a container; nil for a scenario.
  let trial: TrialScenario?
  /// Whether it is a built-in lesson.
  private(set) var isLesson = false
  let files: RememberedFiles
  /// The trace that was opened, with what was done; nil if nothing was played yet.
  @Boxed private(set) var traced: OpenedTrace?

  private init(
    _ path: String, in files: any FileStore, _ containerOverride: String?,
    trial: TrialScenario? = nil
  ) throws(CommandFailure) {
    scenarioPath = path
    self.files = RememberedFiles(files)
    loader = ScenarioLoader(of: self.files, containerOverride: containerOverride)
    let ways = try ScenarioLoader.read(path, by: loader.loadVariants)
    loaded = ways[0]
    otherWays = Array(ways.dropFirst())
    self.trial = trial
  }

  /// Plays a branch of the scenario instead of its story, in every way that has it.
  mutating func choose(branch name: String) throws(CommandFailure) {
    if let traced {
      throw CommandFailure(
        "--branch \(name): \(traced.name) is a trace of one run: remove the option",
        code: .usage)
    }
    let ways = [loaded] + otherWays
    let chosen = ways.compactMap { way -> LoadedScenario? in
      guard let branch = way.scenario.branches.first(where: { $0.name == name }) else { return nil }
      var way = way
      way.scenario = way.scenario.played(as: branch)
      return way
    }
    guard let first = chosen.first else {
      throw Self.unknown(name, among: ways.flatMap(\.scenario.branches).map(\.name), scenarioPath)
    }
    loaded = first
    otherWays = Array(chosen.dropFirst())
  }

  private static func unknown(
    _ name: String, among names: [String], _ path: String
  ) -> CommandFailure {
    let known = OrderedSet(names)
    let hint =
      Suggestion.nearest(to: name, among: known).map { "did you mean '\($0)'?" }
      ?? (known.isEmpty
        ? "it has no branches: remove the option"
        : "its branches are " + known.map { "'\($0)'" }.joined(separator: ", "))
    return CommandFailure("--branch \(name): \(path) has no such branch: \(hint)", code: .usage)
  }

  /// Loads a scenario, a container to try, or, without a file, a lesson; the demo by default.
  ///
  /// `container` overrides the published one; `branch` selects the story.
  static func load(
    _ file: String?, lesson: String = Lessons.demo, containerOverride container: String?,
    history: HistoryOption, branch: BranchOption
  ) throws(CommandFailure) -> OpenedFile {
    var opened: OpenedFile
    if let file {
      opened = try OpenedFile(file, containerOverride: container)
    } else {
      opened = try OpenedFile(lesson: lesson, containerOverride: container)
    }
    opened.loaded.inputs.history = try opened.history(history)
    if let name = branch.branch { try opened.choose(branch: name) }
    return opened
  }

  /// Returns the monitor on the file, at its start.
  func monitor(borders: Borders) -> Monitor {
    var inputs = loaded.inputs
    inputs.readers = Monitor.rowReaders
    var monitor = Monitor(
      traced?.run ?? ScenarioRun(loaded.scenario, inputs: inputs), borders: borders)
    monitor.play(
      then: otherWays.map { way in
        var inputs = way.inputs
        inputs.history = loaded.inputs.history
        inputs.readers = Monitor.rowReaders
        return ScenarioRun(way.scenario, inputs: inputs)
      })
    // A lesson is followed by known lessons; a user's file is not.
    if isLesson { monitor.offer(Lessons().next(after: loaded.scenario)) }
    if let traced { monitor.openTrace(remarks: traced.remarks) }
    if let trial {
      monitor.openPhone(besides: trial.hasRules ? nil : "values")
      monitor.openStart(
        StartGuide(of: trial.container, file: trial.path, plan: loaded.inputs.plan))
    }
    return monitor
  }

  /// Plays the run to its end.
  ///
  /// `branch` selects the story, as its option says.
  mutating func played(
    _ branch: BranchOption, _ history: HistoryOption
  ) throws(CommandFailure) -> ScenarioRun {
    loaded.inputs.history = try self.history(history)
    if let name = branch.branch { try choose(branch: name) }
    var run = start
    if let traced {
      Console.complain(traced.remarks.map { "tagsim: " + $0 })
    } else {
      run.executeRest()
    }
    return run
  }

  /// The memory limit of its history: the trace's own limit, unless the option sets one.
  func history(_ option: HistoryOption) throws(CommandFailure) -> HistorySize {
    if option.text == nil, let traced { return traced.run.inputs.history }
    return try option.size()
  }

  /// The run as first shown: unplayed, or with everything that a trace contains.
  var start: ScenarioRun {
    traced?.run ?? ScenarioRun(loaded.scenario, inputs: loaded.inputs)
  }

  /// Whether it is shown as it is, instead of being played to its end.
  var isPlayed: Bool { trial != nil || traced != nil }

  var source: TraceSource {
    var play = traced?.trace.play ?? Trace.Play(scenario: scenarioPath)
    play.container = loader.containerOverride
    return TraceSource(play: play, files: files)
  }

  /// Adds a container of the machine that overrides the published ones to a store of files.
  private static func files(
    _ store: any FileStore, _ containerOverride: String?
  ) -> any FileStore {
    containerOverride.map { OverriddenFiles(store: store, override: $0) } ?? store
  }

  /// Opens a built-in lesson.
  init(lesson name: String, containerOverride: String? = nil) throws(CommandFailure) {
    let files = Self.files(ShippedFiles(), containerOverride)
    try self.init(Lessons.path(of: name), in: files, containerOverride)
    isLesson = true
  }

  /// Opens a scenario, or a container with an app made for it.
  init(_ argument: String, containerOverride: String?) throws(CommandFailure) {
    let file = StandardInput.path(argument)
    let kind = FileKind(at: file)
    let limit = kind == .trace ? Trace.byteLimit : ScenarioLoader.textLimit
    if let kind, kind.isOfPhone { throw kind.failure(file, needing: .scenario) }
    let bytes = try DiskFiles().bytes(of: file, limit: limit)
    switch FileKind(of: bytes) {
    case .scenario, .text:
      let files = Self.files(GivenFiles(files: [(file, bytes)]), containerOverride)
      try self.init(file, in: files, containerOverride)
    case .container, .other: try self.init(trial: file, bytes, containerOverride: containerOverride)
    case .trace:
      if let containerOverride {
        throw CommandFailure(
          "--container \(containerOverride): \(file) is a trace, which includes its containers: "
            + "remove the option", code: .usage)
      }
      try self.init(trace: file, bytes)
    case .log, .capture, .upload, .plan: throw FileKind(of: bytes).failure(file, needing: .scenario)
    }
  }

  /// Opens a trace, with the files that it was recorded with.
  private init(trace file: String, _ bytes: [UInt8]) throws(CommandFailure) {
    let trace = try ScenarioLoader.read(file) { (file) throws(LoadFailure) in
      try Trace(bytes, file: file)
    }
    let play = trace.play
    try OpenedTrace.refuseDevice(of: trace, file)
    try self.init(play.scenario, in: TraceFiles(trace: trace, name: file), play.container)
    let ways = [loaded] + otherWays
    guard var way = ways.first(where: { $0.scenario.variant == play.way }) else {
      throw CommandFailure(
        "\(file): names the way \(play.way ?? "as written"), which its scenario lacks",
        code: .badInput)
    }
    if let seed = play.seed { way.scenario.seed(with: seed) }
    if let name = play.branch {
      guard let branch = way.scenario.branches.first(where: { $0.name == name }) else {
        throw CommandFailure(
          "\(file): names branch \"\(name)\", which its scenario lacks", code: .badInput)
      }
      way.scenario = way.scenario.played(as: branch)
    }
    if let bytes = play.history { way.inputs.history = HistorySize(bytes: bytes) }
    (loaded, otherWays) = (way, [])
    traced = OpenedTrace(trace, named: file, way, loader)
  }

  /// Opens a container with an app made for it.
  init(
    trial file: String, _ bytes: [UInt8], containerOverride: String?
  ) throws(CommandFailure) {
    let file = file == GivenFiles.trial ? "./" + file : file
    let trial = try Self.trial(of: bytes, file, named: file)
    let scenario = (GivenFiles.trial, Array(trial.text.utf8))
    let files = Self.files(GivenFiles(files: [scenario, (file, bytes)]), containerOverride)
    try self.init(GivenFiles.trial, in: files, containerOverride, trial: trial)
  }

  /// Opens the scenario of a followed phone, positioned before its first event.
  init(followed text: String, container: String) throws(CommandFailure) {
    try self.init(followed: text, container: container, try DiskFiles().input(container).bytes)
  }

  /// Opens the scenario of a followed phone with the bytes of the container.
  init(
    followed text: String, container: String, _ bytes: [UInt8]
  ) throws(CommandFailure) {
    let files = GivenFiles(files: [(GivenFiles.followed, Array(text.utf8)), (container, bytes)])
    try self.init(GivenFiles.followed, in: files, nil)
  }

  /// Makes the scenario for a container.
  ///
  /// `path` is the path to the file that the scenario uses.
  static func trial(
    of bytes: [UInt8], _ file: String, named path: String
  ) throws(CommandFailure) -> TrialScenario {
    let version = try MachineFiles.version(in: bytes, file)
    return TrialScenario(of: CompiledContainer(version), path: path)
  }
}
