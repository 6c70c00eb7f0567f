import ScenarioEngine
import TagSimulation

/// Plays the files of `tagsim run`, one after the other. A thread has one of its own: a world, with
/// all that it shares with others, stays on one thread.
struct FilePlayer {
  /// What a command line says of it.
  struct Wishes: Sendable {
    var report: Run.Report
    var stopsAtFailure: Bool
    /// Whether failures of optional statements count.
    var isStrict: Bool
    /// Tags of which a scenario has one; empty for any.
    var tags: [String]
    /// Tags of which a scenario has none.
    var excludedTags: [String]
    /// The path of a container that stands in for every published one.
    var container: String?
    /// How much memory a history may take.
    var history = HistorySize()

    /// Whether a scenario may be left out.
    var isSelective: Bool { !tags.isEmpty || !excludedTags.isEmpty }

    func include(_ scenario: Scenario) -> Bool {
      let own = scenario.header.tags
      return (tags.isEmpty || tags.contains(where: own.contains))
        && !excludedTags.contains(where: own.contains)
    }
  }

  let wishes: Wishes
  private let loader: ScenarioLoader

  init(_ wishes: Wishes) {
    self.wishes = wishes
    let files = MachineFiles(containerOverride: wishes.container, known: KnownContainers())
    loader = ScenarioLoader(files, containerOverride: wishes.container)
  }

  /// Reads a scenario; nil where it is not wanted.
  func scenario(in file: String) throws(CommandFailure) -> Scenario? {
    let scenario = try ScenarioLoader.read(file, by: loader.parse)
    return wishes.include(scenario) ? scenario : nil
  }

  /// Plays a file in every way that it has, or to the first failure.
  ///
  /// `device` is the file of the disk of its phone, nil for a new one; what is told of the scenario
  /// then is in there. `isGivenUp` says between statements whether anybody wants to know the rest.
  func play(
    _ file: String, on device: DeviceFile? = nil, isGivenUp: () -> Bool = { false }
  ) -> PlayedFile {
    var played = PlayedFile(wishes.report)
    do throws(CommandFailure) {
      try play(file, device, isGivenUp, &played)
    } catch {
      played.failure = error
    }
    played.remarks = device?.takeRemarks() ?? []
    return played
  }

  private func play(
    _ file: String, _ device: DeviceFile?, _ isGivenUp: () -> Bool, _ played: inout PlayedFile
  ) throws(CommandFailure) {
    guard let scenario = try scenario(in: file) else { return }
    let ways = try ScenarioLoader.read(scenario, by: loader.loadVariants)
    if device != nil, ways.count > 1 {
      throw CommandFailure(
        "\(file): is played in several ways, each on a phone of its own: leave out --device",
        code: .usage)
    }
    var runs: [FinishedRun] = []
    for way in ways where !played.isLast {
      let run = try finish(way, device, isGivenUp)
      if !run.isSuccess(strict: wishes.isStrict) {
        played.isSuccess = false
        played.isLast = wishes.stopsAtFailure
      }
      runs.append(run)
    }
    played.tell(of: runs, isComplete: runs.count == ways.count)
  }

  private func finish(
    _ loaded: LoadedScenario, _ device: DeviceFile?, _ isGivenUp: () -> Bool
  ) throws(CommandFailure) -> FinishedRun {
    var loaded = loaded
    loaded.inputs.history = wishes.history
    device?.insert(into: &loaded)
    return try FinishedRun(
      loaded.scenario, inputs: loaded.inputs,
      saving: { (run: inout ScenarioRun) throws(CommandFailure) in
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
      stopsAtFailure: wishes.stopsAtFailure)
  }
}

/// What the report tells of a file, as text: its worlds are gone.
struct PlayedFile: Sendable {
  /// The runs, in the form of the report.
  enum Parts: Sendable {
    case human(lines: [String], HumanReport.Summary)
    case tap([TAPReport.Part], comparison: [String])
  }

  private(set) var parts: Parts
  /// Whether everything held.
  fileprivate(set) var isSuccess = true
  /// Whether no further file is to be played, because something failed.
  fileprivate(set) var isLast = false
  /// What standard error is told.
  fileprivate(set) var remarks: [String] = []
  /// What kept it from being played to its end.
  fileprivate(set) var failure: CommandFailure?

  /// A file of which nothing is told.
  fileprivate init(_ report: Run.Report) {
    parts =
      switch report {
      case .human: .human(lines: [], HumanReport.Summary())
      case .tap: .tap([], comparison: [])
      }
  }

  fileprivate mutating func tell(of runs: [FinishedRun], isComplete: Bool) {
    // The ways to play a scenario stand next to each other.
    let comparison = isComplete ? VariantReport.lines(of: runs) : []
    switch parts {
    case .human:
      let lines = runs.flatMap(HumanReport.lines) + comparison
      parts = .human(lines: lines, HumanReport.Summary(of: runs))
    case .tap:
      let remarks = comparison.filter { !$0.isEmpty }.map { "# " + $0 }
      parts = .tap(runs.map(TAPReport.Part.init), comparison: remarks)
    }
  }
}
