import ArgumentParser
import CommandKit
import ContainerFormats
import Foundation
import NcursesTerminal
import Publishing
import ScenarioEngine
import TagMonitor
import TerminalKit
import TextKit

/// The options that commands with a screen share.
struct MonitorOptions: ParsableArguments {
  /// The characters for borders and signs.
  enum BorderOption: String, ExpressibleByArgument, CaseIterable {
    case utf8
    case ascii
    case none

    var borders: Borders {
      switch self {
      case .utf8: .utf8
      case .ascii: .ascii
      case .none: .none
      }
    }
  }

  @Option(
    help: "A container file of any format to use as the published one; - is standard input.",
    completion: .file())
  var container: String?

  @Option(help: "Borders and signs: utf8, ascii or none.")
  var borders: BorderOption?

  @Flag(help: "Turn colours off; NO_COLOR, TAGSIM_NO_COLOR and TERM=dumb do the same.")
  var noColor = false

  @Option(help: "The colours: \(Theme.names).")
  var theme: Theme?

  @Flag(help: "Leave the mouse to the terminal.")
  var noMouse = false

  @OptionGroup var configuration: ConfigurationOption
  @OptionGroup var history: HistoryOption

  /// Loads a scenario, a container to try, or, without a file, a lesson; the demo by default.
  func load(
    _ file: String?, lesson: String = Lessons.demo, _ branch: BranchOption
  ) throws(CommandFailure) -> OpenedFile {
    try OpenedFile.load(
      file, lesson: lesson, containerOverride: container.map(StandardInput.path),
      history: history, branch: branch)
  }

  /// Returns the monitor on what was opened, at its start.
  func monitor(on opened: OpenedFile, borders natural: Borders) -> Monitor {
    var monitor = opened.monitor(borders: natural)
    monitor.display.hasColors = !isPlain
    return monitor
  }

  /// Sets the monitor's first position: a place, the title of a scenario, or, without a file, the
  /// moment after the first screen of the demo.
  func begin(
    _ monitor: inout Monitor, on opened: OpenedFile, named file: String?, at place: String?
  ) throws(CommandFailure) {
    if let place {
      try begin(&monitor, on: opened, at: place)
    } else if opened.isPlayed {
      return
    } else if file == nil {
      monitor.beginDemo()
    } else {
      monitor.showTitleCard()
    }
  }

  /// Sets the monitor's position to a place in the played run, with the focus on a pane; at start,
  /// nothing is played.
  func begin(
    _ monitor: inout Monitor, on opened: OpenedFile, at place: String, focus: String? = nil
  ) throws(CommandFailure) {
    let isStart = place == "start" && opened.traced == nil
    if isStart { monitor.showTitleCard() } else if !opened.isPlayed { monitor.runToEnd() }
    if let focus, !monitor.focus(on: focus) {
      throw CommandFailure(
        "--focus \(focus): there is no such pane; the panes are \(Pane.names)", code: .usage)
    }
    if !isStart, let row = try monitor.run.row(atOption: place) { monitor.begin(at: row) }
  }

  /// Applies a configuration to a monitor, then the options, which take precedence.
  ///
  /// - Returns: the mistakes in the configuration.
  func apply(_ file: ConfigurationFile?, to monitor: inout Monitor) -> ConfigurationMistakes {
    let mistakes = file?.apply(to: &monitor) ?? ConfigurationMistakes()
    if let theme { monitor.display.theme = theme }
    if let borders { monitor.display.borders = borders.borders }
    if noMouse { monitor.display.wantsMouse = false }
    return mistakes
  }

  /// Whether colours are turned off.
  var isPlain: Bool { noColor || TerminalPreferences.isPlain(ProcessInfo.processInfo.environment) }

  /// Opens the monitor on the terminal until the user quits.
  ///
  /// `device` is the file of the phone's disk; nil for none. `recording` is the file to record to;
  /// nil for none. `feed` is the phone to follow; nil for none.
  func show(
    _ opened: OpenedFile, device: DeviceFile? = nil, playing: PlayingOptions? = nil,
    recordingTo recording: String? = nil, feed: PhoneFeed? = nil,
    start: (inout Monitor) throws -> Void
  ) throws {
    let notes = try playing?.notes.map { try NotePipe($0) }
    let natural: Borders = NcursesTerminal.usesUTF8() ? .utf8 : .ascii
    let file = try ConfigurationFile.read(option: configuration.path, folders: .present)
    var opened = opened
    device?.insert(into: &opened.loaded)
    var monitor = monitor(on: opened, borders: natural)
    let mistakes = apply(file, to: &monitor)
    // A phone with a saved disk has only one world.
    if device != nil { monitor.play(then: []) }
    monitor.comparing.isOneWorld = device != nil
    monitor.setPace(playing?.pace ?? .normal)
    // Errors at the start are reported before the terminal switches to the monitor.
    try start(&monitor)
    let terminal = try open(isPlain: isPlain, mouse: monitor.display.wantsMouse)
    monitor.display.hasColors = terminal.colors >= 8
    let history = HistoryFile(in: UserFolders.present.state)
    monitor.remember((try? history.lines()) ?? [])
    let lost = TraceFolder(UserFolders.present.traces).takeLost()
    if lost != nil { monitor.show(hint: SessionTrace.lostHint) }
    ConfigurationFile.sentence(of: mistakes).map { monitor.show(failure: $0) }
    var session = MonitorSession(
      monitor: monitor, loader: opened.loader, scenarioPath: opened.scenarioPath, device: device)
    session.source = opened.source
    session.feed = feed
    if device == nil { session.trace = SessionTrace(of: opened, in: UserFolders.present.traces) }
    session.keeps = { terminal.say(atDeath: SessionTrace.farewell($0)) }
    session.notes = notes
    session.history = history
    let work = LongWork()
    session.work = work
    session.takesBack = { terminal.takeBack(typed: $0) }
    session.monitor.giveUp { work.isAsked }
    session.opens = { opened in
      var monitor = self.monitor(on: opened, borders: natural)
      monitor.giveUp { work.isAsked }
      return monitor
    }
    if let recording {
      session.recordingPath = recording
      session.monitor.recordToEnd(in: recording)
    }
    let isLeft = session.run(on: terminal)
    session.trace?.end(session.monitor, isLeft ? "quit" : "interrupted")
    if let lost { Console.complain([SessionTrace.sentence(ofLost: lost)]) }
    if !isLeft, let path = session.trace?.path {
      Console.complain([SessionTrace.farewell(path)])
    }
    try keepRecording(of: session, in: recording)
    if let unsaved = session.unsaved { throw unsaved }
    device?.close()
    if !isLeft { throw CommandFailure([], code: .interrupted) }
  }

  /// Writes the recording and reports where: to the named file, or to the folder for unsaved
  /// recordings.
  private func keepRecording(
    of session: MonitorSession, in path: String?
  ) throws(CommandFailure) {
    let monitor = session.monitor
    do throws(CommandFailure) {
      if let path {
        let replaces = session.wasRecordingWritten
        Console.print([try session.recordings.write(monitor, to: path, replacing: replaces)])
      } else if monitor.hasUnsavedRecording {
        Console.complain(["tagsim: " + (try session.recordings.keepUnwritten(monitor))])
      }
    } catch {
      guard path != nil, monitor.hasUnsavedRecording else { throw error }
      let kept = try? session.recordings.keepUnwritten(monitor)
      throw CommandFailure(error.lines + (kept.map { [$0] } ?? []), code: error.code)
    }
  }

  private func open(isPlain: Bool, mouse: Bool) throws(CommandFailure) -> NcursesTerminal {
    StandardInput.giveWayToTerminal()
    do throws(TerminalError) {
      return try NcursesTerminal(colour: !isPlain, mouse: mouse)
    } catch {
      throw CommandFailure(
        [
          "\(error)",
          "without a terminal, use: tagsim run FILE, tagsim FILE --plain or tagsim render FILE",
        ],
        code: .usage)
    }
  }
}

extension Theme: ExpressibleByArgument {
  /// Returns the theme with this name on the command line.
  package init?(argument: String) { self.init(name: argument) }

  /// The theme's name on the command line.
  package var defaultValueDescription: String { rawValue }

  package static var allValueStrings: [String] { allCases.map(\.rawValue) }
}

extension Pace: ExpressibleByArgument {}

/// The options about how a scenario plays.
struct PlayingOptions: ParsableArguments {
  @Option(help: "How long texts stay on screen: slow, normal or fast.")
  var pace = Pace.normal

  @Option(
    help: "The named pipe for the presenter's notes, created by 'tagsim notes'.",
    completion: .file())
  var notes: String?
}

/// The option for the branch of a scenario to play.
struct BranchOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Play the scenario up to a branch's mark, then the branch of this name.",
      valueName: "name"), completion: .custom { words, _, _ in PlaceCompletion.branches(words) })
  var branch: String?
}

/// `tagsim [FILE] [NEW]`: opens the monitor, paused; with two containers, on their differences.
struct Open: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "open",
    abstract: "Open the monitor on a file of any kind, or on the built-in demo.",
    discussion: HelpText.laidOut(
      """
      Examples:
        tagsim                                    the built-in demo, paused
        tagsim offline.scenario                   a scenario, paused; Space plays it
        tagsim offline.scenario --at 7            the same, played and opened at event 7
        tagsim open --play offline.scenario       a talk: Space goes on where it pauses
        tagsim open --record new.scenario         what you do becomes a scenario
        tagsim GTM-AB12                           a container, with a generated app
        tagsim GTM-AB12 --plan plan.csv           the same, with the plan marked in it
        tagsim v7.json v8.json                    what changes if you publish the second
        tagsim monday.log                         a phone's log, or a capture: what is in it
        tagsim monday.log --container GTM-AB12    the same, followed against a container
        tagsim Scenarios                          the scenarios or containers in a folder
        tagsim --container GTM-AB12 my.scenario   with another published container
        tagsim --device phone.sqlite my.scenario  with a disk that is kept after this session

      With --plain, it takes the statements of scenarios and of the monitor's prompt on standard
      input, and words in place of keys: next, play, look, show, explain, undo, redo, branch, go,
      log, help, quit. A : before a line is optional. Nothing plays until you ask for it. Facts go
      to standard output in fixed wording, after the phone's time:
        23:57:10 event 8 openScreen "Home Screen": 2 fired, 3 not fired
        23:57:10 event 8 tag "GA screen view" fired by "Screen opened": hit 1
        23:57:10 ok expect tag "GA screen view" fired 1x
      Mistakes in a line go to standard error with their place, and reading continues.

      A recording is saved when the monitor closes, even by Ctrl-C or a signal; 'R' saves it
      elsewhere before that. Existing files are never overwritten.

      Exit codes; if several apply, the first of these: 3 output, the device or the recording cannot
      be written, 2 interrupted, 6 a file cannot be read or a line was wrong, 1 an expectation
      failed or an action was not possible (with --plain), 0 success. A wrong command line is 4.
      """))

  @Argument(
    help: "A file of any kind, or a folder; - is standard input; default: the built-in demo.",
    completion: .file())
  var file: String?

  @Argument(
    help: ArgumentHelp(
      "A container to compare with the first, as if you published it.",
      valueName: "new"), completion: .file())
  var other: String?

  @Option(
    help: ArgumentHelp(
      "Play the scenario and open an event: its number, a mark, start or end.", valueName: "place"),
    completion: .custom { words, _, _ in PlaceCompletion.places(words) })
  var at: String?

  @Option(
    help: "A measurement plan that each event must match; repeatable.", completion: .file())
  var plan: [String] = []

  @Flag(help: "Play at once, as a talk.")
  var play = false

  private static let speeds = 1...Int64(ViewCommand.paces.upperBound)
  private static let speedWords = "\(speeds.lowerBound) to \(speeds.upperBound)"

  @Option(help: "With --play, run the clock so many times faster, \(Open.speedWords).")
  var speed: Int64?

  @Option(
    help: ArgumentHelp("Record what you do in a new scenario.", valueName: "file"),
    completion: .file(extensions: ["scenario"]))
  var record: String?

  @OptionGroup var branch: BranchOption
  @OptionGroup var playing: PlayingOptions
  @OptionGroup var device: DeviceOption
  @OptionGroup var plain: PlainOption
  @OptionGroup var options: MonitorOptions

  func validate() throws {
    if let speed {
      guard play else { throw ValidationError("--speed needs --play.") }
      guard Self.speeds.contains(speed) else {
        throw ValidationError("--speed takes a number from \(Self.speedWords), not \(speed).")
      }
    }
    if play, at != nil { throw ValidationError("use only one of --play and --at.") }
    if record != nil, plain.plain {
      throw ValidationError(
        "--record needs the screen: with --plain, the line 'record FILE' does it.")
    }
    if DiskFiles.isStandardOutput(record) {
      throw ValidationError("--record -: the screen is on standard output: name a new file.")
    }
    guard other != nil else { return }
    guard at == nil, branch.branch == nil, options.container == nil, device.device == nil,
      !plain.isWanted, !play, record == nil, plan.isEmpty
    else {
      throw ValidationError(
        "comparing two containers takes no other options: remove them; "
          + "'tagsim diff OLD NEW --try' prints the same comparison")
    }
  }

  func run() throws {
    if let file, let other { return try compare(file, with: other) }
    if let record { try NewScenario.refuse(existing: record, option: "--record ") }
    let isPlain = plain.isWanted && record == nil
    if isPlain { try PlainConversation.refuseStandardInput([file, options.container]) }
    if let path = file.map(StandardInput.path) {
      let folder = try NamedFolder(path)
      if FileKind(at: path) == .plan {
        try refusePlaying(path)
        return try Plan.parse(
          (options.container.map { ["--container=" + $0] } ?? [])
            + plan.map { "--plan=" + $0 } + ["--", path]
        )
        .run()
      }
      if folder != nil || FileKind(at: path)?.isOfPhone == true {
        try refusePlaying(path)
        return try folder?.list() ?? follow(path)
      }
    }
    var opened = try options.load(file, branch)
    if !plan.isEmpty { opened.loaded.inputs.plan = try PlanInput.run(plan) }
    let device = try device.open()
    if isPlain {
      var conversation = PlainConversation(opened, device: device)
      return try conversation.run(at: at, playing: play)
    }
    try options.show(opened, device: device, playing: playing, recordingTo: record) { monitor in
      if let speed { monitor.setSpeed(factor: speed) }
      if play { return monitor.play() }
      try options.begin(&monitor, on: opened, named: file, at: at)
    }
  }
}

extension Open {
  /// Refuses the options of scenarios for what cannot be played.
  private func refusePlaying(_ file: String) throws {
    guard at == nil, branch.branch == nil, device.device == nil, !plain.plain, !play, record == nil
    else {
      throw ValidationError(
        "\(file) is not a scenario: remove --at, --branch, --device, --play, --plain and --record")
    }
  }

  /// Opens what a phone or a proxy wrote, as `follow` does.
  private func follow(_ file: String) throws {
    guard let container = options.container else {
      return try PhoneOptions.parse(["--", file]).run { $0.kindLine }
    }
    // Standard input was read to see what it is, so nothing more of it can be followed.
    let isRead = StandardInput.isMeant(by: file)
    try PhoneOptions.parse(["--container=" + container] + (isRead ? [] : ["--", file]))
      .run(on: isRead ? nil : options)
  }

  /// Opens the first container on the changes that publishing the second one causes, or prints them
  /// where there is no terminal.
  private func compare(_ old: String, with new: String) throws {
    if !Console.isTerminal { return try Diff.parse(["--try", "--", old, new]).run() }
    try FileKind.refuse(otherThanContainers: [old, new])
    let comparison = try BehaviourPlayer(old, new, triesEvents: true).play([], at: [])
    let path = StandardInput.path(old)
    let bytes = try DiskFiles().bytes(of: path, limit: ContainerLimits.bytes)
    let opened = try OpenedFile(trial: path, bytes, containerOverride: nil)
    try options.show(opened) { monitor in
      monitor.showChanges(PublishedChanges(comparison), at: StandardInput.path(new))
    }
  }
}
