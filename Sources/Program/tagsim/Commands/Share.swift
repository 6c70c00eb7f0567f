import ArgumentParser
import CommandKit
import Following
import Publishing
import RunPage
import ScenarioEngine
import TagInspection
import TagRuntime
import TagSimulation
import TextKit

/// `tagsim share`: writes a run as one page that plays in a browser.
struct Share: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "share",
    abstract: "Write a run as one page that plays in a browser, without a network.",
    discussion: HelpText.laidOut(
      """
      Examples:
        tagsim share offline.scenario -o offline.html    for a colleague without a terminal
        tagsim share monday.trace -o monday.html --at 12 it opens at event 12
        tagsim share GTM-AB12.json -o container.html     a container, in a generated app
        tagsim share v8.json v9.json -o changes.html     what changes when v9 is published
        tagsim share phone.log --container GTM-AB12.json -o phone.html    a real phone beside it

      The page is one file: it loads nothing and sends nothing. It begins with what needs a look:
      checks that failed and why, tags that did nothing, tags that never fired. Below, it plays the
      run: a timeline, the events, and at each event the tags with their reasons, the data layer,
      the values, the hits and the log. Without scripts, as in a mail's preview, it still has the
      result, the explanations and the tags over the whole run.

      An address such as offline.html#event=12&tag=Ads%20conversion opens a moment.
      --redact on replaces client ids, advertising ids and user ids, each by the same stand-in
      throughout the page; it is on for the log or capture of a real phone, and off otherwise.

      Exit codes: 0 done, 2 interrupted, 3 the output cannot be written, 4 wrong command line, 6 the
      file cannot be read or has nothing to play.
      """))

  @Argument(
    help: "A scenario, a trace, a container, a phone's log or a capture; - is standard input.",
    completion: .file())
  var file: String

  @Argument(help: "A container to publish after the first: what changes.", completion: .file())
  var new: String?

  @Option(
    name: [.customShort("o"), .long], help: "The page to write; - is standard output.",
    completion: .file())
  var output = "-"

  @Option(
    help: "A container file of any format to use as the published one; - is standard input.",
    completion: .file())
  var container: String?

  @Option(
    help: ArgumentHelp(
      "Whether client ids, advertising ids and user ids are replaced; on for a real phone.",
      valueName: "on|off"), completion: .list(["on", "off"]))
  var redact: Redacting?

  /// Whether ids are replaced.
  enum Redacting: String, ExpressibleByArgument, CaseIterable { case on, off }

  @Option(
    help: ArgumentHelp(
      "The event at which it opens: its number, a mark, start or end.", valueName: "place"),
    completion: .custom { words, _, _ in PlaceCompletion.places(words) })
  var at: String?

  @OptionGroup var branch: BranchOption
  @OptionGroup var history: HistoryOption

  func run() throws {
    Interruption.endsProcess(.silently)
    try DiskFiles().refuse(overwritingInput: file, with: output)
    if let new { return try write(changesPage(new)) }
    let isOfPhone = FileKind(at: StandardInput.path(file))?.isOfPhone == true
    let page = isOfPhone ? try phonePage() : try runPage()
    try write(page.lines)
  }

  private func write(_ lines: [String]) throws(CommandFailure) {
    try DiskFiles().write(Console.bytes(of: lines), to: output)
  }

  /// Returns the page of what changes when a container is published after another one, at the
  /// events that either listens for.
  private func changesPage(_ new: String) throws(CommandFailure) -> [String] {
    let player = try BehaviourPlayer(file, new, triesEvents: true)
    let comparison = try player.play([], at: [file, new])
    let about = comparison.noChange ?? "Played: \(comparison.playedWords)."
    return ChangesPage.lines(
      comparison.title, about: about, comparison.causes, by: ProgramVersion.line)
  }

  private func runPage() throws(CommandFailure) -> RunPage {
    try ProgressLine.during("playing \(file)") { () throws(CommandFailure) in
      var opened = try OpenedFile(file, containerOverride: container.map(StandardInput.path))
      var run = try opened.played(branch, history)
      if opened.trial != nil { run.touchEverything() }
      var page = RunPage(
        of: FinishedRun(of: run), by: ProgramVersion.line, isRedacted: redact == .on)
      if let at { page.opening = try run.row(atOption: at) ?? run.timeline.rowCount }
      return page
    }
  }

  /// Returns the page of what a real phone did, played against its container.
  private func phonePage() throws(CommandFailure) -> RunPage {
    guard let container else {
      throw CommandFailure(
        "\(file): is of a real phone: name the container of its app with --container", code: .usage)
    }
    let source = try CapturedContainer(container)
    let capture = try PhoneOptions.read(StandardInput.path(file), source)
    return try FollowedPhone.page(of: capture, named: file, source, isRedacted: redact != .off)
  }
}

extension FollowedPhone {
  /// Returns the page of what phones did, each played against the container.
  static func page(
    of capture: Capture, named file: String, _ source: CapturedContainer, isRedacted: Bool = true
  ) throws(CommandFailure) -> RunPage {
    var page = RunPage(by: ProgramVersion.line, isRedacted: isRedacted)
    let phones = capture.phones.isEmpty ? [("", capture)] : capture.phones
    for (id, capture) in phones {
      let name = id.isEmpty ? file : "\(file), phone \(id)"
      let followed = try FollowedPhone(capture, named: name, source, folder: "")
      let fields = capture.hits.flatMap { $0.fields.map { (name: $0.key, value: $0.value) } }
      page.add(
        try followed.run(named: name, against: source),
        beside: PagePhone(followed.matches, fields: fields))
    }
    return page
  }

  /// Plays what the phone did in the container from its beginning.
  fileprivate func run(
    named file: String, against source: CapturedContainer
  ) throws(CommandFailure) -> FinishedRun {
    do throws(ScenarioErrors) {
      let (scenario, inputs) = try RunInputs.parsed(
        follower.text, file: file, (source.container, source.path(from: "")))
      return FinishedRun(scenario, inputs: inputs)
    } catch {
      throw CommandFailure(
        "\(file): cannot be played: \(error.errors.first?.sentence ?? "")", code: .badInput)
    }
  }
}

extension ScenarioRun {
  /// The maximum number of screens and buttons that are tried.
  private static let touchLimit = 200

  /// Opens each screen of the app, and presses each of its buttons.
  fileprivate mutating func touchEverything() {
    var left = Self.touchLimit
    for screen in timeline.live.world.app.screens {
      let names = screen.buttons.map(\.title)
      for line in ["screen " + screen.name.quoted] + names.map({ "tap " + $0.quoted })
      where left > 0 {
        left -= 1
        if let statement = try? StatementParser.parse(line: line) { execute(statement) }
      }
    }
  }
}
