import ArgumentParser
import CommandKit
import ContainerFormats
import Foundation
import ScenarioEngine
import TagForecast
import TagRuntime
import TerminalKit
import TextKit

/// `tagsim forecast`: predicts the effects of publishing a container across many phones.
struct Forecast: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "forecast",
    abstract: "Predict what happens after you publish a container, across many phones.",
    discussion: HelpText.laidOut(
      """
      Examples:
        tagsim forecast v7.json v8.json Scenarios/checkout.scenario      1,000 phones for one week
        tagsim forecast v7.json v8.json Scenarios --phones 100000 --days 7
        tagsim forecast v7.json v8.json                 journeys generated from both containers
        tagsim forecast v7.json v8.json app.scenario --population mine.population
        tagsim forecast --print-population > mine.population     to start your own
        tagsim forecast v7.json v8.json app.scenario --shard 1/4 -o part1.json
        tagsim forecast merge part1.json part2.json part3.json part4.json
        tagsim forecast v7.json v8.json app.scenario --phone 817 -o one.scenario

      OLD is published first, and NEW two days later at the given time in UTC. Each scenario is a
      journey: what a user does in one session, from the launch until the app leaves the screen. A
      population describes the phones; each phone is drawn with its own seed.

      The forecast shows how many phones have the new version after how long, and why the others do
      not; how often each tag fires under each container; which hits arrive late or never; how many
      requests the servers get; and the outliers: --phone saves one of them as a scenario.

      Reports: human, json (a part for 'forecast merge', with the intervals), md and html (with the
      curve); only one may go to standard output. The number of workers and parts never changes a
      byte.

      With -o, the counts are saved every half minute and when you interrupt; --resume continues
      from them.

      Exit codes: 0 success, 2 interrupted, 3 a file cannot be written, 4 wrong command line, 5 no
      scenario matched, 6 a file cannot be read.
      """), subcommands: [ForecastMerge.self])

  @Argument(help: "The container that is published now.", completion: .file())
  var old: String?

  @Argument(help: "The container to publish.", completion: .file())
  var new: String?

  @Argument(help: "The journeys: scenarios, or folders of scenarios.", completion: .file())
  var scenarios: [String] = []

  @Option(help: "How many phones.") var phones = 1000

  @Option(help: "How many days after publication.") var days = 7

  @Option(help: ArgumentHelp("When NEW is published, in UTC.", valueName: "hh:mm"))
  var publishAt = "10:00"

  @Option(help: "The seed from which every phone is drawn.") var seed: UInt64 = 1

  @Option(
    help: ArgumentHelp(
      "The phones: a .population file; default: 'everyday'.", valueName: "file"),
    completion: .file(extensions: ["population"]))
  var population: String?

  @Flag(help: "Print the population 'everyday' and exit.")
  var printPopulation = false

  @Option(help: ArgumentHelp("Play only one part of the phones, such as 2/5.", valueName: "i/n"))
  var shard: String?

  @Flag(help: "Continue from the counts in the file of -o.")
  var resume = false

  @Option(help: ArgumentHelp("Write this phone to the file of -o, as a scenario.", valueName: "n"))
  var phone: Int?

  @Option(help: "How many threads play; default: one per processor.")
  var workers: Int?

  @OptionGroup var telling: ForecastTelling

  private var output: String? { telling.output }

  func validate() throws {
    if printPopulation { return }
    if old == "merge" { throw ValidationError("merge comes first, before all options.") }
    if new == nil {
      throw ValidationError(
        old == nil ? "OLD and NEW are missing." : "NEW, the container to publish, is missing.")
    }
    try ValidationError.refuse(phones, of: "--phones", beyond: ForecastPlan.phoneLimit)
    try ValidationError.refuse(days, of: "--days", beyond: Int(ForecastPlan.dayLimit))
    if publishMinute == nil {
      throw ValidationError("--publish-at takes a time such as 10:00, not '\(publishAt)'.")
    }
    if let shard, Shard(shard) == nil {
      throw ValidationError("--shard takes a part and their number, such as 2/5, not '\(shard)'.")
    }
    try ValidationError.refuse(workers, of: "--workers", beyond: WorkThreads.limit)
    try ValidationError.refuse(phone, of: "--phone", beyond: phones)
    if phone != nil, output == nil {
      throw ValidationError("--phone writes a scenario: name it with -o FILE.")
    }
    if resume, output == nil {
      throw ValidationError("--resume continues from the file of -o: name it.")
    }
  }

  func run() throws {
    if printPopulation {
      return Console.print(
        Population.builtIn.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(
          String.init))
    }
    let requests = try telling.requests()
    let input = try ForecastInput(self)
    if let phone { return try write(phone, input) }
    try play(input, try telling.places(of: requests, besides: input.paths))
  }

  /// The minute of the day in which NEW is published; nil if the text is not a time.
  var publishMinute: Int64? {
    let parts = publishAt.split(separator: ":", omittingEmptySubsequences: false).map {
      part in
      part.count == 2 && part.allSatisfy(\.isASCII) ? Int64(part) : nil
    }
    guard parts.count == 2, let hour = parts[0], let minute = parts[1], (0...23).contains(hour),
      (0...59).contains(minute)
    else { return nil }
    return hour * 60 + minute
  }

  // MARK: Playing

  /// How often the counts are saved while playing.
  private static let keepingPeriod = Duration.seconds(30)

  private func play(_ input: ForecastInput, _ told: ReportPlaces) throws {
    WorkInterruption.await()
    var part = try begun(input)
    let plan = input.plan
    if !input.remarks.isEmpty { Console.complain(input.remarks) }
    let left = part.wanted - part.played
    let blocks = (left + PlayedPhones.blockSize - 1) / PlayedPhones.blockSize
    let threads = min(workers ?? WorkThreads.atHand, max(1, blocks))
    let work = OrderedWork<ForecastCounts?>(count: blocks, ahead: threads * 4)
    let (first, start) = (part, ContinuousClock.now)
    var kept = start
    ProgressLine.following("playing \(left) phones") { line in
      work.run(threads: threads, isWanted: { !WorkInterruption.isAsked }) {
        { block in
          let places = (first.played + block * PlayedPhones.blockSize)..<first.wanted
          return PlayedPhones.play(
            places.prefix(PlayedPhones.blockSize).map { first.phone(at: $0) }, plan
          ) { WorkInterruption.isAsked }
        }
      } take: { (counts) -> Bool in
        guard let counts else { return false }
        part.take(counts)
        line.change(to: Self.progress(part.played - first.played, of: left, since: start))
        if let output, !DiskFiles.isStream(output), ContinuousClock.now - kept > Self.keepingPeriod
        {
          // A failure to write is reported at the end.
          try? DiskFiles().write(Array((part.json + "\n").utf8), to: output)
          kept = .now
        }
        return !WorkInterruption.isAsked
      }
    }
    Interruption.isNoticed()
    try telling.tell(part, told)
    guard !part.isWhole else { return }
    let hint = output.map { "; --resume -o \(ShellText.path($0)) continues" } ?? ""
    Console.complain(["interrupted after \(part.played) of \(part.wanted) phones\(hint)"])
    throw ExitCode.interrupted
  }

  /// Returns the part to continue from.
  private func begun(_ input: ForecastInput) throws(CommandFailure) -> ForecastPart {
    let shard = shard.flatMap { Shard($0) }
    let empty = ForecastPart(
      input.plan, shard: shard?.number ?? 1, of: shard?.count ?? 1, digest: input.digest)
    guard resume, let output, DiskFiles.isTaken(output) else {
      try telling.refuseOverwriting(countsOtherThan: empty)
      return empty
    }
    let part = try ForecastTelling.part(output)
    guard part.identity == empty.identity, part.shards == empty.shards,
      part.shardCount == empty.shardCount
    else {
      throw CommandFailure(
        "\(output): is a forecast for other files or options, or by another tagsim version: choose "
          + "another file with -o", code: .usage)
    }
    return part
  }

  private static func progress(
    _ done: Int, of all: Int, since start: ContinuousClock.Instant
  ) -> String {
    let spent = Double((ContinuousClock.now - start).components.seconds)
    let left = done > 0 ? Int(spent * Double(all - done) / Double(done)) : 0
    let time = left < 60 ? "\(left) s" : "\(left / 60) min"
    return "phone \(done) of \(all)" + (spent >= 2 ? ", about \(time) left" : "")
  }

  // MARK: One phone

  private func write(_ phone: Int, _ input: ForecastInput) throws {
    Interruption.endsProcess(.silently)
    guard let output, let new else { return }
    try NewScenario.refuse(existing: output)
    let run = try ScenarioLoader.read(phone) { (phone) throws(LoadFailure) in
      try PhoneScenario.run(ofPhone: phone, input.plan, newPath: new)
    }
    let folder = DiskFiles.folder(of: output)
    let recording = Recording(of: run) { name in
      let place =
        name == old || name == new
        ? name : input.loader.resolved(name, besides: input.scenarioPath)
      return RecordingFiles.path(to: place, from: folder)
    }
    try NewScenario.write(Array(recording.text.utf8), to: output)
    let departs =
      recording.departure.map {
        "; playing it does not give the same result: " + $0
      } ?? ""
    Console.print([
      "\(output): phone \(phone)\(departs); 'tagsim \(ShellText.path(output))' opens it"
    ])
  }
}
