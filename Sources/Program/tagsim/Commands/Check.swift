import ArgumentParser
import CommandKit
import Foundation
import OrderedCollections
import Publishing
import ScenarioEngine
import TagInspection
import TagRuntime
import TagSimulation
import TextKit

/// `tagsim check`: reads files and everything they name, without playing them.
struct Check: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check scenarios for mistakes without playing them.",
    discussion: HelpText.laidOut(
      """
      Examples:
        tagsim check Scenarios my.scenario     scenarios, and those in folders
        tagsim check shop.app GTM-AB12         an app, and a container of any format
        tagsim check - < my.scenario           from standard input
        tagsim check Scenarios --report github    annotations for a workflow

      Prints every mistake in every file once, as file:line:column: error: what is wrong.

      Exit codes: 0 nothing is wrong, 4 wrong command line, 5 a folder has no scenario, 6 a file
      cannot be read or has mistakes.
      """))

  @Argument(
    help: "Scenarios, apps, containers, or folders with scenarios; - is standard input.",
    completion: .file())
  var paths: [String]

  @Option(help: ReportCommand.check.help, completion: ReportCommand.check.completion)
  var report: [String] = []

  func run() throws {
    Interruption.endsProcess(.silently)
    let files = try ScenarioFinder.scenarios(at: paths, asTests: true)
    if files.isEmpty { throw CommandFailure.noScenario(at: paths) }
    let places = try ReportPlaces(
      try ReportRequest.requests(report, of: .check, besides: files), of: .check)
    var told = CheckReport()
    for file in files {
      do throws(CommandFailure) {
        let (facts, remarks) = try Self.facts(of: file)
        told.files.append((file, facts, remarks))
      } catch {
        // Several scenarios may name the same app.
        told.problems += error.problems.filter { !told.problems.contains($0) }
      }
    }
    try places.tell(told)
    if !told.problems.isEmpty { throw CommandFailure(problems: told.problems, code: .badInput) }
  }

  /// Returns the contents of a valid file in words, with remarks on what its statements do in
  /// silence, and on what Firebase drops of it.
  private static func facts(
    of file: String
  ) throws(CommandFailure) -> (facts: String, remarks: [String]) {
    let bytes = try DiskFiles().bytes(of: file, limit: Capture.byteLimit)
    // The bytes are reused, because the file may be a pipe, which can be read only once.
    let loader = ScenarioLoader(of: GivenFiles(files: [(file, bytes)]))
    let kind = FileKind(of: bytes)
    if [.container, .other].contains(kind) {
      let version = try ScenarioLoader.read(file) { (file) throws(LoadFailure) in
        try loader.container(file, in: file)
      }.version
      let rules = Counted.text(version.rules.count, "rule")
      return (
        "a container, " + Counted.text(version.tags.count, "tag") + " and " + rules,
        Linter(version).namesDropped.map { "\(file): note: \($0)" }
      )
    }
    if kind == .trace {
      let trace = try ScenarioLoader.read(file) { (file) throws(LoadFailure) in
        try Trace(bytes, file: file, for: loader)
      }
      return ("a trace of \(trace.play.scenario), \(Counted.text(trace.acts.count, "act"))", [])
    }
    if kind.isOfPhone { throw kind.failure(file, needing: .scenario) }
    if isApp(bytes, file) {
      let app = try ScenarioLoader.read(file, by: loader.app(_:))
      let words = "an app, \(Counted.text(app.screens.count, "screen"))" + trackerRemarks(app)
      return (words, dropped(of: app, source: file))
    }
    let ways = try ScenarioLoader.read(file, by: loader.loadVariants(_:))
    let scenario = ways[0].scenario
    let remarks = ways.flatMap { way in
      ([way.scenario] + way.scenario.branches.map(way.scenario.played(as:)))
        .flatMap { way.inputs.remarks(on: $0) }.map { "\($0.place): note: \($0.sentence)" }
    }
    let containers = OrderedSet(scenario.references.map(\.path)).flatMap { path in
      (ways[0].inputs.containers[path].map { Linter($0.version).namesDropped } ?? [])
        .map { "\(path): note: \($0)" }
    }
    let app = dropped(of: ways[0].inputs.app, scenario, source: scenario.header.app ?? file)
    return (
      "\(Counted.text(scenario.allStatements.count, "statement")), all names resolved",
      OrderedSet(remarks + app + containers).elements
    )
  }

  /// What Firebase drops of what an app and a scenario log.
  private static func dropped(
    of app: App, _ scenario: Scenario? = nil, source: String
  ) -> [String] {
    AppFacts(of: app, containerID: nil, scenario: scenario, source: source).dropped
      .map { "\(source): note: Firebase drops what the app logs: \($0)" }
  }

  /// Remarks about faulty trackers of an app, to follow its description: it still plays.
  private static func trackerRemarks(_ app: App) -> String {
    app.trackers.compactMap { CollectorRules.fault(ofProperty: $0.trackingID) }
      .map { "; a tracker in it: " + $0.finding }.joined()
  }

  /// Whether a text is only an app: the file's name says so, or it has no statements.
  private static func isApp(_ bytes: [UInt8], _ file: String) -> Bool {
    if file.hasSuffix(".app") { return true }
    let scenario = try? ScenarioParser.parse(bytes, file: file)
    return scenario.map {
      $0.apps.count == 1 && $0.setup.isEmpty && $0.statements.isEmpty
        && $0.header == ScenarioHeader()
    } ?? false
  }
}

/// The report of `tagsim check`: the files with their contents, and the mistakes.
private struct CheckReport: Reported {
  var files: [(path: String, facts: String, remarks: [String])] = []
  var problems: [LoadProblem] = []

  /// People see on standard error what is wrong.
  func text(columns: Int?) -> [String] {
    files.flatMap { ["\($0.path): \($0.facts)"] + $0.remarks }
  }

  var page: HandedReport {
    let wrong = Counted.text(problems.count, "mistake")
    return HandedReport(
      title: problems.isEmpty ? "Nothing is wrong" : wrong,
      parts: (problems.isEmpty ? [] : [.heading("What is wrong", level: 2), .table(wrongs)]) + [
        .heading("Files", level: 2),
        .list(files.map { ReportItem(sentence: "\($0.path): \($0.facts)", details: $0.remarks) }),
      ])
  }

  private var wrongs: ReportTable {
    ReportTable(
      columns: ["place", "mistake"],
      rows: problems.map { problem in
        ReportTable.Row([problem.location.map { .place($0) } ?? "", ReportCell(problem.sentence)])
      })
  }

  var chapters: [ReportChapter] {
    files.map { file in
      var check = ReportCheck(.held, "\(file.path): \(file.facts)")
      check.remarks = file.remarks
      return ReportChapter(of: file.path, [check])
    } + ReportChapter.ofFiles(with: problems)
  }
}
