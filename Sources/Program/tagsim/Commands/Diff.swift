import ArgumentParser
import CommandKit
import Foundation
import Publishing
import ScenarioEngine
import TagInspection
import TagRuntime
import TerminalKit
import TextKit

/// `tagsim diff`: compares two container files or two traces.
struct Diff: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Compare two containers or two traces: their meaning, or what they do.",
    discussion: HelpText.laidOut(
      """
      Examples:
        tagsim diff GTM-AB12-v7.json GTM-AB12-v8.json    what a new version changes
        tagsim diff export.json GTM-AB12                 whether a binary matches its export
        tagsim diff v7.json v8.json Scenarios            what changes when each is played
        tagsim diff v7.json v8.json Scenarios --report md=changes.md     for a pull request
        tagsim diff v7.json v8.json --try                the same, with the events they listen for
        tagsim diff monday.trace tuesday.trace           where two runs went different ways

      The formats and generations may differ. Only what the containers do is compared: the order in
      the file, the version and variables that only Google's compiler adds do not count.

      Each scenario is played twice, with OLD and then with NEW as the published container. The
      report has a row for each cause: where hits go, tags that are lost, new or fire differently,
      values and keys of the data layer, what hits say, expectations, and what cannot be told.
      Reports: human, json ('tagsim info schema diff'), md and html; only the first may go to
      standard output, the others go to files.

      --try needs no scenario: it pushes the events that either container listens for, with values
      that make each rule true, and then false by one condition at a time.

      For two traces, it lists the events that differ, in order.

      Exit codes: 0 no difference, 1 they differ, 4 wrong command line, or a trace is
      compared with something else, 5 no scenario matched, 6 a file cannot be read.
      """))

  @Argument(
    help: "The old container or trace; - is standard input.", completion: .file())
  var old: String

  @Argument(help: "The new container or trace.", completion: .file())
  var new: String

  @Argument(
    help: "Scenarios to play with both containers, or folders of scenarios.",
    completion: .file())
  var scenarios: [String] = []

  @Flag(
    name: .customLong("try"),
    help: "Play the events that either container listens for, after any scenarios.")
  var triesEvents = false

  @Option(
    help: ReportCommand.diff.help, completion: ReportCommand.diff.completion)
  var report: [String] = []

  @Flag(help: "JSON, on one line.")
  var json = false

  func run() throws {
    Interruption.endsProcess(.silently)
    let found = try ScenarioFinder.scenarios(at: scenarios, asTests: true)
    let places = try ReportPlaces(
      try ReportRequest.requests(report, of: .diff, isJSON: json, besides: [old, new] + found),
      of: .diff)
    if triesEvents || !scenarios.isEmpty { return try compareBehaviour(found, places) }
    let compared = try TraceDiff.of(old, new).map { DiffDocument($0) } ?? meaning()
    try places.tell(compared)
    if !compared.isSame { throw ExitCode.different }
  }

  private func meaning() throws(CommandFailure) -> DiffDocument {
    try FileKind.refuse(otherThanContainers: [old, new])
    var problems: [LoadProblem] = []
    var sides: [ContainerDescription] = []
    for file in [old, new] {
      do throws(CommandFailure) {
        // Both use one platform, so that a variable reads the same thing in both.
        sides.append(try Inspect.describe(file, on: sides.first?.platform))
      } catch {
        problems += error.problems
      }
    }
    guard sides.count == 2 else { throw CommandFailure(problems: problems, code: .badInput) }
    return ProgressLine.during("comparing…") {
      DiffDocument(ContainerComparison(sides[0], sides[1]))
    }
  }

  // MARK: Behaviour

  private func compareBehaviour(_ found: [String], _ places: ReportPlaces) throws {
    for file in [old, new] + scenarios where FileKind(at: StandardInput.path(file)) == .trace {
      throw CommandFailure(
        "\(file): is a trace, which includes its containers: only containers play scenarios; "
          + "'tagsim diff A.trace B.trace' compares two traces", code: .usage)
    }
    try FileKind.refuse(otherThanContainers: [old, new])
    let comparison = try BehaviourPlayer(old, new, triesEvents: triesEvents).play(
      found, at: scenarios)
    try places.tell(DiffDocument(comparison))
    if let missing = comparison.missingResult {
      Console.complain(["tagsim: \(missing) Name a scenario whose app opens both containers."])
    }
    if !comparison.isSame { throw ExitCode.different }
    guard comparison.isTold else { throw CommandFailure([], code: .noScenario) }
  }
}
