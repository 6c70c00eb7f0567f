import ArgumentParser
import CommandKit
import ContainerFormats
import Foundation
import MeasurementPlan
import OrderedCollections
import PlanChecking
import ScenarioEngine
import TagInspection
import TagRuntime
import TagSimulation
import TextKit

/// `tagsim plan`: holds a measurement plan against a container, an app, runs and a phone.
struct Plan: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan",
    abstract: "Check a measurement plan, and whether container, app, runs and phone keep to it.",
    discussion: HelpText.laidOut(
      """
      Examples:
        tagsim plan plan.csv                             the sheet itself
        tagsim plan plan.csv --container GTM-AB12 --app shop.app
        tagsim plan plan.csv Scenarios                   what the app pushes in each scenario
        tagsim plan plan.csv monday.log hits.har         what a phone logged or sent
        tagsim plan events.csv --plan params.csv shop.app       a plan of two files
        tagsim plan plan.csv shop.app --report csv=found.csv    the sheet with a column 'found'
        tagsim plan --from shop.app -o plan.csv          the plan that an app keeps to
        tagsim help P10                                  what a code means and what to do

      A plan is a sheet (CSV, of any shape) or JSON of Segment, Avo, mParticle or JSON Schema.
      Several files make one plan. The content of a file, not its name, says what it is. In a
      scenario, the app and everything that it pushes is checked.

      Exit codes: 0 all as planned, or only warnings, 1 a deviation, or a row that cannot be read, 3
      a file cannot be written, 4 wrong command line, or the plan to write already exists, 5 there
      is nothing to hold the plan against, 6 a file cannot be read, or has no plan.
      """))

  @Argument(
    help: "Plans, and what to check: scenarios, apps, containers, logs; - is standard input.",
    completion: .file())
  var paths: [String] = []

  @Option(
    name: .customLong("plan"), help: "Another file of the plan; repeatable.",
    completion: .file())
  var plans: [String] = []

  @Option(help: "A container of any format; repeatable.", completion: .file())
  var container: [String] = []

  @Option(help: "An app description; repeatable.", completion: .file(extensions: ["app"]))
  var app: [String] = []

  @Option(
    help: "Write the plan that a container, an app, a scenario or a log keeps to.",
    completion: .file())
  var from: String?

  @Option(
    name: .shortAndLong, help: "The plan to write with --from; - is standard output.",
    completion: .file(extensions: ["csv"]))
  var output: String?

  @Option(help: ReportCommand.plan.help, completion: ReportCommand.plan.completion)
  var report: [String] = []

  func validate() throws {
    guard from == nil else {
      if output == nil { throw ValidationError("--from needs -o, which names the plan to write.") }
      guard paths.isEmpty, plans.isEmpty, container.isEmpty, app.isEmpty, report.isEmpty
      else { throw ValidationError("--from takes only -o: check the plan in a second step.") }
      return
    }
    if output != nil { throw ValidationError("-o needs --from, which names what to plan for.") }
    if paths.isEmpty, plans.isEmpty {
      throw ValidationError("Missing expected argument '<paths> ...': name a plan")
    }
  }

  func run() throws {
    Interruption.endsProcess(.silently)
    var input = PlanInput()
    if let from, let output { return try write(from, to: output, &input) }
    let named = paths + plans + container + app
    let requests = try ReportRequest.requests(
      report, of: .plan, besides: named)
    for path in plans { try input.take(path, as: .plan) }
    for path in container { try input.take(path, as: .container) }
    for path in app { try input.take(path, as: .text) }
    for path in paths { try input.take(path) }
    let plan = try input.plan()
    let comparison = try ProgressLine.during("comparing…") { () throws(CommandFailure) in
      PlanComparison(plan, try input.evidence())
    }
    try tell(comparison, requests, input)
    if comparison.count(.deviation) > 0 { throw ExitCode.findings }
    if !comparison.sources.isEmpty, comparison.isEmpty {
      throw CommandFailure(
        ["there is nothing to hold the plan against: no event was found"] + comparison.remarks,
        code: .nothingSeen)
    }
  }

  private func tell(
    _ comparison: PlanComparison, _ requests: [ReportRequest], _ input: PlanInput
  ) throws {
    try ReportPlaces(requests.filter { $0.format != .csv }, of: .plan)
      .tell(PlanReport(comparison: comparison))
    for request in requests where request.format == .csv {
      let bytes = input.sheet(of: comparison)
      if let file = request.file, !DiskFiles.isStandardOutput(file) {
        try DiskFiles().write(bytes, to: file)
      } else {
        Console.write(bytes)
      }
    }
  }

  private func write(_ source: String, to output: String, _ input: inout PlanInput) throws {
    try NewScenario.refuse(existing: output)
    try input.take(source)
    let plan = MeasurementPlan(from: try input.evidence())
    guard !plan.events.isEmpty || !plan.userProperties.isEmpty else {
      throw CommandFailure(
        "\(source): has no event that a plan could name", code: .nothingSeen)
    }
    let bytes = Array(plan.csv().utf8)
    try NewScenario.write(bytes, to: output)
    if DiskFiles.isStream(output) { return }
    let count = Counted.text(plan.events.count, "event")
    Console.print([
      "\(output): a plan of \(count); "
        + "'tagsim plan \(ShellText.path(output)) \(ShellText.path(source))' checks it"
    ])
  }
}

/// The files of a `tagsim plan` command line, by kind.
struct PlanInput {
  /// The most files of a folder that are looked at.
  private static let folderLimit = 10_000

  private var plans: [(name: String, bytes: [UInt8])] = []
  private var containers: [String] = []
  private var apps: [String] = []
  private var scenarios: [String] = []
  private var logs: [String] = []

  /// Takes a file, as what its content says, or a folder.
  mutating func take(_ argument: String, as wanted: FileKind? = nil) throws(CommandFailure) {
    let path = StandardInput.path(argument)
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue {
      return try takeFolder(path, as: wanted)
    }
    if wanted == .plan { return plans.append((path, try Self.bytes(path))) }
    let kind = FileKind(at: path)
    if let wanted { try kind?.refuse(path, needing: wanted) }
    switch kind {
    case .plan?: plans.append((path, try Self.bytes(path)))
    case .container?: containers.append(path)
    case .scenario?: scenarios.append(path)
    case .log?, .capture?, .upload?: logs.append(path)
    case .text? where wanted == .text || path.hasSuffix(".app"): apps.append(path)
    case .text? where path.hasSuffix(".scenario"): scenarios.append(path)
    case .trace?: throw FileKind.trace.failure(path, needing: .plan)
    case .text?, .other?, nil:
      // What is wrong with it, the readers of plans say best.
      let bytes = try Self.bytes(path)
      if try Self.isApp(bytes) { apps.append(path) } else { plans.append((path, bytes)) }
    }
  }

  private static func bytes(_ path: String) throws(CommandFailure) -> [UInt8] {
    StandardInput.isMeant(by: path)
      ? try StandardInput.bytes(limit: Capture.byteLimit)
      : try DiskFiles().bytes(of: path, limit: Capture.byteLimit)
  }

  private static func isApp(_ bytes: [UInt8]) throws(CommandFailure) -> Bool {
    let lines = String(decoding: bytes.prefix(1 << 16), as: UTF8.self).split(separator: "\n")
    return lines.first { !$0.isEmpty && !$0.hasPrefix("#") }?.hasPrefix("app ") ?? false
  }

  /// Takes the scenarios of a folder, or the plans in it, or its containers.
  private mutating func takeFolder(_ path: String, as wanted: FileKind?) throws(CommandFailure) {
    let found = try ScenarioFinder.scenarios(at: [path], asTests: true)
    if wanted == nil, !found.isEmpty {
      scenarios += found
      return
    }
    let files = try ScenarioFinder.scenarios(at: [path], endings: [""]).prefix(Self.folderLimit)
    var isEmpty = true
    for file in files {
      guard let kind = FileKind(at: file), kind == wanted ?? .plan else { continue }
      try take(file, as: kind)
      isEmpty = false
    }
    if isEmpty {
      throw CommandFailure(
        "\(path): is a folder without scenarios and plans: name files", code: .badInput)
    }
  }

  // MARK: Reading

  /// Reads the plan.
  ///
  /// - Throws: why there is none.
  func plan() throws(CommandFailure) -> MeasurementPlan {
    let plan = MeasurementPlan.read(plans)
    let foreign = plan.files.indices.filter { !plan.files[$0].isPlan }
    guard foreign.isEmpty, !plan.files.isEmpty else {
      let reasons = plan.problems.filter { foreign.contains($0.place.file) && $0.level == .error }
        .map { "\(plan.files[$0.place.file].name): \($0.text)" }
      let none = "no plan given: name a sheet (CSV) or a plan in JSON"
      throw CommandFailure(reasons.isEmpty ? [none] : reasons, code: .badInput)
    }
    return plan
  }

  /// Reads a plan that a run is held against.
  ///
  /// - Throws: why there is none, or what of it cannot be read.
  static func run(_ paths: [String]) throws(CommandFailure) -> RunPlan {
    var input = PlanInput()
    for path in paths { try input.take(path, as: .plan) }
    let plan = try input.plan()
    let wrong = plan.problems.filter { $0.level == .error }
      .map { "\(plan.words(of: $0.place, isNamed: true)): \($0.text)" }
    if !wrong.isEmpty { throw CommandFailure(wrong, code: .badInput) }
    return RunPlan(plan, isQuoted: true)
  }

  /// Returns the sheets with a column of what was found at each row; a plan that is not a sheet
  /// becomes one, whose findings are of no row.
  func sheet(of comparison: PlanComparison) -> [UInt8] {
    var found: [PlanRow: [String]] = [:]
    var others: OrderedDictionary<[String], [String]> = [:]
    for finding in comparison.findings {
      if let place = finding.row {
        found[PlanRow(file: place.file, row: place.row), default: []].append(Self.text(finding))
      } else {
        let name = finding.event.isEmpty ? ["", finding.parameter] : [finding.event, ""]
        others[name, default: []].append(Self.text(finding))
      }
    }
    // What no file names is added to the last one.
    let more = others.map { (event: $0[0], parameter: $0[1], cell: $1.joined(separator: "; ")) }
    return plans.enumerated().flatMap { file, plan in
      let more = file == plans.count - 1 ? more : []
      return MeasurementPlan.sheet(
        plan.bytes, adding: "found",
        { row in (found[PlanRow(file: file, row: row)] ?? []).joined(separator: "; ") },
        more: more) ?? Self.sheet(of: MeasurementPlan.read([plan]), comparison, more)
    }
  }

  private static func text(_ finding: PlanFinding) -> String {
    "\(finding.code.id) \(PlanReport.name(of: finding.source)): \(finding.sentence)"
  }

  /// A plan in another form as a sheet, with what was found of its names.
  private static func sheet(
    of plan: MeasurementPlan, _ comparison: PlanComparison,
    _ more: [(event: String, parameter: String, cell: String)]
  ) -> [UInt8] {
    var names = [[""]]
    for event in plan.events + plan.retired {
      names += [[event.name, ""]] + event.parameters.map { [event.name, $0.name] }
    }
    names += plan.userProperties.map { [$0.name, ""] }
    let found = Dictionary(grouping: comparison.findings) { [$0.event, $0.parameter] }
    return MeasurementPlan.sheet(
      Array(plan.csv().utf8), adding: "found",
      { row in
        let findings = names.indices.contains(row - 1) ? found[names[row - 1]] ?? [] : []
        return findings.map(text).joined(separator: "; ")
      }, more: more) ?? []
  }

  private struct PlanRow: Hashable {
    let file: Int
    let row: Int
  }

  /// Returns what the sources show, in the order of the table.
  func evidence() throws(CommandFailure) -> [PlanEvidence] {
    var all: [PlanEvidence] = []
    if !containers.isEmpty { all.append(try containerEvidence()) }
    let loader = ScenarioLoader(MachineFiles(known: KnownContainers()))
    var app = PlanEvidence(.app)
    var run = PlanEvidence(.run)
    for path in apps {
      let described = try ScenarioLoader.read(path, by: loader.description(ofApp:))
      let generations = Set(described.app.containers.compactMap(\.generation))
      app.add(described, of: generations.isEmpty ? Set(SDKGeneration.allCases) : generations)
    }
    for path in scenarios { try add(path, loader, &app, &run) }
    if !apps.isEmpty || !scenarios.isEmpty { all.append(app) }
    if !scenarios.isEmpty { all.append(run) }
    if !logs.isEmpty { all.append(try phoneEvidence()) }
    return all
  }

  private func containerEvidence() throws(CommandFailure) -> PlanEvidence {
    var evidence = PlanEvidence(.container)
    for path in containers {
      let bytes = try DiskFiles().container(path)
      let version = try MachineFiles.version(in: bytes, path)
      let places = EntityPlaces(bytes, version.format)
      evidence.add(CompiledContainer(version), file: path) { places.line(of: $0) }
    }
    return evidence
  }

  /// Adds the app of a scenario, and its runs: each way to play it, and each branch.
  private func add(
    _ path: String, _ loader: ScenarioLoader, _ app: inout PlanEvidence, _ run: inout PlanEvidence
  ) throws(CommandFailure) {
    let ways = try ScenarioLoader.read(path, by: loader.loadVariants(_:))
    let generations = Set(ways.map(\.scenario.generation))
    let scenario = ways[0].scenario
    let described = try ScenarioLoader.read(scenario, by: loader.description(of:))
    app.add(described, of: generations)
    for way in ways {
      app.add(statementsOf: way.scenario, of: generations)
      let played = FinishedRun(way)
      run.add(played)
      for branch in played.branches { run.add(FinishedRun(playing: branch)) }
    }
    run.defaults.formUnion(app.defaults)
  }

  private func phoneEvidence() throws(CommandFailure) -> PlanEvidence {
    var evidence = PlanEvidence(.phone)
    for path in logs {
      let bytes = try Self.bytes(path)
      do throws(CaptureError) {
        evidence.add(try Capture(bytes, year: LogYear.present), file: path)
      } catch {
        throw CommandFailure("\(path): \(error.sentence)", code: .badInput)
      }
    }
    return evidence
  }
}
