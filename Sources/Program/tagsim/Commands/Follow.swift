import ArgumentParser
import CommandKit
import ContainerFormats
import Following
import Foundation
import MeasurementPlan
import OrderedCollections
import PhoneLog
import PlanChecking
import RunPage
import ScenarioEngine
import TagInspection
import TagRuntime
import TerminalKit
import TextKit

/// `tagsim follow`: reads the log of a real phone, or a proxy's capture, and compares it with the
/// container.
struct Follow: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "follow",
    abstract: "Read a real phone's log or a proxy's capture: what it sent, what is wrong with it, "
      + "and what the container should have sent.",
    discussion: HelpText.laidOut(
      """
      Examples:
        adb logcat | tagsim follow --container GTM-AB12.json           an Android phone, live
        idevicesyslog | tagsim follow --container GTM-AB12.json        an iPhone, live
        adb logcat -d | tagsim follow --container GTM-AB12.json --report human    the log so far
        tagsim follow --container GTM-AB12 monday.log                  a saved log
        tagsim follow --container GTM-AB12 hits.har                    a capture that grows
        tagsim demo follow                                             a shipped log, slowly
        tagsim follow --container GTM-AB12 monday.log --report junit=follow.xml
        tagsim follow --container GTM-AB12 monday.log -o monday.scenario    and as a test
        tagsim follow monday.log --plan plan.csv       and what is not as planned
        tagsim follow shop.har                   without a container: the hits, and what is wrong
        tagsim follow shop.har --hit 3           one hit, field by field
        pbpaste | tagsim import -                queries or URLs, one per line

      The log can come from any console: adb logcat in any format, Android Studio, Xcode,
      idevicesyslog or log stream; other lines in it do no harm. Turn the SDK's logging on first:
        Android, v5     adb shell setprop log.tag.FA VERBOSE
                        adb shell setprop log.tag.FA-SVC VERBOSE
                        adb shell setprop log.tag.GoogleTagManager VERBOSE
        Android, v4     adb shell setprop log.tag.GAv4 DEBUG
        iOS, v5         the launch argument -FIRAnalyticsDebugEnabled
        iOS, v3         [GAI sharedInstance].logger.logLevel = kGAILogLevelVerbose, and
                        [TAGManager instance].logger's level kTAGLoggerLogLevelVerbose

      A capture is a HAR file from Charles, Proxyman, mitmproxy or a browser, a JSON session of
      Charles (.chlsj), or lines with queries, URLs or batches. Universal Analytics hits and
      Firebase uploads are decoded. An upload may also be a file: its body, packed or not, the text
      of protoc --decode_raw or of a view of mitmproxy, or in logcat. All other requests are counted
      by host: their URLs, headers and cookies are never shown or written.

      With --container, tagsim plays each event of the phone against the container, and looks in the
      log for what the tags must do: seen on the phone (✓), seen with other values or lost (≠),
      expected but not seen (!), something that no log shows (–); or seen but not expected (+).
      First-generation phones log no events, so each of their hits is traced to the tag that makes
      it: tagsim pushes the keys into a run of the container and compares the resulting hit.
      Requests by its custom image tags count as hits, too.
      -o saves the result as a scenario and never overwrites a file. Without a container, the app in
      it sends the hits itself, or logs the events.

      With a container, on a terminal, the monitor opens and shows what the phone does as it
      happens, beside what the container must send; it stays open at the end of the log. With
      --report, -o or --hit, without a container or without a terminal, tagsim reads the log to its
      end and prints a report. 'tagsim import' is another name, and never opens the monitor.

      Nothing leaves this machine; tagsim never uses the network.

      Exit codes: 0 nothing is wrong, and everything expected was seen, 1 something was not,
      differs, was lost or was not expected, the log names a fault, a hit has a problem (without a
      container), the plan is not met, or it is too long and lines were left out, 3 a file cannot be
      written, 4 wrong command line, or the scenario already exists, 5 nothing of what the tags must
      do can be seen, 6 the log or the container cannot be read, or the log has neither events, hits
      nor faults.
      """))

  @OptionGroup var phone: PhoneOptions

  func run() throws { try phone.run(on: try MonitorOptions.parse([])) }
}

/// `tagsim import`: `follow` that only prints.
struct Import: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "The same as follow, but it always prints a report, and never opens the monitor.",
    discussion: "'tagsim help follow' says what it reads.")

  @OptionGroup var phone: PhoneOptions

  func run() throws { try phone.run() }
}

/// What `follow` and `import` read, and what they make of it.
struct PhoneOptions: ParsableArguments {
  @Argument(
    help: "A log, a capture (HAR, .chlsj, lines) or an upload; - is standard input.",
    completion: .file())
  var log = StandardInput.argument

  @Option(help: "A container file of any format; - is standard input.", completion: .file())
  var container: String?

  @Option(
    help: "A measurement plan that the phone's events must match; repeatable.",
    completion: .file())
  var plan: [String] = []

  @Option(help: ReportCommand.follow.help, completion: ReportCommand.follow.completion)
  var report: [String] = []

  @Option(
    name: .shortAndLong, help: "The scenario file to write; - is standard output.",
    completion: .file(extensions: ["scenario"]))
  var output: String?

  @Option(help: "The number of a hit to show field by field.")
  var hit: Int?

  @Flag(help: "The same as --report json: one line, with every field.")
  var json = false

  func validate() throws {
    if json, hit != nil { throw ValidationError("--json prints every hit: remove --hit.") }
    if DiskFiles.isStandardOutput(output), hit != nil {
      throw ValidationError("--hit and '-o -' both write to standard output: name a file.")
    }
    guard container == StandardInput.argument else { return }
    if log == StandardInput.argument {
      throw ValidationError("--container takes a file: standard input is for the log.")
    }
    if output != nil {
      throw ValidationError("a scenario names its container file: save the container first.")
    }
  }

  /// Follows the phone in a monitor with its options, if there is one, or prints the reports.
  ///
  /// - Parameters:
  ///   - options: the options of a monitor; nil if none may open.
  ///   - head: a line about the log or the capture, above a report.
  func run(on options: MonitorOptions? = nil, under head: (Capture) -> String? = { _ in nil })
    throws
  {
    let file = StandardInput.path(log)
    let requests = try ReportRequest.requests(
      report, of: .follow, isJSON: json, besides: [file] + [container].compactMap { $0 } + plan,
      and: output)
    var input = PlanInput()
    for path in plan { try input.take(path, as: .plan) }
    let planned = plan.isEmpty ? nil : try input.plan()
    if let output { try NewScenario.refuse(existing: output) }
    let source = try container.map { argument throws(CommandFailure) in
      try CapturedContainer(argument)
    }
    if StandardInput.isMeant(by: file), isatty(STDIN_FILENO) != 0 {
      let words = container.map { "--container " + ShellText.path($0) } ?? "--container FILE"
      throw CommandFailure(
        "no log given: pipe one in, such as 'adb logcat | tagsim follow \(words)', or name its "
          + "file", code: .usage)
    }
    if let options, let source, let container, isWatched {
      var feed = try PhoneFeed(file, source)
      if let planned { feed.check(planned, of: source) }
      let opened = try OpenedFile(followed: feed.text, container: container)
      return try options.show(opened, feed: feed) { _ in }
    }
    Interruption.endsProcess(.silently)
    try tell(try Self.read(file, source), file, source, planned, requests, under: head)
  }

  /// Whether to show it in the monitor: on a terminal, unless something is requested.
  private var isWatched: Bool {
    report.isEmpty && !json && hit == nil && output == nil && container != StandardInput.argument
      && isatty(STDOUT_FILENO) != 0 && ProcessInfo.processInfo.environment["TERM"] != "dumb"
  }

  private func tell(
    _ read: Capture, _ file: String, _ source: CapturedContainer?, _ plan: MeasurementPlan?,
    _ requests: [ReportRequest], under head: (Capture) -> String?
  ) throws {
    if let head = head(read) { Console.print([head]) }
    if !read.phones.isEmpty { return try tell(read.phones, file, source, plan, requests) }
    var followed: FollowedPhone?
    if source != nil || output != nil {
      followed = try FollowedPhone(
        read, named: file, source, folder: output.map { DiskFiles.folder(of: $0) })
    }
    let page = FollowReport(
      name: file, capture: read, container: source?.words, followed: followed,
      plan: plan.map { PlanReport($0, read, named: file, source) })
    if let hit {
      guard let lines = page.lines(ofHit: hit) else {
        throw CommandFailure(
          "--hit \(hit): \(file) has \(Counted.text(read.hits.count, "hit")): choose a number from "
            + "1 to \(read.hits.count)", code: .usage)
      }
      return Console.print(lines)
    }
    if let output, let followed {
      try NewScenario.write(followed.follower.text, to: output)
    }
    var requests = requests
    if let source {
      // A phone beside its container is a page that plays.
      for request in requests where request.format == .html {
        var sink = try ReportSink(request, hasColors: false)
        let shown = try FollowedPhone.page(of: read, named: file, source)
        try sink.write(shown.lines.map { ReportLine($0) })
        try sink.close()
      }
      requests.removeAll { $0.format == .html }
    }
    try ReportPlaces(requests, of: .follow).tell(page)
    if requests.first == ReportRequest(.human), let output {
      Console.print(["", "\(output): written; 'tagsim run \(ShellText.path(output))' plays it"])
    }
    if page.hasFaults { throw ExitCode.findings }
    if let reason = page.blindness, let source {
      throw CommandFailure(
        "\(file): nothing that \(source.words) must make can be seen: \(reason)", code: .nothingSeen
      )
    }
  }

  /// Reports on each of the phones that wrote a log.
  private func tell(
    _ phones: [(id: String, capture: Capture)], _ file: String, _ source: CapturedContainer?,
    _ plan: MeasurementPlan?, _ requests: [ReportRequest]
  ) throws {
    if let option = output == nil ? hit.map({ _ in "--hit" }) : "-o" {
      throw CommandFailure(
        "\(file): is the log of \(phones.count) phones (\(phones.map(\.id).listed(upTo: 8))), but "
          + "\(option) is for one: save the lines of one phone", code: .usage)
    }
    let reports = try phones.map { phone in
      let name = "\(file), phone \(phone.id)"
      let followed = try source.map {
        try FollowedPhone(phone.capture, named: name, $0, folder: nil)
      }
      return FollowReport(
        name: name, capture: phone.capture, container: source?.words, followed: followed,
        plan: plan.map { PlanReport($0, phone.capture, named: name, source) })
    }
    try ReportPlaces(requests, of: .follow).tell(
      PhonesReport(name: file, ids: phones.map(\.id), reports: reports))
    if reports.contains(where: \.hasFaults) { throw ExitCode.findings }
    let reasons = reports.compactMap(\.blindness)
    if reasons.count == reports.count, let reason = reasons.first, let source {
      throw CommandFailure(
        "\(file): nothing that \(source.words) must make can be seen: \(reason)", code: .nothingSeen
      )
    }
  }

  /// The most remarks that are told of a log without anything else.
  private static let saidLimit = 3

  /// Reads a log, a capture or an upload.
  static func read(
    _ file: String, _ source: CapturedContainer?
  ) throws(CommandFailure) -> Capture {
    // The command line need not name standard input.
    let bytes =
      StandardInput.isMeant(by: file)
      ? try StandardInput.bytes(limit: Capture.byteLimit)
      : try DiskFiles().bytes(of: file, limit: Capture.byteLimit)
    if Trace.isMeant(by: bytes) { throw FileKind.trace.failure(file, needing: .log) }
    var read: Capture?
    var failure: CaptureError?
    do throws(CaptureError) {
      read = try ProgressLine.during("reading \(file)") { () throws(CaptureError) in
        try Capture(bytes, year: LogYear.present, pixelsOf: source?.container)
      }
    } catch {
      failure = error
    }
    if let read, read.hasEvidence { return read }
    // Lines of which no SDK wrote any may still have hits, as a proxy prints them.
    if !Capture.isArchive(bytes), PhoneRecord(uploadIn: bytes) == nil {
      let lines = Capture(of: PhoneRecord(reading: bytes), year: LogYear.present)
      if lines.hasEvidence { return lines }
    }
    let kind = FileKind(of: bytes)
    if kind == .scenario || kind == .container { throw kind.failure(file, needing: .log) }
    guard let read else {
      throw CommandFailure("\(file): \(failure?.sentence ?? "")", code: .badInput)
    }
    if read.form == .log {
      let said = read.findings.prefix(Self.saidLimit).map { "; \($0.place): \($0.sentence)" }
      throw CommandFailure(
        "\(file): is a phone's log with neither events nor hits nor faults: 'tagsim follow --help' "
          + "shows how to make a phone log them" + said.joined(), code: .badInput)
    }
    let others = FollowReport(name: file, capture: read, container: nil, followed: nil).others
      .map { "; " + $0 }.joined()
    let pixels = source == nil ? "" : " and no pixel of the container"
    throw CommandFailure(
      "\(file): there is no hit of Universal Analytics\(pixels) and no upload of Firebase in it"
        + "\(others): capture the app while it sends, with TLS decrypted by the proxy",
      code: .badInput)
  }
}

extension PlanReport {
  /// Holds what a phone did against a plan; what tags of its container log needs no row.
  fileprivate init(
    _ plan: MeasurementPlan, _ capture: Capture, named name: String, _ source: CapturedContainer?
  ) {
    var evidence = PlanEvidence(.phone)
    evidence.add(capture, file: name)
    if let source {
      evidence.ownEvents = Set(ContainerListening(of: source.container).ownEvents)
    }
    self.init(comparison: PlanComparison(plan, [evidence]))
  }
}

extension Capture {
  /// Whether it has something that a phone did, or a fault that an SDK names.
  fileprivate var hasEvidence: Bool {
    !hits.isEmpty || log.map { !$0.events.isEmpty || $0.namesFaults || form != .log } ?? false
  }

  /// What a file is that is opened without a container.
  var kindLine: String {
    let isEvents = log?.events.isEmpty == false
    let isOfAndroid =
      log?.isOfAndroid
      ?? hits.first?.fields["&_v"].flatMap { $0.hasPrefix("m") ? $0.hasPrefix("ma") : nil }
    var parts = [form == .har ? "a capture (HAR)" : form.words]
    if let log, form == .log { parts.append(Counted.text(log.lineCount, "line")) }
    if requestCount > 0 { parts.append(Counted.text(requestCount, "request")) }
    if let isOfAndroid { parts.append(isOfAndroid ? "Android" : "iOS") }
    if isEvents { parts.append("v5") }
    if !hits.isEmpty { parts.append(isOfAndroid.map { $0 ? "v4" : "v3" } ?? "v3 or v4") }
    return parts.joined(separator: ", ") + ": no container named; --container explains its tags"
  }
}
