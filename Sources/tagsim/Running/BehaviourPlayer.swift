import ScenarioEngine
import TagRuntime
import TagSimulation
import TagTrials

/// Plays scenarios twice, with one container and then with another in the place of the published
/// one.
struct BehaviourPlayer {
  private let loaders: [ScenarioLoader]
  private let sides: [BehaviourComparison.Side]

  /// Reads both containers.
  ///
  /// - Throws: what is wrong with them.
  init(_ old: String, _ new: String) throws(CommandFailure) {
    var problems: [LoadProblem] = []
    var sides: [BehaviourComparison.Side] = []
    let paths = [old, new].map(StandardInput.path)
    let files = MachineFiles(known: KnownContainers())
    loaders = paths.map { ScenarioLoader(files, containerOverride: $0) }
    for (path, loader) in zip(paths, loaders) {
      do throws(LoadFailure) {
        sides.append(.init(file: path, container: try loader.container(path)))
      } catch {
        problems += error.problems
      }
    }
    guard sides.count == 2 else { throw CommandFailure(problems: problems, code: .badInput) }
    guard sides[0].container.version.generation == sides[1].container.version.generation else {
      throw CommandFailure(
        "\(old) and \(new): are of two generations, and no app takes both: leave the scenarios "
          + "out to compare what they mean", code: .usage)
    }
    self.sides = sides
  }

  /// Plays the scenarios that paths name, in every way and with all branches.
  func play(_ paths: [String]) throws(CommandFailure) -> BehaviourComparison {
    let files = try ScenarioFinder.scenarios(at: paths, asTests: true)
    if files.isEmpty {
      throw CommandFailure(
        "no scenario matched: \(paths.joined(separator: ", ")) holds no *.scenario file",
        code: .noScenario)
    }
    let text = Self.progressText(0, of: files.count)
    return try ProgressLine.following(text) { (line) throws(CommandFailure) in
      var comparison = BehaviourComparison(sides[0], sides[1])
      var problems: [LoadProblem] = []
      for (number, file) in files.enumerated() {
        do throws(LoadFailure) {
          try play(file, &comparison)
        } catch {
          problems += error.problems.filter { !problems.contains($0) }
        }
        line.change(to: Self.progressText(number + 1, of: files.count))
      }
      if !problems.isEmpty { throw CommandFailure(problems: problems, code: .badInput) }
      return comparison
    }
  }

  private static func progressText(_ played: Int, of count: Int) -> String {
    "\(played) of \(Counted.text(count, "scenario")) under both containers"
  }

  private func play(
    _ file: String, _ comparison: inout BehaviourComparison
  ) throws(LoadFailure) {
    if let reason = try reasonToLeaveOut(file) {
      return comparison.leaveOut(file, because: reason)
    }
    let (first, second) = (try loaders[0].loadVariants(file), try loaders[1].loadVariants(file))
    for (one, other) in zip(first, second) {
      let (was, now) = (FinishedRun(one), FinishedRun(other))
      comparison.add(Self.name(of: was, file), was, now)
      for branch in was.branches {
        let title = branch.scenario.branch?.name
        guard let other = now.branches.first(where: { $0.scenario.branch?.name == title }) else {
          continue
        }
        let runs = [branch, other].map { start in
          FinishedRun(
            playing: start, saving: { (_: inout ScenarioRun) throws(Never) in },
            stopsAtFailure: false)
        }
        comparison.add(Self.name(of: runs[0], file), runs[0], runs[1])
      }
    }
  }

  /// Why a scenario tells nothing about the containers; nil where it may.
  private func reasonToLeaveOut(_ file: String) throws(LoadFailure) -> String? {
    let scenario = try loaders[0].parse(file)
    let version = sides[1].container.version
    if !scenario.header.variesSDK, scenario.generation != version.generation {
      let names = version.generation == .firebase ? ["v3", "v5"] : ["v5", "v3"]
      return "for the app is built with \(names[0]), and the containers are for \(names[1])"
    }
    let own = Set(sides.compactMap(\.container.version.containerID))
    let ids = try loaders[0].app(of: scenario).containers.map(\.id)
    if own.count == 1, let id = own.first, !ids.contains(id) {
      return "for the app does not open \(id)"
    }
    return nil
  }

  private static func name(of run: FinishedRun, _ file: String) -> String {
    file + (run.scenario.variant.map { " [\($0)]" } ?? "")
  }
}
