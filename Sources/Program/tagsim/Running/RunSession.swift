import ArgumentParser
import CommandKit
import ScenarioEngine
import TagRuntime

/// The work of a `tagsim run` command line, done once or repeatedly.
struct RunSession {
  let paths: [String]
  let choice: RunChoice
  let seeds: SeedRequest
  let reports: [ReportRequest]
  let hasColors: Bool
  let detail: ReportDetail
  let options: FilePlayer.Options
  let workers: Int?
  /// The requested coverage; nil for none.
  var coverage: CoverageRequest?
  /// The file for the page of failed runs; nil for none.
  var share: String?
  /// The phone on which everything is played; without a file, each scenario has a new phone.
  let device: DeviceOption

  // MARK: Selecting

  /// Returns the files of the command line, starting with the first that is selected or cannot be
  /// read; empty if there are none.
  private func files(_ player: FilePlayer) throws(CommandFailure) -> [String] {
    let found = try ScenarioFinder.scenarios(at: paths, asTests: true)
    let files = sharesSeeds ? found : choice.part(of: found)
    var first = 0
    if options.selection.isSelective {
      while first < files.count, !isWanted(files[first], player) { first += 1 }
    }
    if first < files.count { return Array(files[first...]) }
    if choice.passWithNoTests { return [] }
    throw CommandFailure.noScenario(at: paths, lack(found, files))
  }

  /// Whether shards divide the seeds instead of the files.
  private var sharesSeeds: Bool { if case .each = seeds { true } else { false } }

  /// The seeds of the requested shard.
  private func ownSeeds() throws(CommandFailure) -> [UInt64?] {
    guard sharesSeeds else { return seeds.seeds }
    let own = choice.part(of: seeds.seeds)
    if !own.isEmpty || choice.passWithNoTests { return own }
    throw CommandFailure(
      "--seeds: none of \(Counted.text(seeds.seeds.count, "seed")) is in the part "
        + (choice.shard ?? ""), code: .noScenario)
  }

  private func isWanted(_ file: String, _ player: FilePlayer) -> Bool {
    do throws(LoadFailure) {
      return try player.scenario(in: file) != nil
    } catch {
      return true
    }
  }

  private func lack(_ found: [String], _ files: [String]) -> String {
    if found.isEmpty { return "no *.scenario file" }
    let all = Counted.text(found.count, "scenario")
    if files.isEmpty, let shard = choice.shard { return "\(all), none in the part \(shard)" }
    return "\(all), none with \(options.selection.words)"
  }

  /// Lists the selected scenarios.
  func list() throws(CommandFailure) -> ExitCode {
    let player = FilePlayer(options)
    var problems: [LoadProblem] = []
    for file in try files(player) {
      do throws(LoadFailure) {
        guard let scenario = try player.scenario(in: file) else { continue }
        Console.print([Self.line(for: scenario)])
      } catch {
        problems += error.problems
      }
    }
    if !problems.isEmpty { throw CommandFailure(problems: problems, code: .badInput) }
    return .success
  }

  /// Returns the line of a scenario in the list, such as
  /// "offline.scenario  Offline purchase  [dispatch, workshop]  14 expectations".
  static func line(for scenario: Scenario) -> String {
    let tags = scenario.header.tags
    let expectations = scenario.allStatements.count(where: \.command.isExpectation)
    let branches = scenario.branches.count
    let parts = [
      scenario.file, scenario.header.title,
      tags.isEmpty ? nil : "[\(tags.joined(separator: ", "))]",
      Counted.text(expectations, "expectation"),
      branches > 0 ? "\(branches) \(branches == 1 ? "branch" : "branches")" : nil,
    ]
    return parts.compactMap { $0 }.joined(separator: "  ")
  }

  // MARK: Playing

  func play() throws(CommandFailure) -> ExitCode {
    var seen: Set<String> = []
    return try play(&seen)
  }

  /// Plays all files, and returns the files that were involved.
  func playAndTellFiles() throws(CommandFailure) -> Set<String> {
    var seen: Set<String> = []
    do throws(CommandFailure) {
      _ = try play(&seen)
    } catch {
      // While watching, the user saves again; a report that cannot be written still cannot be then.
      if error.code == .internalError || error.code == .usage { throw error }
      Console.complain(error.complaint)
    }
    return seen
  }

  private func play(_ seen: inout Set<String>) throws(CommandFailure) -> ExitCode {
    var player = FilePlayer(options)
    try player.checkContainer()
    let files = try files(player)
    try ReportRequest.refuseOverwriting(reports, files + (options.container.map { [$0] } ?? []))
    if let folder = options.traces { try DiskFiles().makeFolder(folder) }
    let tasks = TaskList(files: files, seeds: try ownSeeds())
    if tasks.count == 1, reports.contains(where: { $0.format == .html }) {
      var options = options
      options.pages = .all
      player = FilePlayer(options)
    }
    let text = RunReporter.progressText(0, of: tasks.count, failed: 0)
    return try ProgressLine.following(text) { (line) throws(CommandFailure) in
      var reporter = try RunReporter(
        reports, hasColors: hasColors, detail: detail, count: tasks.count, coverage: coverage,
        share: share, progress: line)
      do throws(CommandFailure) {
        try reporter.begin()
        let device = try device.open()
        try play(tasks, by: player, on: device, &reporter, &seen)
        let lack = device?.lack
        try reporter.end(unsaved: lack?.phone)
        device?.close()
        if let lack { throw lack.failure }
        return reporter.code
      } catch {
        reporter.bailOut(error)
        throw error
      }
    }
  }

  private func play(
    _ tasks: TaskList, by player: FilePlayer, on device: DeviceFile?,
    _ reporter: inout RunReporter, _ seen: inout Set<String>
  ) throws(CommandFailure) {
    let threads = device == nil ? min(workers ?? WorkThreads.atHand, tasks.count) : 1
    seen.formUnion(player.takeSeenFiles())
    if threads <= 1 {
      for number in 0..<tasks.count {
        let played = player.play(tasks[number], on: device)
        seen.formUnion(played.seen)
        guard try reporter.take(played) else { return }
      }
      return
    }
    let work = OrderedWork<PlayedFile>(count: tasks.count, ahead: threads * WorkThreads.aheadOfEach)
    let options = player.options
    try work.run(threads: threads) {
      let player = FilePlayer(options)
      return { player.play(tasks[$0]) { work.isGivenUp } }
    } take: { played throws(CommandFailure) in
      seen.formUnion(played.seen)
      return try reporter.take(played)
    }
  }
}

/// The combinations of files and seeds, file by file.
private struct TaskList: Sendable {
  let files: [String]
  let seeds: [UInt64?]
  /// The names of the files' traces.
  let names: [String]

  init(files: [String], seeds: [UInt64?]) {
    (self.files, self.seeds) = (files, seeds)
    names = TraceName.all(for: files)
  }

  var count: Int { files.count * seeds.count }

  subscript(number: Int) -> FilePlayer.Task {
    let (file, seed) = number.quotientAndRemainder(dividingBy: seeds.count)
    return FilePlayer.Task(
      file: files[file], seed: seeds[seed], traceName: names[file], isAgain: seed > 0)
  }
}
