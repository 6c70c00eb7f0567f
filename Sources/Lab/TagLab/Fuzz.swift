import ArgumentParser
import CommandKit
import Foundation
import OrderedCollections
import ScenarioEngine
import Synchronization
import TagFuzz
import TagRuntime
import TagSimulation

/// `tagsim-lab fuzz`: plays random worlds full of faults, by seed, and compares them with a
/// reference model of the SDK.
struct Fuzz: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fuzz",
    abstract: "Play random worlds full of faults, by seed, and compare them with a reference.",
    discussion: """
      Examples:
        tagsim-lab fuzz                             the seeds 1 to 1000, on all cores
        tagsim-lab fuzz --seeds 1..100000 -o out    more seeds; failures are saved in the folder out
        tagsim-lab fuzz --seeds 77..77              one seed again
        tagsim-lab fuzz --print 77                  the scenario of a seed
        tagsim-lab fuzz --grammar                   every kind of statement, in any order
        tagsim-lab fuzz --seeds 1..10000 --marks    how often each fault struck in each state
        tagsim-lab fuzz --container GTM-AB12 offline.scenario    your container, in your scenario

      Every seed is an app, its containers and a story in which the clock, the network, the disk,
      the app's life and its input go wrong; at the end all faults are over, and no hit may still
      wait. Each step is checked: which tags fire, the data layer, the fate of every hit, and the
      container in use. A seed that departs is reduced to a small scenario, saved with its
      containers in the folder of -o; the monitor opens it where it departs.

      Exit codes: 0 no seed departs, 1 one does, or after 10,000 seeds a fault never struck in a
      state in which it can, 2 interrupted, 3 an internal error, 4 wrong command line, 6 a file
      cannot be read.
      """)

  @Argument(help: "Scenarios to play with the container.", completion: .file())
  var scenarios: [String] = []

  @Option(help: ArgumentHelp("The seeds, first and last.", valueName: "a..b"))
  var seeds = "1..1000"

  @Option(
    help: ArgumentHelp("Only one part of the seeds: 2/5 is the second of five.", valueName: "i/n"))
  var shard: String?

  @Option(help: "How many worlds play at the same time; default: one per core.")
  var workers: Int?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The folder for reduced scenarios of seeds that depart.", valueName: "folder"),
    completion: .directory)
  var output: String?

  @Option(
    help: "A container to use as the published one of the scenarios.",
    completion: .file())
  var container: String?

  @Option(help: ArgumentHelp("Print the scenario of a seed and exit.", valueName: "seed"))
  var print: UInt64?

  @Flag(help: "Show how often each kind of fault struck in each state, and which cannot, and why.")
  var marks = false

  @Flag(help: "Generate stories from the grammar: valid statements of every kind, in any order.")
  var grammar = false

  @Flag(help: "Do not reduce seeds that depart.")
  var noShrinking = false

  func validate() throws {
    if requestedSeeds == nil {
      throw ValidationError(
        "--seeds takes a range of at most \(SeedRequest.limit), such as 1..1000, or one seed, not "
          + "'\(seeds)'.")
    }
    if let shard, Shard(shard) == nil {
      throw ValidationError("--shard takes a part and their number, such as 2/5, not '\(shard)'.")
    }
    try ValidationError.refuse(workers, of: "--workers", beyond: WorkThreads.limit)
    if container != nil, scenarios.isEmpty {
      throw ValidationError("--container needs scenarios to be played with: name some.")
    }
  }

  func run() throws {
    if let print {
      Interruption.endsProcess(.silently)
      return Console.print(Self.lines(of: RandomCase.make(seed: print, mode).text()))
    }
    if !scenarios.isEmpty { return try judgeScenarios() }
    try judgeSeeds()
  }

  private static func lines(of text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }

  // MARK: Seeds

  private func judgeSeeds() throws {
    WorkInterruption.await()
    PlayedSeeds.tellAtCrash()
    let wanted = chosenSeeds
    if let output { try DiskFiles().makeFolder(output) }
    let threads = min(workers ?? WorkThreads.atHand, max(1, wanted.count))
    let (shrinks, mode) = (!noShrinking, mode)
    var report = FuzzReport()
    let work = OrderedWork<SeedOutcome>(
      count: wanted.count, ahead: threads * WorkThreads.aheadOfEach)
    try ProgressLine.following("playing \(wanted.count) seeds") { (line) throws(CommandFailure) in
      try work.run(threads: threads, isWanted: { !WorkInterruption.isAsked }) {
        let place = PlayedSeeds.begin()
        return { number in
          PlayedSeeds.note(wanted[number], at: place)
          return SeedOutcome(seed: wanted[number], mode, shrinks: shrinks)
        }
      } take: { (outcome) throws(CommandFailure) in
        report.take(outcome)
        if let failure = outcome.failure { try tell(failure, report) }
        line.change(to: "seed \(report.seeds) of \(wanted.count), departed \(report.failed)")
        return !WorkInterruption.isAsked && report.failed < FuzzReport.failureLimit
      }
    }
    Interruption.isNoticed()
    // Only faults that are drawn deliberately must strike everywhere.
    report.expectsMarks = mode == .faults && report.seeds >= FuzzReport.seedsForMarks
    Console.print(report.lines + (marks ? report.table : []))
    if WorkInterruption.isAsked { throw ExitCode.interrupted }
    if !report.isGood { throw ExitCode.expectationFailed }
  }

  private var mode: RandomCase.Mode { grammar ? .grammar : .faults }

  /// Reads a range of seeds, or a single one.
  private var requestedSeeds: SeedRequest? {
    UInt64(seeds).map { .one($0) } ?? SeedRequest(range: seeds)
  }

  private var chosenSeeds: [UInt64] {
    let all = requestedSeeds?.seeds.compactMap { $0 } ?? []
    return shard.flatMap { Shard($0) }?.part(of: all) ?? all
  }

  /// Reports a seed that departs, and writes its minimised case.
  private func tell(
    _ failure: FuzzReport.Failure, _ report: FuzzReport
  ) throws(CommandFailure) {
    let departure = failure.departure
    Console.print([
      "seed \(failure.seed) departs (\(departure.kind.rawValue)) after row \(departure.row): "
        + departure.sentence
    ])
    guard let output else {
      if report.failed == 1 {
        Console.print(Self.lines(of: failure.smallest.text()).map { "    " + $0 })
        Console.print(["    (with -o FOLDER it is written there, with its containers)"])
      }
      return
    }
    let folder = output as NSString
    let path = folder.appendingPathComponent("seed-\(failure.seed).scenario")
    let remarks = [
      "\(departure.kind.rawValue): \(departure.sentence)",
      "tagsim-lab fuzz --seeds \(failure.seed)..\(failure.seed)" + (grammar ? " --grammar" : ""),
    ]
    try DiskFiles().write(Array(failure.smallest.text(remarks: remarks).utf8), to: path)
    for (name, version) in failure.smallest.containers {
      // A container that cannot be written is the subject of the departure.
      guard let bytes = try? FuzzRun.bytes(of: version) else { continue }
      try DiskFiles().write(bytes, to: folder.appendingPathComponent(name))
    }
    Console.print(["  see: tagsim \(ShellText.path(path)) --at \(max(1, departure.row))"])
  }

  // MARK: Existing scenarios

  /// Plays existing scenarios with a container that was not drawn, and judges them in the same way.
  private func judgeScenarios() throws {
    Interruption.endsProcess(.silently)
    let loader = ScenarioLoader(of: DiskFiles(), containerOverride: container)
    var problems: [LoadProblem] = []
    var departed = 0
    var counts = JudgedCounts()
    for file in try ScenarioFinder.scenarios(at: scenarios, asTests: true) {
      do throws(LoadFailure) {
        for way in try loader.loadVariants(file) {
          var run = ScenarioRun(way.scenario, inputs: way.inputs)
          run.executeRest()
          let result = FuzzRun.judge(run.timeline, judgesLateness: false)
          counts.add(result.counts)
          guard let departure = result.departure else { continue }
          departed += 1
          Console.print([
            "\(file) departs (\(departure.kind.rawValue)) after row \(departure.row): "
              + departure.sentence
          ])
        }
      } catch {
        problems += error.problems
      }
    }
    if !problems.isEmpty { throw CommandFailure(problems: problems, code: .badInput) }
    Console.print([
      "steps \(counts.steps), events \(counts.events), hits \(counts.hits), requests "
        + "\(counts.requests), loads \(counts.loads)",
      counts.tagLine,
    ])
    if departed > 0 { throw ExitCode.expectationFailed }
  }
}

/// The seeds in progress, so that a crash can name the seed that caused it.
enum PlayedSeeds {
  /// The seed that one thread plays.
  private final class Place: Sendable {
    let seed = Atomic<UInt64>(0)
  }

  private static let begun = Atomic(0)
  /// A place for each thread, made before the first one starts.
  private static let places = (0..<WorkThreads.limit).map { _ in Place() }

  static func begin() -> Int {
    begun.wrappingAdd(1, ordering: .relaxed).oldValue % WorkThreads.limit
  }

  /// Records the start of a seed.
  static func note(_ seed: UInt64, at place: Int) {
    places[place].seed.store(seed, ordering: .relaxed)
  }

  /// Makes a crash print the seeds in progress.
  static func tellAtCrash() {
    _ = places
    for number in [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGABRT] {
      signal(number) { number in
        PlayedSeeds.tell()
        signal(number, SIG_DFL)
        raise(number)
      }
    }
  }

  /// Uses only what is safe during a crash: digits, written one by one.
  private static func tell() {
    put("tagsim: an internal error at one of the seeds")
    for place in 0..<min(begun.load(ordering: .relaxed), WorkThreads.limit) {
      put(" ")
      put(number: places[place].seed.load(ordering: .relaxed))
    }
    put("\n")
  }

  private static func put(_ text: StaticString) {
    _ = write(STDERR_FILENO, text.utf8Start, text.utf8CodeUnitCount)
  }

  private static func put(number: UInt64) {
    var divisor: UInt64 = 1
    while number / divisor >= 10 { divisor *= 10 }
    while divisor > 0 {
      var digit = UInt8(ascii: "0") + UInt8(number / divisor % 10)
      _ = write(STDERR_FILENO, &digit, 1)
      divisor /= 10
    }
  }
}
