import ArgumentParser
import CommandKit
import ScenarioEngine
import TagFuzz

/// `tagsim-lab follow`: simulated phones write their logs, and the follower must find in each what
/// its simulation knows.
struct FollowSeeds: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "follow",
    abstract: "Follow the logs of simulated phones, by seed, and judge what is found in them.",
    discussion: """
      Examples:
        tagsim-lab follow                        the seeds 1 to 200
        tagsim-lab follow --seeds 77 --print     the log of one seed, and what departs
        tagsim-lab follow Scenarios              the phones of scenarios instead of drawn ones

      Every seed is a container, a day of a phone, a console that shows its log, and one deviation
      that is planted in it: a wrong value, a hit that is missing, late or lost, a log that is cut.
      The follower must find exactly that.

      Exit codes: 0 it does, 1 it does not, 3 an internal error, 4 wrong command line.
      """)

  @Argument(help: "Scenarios whose phones are followed, in turn.", completion: .file())
  var scenarios: [String] = []

  @Option(help: ArgumentHelp("The seeds, first and last, or one.", valueName: "a..b"))
  var seeds = "1..200"

  @Flag(help: "Print the logs.")
  var print = false

  private var request: SeedRequest? {
    UInt64(seeds).map { .one($0) } ?? SeedRequest(range: seeds)
  }

  func validate() throws {
    if request == nil {
      throw ValidationError(
        "--seeds takes a range of at most \(SeedRequest.limit), such as 1..200, or one seed, not "
          + "'\(seeds)'.")
    }
  }

  func run() throws {
    var report = FollowReport()
    let loader = ScenarioLoader(of: DiskFiles())
    let given = try ScenarioFinder.scenarios(at: scenarios, asTests: false).map {
      try loader.load($0)
    }
    for seed in request?.seeds.compactMap({ $0 }) ?? [] {
      let verdict =
        try given.isEmpty
        ? FollowVerdict(seed: seed)
        : FollowVerdict(seed: seed, given[Int(seed % UInt64(given.count))])
      report.take(verdict)
      Console.print((print ? [verdict.log] : []) + verdict.lines)
    }
    Console.print(report.lines)
    if report.failed > 0 { throw ExitCode.expectationFailed }
  }
}
