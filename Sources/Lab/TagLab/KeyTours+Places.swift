import CommandKit
import ContainerFormats
import Following
import PhoneLog
import Publishing
import ScenarioEngine
import TagInspection
import TagMonitor
import TagRuntime
import TagSimulation

extension KeyTours {
  /// The year of a log's lines that have none; a walk must not depend on today's.
  private static let year = 2014

  func startPage(of file: String) throws -> KeyTour.Place {
    let trial = TrialScenario(of: try container(file), path: file)
    var monitor = Monitor(try run(of: trial.text, in: GivenFiles.trial))
    monitor.openStart(StartGuide(of: trial.container))
    return KeyTour.Place(name: "\(file), start page", monitor: monitor)
  }

  /// A log that was followed, in the middle of it and at its end.
  func followed(_ log: String, by file: String) throws -> [KeyTour.Place] {
    var reader = PhoneLogReader()
    let bytes = try DiskFiles().bytes(of: log, limit: Capture.byteLimit)
    let entries = reader.read(bytes[...]) + reader.finish()
    var record = PhoneRecord()
    for entry in entries { _ = record.take(entry) }
    let begun = CaptureTime(
      wall: WallTime(milliseconds: 1_388_534_400_000), offsetSeconds: 0)
    var follower = try PhoneFollower(
      of: Capture(of: record, year: Self.year), named: log, container: (try container(file), file),
      now: begun)
    var monitor = Monitor(try run(of: follower.text, in: GivenFiles.followed))
    let half = entries.count / 2
    return [("middle", entries[..<half]), ("end", entries[half...])].map { name, part in
      monitor.follow { run in
        for entry in part { follower.take(entry, at: begun.wall, in: &run) }
        if name == "end" { follower.finish(in: &run) }
        let matches = follower.matches
        return PhoneNews(
          acts: follower.takeActs(), matches: matches, sum: follower.sum(of: matches),
          warnings: follower.warnings, unplayed: follower.unplayed)
      }
      return KeyTour.Place(name: "\(log), \(name) of what was followed", monitor: monitor)
    }
  }

  private func container(_ file: String) throws -> CompiledContainer {
    CompiledContainer(
      try MachineFiles.version(
        in: try DiskFiles().bytes(of: file, limit: ContainerLimits.bytes), file))
  }

  private func run(of text: String, in name: String) throws -> ScenarioRun {
    try run(name, by: ScenarioLoader(of: GivenFiles(files: [(name, Array(text.utf8))])))
  }

  /// The run of a scenario, before its first statement.
  func run(_ file: String, by loader: ScenarioLoader) throws(CommandFailure) -> ScenarioRun {
    do throws(LoadFailure) {
      let loaded = try loader.load(file)
      return ScenarioRun(loaded.scenario, inputs: loaded.inputs)
    } catch {
      throw CommandFailure(problems: error.problems, code: .badInput)
    }
  }
}
