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

      Reports: human, json (a part for 'forecast merge'), csv, md, html and svg; only the first may
      go to standard output. The number of workers and parts never changes a byte.

      With -o, the counts are saved every half minute and when you interrupt; --resume continues
      from them.

      Exit codes: 0 success, 2 interrupted, 3 a file cannot be written, 4 wrong command line, 5 no
      scenario matched, 6 a file cannot be read.
      """))

  enum Form: String, ReportFormats {
    case human
    case json
    case csv
    case md
    case html
    case svg

    var isJSON: Bool { self == .json }
  }

  /// The default number of phones.
  static let usualPhones = 1000

  @Argument(
    help: "The container that is published now; or merge, to add up parts.", completion: .file())
  var old: String?

  @Argument(help: "The container to publish.", completion: .file())
  var new: String?

  @Argument(help: "The journeys: scenarios, or folders of scenarios.", completion: .file())
  var scenarios: [String] = []

  @Option(name: .customLong("phones"), help: "How many phones; default: 1000.")
  var givenPhones: Int?

  @Option(name: .customLong("days"), help: "How many days after publication; default: 7.")
  var givenDays: Int?

  @Option(
    help: ArgumentHelp("When NEW is published, in UTC; default: 10:00.", valueName: "hh:mm"))
  var publishAt: String?

  @Option(name: .customLong("seed"), help: "The seed from which every phone is drawn; default: 1.")
  var givenSeed: UInt64?

  @Option(
    help: ArgumentHelp(
      "The phones: a .population file; default: 'everyday'.", valueName: "file"),
    completion: .file(extensions: ["population"]))
  var population: String?

  @Flag(help: "Print the population 'everyday' and exit.")
  var printPopulation = false

  @Option(help: ArgumentHelp("Play only one part of the phones, such as 2/5.", valueName: "i/n"))
  var shard: String?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The file for the counts, a part for merge; with --phone, for the scenario.",
      valueName: "file"), completion: .file())
  var output: String?

  @Flag(help: "Continue from the counts in the file of -o.")
  var resume = false

  @Option(help: ArgumentHelp("Write this phone to the file of -o, as a scenario.", valueName: "n"))
  var phone: Int?

  @Option(help: "How many threads play; default: one per processor.")
  var workers: Int?

  @Option(
    help: ArgumentHelp(
      "A report: human, json, csv, md, html or svg, as FORMAT or FORMAT=FILE; "
        + "repeatable.", valueName: "format[=file]"),
    completion: .list(Form.allCases.map(\.rawValue)))
  var report: [String] = []

  @Flag(help: "Print figures without bars.")
  var plain = false

  var isMerge: Bool { old == "merge" }
  var phones: Int { givenPhones ?? Self.usualPhones }
  var days: Int { givenDays ?? 7 }
  var seed: UInt64 { givenSeed ?? 1 }

  /// The options about playing, which do not apply to adding up parts.
  private var playing: [(name: String, isGiven: Bool)] {
    [
      ("--phones", givenPhones != nil), ("--days", givenDays != nil),
      ("--publish-at", publishAt != nil), ("--seed", givenSeed != nil),
      ("--population", population != nil), ("--shard", shard != nil), ("--resume", resume),
      ("--phone", phone != nil), ("--workers", workers != nil),
    ]
  }

  func validate() throws {
    if printPopulation { return }
    if isMerge, let other = playing.first(where: \.isGiven) {
      throw ValidationError("merge plays nothing: remove \(other.name).")
    }
    guard old != nil, let new else {
      throw ValidationError(
        isMerge
          ? "merge takes part files: name some."
          : old == nil
            ? "OLD and NEW are missing."
            : "NEW, the container to publish, is missing.")
    }
    if !(1...ForecastPlan.phoneLimit).contains(phones) {
      throw ValidationError(
        "--phones takes a number from 1 to \(ForecastPlan.phoneLimit), not \(phones).")
    }
    if !(1...Int(ForecastPlan.dayLimit)).contains(days) {
      throw ValidationError(
        "--days takes a number from 1 to \(ForecastPlan.dayLimit), not \(days).")
    }
    if publishMinute == nil {
      throw ValidationError("--publish-at takes a time such as 10:00, not '\(publishAt ?? "")'.")
    }
    if let shard, Shard(shard) == nil {
      throw ValidationError("--shard takes a part and their number, such as 2/5, not '\(shard)'.")
    }
    if let workers, !(1...WorkThreads.limit).contains(workers) {
      throw ValidationError(
        "--workers takes a number from 1 to \(WorkThreads.limit), not \(workers).")
    }
    if let phone, !(1...phones).contains(phone) {
      throw ValidationError("--phone takes a number from 1 to \(phones), not \(phone).")
    }
    if phone != nil, output == nil {
      throw ValidationError("--phone writes a scenario: name it with -o FILE.")
    }
    if resume, output == nil {
      throw ValidationError("--resume continues from the file of -o: name it.")
    }
    if isMerge, new.hasPrefix("-") { throw ValidationError("merge takes part files.") }
  }

  func run() throws {
    if printPopulation {
      return Console.print(
        Population.builtIn.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(
          String.init))
    }
    let requests = try requests()
    if isMerge {
      Interruption.endsProcess(.silently)
      let paths = [new].compactMap { $0 } + scenarios
      let told = try places(of: requests, besides: paths)
      let whole = try merged(paths)
      try refuseOverwriting(countsOtherThan: whole)
      return try tell(whole, told)
    }
    let input = try ForecastInput(self)
    if let phone { return try write(phone, input) }
    let places = try places(of: requests, besides: input.paths)
    try play(input, places)
  }

  /// The minute of the day in which NEW is published; nil if the text is not a time.
  var publishMinute: Int64? {
    let parts = (publishAt ?? "10:00").split(separator: ":", omittingEmptySubsequences: false).map {
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

  private func play(_ input: ForecastInput, _ told: [(Form, ReportSink)]) throws {
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
    try tell(part, told)
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
      try refuseOverwriting(countsOtherThan: empty)
      return empty
    }
    let part = try Self.part(output)
    guard part.identity == empty.identity, part.shards == empty.shards,
      part.shardCount == empty.shardCount
    else {
      throw CommandFailure(
        "\(output): is a forecast for other files or options, or by another tagsim version: choose "
          + "another file with -o", code: .usage)
    }
    return part
  }

  /// Refuses to overwrite other counts, which took long to make.
  private func refuseOverwriting(countsOtherThan new: ForecastPart) throws(CommandFailure) {
    guard let output, DiskFiles.isTaken(output) else { return }
    let old = try Self.part(output)
    let isSame =
      old.identity == new.identity && old.shards == new.shards && old.shardCount == new.shardCount
    if isSame, old.isWhole { return }
    throw CommandFailure(
      isSame
        ? "-o \(output): already has \(Counted.text(old.played, "phone")) of this forecast: "
          + "continue with --resume, or choose another name"
        : "-o \(output): is another forecast: choose another name", code: .usage)
  }

  private static func progress(
    _ done: Int, of all: Int, since start: ContinuousClock.Instant
  ) -> String {
    let spent = Double((ContinuousClock.now - start).components.seconds)
    let left = done > 0 ? Int(spent * Double(all - done) / Double(done)) : 0
    let time = left < 60 ? "\(left) s" : "\(left / 60) min"
    return "phone \(done) of \(all)" + (spent >= 2 ? ", about \(time) left" : "")
  }

  // MARK: Parts

  private func merged(_ paths: [String]) throws(CommandFailure) -> ForecastPart {
    var whole: ForecastPart?
    for path in paths {
      let part = try Self.part(path)
      if paths.count > 1, !part.isWhole {
        throw CommandFailure(
          "\(path): has \(part.played) of \(part.wanted) phones: finish it with --resume first",
          code: .badInput)
      }
      do throws(ForecastPart.Mistake) {
        if whole == nil { whole = part } else { try whole?.add(part) }
      } catch {
        throw CommandFailure("\(path): \(error.sentence)", code: .badInput)
      }
    }
    guard let whole else { throw CommandFailure("merge takes part files", code: .usage) }
    return whole
  }

  private static func part(_ path: String) throws(CommandFailure) -> ForecastPart {
    let bytes = try DiskFiles().bytes(of: path, limit: ForecastPart.byteLimit)
    do throws(ForecastPart.Mistake) {
      return try ForecastPart(json: bytes)
    } catch {
      throw CommandFailure("\(path): \(error.sentence)", code: .badInput)
    }
  }

  // MARK: Telling

  private func requests() throws(CommandFailure) -> [ReportRequest<Form>] {
    do throws(ReportMistake) {
      return try ReportRequest<Form>.requests(report, isJSON: false, usual: .human)
    } catch {
      throw CommandFailure(error.sentence, code: .usage)
    }
  }

  /// Opens the destinations of the reports before anything is played. No report may overwrite a
  /// file that is read, and counts may only overwrite other counts.
  private func places(
    of requests: [ReportRequest<Form>], besides read: [String]
  ) throws(CommandFailure) -> [(Form, ReportSink)] {
    try ReportRequest.refuseOverwriting(requests, read)
    if let output {
      let disk = DiskFiles()
      try disk.refuse(overwriting: read, with: output, option: "-o ")
      try disk.checkWritable(output)
      if DiskFiles.isTaken(output), (try? Self.part(output)) == nil {
        throw CommandFailure(
          "-o \(output): exists and is not a forecast: choose another name", code: .usage)
      }
    }
    var places: [(Form, ReportSink)] = []
    for request in requests {
      places.append((request.format, try ReportSink(request, hasColors: false)))
    }
    return places
  }

  private func tell(
    _ part: ForecastPart, _ told: [(Form, ReportSink)]
  ) throws(CommandFailure) {
    // Counts take long to make, so they are saved first.
    if let output { try DiskFiles().write(Array((part.json + "\n").utf8), to: output) }
    let report = ForecastReport(part, hasBars: !plain)
    for (form, place) in told {
      var sink = place
      let lines =
        switch form {
        case .human: report.lines
        case .json: [part.json]
        case .csv: report.csv
        case .md: report.report.chapter
        case .html: report.report.lines(.html)
        case .svg: report.svg
        }
      try sink.write(lines.map { ReportLine($0) })
      try sink.close()
    }
  }

  // MARK: One phone

  private func write(_ phone: Int, _ input: ForecastInput) throws {
    Interruption.endsProcess(.silently)
    guard let output, let new else { return }
    try NewScenario.refuse(existing: output)
    let run: ScenarioRun
    do throws(LoadFailure) {
      run = try PhoneScenario.run(ofPhone: phone, input.plan, newPath: new)
    } catch {
      throw CommandFailure(problems: error.problems, code: .badInput)
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
