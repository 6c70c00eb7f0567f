import ArgumentParser
import CommandKit
import Publishing
import ScenarioEngine
import TagInspection
import TagMonitor
import TagRuntime
import TerminalKit
import TextKit

/// `tagsim explain`: explains an event, tag, value or hit of a scenario, or a captured hit.
struct Explain: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Explain why a tag fired or not, where a value came from, or what a hit means.",
    discussion: HelpText.laidOut(
      """
      Examples:
        tagsim explain offline.scenario --at 12 --tag "Ads conversion"   why it did not fire
        tagsim explain GTM-AB12 --tag "Ads conversion"                   what would fire it
        tagsim explain offline.scenario --value title_string             where it comes from
        tagsim explain offline.scenario --at tunnel --hit 3              what happened to it
        tagsim explain offline.scenario --at 7                           what happened there
        tagsim explain --hit 'v=1&_v=mi3.1.7&t=event&_u=.7nBL'           a captured hit, in quotes
        pbpaste | tagsim explain --hit - --json                          some from standard input

      A scenario is played to its end, and the output is that of the monitor's Explain pane at the
      given place. --at takes the number of an event, the name of a mark, start or end; without it,
      the last event that has the tag, value or hit is explained. For a tag of a container alone,
      the push that fires it is found and tried.

      Without a scenario it reads captured hits: a query, a URL, a request with its headers, the
      lines of a batch, or saved hits as the SDK logs them. _u shows whether an app or a GTM tag
      sent a hit. Undocumented fields are marked unknown. Put a query in quotes, because the shell
      ends a command at &.

      Exit codes: 0 explained, 4 the command line or a name is wrong, 6 no hit was found or the
      input cannot be read.
      """))

  /// The width of a page in columns.
  private static let pageColumns = 96

  @Argument(
    help: "A scenario, or a container with a generated app; - is standard input.",
    completion: .file())
  var file: String?

  @Option(
    help: "The number of an event, the name of a mark, start or end.",
    completion: .custom { words, _, _ in PlaceCompletion.places(words) })
  var at: String?

  @Option(
    help: "The tag to explain.",
    completion: .custom { words, _, _ in PlaceCompletion.containerTags(words) })
  var tag: String?

  @Option(
    help: "A value that the app reads, a variable, or a data layer key.",
    completion: .custom { words, _, _ in PlaceCompletion.variables(words) })
  var value: String?

  @Option(
    help: "The number of a hit; without a file, captured hits, one per line; - is standard input.")
  var hit: String?

  @Option(help: ReportCommand.explain.help, completion: ReportCommand.explain.completion)
  var report: [String] = []

  @Flag(help: "Print captured hits as JSON, on one line.")
  var json = false

  @OptionGroup var branch: BranchOption
  @OptionGroup var history: HistoryOption

  func validate() throws {
    if file == nil {
      if hit == nil { throw ValidationError("Missing expected argument '<file>' or '--hit <hit>'") }
      for (name, isGiven) in [
        ("--tag", tag != nil), ("--value", value != nil), ("--at", at != nil),
        ("--branch", branch.branch != nil),
      ]
      where isGiven {
        throw ValidationError("\(name) needs a scenario: name its file.")
      }
      return
    }
    if [tag, value, hit].count(where: { $0 != nil }) > 1 {
      throw ValidationError("use only one of --tag, --value and --hit.")
    }
    if json { throw ValidationError("--json is for captured hits: remove it, or the file.") }
    if let hit, Int64(hit) == nil {
      throw ValidationError(
        "--hit takes the number of a hit where a file is named, not '\(hit)'.")
    }
  }

  func run() throws {
    Interruption.endsProcess(.silently)
    let places = try ReportPlaces(
      try ReportRequest.requests(
        report, of: .explain, isJSON: json, besides: [file].compactMap { $0 }), of: .explain)
    guard let file else { return try tellCaptured(places) }
    try places.tell(ExplainReport(lines: try page(of: file)))
  }

  // MARK: A scenario

  private var question: Question {
    if let tag { return .tag(tag) }
    if let value { return .value(value) }
    if let number = hit.flatMap({ Int64($0) }) { return .hit(number) }
    return .event
  }

  private func page(of file: String) throws(CommandFailure) -> [String] {
    var opened = try OpenedFile(file, containerOverride: nil)
    let run = try opened.played(branch, history)
    let row = try at.map { (place) throws(CommandFailure) in try run.row(atOption: place) }
    do throws(UnknownSubject) {
      return try page(of: run, at: row, opened.trial)
    } catch {
      for way in at == nil ? opened.otherWays : [] {
        var run = ScenarioRun(way.scenario, inputs: way.inputs)
        run.executeRest()
        guard let page = try? page(of: run, at: nil, nil) else { continue }
        return ["\(way.scenario.variant ?? ""):", ""] + page
      }
      throw CommandFailure(error.sentence, code: .usage)
    }
  }

  /// Returns the page at a row; nil is the present in it, and without it the last row that has the
  /// subject.
  private func page(
    of run: ScenarioRun, at row: Int??, _ trial: TrialScenario?
  ) throws(UnknownSubject) -> [String] {
    var run = run
    let reached = row == nil ? tag.flatMap { trial?.reach($0, in: &run) } : nil
    var monitor = Monitor(run, borders: .utf8)
    monitor.look(at: row ?? reached?.row)
    if row == nil { monitor = try monitor.last(having: question) }
    let head = reached?.words ?? (row == nil ? monitor.judged(question) : nil)
    return (head.map { [$0, ""] } ?? [])
      + (try monitor.answer(to: question, columns: Self.pageColumns))
  }

  // MARK: Captured hits

  private func tellCaptured(_ places: ReportPlaces) throws(CommandFailure) {
    let captured = CapturedHits(try text())
    guard !captured.hits.isEmpty else { throw Self.nothing(in: captured) }
    try places.tell(ExplainReport(lines: captured.lines, json: captured.json))
    if let line = captured.unread.first {
      Console.complain(["tagsim: \"\(line)\" is not a hit and is ignored"])
    }
  }

  private func text() throws(CommandFailure) -> String {
    let hit = hit ?? ""
    guard hit == StandardInput.argument else {
      guard hit.utf8.count <= CapturedHits.byteLimit else {
        throw CommandFailure(
          "--hit: has \(hit.utf8.count) bytes, but at most \(CapturedHits.byteLimit) are read: "
            + "pass fewer hits", code: .badInput)
      }
      return hit
    }
    return String(decoding: try StandardInput.bytes(limit: CapturedHits.byteLimit), as: UTF8.self)
  }

  private static func nothing(in captured: CapturedHits) -> CommandFailure {
    let found = captured.unread.first.map { ": \"\($0)\" is not one" } ?? ""
    return CommandFailure(
      "--hit: there is no hit of Google Analytics\(found); it takes a query such as "
        + "'v=1&t=event&tid=UA-1-1', in quotes", code: .badInput)
  }
}

/// The report of `tagsim explain`: paragraphs, some with a heading above indented lines.
private struct ExplainReport: Reported {
  let lines: [String]
  /// The JSON of captured hits.
  var json: String?

  var document: String { json ?? JSONWriter.write(page.value(with: [])) }

  /// On a terminal, the long lines of captured hits wrap between words, under their value.
  func text(columns: Int?) -> [String] {
    guard let columns, json != nil else { return lines }
    return lines.flatMap { line in
      Wrapping.lines(line, columns: columns).enumerated().map {
        $0.offset == 0 ? $0.element : "      " + $0.element
      }
    }
  }

  var page: HandedReport {
    let paragraphs = lines.dropFirst().split(separator: "")
    return HandedReport(
      title: lines.first ?? "",
      parts: paragraphs.flatMap { paragraph -> [ReportPart] in
        let indented = paragraph.drop { !$0.hasPrefix(" ") }
        let head = paragraph.prefix(paragraph.count - indented.count)
        if indented.isEmpty { return head.map { .text($0, .plain) } }
        return head.map { .heading($0, level: 2) } + [.fixed(Array(indented))]
      })
  }
}
