import ArgumentParser
import CommandKit
import Foundation
import ScenarioEngine
import TagRuntime
import TextKit

/// `tagsim run`: plays scenarios without a screen and reports whether their expectations hold.
struct Run: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Play scenarios without a screen and check their expectations.",
    discussion: HelpText.laidOut(
      """
      Examples:
        tagsim run Scenarios                         all scenarios in a folder
        tagsim run Scenarios -v                      every statement; -q prints only the totals
        tagsim run Scenarios --grep offline -x       matching ones, up to the first failure
        tagsim run Scenarios --watch                 again whenever a file is saved
        tagsim run Scenarios --seeds 1..20           with each of 20 seeds
        tagsim run --report tap --report junit=r.xml Scenarios    two reports at once
        tagsim run --container GTM-AB12 my.scenario  with another published container
        tagsim run --device phone.sqlite a b         several on one phone
        tagsim run --trace out Scenarios             a trace of each, to open later
        tagsim run --share failed.html Scenarios     a page that plays the failed runs
        tagsim run --at-least 80% Scenarios          fail unless they cover 80% of the rules

      Several files play at the same time, or one after another with --device. Reports always follow
      the order of the files. A file that cannot be read counts as one failed test, and the others
      still play.

      Reports: human (on a terminal, or with -v or -q), tap (otherwise), junit, junit+places (with
      the file and line of each case), json, ndjson (the facts), github (annotations), md and html
      (a summary; html of a single scenario is the page of 'share'). One may go to standard output,
      others to files. 'tagsim info schema' has the schemas of the JSON.

      Exit codes; if several apply, the first of these: 3 an internal error or output that cannot be
      written, 2 interrupted, 6 an input file cannot be read or parsed, 1 an expectation failed or
      --at-least was not met, 7 only snapshots differ, 5 no scenario matched, 0 all expectations
      held. A wrong command line is 4.
      """))

  @Argument(help: "Scenario files, or folders of them.", completion: .file())
  var paths: [String]

  @OptionGroup(title: "Which") var choice: RunChoice

  @OptionGroup(title: "Chance") var chance: RunChance

  @OptionGroup(title: "Reports") var telling: RunTelling

  @OptionGroup(title: "Coverage") var covering: RunCovering

  @Option(
    help: "A container file of any format to use as the published container.",
    completion: .file())
  var container: String?

  @OptionGroup var device: DeviceOption

  @OptionGroup var history: HistoryOption

  @Option(
    help: ArgumentHelp(
      "Save a trace of every run in a folder, created if missing: 'tagsim "
        + "FILE.trace' opens one.", valueName: "folder"), completion: .directory)
  var trace: String?

  @Option(
    help: ArgumentHelp(
      "Write one page with every failed run, which plays in a browser; none if all passed.",
      valueName: "file"), completion: .file())
  var share: String?

  @Option(
    help: ArgumentHelp(
      "How many scenarios play at the same time; default: one per core.",
      valueName: "n"))
  var workers: Int?

  @Flag(name: .short, help: "Stop at the first failure.")
  var x = false

  @Flag(help: "Count failures of optional statements.")
  var strict = false

  @Flag(help: "Replace the stored snapshots with the current ones.")
  var updateSnapshots = false

  @Flag(help: "Play again whenever a scenario or a file it uses is saved; Ctrl-C ends.")
  var watch = false

  func validate() throws {
    try ValidationError.refuse(workers, of: "--workers", beyond: WorkThreads.limit)
    if device.device != nil, chance.playsOften {
      throw ValidationError(
        "--device is for one run per file: remove --seeds and --repeat, or --device.")
    }
    if device.device != nil, trace != nil {
      throw ValidationError(
        "--trace is for phones that start with an empty disk: remove --device or --trace.")
    }
    if watch, paths.contains(StandardInput.argument) {
      throw ValidationError("--watch waits for files to be saved: name a file instead of -.")
    }
    if choice.list, covering.request != nil {
      throw ValidationError("--list plays nothing: remove --coverage and --at-least, or --list.")
    }
    if watch, choice.list || device.device != nil {
      throw ValidationError("--watch plays repeatedly: remove --list and --device.")
    }
  }

  func run() throws {
    if trace == nil || choice.list || watch {
      Interruption.endsProcess(.silently)
    } else {
      RunTracer.awaitInterruption()
    }
    let session = RunSession(
      paths: paths, choice: choice, seeds: chance.request, reports: try telling.requests(),
      hasColors: telling.hasColors, detail: telling.detail, options: try options(),
      workers: workers,
      coverage: covering.request, share: share, device: device)
    if choice.list { return try end(with: session.list()) }
    guard watch else { return try end(with: session.play()) }
    try Watcher(paths: paths).repeatedly { () throws(CommandFailure) in
      let seen = try session.playAndTellFiles()
      return container.map { seen.union([$0]) } ?? seen
    }
  }

  private func options() throws(CommandFailure) -> FilePlayer.Options {
    FilePlayer.Options(
      selection: choice.selection, stopsAtFailure: x, isStrict: strict, container: container,
      history: try history.size(),
      tellsFacts: try telling.requests().contains { $0.format == .ndjson },
      times: chance.repeat ?? 1, updatesSnapshots: updateSnapshots, traces: trace,
      namesSeed: chance.seeds != nil, pages: share == nil ? .none : .failed,
      covers: covering.request != nil)
  }

  private func end(with code: ExitCode) throws {
    if code != .success { throw CommandFailure([], code: code) }
  }
}

/// The options that choose the scenarios to play.
struct RunChoice: ParsableArguments {
  @Option(
    help: "Only scenarios with one of these tags, separated by commas.",
    completion: .custom { words, _, _ in PlaceCompletion.tags(words) })
  var tags: String?

  @Option(
    help: "No scenarios with one of these tags, separated by commas.",
    completion: .custom { words, _, _ in PlaceCompletion.tags(words) })
  var excludeTags: String?

  @Option(
    help: ArgumentHelp(
      "Only scenarios with this pattern in their path, title, chapters or branches; if a chapter "
        + "matches, the whole scenario still plays.", valueName: "pattern"))
  var grep: String?

  @Option(
    help: ArgumentHelp(
      "Only one part of the files, such as 2/5: each file is in one of the five parts; with "
        + "--seeds, each seed is.",
      valueName: "i/n"))
  var shard: String?

  @Flag(help: "List the scenarios with title, tags and expectations without playing them.")
  var list = false

  @Flag(help: "Succeed even if no scenario matches.")
  var passWithNoTests = false

  /// The part of the choice that depends on the contents of scenarios.
  var selection: ScenarioSelection {
    ScenarioSelection(
      tags: tags.map(ScenarioSelection.names) ?? [],
      excludedTags: excludeTags.map(ScenarioSelection.names) ?? [], grep: grep)
  }

  func part<Thing>(of all: [Thing]) -> [Thing] { shard.flatMap { Shard($0) }?.part(of: all) ?? all }

  func validate() throws {
    if let shard, Shard(shard) == nil {
      throw ValidationError(
        "--shard takes a part and their number, such as 2/5, at most \(Shard.limit), not "
          + "'\(shard)'.")
    }
    if let grep {
      do throws(PatternError) {
        _ = try Pattern(grep, ignoreCase: false)
      } catch {
        throw ValidationError("--grep: \(error).")
      }
    }
  }
}

/// The options about coverage.
struct RunCovering: ParsableArguments {
  @Flag(
    help: ArgumentHelp(
      "Show what all scenarios together do not cover: tags that never fired, rules never true or "
        + "never false, conditions that never decided, variables never read, buttons never "
        + "pressed."))
  var coverage = false

  @Option(
    help: ArgumentHelp(
      "The same, but fail (1) unless this share of the rules was both true and false, such as "
        + "80%.", valueName: "percent"))
  var atLeast: String?

  /// The requested coverage; nil if not requested.
  var request: CoverageRequest? {
    coverage || atLeast != nil ? CoverageRequest(percent: atLeast.flatMap(Self.percent)) : nil
  }

  /// Reads a whole percentage up to 100, with or without its sign.
  static func percent(_ text: String) -> Int? {
    let digits = text.hasSuffix("%") ? text.dropLast() : text[...]
    guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let number = Int(digits), number <= 100
    else { return nil }
    return number
  }

  func validate() throws {
    if let atLeast, Self.percent(atLeast) == nil {
      throw ValidationError(
        "--at-least takes a whole number from 0% to 100%, such as 80%, not '\(atLeast)'.")
    }
  }
}

/// The options about chance: seeds and repetitions.
struct RunChance: ParsableArguments {
  /// The most times that a run is repeated.
  static let repeatLimit = 1000

  @Option(help: ArgumentHelp("The seed to use instead of the one in the header.", valueName: "n"))
  var seed: UInt64?

  @Option(
    help: ArgumentHelp(
      "Every seed in a range, including both ends, such as 1..20; the report names the seed of a "
        + "failed run.", valueName: "a..b"))
  var seeds: String?

  @Option(
    help: ArgumentHelp(
      "Repeat each run with the same seed; a difference is an internal error (3).",
      valueName: "n"))
  var `repeat`: Int?

  /// The requested seeds.
  var request: SeedRequest {
    seeds.flatMap { SeedRequest(range: $0) } ?? seed.map { .one($0) } ?? .ofHeader
  }

  /// Whether a file is played more than once.
  var playsOften: Bool { seeds != nil || (self.repeat ?? 1) > 1 }

  func validate() throws {
    if seed != nil, seeds != nil {
      throw ValidationError("use only one of --seed and --seeds.")
    }
    if let seeds, SeedRequest(range: seeds) == nil {
      throw ValidationError(
        "--seeds takes a range of at most \(SeedRequest.limit) seeds, such as 1..20, not "
          + "'\(seeds)'."
      )
    }
    try ValidationError.refuse(self.repeat, of: "--repeat", beyond: Self.repeatLimit)
  }
}

/// The options about reports and their destinations.
struct RunTelling: ParsableArguments {
  @Option(
    help: ReportCommand.run.help, completion: ReportCommand.run.completion)
  var report: [String] = []

  @Flag(help: "The same as --report json.")
  var json = false

  @Flag(
    name: .shortAndLong,
    help: "Print every statement, in the human report.")
  var verbose = false

  @Flag(name: .shortAndLong, help: "Print only the totals, in the human report.")
  var quiet = false

  func validate() throws {
    if verbose, quiet {
      throw ValidationError("use only one of --verbose and --quiet.")
    }
  }

  /// The level of detail of the report for people.
  var detail: ReportDetail { verbose ? .statements : quiet ? .totals : .files }

  @Option(
    help: "Colours in the report human: always, never, or auto, which means on a terminal.")
  var color = ColorChoice.auto

  @Flag(help: "The same as --color never; NO_COLOR, TAGSIM_NO_COLOR and TERM=dumb are that, too.")
  var noColor = false

  /// The requested reports, starting with the one on standard output.
  func requests() throws(CommandFailure) -> [ReportRequest] {
    try ReportRequest.requests(
      report, of: .run, isJSON: json, usual: Console.isTerminal || verbose || quiet ? .human : .tap)
  }

  /// Whether the user sees colours.
  var hasColors: Bool {
    (noColor ? .never : color)
      .hasColors(on: Console.isTerminal, ProcessInfo.processInfo.environment)
  }
}
