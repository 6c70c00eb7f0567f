import ArgumentParser
import CommandKit
import Foundation
import ScenarioEngine
import TagInspection
import TagRuntime
import TagTrials
import TerminalKit
import TextKit

/// `tagsim diff`: compares two container files or two traces.
struct Diff: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Tell what two containers mean or do differently, or two traces.",
    discussion: HelpText.laidOut(
      """
      Examples:
        tagsim diff GTM-AB12-v7.json GTM-AB12-v8.json    what a new version changes
        tagsim diff export.json GTM-AB12                 whether a binary is what was exported
        tagsim diff v7.json v8.json Scenarios            what happens otherwise when both are played
        tagsim diff v7.json v8.json Scenarios --report md=changes.md     for a pull request
        tagsim diff v7.json v8.json --try                the same with events that either waits for
        tagsim diff monday.trace tuesday.trace           where two runs went different ways

      The formats and generations may differ. What counts is what the containers do: the order of
      a file and its version do not, and neither do variables that only Google's compiler adds.

      With scenarios, each is played twice: OLD, then NEW stands in for the published container.
      It tells which tags fire otherwise, at which event and why, which hits, values and keys of
      the data layer are others, which expectations fail now, and which changes no scenario tries.
      Reports: human, json ('tagsim info schema diff'), md and html; others than the first go to
      files.

      With --try it needs no scenario: the events that either container waits for are pushed, with
      values that make each rule true, and false by one condition after the other.

      Of two traces it tells the events in which they differ, the first one first.

      Exit codes: 0 both mean or do the same, 1 they differ, 4 wrong command line, or a trace is
      compared with something else, 5 no scenario matched, 6 a file cannot be read.
      """))

  @Argument(
    help: "The container or trace to start from; - is standard input.", completion: .file())
  var old: String

  @Argument(help: "The container or trace to end with.", completion: .file())
  var new: String

  @Argument(
    help: "Scenarios, or folders with them, to be played under both containers.",
    completion: .file())
  var scenarios: [String] = []

  @Flag(
    name: .customLong("try"),
    help: "Play the events that either container waits for, after the scenarios if there are any.")
  var triesEvents = false

  @Option(
    help: ArgumentHelp(
      "With scenarios or --try, a report: human, json, md or html, and the file that it goes to; "
        + "may be given several times.", valueName: "format[=file]"),
    completion: .list(["human", "json", "md", "html"]))
  var report: [String] = []

  @Flag(help: "JSON, on one line.")
  var json = false

  func run() throws {
    Interruption.endsProcess(.silently)
    if triesEvents || !scenarios.isEmpty { return try compareBehaviour() }
    guard report.isEmpty else {
      throw CommandFailure(
        "--report: is for scenarios that are played under both containers: name some, or add "
          + "--try; --json tells what two containers mean", code: .usage)
    }
    if let traces = try TraceDiff.of(old, new) {
      Console.print(json ? [Self.line(DiffDocument(traces))] : traces.lines)
      if !traces.isSame { throw ExitCode.different }
      return
    }
    try compareMeaning()
  }

  private func compareMeaning() throws {
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
    let read = [old, new] + (try ScenarioFinder.scenarios(at: scenarios, asTests: true))
    try ReportRequest.refuseOverwriting(requests, read)
    var sinks: [(ReportRequest<ReportFormat>, ReportSink)] = []
    for request in requests { sinks.append((request, try ReportSink(request, hasColors: false))) }
    for file in [old, new] + scenarios where OpenedTrace.isTrace(StandardInput.path(file)) {
      throw CommandFailure(
        "\(file): is a trace, which has its containers in it: scenarios are played under both; "
          + "'tagsim diff A.trace B.trace' compares two traces", code: .usage)
    }
    let comparison = try BehaviourPlayer(old, new, triesEvents: triesEvents).play(scenarios)
    for index in sinks.indices {
      try sinks[index].1.write(lines(of: comparison, as: sinks[index].0))
      try sinks[index].1.close()
    }
    if !comparison.isSame { throw ExitCode.different }
    guard comparison.isTold else { throw CommandFailure([], code: .noScenario) }
  }

  private func reports() throws(CommandFailure) -> [ReportRequest<ReportFormat>] {
    let requests: [ReportRequest<ReportFormat>]
    do throws(ReportMistake) {
      requests = try ReportRequest<ReportFormat>.requests(report, isJSON: json, usual: .human)
    } catch {
      throw CommandFailure(error.sentence, code: .usage)
    }
    for request in requests where ![.human, .json, .md, .html].contains(request.format) {
      throw CommandFailure(
        "--report \(request.format.rawValue): diff has the reports human, json, md and html",
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
