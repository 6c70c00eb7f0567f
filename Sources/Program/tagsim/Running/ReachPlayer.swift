import CommandKit
import Publishing
import ScenarioEngine
import TagRuntime
import TagSimulation

/// Plays scenarios with a container in place of the published one, and finds what they leave out of
/// it.
struct ReachPlayer {
  /// The most goals that are reported as not reached.
  static let missingLimit = 20

  let scenario: ReachScenario
  let played: Int
  /// What was not played, one sentence each.
  let remarks: [String]

  /// Plays the scenarios that paths name, in every way and with all branches.
  ///
  /// - Parameters:
  ///   - file: the container's file as given, with its bytes.
  ///   - path: the path to the container that the new scenario uses.
  ///   - paths: scenarios, or folders with them.
  init(
    _ file: (name: String, bytes: [UInt8]), named path: String, leftOutBy paths: [String]
  ) throws(CommandFailure) {
    let given = GivenFiles(files: [(file.name, file.bytes)])
    let files = MachineFiles(store: given, known: KnownContainers())
    let loader = ScenarioLoader(files, containerOverride: file.name)
    let container = try ScenarioLoader.read(file.name) { (name) throws(LoadFailure) in
      try loader.container(name)
    }
    let found = try ScenarioFinder.scenarios(at: paths, asTests: true)
    var coverage = RunCoverage()
    var problems: [LoadProblem] = []
    var remarks: [String] = []
    for place in found {
      do throws(LoadFailure) {
        let scenario = try loader.parse(place)
        if let reason = try loader.reasonToLeaveOut(scenario, for: [container]) {
          remarks.append("\(place): not played, \(reason)")
        } else {
          try Self.play(scenario, loader, &coverage)
        }
      } catch {
        problems += error.problems.filter { !problems.contains($0) }
      }
    }
    if !problems.isEmpty { throw CommandFailure(problems: problems, code: .badInput) }
    played = found.count - remarks.count
    if played == 0 {
      throw CommandFailure(
        remarks + ["no scenario matched: \(paths.joined(separator: ", ")) has none for it"],
        code: .noScenario)
    }
    self.remarks = remarks
    do throws(ScenarioErrors) {
      scenario = try ReachScenario(of: container, path: path, besides: coverage)
    } catch {
      throw CommandFailure(
        "\(file.name): cannot generate a scenario for it: "
          + (error.errors.first?.sentence ?? "one of its names cannot be written"), code: .badInput)
    }
  }

  private static func play(
    _ scenario: Scenario, _ loader: ScenarioLoader, _ coverage: inout RunCoverage
  ) throws(LoadFailure) {
    for way in try loader.loadVariants(of: scenario) {
      let run = FinishedRun(way)
      coverage.add(RunCoverage(of: run))
      for branch in run.branches { coverage.add(RunCoverage(of: FinishedRun(playing: branch))) }
    }
  }
}
