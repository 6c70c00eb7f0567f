import ArgumentParser
import CommandKit
import ContainerFormats
import Following
import Foundation
import PhoneLog
import ScenarioEngine
import TagInspection
import TagRuntime
import TextKit

/// `tagsim follow`: compares the log of a real phone with the container.
struct Follow: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "follow",
    abstract: "Check a real phone's log against a container: what it sent, and what it should have "
      + "sent.",
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

      The log can come from any console: adb logcat in any format, Android Studio, Xcode,
      idevicesyslog or log stream; other lines in it do no harm. Turn the SDK's logging on first:
        Android, v5     adb shell setprop log.tag.FA VERBOSE
                        adb shell setprop log.tag.FA-SVC VERBOSE
                        adb shell setprop log.tag.GoogleTagManager VERBOSE
        Android, v4     adb shell setprop log.tag.GAv4 DEBUG
        iOS, v5         the launch argument -FIRAnalyticsDebugEnabled
        iOS, v3         [GAI sharedInstance].logger.logLevel = kGAILogLevelVerbose, and
                        [TAGManager instance].logger's level kTAGLoggerLogLevelVerbose

      tagsim plays each event of the phone against the container, and looks in the log for what the
      tags must do: seen on the phone (+), seen with other values or lost (≠), expected but not
      seen (!), seen but not expected (?), or something that no log shows (·). First-generation
      phones log no events, so each of their hits is traced to the tag that makes it.

      It also follows the hits in a proxy's capture: a HAR file that is saved repeatedly, or lines
      with URLs or JSON as mitmdump prints them.

      On a terminal, the monitor opens and shows what the phone does as it happens. It stays open at
      the end of the log, and A lists what was seen and what was not. With --report, -o, or without
      a terminal, tagsim reads the log to its end and prints a report.

      Nothing leaves this machine; tagsim never uses the network.

      Reports: human, tap, junit, json, md and html. One may go to standard output, others to files.

      Exit codes: 0 everything expected was seen, 1 something was not, differs, was lost or was not
      expected, the log names a fault, or it is too long and lines were left out, 3 a file cannot be
      written, 4 wrong command line, 5 nothing of what the tags must do can be seen, 6 the log or
      the container cannot be read, or the log has neither events, hits nor faults.
      """))

  @Option(help: "A container file of any format.", completion: .file())
  var container: String

  @Argument(help: "A log; - is standard input.", completion: .file())
  var log = StandardInput.argument

  @Option(
    help: ReportCommand.follow.help, completion: ReportCommand.follow.completion)
  var report: [String] = []

  @Option(
    name: .shortAndLong, help: "The scenario file to write; - is standard output.",
    completion: .file(extensions: ["scenario"]))
  var output: String?

  func validate() throws {
    if container == StandardInput.argument {
      throw ValidationError("--container takes a file: standard input is for the log.")
    }
  }

  func run() throws { try run(on: try MonitorOptions.parse([])) }

  /// Follows the phone in the monitor with its options, or prints the reports.
  func run(on options: MonitorOptions) throws {
    let file = StandardInput.path(log)
    let requests = try ReportRequest.requests(
      report, of: .follow, besides: [file, container], and: output)
    if let output { try NewScenario.refuse(existing: output) }
    let source = try CapturedContainer(container)
    if StandardInput.isMeant(by: file), isatty(STDIN_FILENO) != 0 {
      throw CommandFailure(
        "no log given: pipe one in, such as 'adb logcat | tagsim follow --container "
          + "\(ShellText.path(container))', or name its file", code: .usage)
    }
    if isWatched { return try watch(file, source, options) }
    Interruption.endsProcess(.silently)
    // The command line need not name standard input.
    let bytes =
      StandardInput.isMeant(by: file)
      ? try StandardInput.bytes(limit: Capture.byteLimit)
      : try DiskFiles().bytes(of: file, limit: Capture.byteLimit)
    let page = try report(on: bytes, file, source)
    try ReportPlaces(requests, of: .follow).tell(page)
    if let output { try NewScenario.write(page.followed.scenario, to: output) }
    if page.hasFaults { throw ExitCode.findings }
    if let reason = page.blindness {
      throw CommandFailure(
        "\(file): nothing that \(source.words) must make can be seen: \(reason)", code: .nothingSeen
      )
    }
  }

  /// Whether to show it in the monitor: on a terminal, unless a report or a scenario is requested.
  private var isWatched: Bool {
    report.isEmpty && output == nil && isatty(STDOUT_FILENO) != 0
      && ProcessInfo.processInfo.environment["TERM"] != "dumb"
  }

  /// Follows the phone in the monitor while its log grows.
  private func watch(
    _ file: String, _ source: CapturedContainer, _ options: MonitorOptions
  ) throws {
    let feed = try PhoneFeed(file, source)
    let opened = try OpenedFile(followed: feed.text, container: container)
    try options.show(opened, feed: feed) { _ in }
  }

  /// Plays a log, or the hits or uploads of a capture.
  private func report(
    on bytes: [UInt8], _ file: String, _ source: CapturedContainer
  ) throws(CommandFailure) -> FollowReport {
    let capture: Capture
    if Capture.isArchive(bytes) || PhoneRecord(uploadIn: bytes) != nil {
      do throws(CaptureError) {
        capture = try Capture(bytes, year: LogYear.present)
      } catch {
        throw CommandFailure("\(file): \(error.sentence)", code: .badInput)
      }
    } else {
      let record = PhoneRecord(reading: bytes)
      if record.events.isEmpty, record.hits.isEmpty, !record.namesFaults {
        throw CommandFailure(
          "\(file): has neither events nor hits in \(Counted.text(record.lineCount, "line")): "
            + "'tagsim follow --help' shows how to make a phone log them", code: .badInput)
      }
      capture = Capture(of: record, year: LogYear.present)
    }
    let folder = output.map { DiskFiles.folder(of: $0) }
    let isFirebase = source.container.version.generation == .firebase
    let followed =
      if isFirebase, let log = capture.log {
        try FollowedPhone(log, named: file, source, folder: folder)
      } else {
        try FollowedPhone(capture, named: file, source, folder: folder)
      }
    return FollowReport(
      log: file, capture: capture, container: source.words, followed: followed)
  }
}
