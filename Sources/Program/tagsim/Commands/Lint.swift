import ArgumentParser
import CommandKit
import ContainerFormats
import Foundation
import OrderedCollections
import Publishing
import ScenarioEngine
import TagInspection
import TagRuntime
import TagSimulation
import TextKit

/// `tagsim lint`: checks containers for problems and likely mistakes.
struct Lint: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lint",
    abstract: "Check containers for problems.",
    discussion: HelpText.laidOut(
      """
      Examples:
        tagsim lint GTM-AB12                         a container of any format
        tagsim lint GTM-AB12 shop.app                and whether it matches the app
        tagsim lint Scenarios                        all containers used in scenarios
        tagsim lint Containers                       each container in a folder without scenarios
        tagsim lint GTM-AB12 --platform android      as an Android app loads it
        tagsim lint GTM-AB12 --report github         annotations for a workflow
        tagsim help L20                              what a code means and what to do

      Scenarios and app descriptions show what the app pushes, reads and registers; without them,
      only the container itself is checked. Nothing is played.

      Exit codes: 0 no errors, 1 an error was found (with --strict, also a warning), 4 wrong
      command line, 6 a file cannot be read or parsed.
      """))

  @Argument(
    help: "Containers, scenarios, app descriptions or folders of them; - is standard input.",
    completion: .file())
  var paths: [String] = []

  @Option(help: ReportCommand.lint.help, completion: ReportCommand.lint.completion)
  var report: [String] = []

  @Option(
    help: "The app's platform: ios or android; default: as in the app or the file, or ios.")
  var platform: Inspect.AppPlatform?

  @Flag(help: "Treat warnings as errors.")
  var strict = false

  @Flag(help: "List all codes and exit.")
  var list = false

  func validate() throws {
    if paths.isEmpty, !list { throw ValidationError("Missing expected argument '<paths> ...'") }
  }

  func run() throws {
    Interruption.endsProcess(.silently)
    if list {
      Console.print(LintHelp.list)
      return
    }
    let places = try ReportPlaces(
      try ReportRequest.requests(report, of: .lint, besides: paths), of: .lint)
    var job = LintJob(platform: platform?.platform)
    let files = job.run(try NamedFolder.containers(at: paths))
    try places.tell(LintReport(files: files, problems: job.problems))
    if !job.problems.isEmpty { throw CommandFailure(problems: job.problems, code: .badInput) }
    let count = LintCount(files)
    if count.count(.error) > 0 || (strict && count.count(.warning) > 0) {
      throw CommandFailure([], code: .findings)
    }
  }
}

/// Pages that explain lint codes: `tagsim help L07`.
enum LintHelp {
  /// Returns the page of a code; nil if the word does not look like a code.
  static func page(for word: String) throws(CommandFailure) -> [String]? {
    guard looksLikeCode(word) else { return nil }
    if let code = LintCode(word) { return code.entry.page }
    if let fate = Int(word.dropFirst()).flatMap({ LintCode.retired[$0] }) {
      return HelpText.wrapped(fate)
    }
    let ids = LintCode.allCases.map(\.id)
    let hint =
      Suggestion.nearest(to: word.uppercased(), among: ids)
      .map { ": did you mean '\($0)'?" } ?? ": 'tagsim lint --list' lists all"
    throw CommandFailure("there is no lint code '\(word)'\(hint)", code: .usage)
  }

  private static func looksLikeCode(_ word: String) -> Bool {
    guard let first = word.first, "lL".contains(first), word.count > 1 else { return false }
    return word.dropFirst().first?.isNumber == true
  }

  /// All codes, one per line, grouped by topic.
  static var list: [String] {
    LintEntry.table.flatMap { [$0.topic.title] + $0.entries.map { "  " + $0.line } }
      + ["'tagsim help L01' explains a code."]
  }
}

/// Reads containers, and the scenarios and apps beside them, and checks the containers.
struct LintJob {
  /// An app, with the scenario that uses it if there is one.
  private struct Source {
    var app: App
    var scenario: Scenario?
    var name: String
  }

  /// A container file, with the known facts about the app that uses it.
  private struct Target {
    var path: String
    var facts: AppFacts?
    /// The container that it is a version of; nil if unknown.
    var containerID: String?
    /// The scenario that names it; nil if the command line does.
    var scenario: String?
  }

  private let loader = ScenarioLoader(of: DiskFiles())
  private let platform: Platform?
  private var sources: [Source] = []
  private var targets: [Target] = []
  /// Sentences about files that cannot be read.
  private(set) var problems: [LoadProblem] = []

  /// Prepares to check containers as apps of a platform load them; nil uses each one's platform.
  init(platform: Platform? = nil) { self.platform = platform }

  /// Checks files: containers, scenarios with the containers they name, app descriptions, and
  /// folders with scenarios.
  ///
  /// - Returns: the containers that could be read, each once; `problems` describes the others.
  mutating func run(_ paths: [String]) -> [LintedFile] {
    let containers = paths.map(StandardInput.path).filter { take($0) }
    for source in sources { addContainers(of: source) }
    for path in containers where target(of: path) == nil {
      targets.append(Target(path: path, facts: nil))
    }
    let files = targets.compactMap { target in
      attempt { job throws(CommandFailure) in
        try job.lint(target)
      }
    }
    return Self.onceEach(files)
  }

  /// Waiting for a fresh container and what Firebase drops of the app are the app's choice, so they
  /// are reported once for each container, not for each of its versions.
  private static func onceEach(_ files: [LintedFile]) -> [LintedFile] {
    var said: Set<String> = []
    return files.map { file in
      var file = file
      file.findings = file.findings.filter { located in
        let finding = located.finding
        let isDropped = finding.code == .droppedName && finding.place.kind == .container
        guard isDropped || finding.code == .waitsForFresh else { return true }
        let id = isDropped ? nil : file.containerID
        return said.insert(id ?? finding.sentence).inserted
      }
      return file
    }
  }

  private mutating func attempt<Result>(
    _ body: (LintJob) throws(CommandFailure) -> Result
  ) -> Result? {
    do throws(CommandFailure) {
      return try body(self)
    } catch {
      problems += error.problems
      return nil
    }
  }

  // MARK: Reading

  /// Reads a scenario, an app or a folder; returns true for any other path, which is a container.
  private mutating func take(_ path: String) -> Bool {
    if StandardInput.isMeant(by: path) { return takeStandardInput() }
    var isFolder: ObjCBool = false
    let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
    if exists, isFolder.boolValue {
      let found = attempt { _ throws(CommandFailure) in try ScenarioFinder.scenarios(at: [path]) }
      if found?.isEmpty == true {
        problems.append(
          LoadProblem("\(path): has no *.scenario file and no container: name container files"))
      }
      for scenario in found ?? [] { addScenario(scenario) }
      return false
    }
    if path.hasSuffix(".scenario") {
      addScenario(path)
      return false
    }
    guard path.hasSuffix(".app") else { return true }
    let app = attempt { job throws(CommandFailure) in
      try ScenarioLoader.read(path, by: job.loader.app(_:))
    }
    if let app { sources.append(Source(app: app, scenario: nil, name: path)) }
    return false
  }

  /// The bytes of standard input show what it contains.
  private mutating func takeStandardInput() -> Bool {
    let read = attempt { _ throws(CommandFailure) in
      try StandardInput.bytes(limit: ScenarioLoader.textLimit)
    }
    guard let bytes = read else { return false }
    guard [.scenario, .text].contains(FileKind(of: bytes)) else { return true }
    addScenario(StandardInput.name)
    return false
  }

  private mutating func addScenario(_ path: String) {
    let source = attempt { job throws(CommandFailure) in
      let scenario = try ScenarioLoader.read(path, by: job.loader.parse)
      let own = scenario.apps.isEmpty ? scenario.header.app : nil
      let name = own.map { job.loader.resolved($0, besides: path) } ?? path
      let app = try ScenarioLoader.read(scenario, by: job.loader.app(of:))
      return Source(app: app, scenario: scenario, name: name)
    }
    if let source { sources.append(source) }
  }

  // MARK: Containers of scenarios

  private mutating func addContainers(of source: Source) {
    guard let scenario = source.scenario else { return }
    for statement in scenario.allStatements {
      guard let (path, named) = statement.command.containerFile else { continue }
      let place = loader.resolved(path, besides: scenario.file)
      let id = named ?? source.app.owner(of: (try? loader.container(place))?.version)
      var (isDefault, bundledName) = (false, String?.none)
      if case .containerDefault(let path, _, let name, _) = statement.command {
        (isDefault, bundledName) = (true, name ?? BundledFile.lastPart(of: path))
      }
      var facts = facts(from: source, of: id ?? source.app.containerID)
      facts.isDefault = isDefault
      if let bundledName { facts.bundled[bundledName] = id ?? source.app.containerID }
      facts.isLoaded = !isDefault
      if named != nil { facts.ids = [] }
      if let index = target(of: place) {
        targets[index].facts?.merge(facts)
      } else {
        targets.append(
          Target(
            path: place, facts: facts, containerID: id ?? source.app.containerID,
            scenario: scenario.file))
      }
    }
  }

  private func target(of path: String) -> Int? {
    let file = Self.identity(of: path)
    return targets.firstIndex { Self.identity(of: $0.path) == file }
  }

  private static func identity(of path: String) -> String {
    URL(fileURLWithPath: path).standardizedFileURL.resolvingSymlinksInPath().path
  }

  private func facts(from source: Source, of id: String?) -> AppFacts {
    AppFacts(of: source.app, containerID: id, scenario: source.scenario, source: source.name)
  }

  /// Returns the facts from all apps and scenarios about a container that none of them names.
  /// Beside the description of an app, it counts as the default container of that app.
  private func facts(of version: ContainerVersion, _ path: String) -> AppFacts? {
    let all = sources.map { source in
      var facts = facts(from: source, of: version.containerID)
      facts.isBeside = source.scenario == nil
      if facts.isBeside {
        facts.bundled[BundledFile.lastPart(of: path)] =
          version.containerID ?? source.app.containerID
      }
      return facts
    }
    return all.dropFirst().reduce(into: all.first) { $0?.merge($1) }
  }

  // MARK: Looking

  private func lint(_ target: Target) throws(CommandFailure) -> LintedFile {
    let bytes = try DiskFiles().container(target.path)
    let given = ScenarioLoader(of: GivenFiles(files: [(target.path, bytes)]))
    let version = try ScenarioLoader.read(target.path) { (path) throws(LoadFailure) in
      try given.container(path, in: target.scenario)
    }.version
    let linter = Linter(
      version, bytes: Self.compiledBytes(of: version, bytes.count),
      facts: target.facts ?? facts(of: version, target.path), platform: platform)
    let places = EntityPlaces(bytes, version.format)
    return LintedFile(
      path: target.path, containerID: target.containerID ?? version.containerID,
      findings: linter.findings.map(places.located))
  }

  /// The size of the published file: an export is larger than the file compiled from it.
  private static func compiledBytes(of version: ContainerVersion, _ count: Int) -> Int? {
    guard version.format == .export else { return count }
    guard version.generation == .legacy else { return nil }
    return (try? BinaryWriter.write(version))?.bytes.count
  }
}

/// A container file and its findings.
struct LintedFile {
  struct Located {
    var finding: LintFinding
    /// The line of the name, from 1; 1 if unknown.
    var line: Int
    /// The path in an export, such as `containerVersion.tag[2]`.
    var path: String?
  }

  var path: String
  /// The container that it is a version of; nil if unknown.
  var containerID: String?
  var findings: [Located]

  func count(_ severity: LintSeverity) -> Int {
    findings.count { $0.finding.severity == severity }
  }
}
