import ContainerFormats
import Foundation
import OrderedCollections
import ScenarioEngine
import TagMonitor
import TagRuntime
import TagTrials
import TerminalKit

/// What a command with a screen was given, ready to be played.
struct OpenedFile {
  /// What a file is, told from its bytes.
  enum Kind {
    case scenario
    case container
  }

  let loader: ScenarioLoader
  var loaded: LoadedScenario
  /// The other ways in which the scenario is played, after the first.
  private(set) var otherWays: [LoadedScenario]
  let scenarioPath: String
  /// What was made for a container; nil for a scenario.
  let trial: TrialScenario?

  private init(
    _ path: String, in files: any FileStore, _ containerOverride: String?,
    trial: TrialScenario? = nil
  ) throws(CommandFailure) {
    scenarioPath = path
    loader = ScenarioLoader(of: files, containerOverride: containerOverride)
    let ways = try ScenarioLoader.read(path, by: loader.loadVariants)
    loaded = ways[0]
    otherWays = Array(ways.dropFirst())
    self.trial = trial
  }

  /// Has a branch of the scenario played in the place of its story, in every way that has it.
  mutating func choose(branch name: String) throws(CommandFailure) {
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

  /// A scenario, a container to be tried, or the demo where no file is named.
  ///
  /// `container` stands in for the published one; `branch` is whose story is told.
  static func load(
    _ file: String?, containerOverride container: String?, history: HistoryOption,
    branch: BranchOption
  ) throws(CommandFailure) -> OpenedFile {
    var opened: OpenedFile
    if let file {
      opened = try OpenedFile(file, containerOverride: container)
    } else {
      opened = try OpenedFile(demoWith: container)
    }
    opened.loaded.inputs.history = try history.size()
    if let name = branch.branch { try opened.choose(branch: name) }
    return opened
  }

  /// The monitor on it, at its start.
  func monitor(borders: Borders) -> Monitor {
    var monitor = Monitor(ScenarioRun(loaded.scenario, inputs: loaded.inputs), borders: borders)
    monitor.play(
      then: otherWays.map { way in
        var inputs = way.inputs
        inputs.history = loaded.inputs.history
        return ScenarioRun(way.scenario, inputs: inputs)
      })
    monitor.offer(Lessons().next(after: loaded.scenario))
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
    loaded.inputs.history = try history.size()
    if let name = branch.branch { try choose(branch: name) }
    var run = ScenarioRun(loaded.scenario, inputs: loaded.inputs)
    run.executeRest()
    return run
  }

  /// Opens the built-in demo.
  init(demoWith containerOverride: String?) throws(CommandFailure) {
    try self.init(ShippedFiles.demo, in: ShippedFiles(), containerOverride)
  }

  /// Opens a lesson that the package ships.
  init(lesson name: String) throws(CommandFailure) {
    try self.init(Lessons.path(of: name), in: ShippedFiles(), nil)
  }

  /// Opens a scenario, or a container with an app that is made for it.
  init(_ argument: String, containerOverride: String?) throws(CommandFailure) {
    let file = StandardInput.path(argument)
    let bytes = try DiskFiles().bytes(of: file, limit: ScenarioLoader.textLimit)
    switch Self.kind(of: bytes) {
    case .scenario:
      try self.init(file, in: GivenFiles(files: [(file, bytes)]), containerOverride)
    case .container: try self.init(trial: file, bytes, containerOverride: containerOverride)
    }
  }

  /// Opens a container with an app that is made for it.
  init(
    trial file: String, _ bytes: [UInt8], containerOverride: String?
  ) throws(CommandFailure) {
    let file = file == GivenFiles.trial ? "./" + file : file
    let trial = try Self.trial(of: bytes, file, named: file)
    let scenario = (GivenFiles.trial, Array(trial.text.utf8))
    try self.init(
      GivenFiles.trial, in: GivenFiles(files: [scenario, (file, bytes)]), containerOverride,
      trial: trial)
  }

  /// The scenario that is made for a container.
  ///
  /// `path` is how the scenario is to name the file.
  static func trial(
    of bytes: [UInt8], _ file: String, named path: String
  ) throws(CommandFailure) -> TrialScenario {
    if kind(of: bytes) == .scenario, !bytes.isEmpty {
      throw CommandFailure(
        "\(file): is text and no container: a scenario opens with 'tagsim \(file)'",
        code: .badInput)
    }
    let version = try MachineFiles.version(in: bytes, file)
    return TrialScenario(of: CompiledContainer(version), path: path)
  }

  /// What bytes are: a container where they can be read as one, and where they are no text in
  /// which a scenario could be written.
  static func kind(of bytes: [UInt8]) -> Kind {
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
