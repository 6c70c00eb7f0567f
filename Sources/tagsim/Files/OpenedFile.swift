import CommandKit
import ContainerFormats
import Foundation
import OrderedCollections
import ScenarioEngine
import TagMonitor
import TagRuntime
import TagSimulation
import TagTrials
import TerminalKit

/// What a command with a screen was given, ready to be played.
struct OpenedFile {
  /// What a file is, told from its bytes.
  enum Kind {
    case scenario
    case container
    case trace
  }

  let loader: ScenarioLoader
  @Boxed var loaded: LoadedScenario
  /// The other ways in which the scenario is played, after the first.
  private(set) var otherWays: [LoadedScenario]
  let scenarioPath: String
  /// What was made for a container; nil for a scenario.
  let trial: TrialScenario?
  /// Whether it is a lesson that comes with the program.
  private(set) var isLesson = false
  /// The files that were read for it.
  let files: RememberedFiles
  /// What was done with it, where that was opened; nil for what nobody has played yet.
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

  /// Has a branch of the scenario played in the place of its story, in every way that has it.
  mutating func choose(branch name: String) throws(CommandFailure) {
    if let traced {
      throw CommandFailure(
        "--branch \(name): \(traced.name) is a trace, which is of one run: leave the option out",
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
        ? "it has none: leave the option out"
        : "its branches are " + known.map { "'\($0)'" }.joined(separator: ", "))
    return CommandFailure("--branch \(name): \(path) has no such branch: \(hint)", code: .usage)
  }

  /// A scenario, a container to be tried, or a lesson where no file is named: the demo unless told.
  ///
  /// `container` stands in for the published one; `branch` is whose story is told.
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

  /// The monitor on it, at its start.
  func monitor(borders: Borders) -> Monitor {
    var monitor = Monitor(start, borders: borders)
    monitor.play(
      then: otherWays.map { way in
        var inputs = way.inputs
        inputs.history = loaded.inputs.history
        return ScenarioRun(way.scenario, inputs: inputs)
      })
    // What comes next is known of a lesson, and not of a file of the user.
    if isLesson { monitor.offer(Lessons().next(after: loaded.scenario)) }
    if let traced { monitor.openTrace(remarks: traced.remarks) }
    if let trial {
      monitor.openPhone(besides: trial.hasRules ? nil : "values")
      monitor.show(hint: trial.hint)
      monitor.openStart(StartGuide(of: trial.container))
    }
    return monitor
  }

  /// Its run, played to the end.
  ///
  /// `branch` is whose story is told, as the option says.
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

  /// How much memory its history may take: as much as it took, unless told.
  func history(_ option: HistoryOption) throws(CommandFailure) -> HistorySize {
    if option.text == nil, let traced { return traced.run.inputs.history }
    return try option.size()
  }

  /// Its run as it is shown first: nothing of it was played, or all that a trace tells.
  var start: ScenarioRun {
    traced?.run ?? ScenarioRun(loaded.scenario, inputs: loaded.inputs)
  }

  /// Whether it is shown as it stands, and nothing of it is played to its end.
  var isPlayed: Bool { trial != nil || traced != nil }

  /// What a trace of it is made from.
  var source: TraceSource {
    var play = traced?.trace.play ?? Trace.Play(scenario: scenarioPath)
    play.container = loader.containerOverride
    return TraceSource(play: play, files: files)
  }

  /// Files with a container of the machine that stands in for published ones.
  private static func files(
    _ store: any FileStore, _ containerOverride: String?
  ) -> any FileStore {
    containerOverride.map { OverriddenFiles(store: store, override: $0) } ?? store
  }

  /// Opens a lesson that the program ships.
  init(lesson name: String, containerOverride: String? = nil) throws(CommandFailure) {
    let files = Self.files(ShippedFiles(), containerOverride)
    try self.init(Lessons.path(of: name), in: files, containerOverride)
    isLesson = true
  }

  /// Opens a scenario, or a container with an app that is made for it.
  init(_ argument: String, containerOverride: String?) throws(CommandFailure) {
    let file = StandardInput.path(argument)
    let limit = OpenedTrace.isTrace(file) ? Trace.byteLimit : ScenarioLoader.textLimit
    let bytes = try DiskFiles().bytes(of: file, limit: limit)
    try Import.refuse(archive: bytes, file)
    switch Self.kind(of: bytes) {
    case .scenario:
      let files = Self.files(GivenFiles(files: [(file, bytes)]), containerOverride)
      try self.init(file, in: files, containerOverride)
    case .container: try self.init(trial: file, bytes, containerOverride: containerOverride)
    case .trace:
      if let containerOverride {
        throw CommandFailure(
          "--container \(containerOverride): \(file) is a trace, which has its containers in it: "
            + "leave the option out", code: .usage)
      }
      try self.init(trace: file, bytes)
    }
  }

  /// Opens what was done, with the files that it was done with.
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
        "\(file): tells of the way \(play.way ?? "as written"), and its scenario has none such",
        code: .badInput)
    }
    if let seed = play.seed { way.scenario.seed(with: seed) }
    if let name = play.branch {
      guard let branch = way.scenario.branches.first(where: { $0.name == name }) else {
        throw CommandFailure(
          "\(file): tells of branch \"\(name)\", and its scenario has none such", code: .badInput)
      }
      way.scenario = way.scenario.played(as: branch)
    }
    if let bytes = play.history { way.inputs.history = HistorySize(bytes: bytes) }
    (loaded, otherWays) = (way, [])
    traced = OpenedTrace(trace, named: file, way, loader)
  }

  /// Opens a container with an app that is made for it.
  init(
    trial file: String, _ bytes: [UInt8], containerOverride: String?
  ) throws(CommandFailure) {
    let file = file == GivenFiles.trial ? "./" + file : file
    let trial = try Self.trial(of: bytes, file, named: file)
    let scenario = (GivenFiles.trial, Array(trial.text.utf8))
    let files = Self.files(GivenFiles(files: [scenario, (file, bytes)]), containerOverride)
    try self.init(GivenFiles.trial, in: files, containerOverride, trial: trial)
  }

  /// Opens the scenario of a phone that is followed, which stands before its first event.
  init(followed text: String, container: String) throws(CommandFailure) {
    try self.init(followed: text, container: container, try DiskFiles().input(container).bytes)
  }

  /// The same with the bytes of the container.
  init(
    followed text: String, container: String, _ bytes: [UInt8]
  ) throws(CommandFailure) {
    let files = GivenFiles(files: [(GivenFiles.followed, Array(text.utf8)), (container, bytes)])
    try self.init(GivenFiles.followed, in: files, nil)
  }

  /// The scenario that is made for a container.
  ///
  /// `path` is how the scenario is to name the file.
  static func trial(
    of bytes: [UInt8], _ file: String, named path: String
  ) throws(CommandFailure) -> TrialScenario {
    let kind = kind(of: bytes)
    if kind != .container, !bytes.isEmpty {
      let what = kind == .trace ? "a trace" : "text"
      let other = kind == .trace ? "it" : "a scenario"
      throw CommandFailure(
        "\(file): is \(what) and no container: \(other) opens with "
          + "'tagsim \(ShellText.path(file))'",
        code: .badInput)
    }
    let version = try MachineFiles.version(in: bytes, file)
    return TrialScenario(of: CompiledContainer(version), path: path)
  }

  /// What bytes are: a trace where they say so, a container where they can be read as one, and
  /// where they are no text in which a scenario could be written.
  static func kind(of bytes: [UInt8]) -> Kind {
    if Trace.isMeant(by: bytes) { return .trace }
    do throws(ContainerError) {
      _ = try ContainerReader.read(bytes, name: "")
      return .container
    } catch {
      let first = bytes.first { ![0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) }
      let openers: [UInt8?] = [UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "<")]
      let isText = String(validating: bytes, as: UTF8.self) != nil && !bytes.contains(0)
      return isText && !openers.contains(first) ? .scenario : .container
    }
  }
}
