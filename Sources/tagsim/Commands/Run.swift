import ArgumentParser
import Foundation
import ScenarioEngine
import TagRuntime
import TagSimulation

/// `tagsim run`: plays scenarios without a screen and tells whether their expectations hold.
struct Run: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Play scenarios headless and tell whether everything expected holds.",
    discussion: """
      Examples:
        tagsim run Scenarios                         all scenarios of a folder
        tagsim run offline.scenario --report tap     the report that machines read
        tagsim run --container GTM-AB12 my.scenario  with another published container
        tagsim run --device phone.sqlite a b         several on one phone

      Exit codes: 0 all expectations held, 1 one failed, 2 interrupted, 3 a fault of its own
      or output that cannot be written, 4 wrong command line, 5 no scenario matched, 6 an input
      file cannot be read or parsed.
      """)

  /// The forms of the report.
  enum Report: String, ExpressibleByArgument, CaseIterable {
    case human
    case tap
  }

  @Argument(help: "Scenario files, or folders with them.")
  var paths: [String]

  @Option(help: "A container file of any format that replaces the published container.")
  var container: String?

  @OptionGroup var device: DeviceOption

  @Option(help: "The report: human (on a terminal) or tap (otherwise).")
  var report: Report?

  @Option(help: "Only scenarios with one of these tags, separated by commas.")
  var tags: String?

  @Option(help: "No scenarios with one of these tags, separated by commas.")
  var excludeTags: String?

  @Flag(name: .short, help: "Stop at the first failure.")
  var x = false

  @Flag(help: "List the scenarios and do not play them.")
  var list = false

  @Flag(help: "Let failures of optional statements count.")
  var strict = false

  func run() throws {
    Interruption.endsProcess(.silently)
    do throws(CommandFailure) {
      try runAll()
    } catch {
      if error.code == .badInput, usedReport == .tap {
        Console.print([TAPReport.header, TAPReport.bailOut(error.lines.first ?? "")])
      }
      throw error
    }
  }

  private var usedReport: Report { report ?? (Console.isTerminal ? .human : .tap) }

  private func runAll() throws(CommandFailure) {
    let loader = ScenarioLoader(of: DiskFiles(), containerOverride: container)
    let files = try ScenarioFinder.scenarios(at: paths)
    var scenarios: [String] = []
    for file in files where isWanted(try ScenarioLoader.read(file, by: loader.parse)) {
      scenarios.append(file)
    }
    if scenarios.isEmpty {
      let what =
        files.isEmpty
        ? "no *.scenario file"
        : Counted.text(files.count, "scenario") + ", none with the wanted tags"
      throw CommandFailure(
        "no scenario matched: \(paths.joined(separator: ", ")) holds \(what)", code: .noScenario)
    }
    if list {
      Console.print(scenarios)
      return
    }
    var loaded: [LoadedScenario] = []
    for scenario in scenarios {
      loaded += try ScenarioLoader.read(scenario, by: loader.loadVariants)
    }
    let device = try device.open()
    if device != nil, let variant = loaded.first(where: { $0.scenario.variant != nil }) {
      throw CommandFailure(
        "\(variant.scenario.file): is played in several ways, each on a phone of its own: leave "
          + "out --device", code: .usage)
    }
    try play(loaded, on: device)
    device?.close()
  }

  private func isWanted(_ scenario: Scenario) -> Bool {
    let own = scenario.header.tags
    let wanted = tags.map(Self.names) ?? []
    let excluded = excludeTags.map(Self.names) ?? []
    return (wanted.isEmpty || wanted.contains(where: own.contains))
      && !excluded.contains(where: own.contains)
  }

  private static func names(_ list: String) -> [String] {
    list.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
  }

  private func play(
    _ scenarios: [LoadedScenario], on device: DeviceFile?
  ) throws(CommandFailure) {
    let report = usedReport
    var runs: [FinishedRun] = []
    var points = 0
    if report == .tap {
      Interruption.endsProcess(.bailingOut)
      Console.print([TAPReport.header])
    }
    for (index, loaded) in scenarios.enumerated() {
      let run = try finish(loaded, device)
      runs.append(run)
      switch report {
      case .human: Console.print(HumanReport.lines(of: run))
      case .tap: Console.print(TAPReport.lines(of: run, from: points + 1))
      }
      points += run.points.count
      // The ways to play a scenario stand next to each other.
      let file = loaded.scenario.file
      if index + 1 == scenarios.count || scenarios[index + 1].scenario.file != file {
        printComparison(of: runs.filter { $0.scenario.file == file })
      }
      if x, !run.isSuccess(strict: strict) { break }
    }
    switch report {
    case .human: Console.print(HumanReport.summary(of: runs))
    case .tap: Console.print([TAPReport.plan(points)])
    }
    if !runs.allSatisfy({ $0.isSuccess(strict: strict) }) {
      throw CommandFailure([], code: .expectationFailed)
    }
  }

  private func printComparison(of runs: [FinishedRun]) {
    let lines = VariantReport.lines(of: runs)
    Console.print(usedReport == .human ? lines : lines.filter { !$0.isEmpty }.map { "# " + $0 })
  }

  /// Plays a scenario to its end. What it reports then is in the file of the phone's disk.
  private func finish(
    _ loaded: LoadedScenario, _ device: DeviceFile?
  ) throws(CommandFailure) -> FinishedRun {
    guard let device else {
      return FinishedRun(loaded, stopsAtFailure: x)
    }
    var loaded = loaded
    device.insert(into: &loaded)
    defer { Console.complain(device.takeRemarks().map { "tagsim: " + $0 }) }
    do throws(CommandFailure) {
      return try FinishedRun(
        loaded.scenario, inputs: loaded.inputs, stopsAtFailure: x
      ) { world throws(CommandFailure) in try device.save(world.world.disk) }
    } catch {
      if usedReport == .tap { Console.print([TAPReport.bailOut(error.lines.first ?? "")]) }
      throw error
    }
  }
}

/// `tagsim check`: reads scenarios and everything they name, and plays nothing.
struct Check: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Read scenarios and resolve every name in them, without playing them.",
    discussion: """
      Example:
        tagsim check Scenarios my.scenario
      """)

  @Argument(help: "Scenario files, or folders with them.")
  var paths: [String]

  func run() throws {
    let loader = ScenarioLoader(of: DiskFiles())
    let files = try ScenarioFinder.scenarios(at: paths)
    if files.isEmpty {
      throw CommandFailure(
        "no scenario matched: \(paths.joined(separator: ", ")) holds no *.scenario file",
        code: .noScenario)
    }
    var problems: [String] = []
    for file in files {
      do throws(LoadFailure) {
        let loaded = try loader.load(file)
        let count = loaded.scenario.statements.count + loaded.scenario.setup.count
        Console.print(["\(file): \(Counted.text(count, "statement")), all names resolved"])
      } catch {
        problems += error.lines
      }
    }
    if !problems.isEmpty { throw CommandFailure(problems, code: .badInput) }
  }
}
