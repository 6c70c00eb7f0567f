import ArgumentParser
import Foundation
import ScenarioEngine
import TagRuntime

/// `tagsim run`: plays scenarios without a screen and tells whether their expectations hold.
struct Run: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Play scenarios headless and tell whether everything expected holds.",
    discussion: """
      Examples:
        tagsim run Scenarios                         all scenarios of a folder
        tagsim run offline.scenario --report tap     the report that machines read
        tagsim run --container GTM-AB12 my.scenario  with another published container
        tagsim run --device phone.sqlite a b         several on one phone

      Files are read when their turn comes, and several are played at once, with --device one after
      the other. The report is the same however many are: in the order of the files, up to the first
      one that cannot be read, or with -x to the first failure.

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

  @OptionGroup var history: HistoryOption

  @Option(help: "The report: human (on a terminal) or tap (otherwise).")
  var report: Report?

  @Option(help: "Only scenarios with one of these tags, separated by commas.")
  var tags: String?

  @Option(help: "No scenarios with one of these tags, separated by commas.")
  var excludeTags: String?

  @Option(
    help: ArgumentHelp(
      "How many scenarios are played at once; as many as there are cores, unless told.",
      valueName: "n"))
  var workers: Int?

  @Flag(name: .short, help: "Stop at the first failure.")
  var x = false

  @Flag(help: "List the scenarios and do not play them.")
  var list = false

  @Flag(help: "Let failures of optional statements count.")
  var strict = false

  func validate() throws {
    if let workers, !(1...WorkThreads.limit).contains(workers) {
      throw ValidationError(
        "--workers takes a number from 1 to \(WorkThreads.limit), not \(workers).")
    }
  }

  func run() throws {
    Interruption.endsProcess(.silently)
    var reporter = RunReporter(usedReport)
    var unsaved: CommandFailure?
    do throws(CommandFailure) {
      unsaved = try runAll(&reporter)
    } catch {
      reporter.bailOut(error)
      throw error
    }
    if let unsaved { throw unsaved }
    if !reporter.isSuccess { throw CommandFailure([], code: .expectationFailed) }
  }

  private var usedReport: Report { report ?? (Console.isTerminal ? .human : .tap) }

  /// Plays them all; what comes back is why the file of the phone does not hold what happened.
  private func runAll(_ reporter: inout RunReporter) throws(CommandFailure) -> CommandFailure? {
    let player = FilePlayer(
      FilePlayer.Wishes(
        report: usedReport, stopsAtFailure: x, isStrict: strict,
        tags: tags.map(Self.names) ?? [], excludedTags: excludeTags.map(Self.names) ?? [],
        container: container, history: try history.size()))
    let files = try ScenarioFinder.scenarios(at: paths)
    // The report begins where it is known that there is something to report.
    var first = 0
    if player.wishes.isSelective {
      while first < files.count, try player.scenario(in: files[first]) == nil { first += 1 }
    }
    guard first < files.count else {
      let what =
        files.isEmpty
        ? "no *.scenario file"
        : Counted.text(files.count, "scenario") + ", none with the wanted tags"
      throw CommandFailure(
        "no scenario matched: \(paths.joined(separator: ", ")) holds \(what)", code: .noScenario)
    }
    let rest = Array(files[first...])
    if list {
      var names: [String] = []
      for file in rest where try player.scenario(in: file) != nil { names.append(file) }
      Console.print(names)
      return nil
    }
    reporter.begin()
    let unsaved = try play(rest, by: player, &reporter)
    reporter.end()
    return unsaved
  }

  private static func names(_ list: String) -> [String] {
    list.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
  }

  private func play(
    _ files: [String], by player: FilePlayer, _ reporter: inout RunReporter
  ) throws(CommandFailure) -> CommandFailure? {
    let device = try device.open()
    let threads = device == nil ? min(workers ?? WorkThreads.atHand, files.count) : 1
    if threads == 1 {
      for file in files {
        guard try reporter.take(player.play(file, on: device)) else { break }
      }
    } else {
      let work = OrderedWork<PlayedFile>(
        count: files.count, ahead: threads * WorkThreads.aheadOfEach)
      let wishes = player.wishes
      try work.run(threads: threads) {
        let player = FilePlayer(wishes)
        return { player.play(files[$0]) { work.isGivenUp } }
      } take: { played throws(CommandFailure) in
        try reporter.take(played)
      }
    }
    device?.close()
    return device?.behind
  }
}
