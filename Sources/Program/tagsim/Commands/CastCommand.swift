import ArgumentParser
import CommandKit
import ScenarioEngine
import TagMonitor
import TagRuntime
import TerminalKit
import TextKit

/// `tagsim cast`: writes a scenario as it plays to a file for asciinema.
struct CastCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cast",
    abstract: "Write how a scenario plays as an asciicast, with its chapters as markers.",
    discussion: HelpText.laidOut(
      """
      Examples:
        tagsim cast offline.scenario -o offline.cast            asciinema play offline.cast
        tagsim cast offline.scenario -o talk.cast --pace slow   texts stay half as long again
        tagsim cast offline.scenario -o a.cast --size 100x30    for a page, or a projector
        tagsim cast offline.scenario -o a.cast --idle-limit 2s  no pause is longer than 2 s
        tagsim cast offline.scenario -o a.cast --v3             for asciinema 3.0 and later

      It plays like 'open --play', and presses Space at each hold: every text stays as long as it
      takes to read, and a wait of hours passes in seconds. The command itself does not wait. A
      trace shows every event at its moment, and no pause is longer than 2 s. The same file always
      gives the same bytes.
      """))

  /// The longest idle time in the film of a trace.
  private static let traceIdleLimit = Duration.seconds(2)

  @Argument(
    help: "A scenario or a trace, - for standard input.",
    completion: .file(extensions: ["scenario", "trace"]))
  var file: String

  @Option(
    name: [.customShort("o"), .long], help: "The file to write; - is standard output.",
    completion: .file())
  var output: String

  @Option(
    help: "Columns and rows, such as 80x24.", completion: .list(["80x24", "120x40", "200x50"]))
  var size = "120x40"

  @Flag(help: "Write asciicast v3; the default is v2, which every player supports.")
  var v3 = false

  @Flag(help: .hidden)
  var v2 = false

  @Option(
    help: ArgumentHelp(
      "The longest pause, such as 2s; by default, long enough to read every text.",
      valueName: "duration"))
  var idleLimit: String?

  @Option(help: "How long texts stay on screen: slow, normal or fast.")
  var pace = Pace.normal

  @OptionGroup var branch: BranchOption
  @OptionGroup var options: MonitorOptions

  func run() throws {
    Interruption.endsProcess(.silently)
    let size = try Size(option: size)
    let idleLimit = try limit()
    let files = DiskFiles()
    try files.refuse(overwritingInput: file, with: output)
    let opened = try options.load(file, branch)
    let isTrace = opened.traced != nil
    guard isTrace || opened.trial == nil && !opened.loaded.scenario.statements.isEmpty else {
      throw CommandFailure(
        "\(file): contains nothing to play: name a scenario; 'tagsim new' creates one",
        code: .usage)
    }
    var monitor = options.monitor(on: opened, borders: .utf8)
    // A film looks the same for everyone, unless a configuration is named.
    let configuration = try ConfigurationFile.read(
      option: options.configuration.path, folders: nil)
    let mistakes = options.apply(configuration, to: &monitor)
    ConfigurationFile.sentence(of: mistakes).map { Console.complain(["tagsim: " + $0]) }
    monitor.display.hasColors = !options.noColor
    monitor.setPace(pace)
    let cast = ProgressLine.during("playing \(file)") { [monitor] in
      isTrace
        ? CastRecorder.cast(
          ofHistory: monitor, size: size, idleLimit: idleLimit ?? Self.traceIdleLimit)
        : CastRecorder.cast(of: monitor, size: size, idleLimit: idleLimit)
    }
    let lines = cast.lines(v3 && !v2 ? .v3 : .v2)
    try files.write(Console.bytes(of: lines), to: output)
    if cast.isCut {
      Console.complain([
        "tagsim: \(output): ends after \(DurationText.text(cast.length)) because it is full: "
          + "shorten the scenario, or use --branch"
      ])
    }
  }

  private func limit() throws(CommandFailure) -> Duration? {
    guard let idleLimit else { return nil }
    guard let limit = DurationText.duration(idleLimit), limit > .zero else {
      throw CommandFailure(
        "--idle-limit \(idleLimit): takes a duration with its unit, such as 2s or 500ms",
        code: .usage)
    }
    return limit
  }
}

extension Size {
  /// Reads a size option such as "80x24".
  init(option text: String) throws(CommandFailure) {
    let parts = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    guard parts.count == 2, parts.allSatisfy({ (1...Size.limit).contains($0) }) else {
      throw CommandFailure(
        "--size \(text): takes columns and rows such as 80x24, each from 1 to \(Size.limit)",
        code: .usage)
    }
    self.init(columns: parts[0], rows: parts[1])
  }
}
