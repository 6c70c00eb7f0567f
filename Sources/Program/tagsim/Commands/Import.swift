import ArgumentParser
import CommandKit
import ContainerFormats
import Following
import OrderedCollections
import PhoneLog
import ScenarioEngine
import TagInspection
import TagRuntime
import TerminalKit
import TextKit

/// `tagsim import`: reads the hits of a real app from a proxy's capture or a phone's log.
struct Import: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Read a proxy's capture or a phone's log: its hits, events and problems, and the "
      + "tags behind them.",
    discussion: HelpText.laidOut(
      """
      Examples:
        tagsim import shop.har                             the hits, and what is wrong with them
        tagsim import shop.har --hit 3                     one hit, field by field
        tagsim import shop.har --container GTM-AB12        which tag made each hit, from which keys
        tagsim import shop.har --container GTM-AB12 -o shop.scenario    and as a test
        tagsim import monday.log --container GTM-RD10      a phone's log: which tags its events fire
        pbpaste | tagsim import -                          queries or URLs, one per line

      It reads HAR files from Charles, Proxyman, mitmproxy and browsers, JSON sessions of Charles
      (.chlsj), lines with queries, URLs or batches, and the log of a phone: adb logcat, Android
      Studio, Xcode, idevicesyslog or log stream.

      Universal Analytics hits and Firebase uploads are decoded. An upload may also be a file: its
      body, packed or not, the text of protoc --decode_raw or of a view of mitmproxy, or in logcat.
      All other requests are counted by host: their URLs, headers and cookies are never shown or
      written.
      Nothing in a capture leaves this machine; tagsim never uses the network.

      With --container, each hit is traced to a tag of a first-generation container and reproduced:
      tagsim pushes the keys into a run of the container and compares the resulting hit. Requests by
      its custom image tags count as hits, too. With a second-generation container, the events of a
      phone's log or of Firebase's uploads are played.
      -o saves the result as a scenario and never overwrites a file. Without a container, the app in
      it sends the hits itself, or logs the events.

      Exit codes: 0 no problems, 1 a hit has a problem, 3 the scenario cannot be written, 4 wrong
      command line, or the scenario already exists, 6 the capture or the container cannot be read,
      or has neither hits nor events.
      """))

  @Argument(
    help: "A capture: HAR, a JSON session of Charles, or lines; - is standard input.",
    completion: .file(extensions: ["har", "chlsj", "txt"]))
  var capture: String

  @Option(
    help: "A container file of any format, to trace hits to its tags; - is standard input.",
    completion: .file())
  var container: String?

  @Option(
    name: .shortAndLong, help: "The scenario file to write; - is standard output.",
    completion: .file(extensions: ["scenario"]))
  var output: String?

  @Option(help: "The number of a hit to show field by field.")
  var hit: Int?

  @Option(help: ReportCommand.import.help, completion: ReportCommand.import.completion)
  var report: [String] = []

  @Flag(help: "The same as --report json: one line, with every field.")
  var json = false

  func validate() throws {
    if json, hit != nil { throw ValidationError("--json prints every hit: remove --hit.") }
    if DiskFiles.isStandardOutput(output), hit != nil {
      throw ValidationError("--hit and '-o -' both write to standard output: name a file.")
    }
    if container == StandardInput.argument, output != nil {
      throw ValidationError("a scenario names its container file: save the container first.")
    }
  }

  func run() throws { try run { _ in nil } }

  /// Prints the report, under a line about the capture if there is one.
  func run(under head: (Capture) -> String?) throws {
    Interruption.endsProcess(.silently)
    let file = StandardInput.path(capture)
    let source = try container.map { argument throws(CommandFailure) in
      try CapturedContainer(argument)
    }
    let requests = try ReportRequest.requests(
      report, of: .import, isJSON: json, besides: [file] + [container].compactMap { $0 },
      and: output)
    let read = try readCapture(file, source?.container)
    if let head = head(read) { Console.print([head]) }
    if let output { try NewScenario.refuse(existing: output) }
    let made = try scenario(of: read, file, source)
    let page = ImportReport(
      name: file, capture: read, findings: read.findings, scenario: made.hits,
      followed: made.events)
    if let hit {
      guard let lines = page.lines(ofHit: hit) else {
        throw CommandFailure(
          "--hit \(hit): \(file) has \(Counted.text(read.hits.count, "hit")): choose a number from "
            + "1 to \(read.hits.count)", code: .usage)
      }
      return Console.print(lines)
    }
    let isWritten = try write(page.followed?.scenario ?? page.scenario?.text)
    try ReportPlaces(requests, of: .import).tell(page)
    if isWritten, requests.first == ReportRequest(.human), let output {
      Console.print(["", "\(output): written; 'tagsim run \(ShellText.path(output))' plays it"])
    }
    if page.isPart || page.findings.contains(where: \.isFault) { throw ExitCode.findings }
  }

  /// The most remarks that are told of a log without anything else.
  private static let saidLimit = 3

  private func readCapture(
    _ file: String, _ container: CompiledContainer?
  ) throws(CommandFailure) -> Capture {
    let bytes = try DiskFiles().bytes(of: file, limit: Capture.byteLimit)
    if Trace.isMeant(by: bytes) { throw FileKind.trace.failure(file, needing: .capture) }
    let read: Capture
    do throws(CaptureError) {
      read = try ProgressLine.during("reading \(file)") { () throws(CaptureError) in
        try Capture(bytes, year: LogYear.present, pixelsOf: container)
      }
    } catch {
      throw CommandFailure("\(file): \(error.sentence)", code: .badInput)
    }
    let hasUploads = read.form != .log && read.log != nil
    if !read.hits.isEmpty || read.log?.events.isEmpty == false || read.log?.namesFaults == true
      || hasUploads
    {
      return read
    }
    if read.form == .log {
      let said = read.findings.prefix(Self.saidLimit).map { "; \($0.place): \($0.sentence)" }
      throw CommandFailure(
        "\(file): is a phone's log with neither events nor hits nor faults: 'tagsim follow --help' "
          + "shows how to make a phone log them" + said.joined(), code: .badInput)
    }
    let others = ImportReport(name: file, capture: read, findings: [], scenario: nil).others
    let pixels = container == nil ? "" : " and no pixel of the container"
    let there = others.map { "; " + $0 }.joined()
    throw CommandFailure(
      "\(file): there is no hit of Universal Analytics\(pixels) and no upload of Firebase in it"
        + "\(there): capture the app while it sends, with TLS decrypted by the proxy",
      code: .badInput)
  }

  /// The scenarios that were made: of the hits, or of second-generation events.
  private func scenario(
    of read: Capture, _ file: String, _ source: CapturedContainer?
  ) throws(CommandFailure) -> (hits: CaptureScenario?, events: FollowedPhone?) {
    guard source != nil || output != nil else { return (nil, nil) }
    let folder = output.map { DiskFiles.folder(of: $0) }
    let isFirebase = source?.container.version.generation == .firebase
    if let log = read.log, isFirebase || source == nil && read.hits.isEmpty {
      return (nil, try FollowedPhone(log, named: file, source, folder: folder))
    }
    if isFirebase {
      throw CommandFailure(
        "\(source?.words ?? ""): is a container of the second generation (v5), whose events "
          + "Firebase uploads, and it has no upload: save the log of the phone, which shows them",
        code: .badInput)
    }
    let made = try FollowedPhone.made(of: file) { () throws(ScenarioErrors) in
      try ProgressLine.during("trying the hits of \(file)") { () throws(ScenarioErrors) in
        try CaptureScenario(
          of: read, named: String(file.split(separator: "/").last ?? ""),
          container: source.map { ($0.container, $0.path(from: folder ?? "")) })
      }
    }
    return (made, nil)
  }

  private func write(_ text: String?) throws(CommandFailure) -> Bool {
    guard let text, let output else { return false }
    try NewScenario.write(text, to: output)
    return true
  }
}

extension Capture {
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

/// The container whose tags are matched with captured hits.
struct CapturedContainer {
  let container: CompiledContainer
  private let file: String

  /// The file's name for users.
  var words: String { file }
  /// The id, of the container or of its file's name; nil if neither says it.
  var id: String? {
    let id = LanguageWord.id(of: container.version, path: file)
    return id == LanguageWord.unknownID ? nil : id
  }

  init(_ argument: String) throws(CommandFailure) {
    let input = try DiskFiles().input(argument)
    try self.init(input.bytes, named: input.name)
  }

  init(_ bytes: [UInt8], named name: String) throws(CommandFailure) {
    file = name
    container = CompiledContainer(try MachineFiles.version(in: bytes, name))
  }

  /// Returns the path to its file from a scenario's folder.
  func path(from folder: String) -> String { RecordingFiles.path(to: file, from: folder) }
}
