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
      report shows which tags fire differently, at which event and why; which hits, values and keys
      of the data layer differ; which expectations fail now; and which changes no scenario tests.
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
    help: ArgumentHelp(
      "With scenarios or --try, a report: human, json, md or html, as FORMAT or FORMAT=FILE; "
        + "repeatable.", valueName: "format[=file]"),
    completion: .list(["human", "json", "md", "html"]))
  var report: [String] = []

  @Flag(help: "JSON, on one line.")
  var json = false

  func run() throws {
    Interruption.endsProcess(.silently)
    if triesEvents || !scenarios.isEmpty { return try compareBehaviour() }
    guard report.isEmpty else {
      throw CommandFailure(
        "--report: requires scenarios to play with both containers: name some, or add "
          + "--try; --json prints what differs in meaning", code: .usage)
    }
    if let traces = try TraceDiff.of(old, new) {
      Console.print(json ? [Self.line(DiffDocument(traces))] : traces.lines)
      if !traces.isSame { throw ExitCode.different }
      return
    }
    try compareMeaning()
  }

  private func compareMeaning() throws {
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
    let comparison = ProgressLine.during("comparing…") { ContainerComparison(sides[0], sides[1]) }
    if json {
      Console.print([Self.line(DiffDocument(comparison))])
    } else {
      Console.print(Inspect.lines(of: comparison.page, isTerminal: Console.isTerminal))
    }
    if !comparison.isSame { throw ExitCode.different }
  }

  private static func line(_ document: DiffDocument) -> String {
    TerminalText.escapedJSON(JSONWriter.write(document.value(version: ProgramVersion.number)))
  }

  // MARK: Behaviour

  private func compareBehaviour() throws {
    let requests = try reports()
    let found = try ScenarioFinder.scenarios(at: scenarios, asTests: true)
    try ReportRequest.refuseOverwriting(requests, [old, new] + found)
    var sinks: [(ReportRequest<ReportFormat>, ReportSink)] = []
    for request in requests { sinks.append((request, try ReportSink(request, hasColors: false))) }
    for file in [old, new] + scenarios where FileKind(at: StandardInput.path(file)) == .trace {
      throw CommandFailure(
        "\(file): is a trace, which includes its containers: only containers play scenarios; "
          + "'tagsim diff A.trace B.trace' compares two traces", code: .usage)
    }
    try FileKind.refuse(otherThanContainers: [old, new])
    let comparison = try BehaviourPlayer(old, new, triesEvents: triesEvents).play(
      found, at: scenarios)
    for index in sinks.indices {
      try sinks[index].1.write(lines(of: comparison, as: sinks[index].0))
      try sinks[index].1.close()
    }
    if let missing = comparison.missingResult {
      Console.complain(["tagsim: \(missing) Name a scenario whose app opens both containers."])
    }
    if !comparison.isSame { throw ExitCode.different }
    guard comparison.isTold else { throw CommandFailure([], code: .noScenario) }
  }

  private func reports() throws(CommandFailure) -> [ReportRequest<ReportFormat>] {
    let requests = try ReportRequest<ReportFormat>.requests(report, isJSON: json, usual: .human)
    for request in requests where ![.human, .json, .md, .html].contains(request.format) {
      throw CommandFailure(
        "--report \(request.format.rawValue): diff offers human, json, md and html",
        code: .usage)
    }
    return requests
  }

  private func lines(
    of comparison: BehaviourComparison, as request: ReportRequest<ReportFormat>
  ) -> [ReportLine] {
    switch request.format {
    case .json:
      return [
        ReportLine(
          JSONWriter.write(DiffDocument(comparison).value(version: ProgramVersion.number)))
      ]
    case .md: return comparison.report.chapter.map { ReportLine($0) }
    case .html: return comparison.report.lines(.html).map { ReportLine($0) }
    default:
      let isTerminal = request.file == nil && Console.isTerminal
      return Inspect.lines(of: comparison.page, isTerminal: isTerminal).map { ReportLine($0) }
    }
  }
}
