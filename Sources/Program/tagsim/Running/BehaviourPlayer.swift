import CommandKit
import Publishing
import ScenarioEngine
import TagInspection
import TagMonitor
import TagRuntime
import TagSimulation

/// Plays scenarios twice: with one container, then with another, in place of the published one.
struct BehaviourPlayer {
  private let loaders: [ScenarioLoader]
  private let sides: [BehaviourComparison.Side]
  /// The events that either container listens for; nil if only scenarios are played.
  private let tried: TriedEvents?

  /// Reads both containers.
  ///
  /// - Parameters:
  ///   - old: the file of the current container.
  ///   - new: the file of the container to publish.
  ///   - triesEvents: whether to also play the events that either listens for.
  /// - Throws: the problems with the containers.
  init(_ old: String, _ new: String, triesEvents: Bool = false) throws(CommandFailure) {
    var problems: [LoadProblem] = []
    var sides: [BehaviourComparison.Side] = []
    let paths = [old, new].map(StandardInput.path)
    let known = KnownContainers()
    var files = MachineFiles(known: known)
    for (path, loader) in paths.map({ ($0, ScenarioLoader(files)) }) {
      do throws(LoadFailure) {
        sides.append(.init(file: path, container: try loader.container(path)))
      } catch {
        problems += error.problems
      }
    }
    guard sides.count == 2 else { throw CommandFailure(problems: problems, code: .badInput) }
    guard sides[0].container.version.generation == sides[1].container.version.generation else {
      throw CommandFailure(
        "\(old) and \(new): are of different generations, and no app uses both: remove the "
          + "scenarios out to compare what they mean", code: .usage)
    }
    self.sides = sides
    let containers = sides.map(\.container)
    tried = triesEvents ? TriedEvents(containers[0], containers[1], path: paths[0]) : nil
    if let tried {
      let text = Array(tried.text.utf8)
      files.store = GivenFiles(files: [(TriedEvents.name, text)])
    }
    loaders = paths.map { ScenarioLoader(files, containerOverride: $0) }
  }

  /// Plays scenarios, in every way and with all branches, then the tried events. `paths` are the
  /// names under which they were found.
  func play(_ found: [String], at paths: [String]) throws(CommandFailure) -> BehaviourComparison {
    let files = found + (tried == nil ? [] : [TriedEvents.name])
    if files.isEmpty { throw CommandFailure.noScenario(at: paths) }
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
      noteNotTried(&comparison)
      return comparison
    }
  }

  /// Records what none of the tried events reaches.
  private func noteNotTried(_ comparison: inout BehaviourComparison) {
    if let tried { comparison.leaveOut(whatIsNotReachedBy: tried) }
  }

  private static func progressText(_ played: Int, of count: Int) -> String {
    "\(played) of \(Counted.text(count, "scenario")) under both containers"
  }

  private func play(
    _ file: String, _ comparison: inout BehaviourComparison
  ) throws(LoadFailure) {
    let scenario = try FileKind.parsed(file, by: loaders[0])
    if let reason = try loaders[0].reasonToLeaveOut(scenario, for: sides.map(\.container)) {
      return comparison.leaveOut(file, because: reason)
    }
    for (one, other) in try zip(
      loaders[0].loadVariants(of: scenario), loaders[1].loadVariants(of: scenario))
    {
      if file == TriedEvents.name {
        let runs = [one, other].map { way in
          var run = ScenarioRun(way.scenario, inputs: way.inputs)
          run.executeRest()
          return run
        }
        comparison.add(file, runs)
        continue
      }
      let (was, now) = (FinishedRun(one), FinishedRun(other))
      comparison.add(Self.name(of: was, file), was, now)
      for branch in was.branches {
        let title = branch.scenario.branch?.name
        guard let other = now.branches.first(where: { $0.scenario.branch?.name == title }) else {
          continue
        }
        let runs = [branch, other].map { FinishedRun(playing: $0) }
        comparison.add(Self.name(of: runs[0], file), runs[0], runs[1])
      }
    }
  }

  private static func name(of run: FinishedRun, _ file: String) -> String {
    file + (run.scenario.variant.map { " [\($0)]" } ?? "")
  }
}

extension ScenarioLoader {
  /// Returns why a scenario says nothing about containers of one generation; nil if it may.
  func reasonToLeaveOut(
    _ scenario: Scenario, for containers: [CompiledContainer]
  ) throws(LoadFailure) -> String? {
    if let generation = containers.first?.version.generation, !scenario.header.variesSDK,
      scenario.generation != generation
    {
      let names = generation == .firebase ? ["v3", "v5"] : ["v5", "v3"]
      return "because the app is built with \(names[0]), but the container is for \(names[1])"
    }
    let own = Set(containers.compactMap(\.version.containerID))
    let ids = try app(of: scenario).containers.map(\.id)
    if own.count == 1, let id = own.first, !ids.contains(id) {
      return "because the app does not open \(id)"
    }
    return nil
  }
}

extension PublishedChanges {
  /// Creates the changes that a comparison found.
  init(_ comparison: BehaviourComparison) {
    let causes = comparison.causes
    self.init(
      id: comparison.id, of: [comparison.old.name, comparison.new.name],
      played: comparison.noChange ?? "played: " + comparison.playedWords, causes,
      runs: comparison.runs, draft: comparison.new.container)
  }
}
