import ArgumentParser
import CommandKit
import ScenarioEngine
import TagMonitor
import TagSimulation
import TerminalKit
import TextKit

/// `tagsim render`: prints one screen as text or as a picture, without a terminal.
struct Render: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render",
    abstract: "Play a scenario and print the screen as text or a picture, without a terminal.",
    discussion: HelpText.laidOut(
      """
      Examples:
        tagsim render offline.scenario --size 120x40            the screen at the end
        tagsim render offline.scenario --size 80x24 --at 7      the screen as of event 7
        tagsim render offline.scenario --keys '5 Down Enter'    after these keys: a hit, decoded
        tagsim render offline.scenario --format svg -o out.svg  a picture
        tagsim render GTM-AB12                                  a container, ready to try
        tagsim render                                           the built-in demo
      """))

  @Argument(
    help: "A scenario or a container; - is standard input; default: the built-in demo.",
    completion: .file())
  var file: String?

  @Option(
    help: "Columns and rows, such as 80x24.", completion: .list(["80x24", "120x40", "200x50"]))
  var size = "120x40"

  @Option(
    help: "The number of an event, the name of a mark, start (nothing played), or end.",
    completion: .custom { words, _, _ in PlaceCompletion.places(words) })
  var at = "end"

  @Option(
    help: "The pane to focus, such as tags or queue.",
    completion: .list(Pane.allCases.map(\.rawValue)))
  var focus: String?

  @Option(help: "Keys to press, such as 'Down Enter'; put text to type in quotes.")
  var keys: String?

  @Option(help: "text, ansi (text with colours) or svg (a picture).")
  var format = Format.text

  @Option(
    name: [.customShort("o"), .long], help: "The file to write; - is standard output.",
    completion: .file())
  var output = "-"

  @OptionGroup var branch: BranchOption
  @OptionGroup var options: MonitorOptions

  /// The output formats of a screen.
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text
    case ansi
    case svg
  }

  func run() throws {
    let frame = try frame()
    let (screen, theme) = (frame.buffer, frame.theme)
    let lines =
      switch format {
      case .text: Self.rows(of: screen)
      case .ansi: screen.ansiRows(theme: theme)
      case .svg: ScreenPicture.lines(of: screen, title: "tagsim " + (file ?? "demo"), theme: theme)
      }
    if !DiskFiles.isStandardOutput(output) {
      try save(lines)
    } else if format == .ansi {
      // The sequences are ours; the contents of the cells were made visible when drawn.
      Console.printScreen(lines)
    } else {
      Console.print(lines)
    }
  }

  private func save(_ lines: [String]) throws(CommandFailure) {
    let files = DiskFiles()
    if let file { try files.refuse(overwritingInput: file, with: output) }
    try files.write(Console.bytes(of: lines), to: output)
  }

  private static func rows(of screen: CellBuffer) -> [String] {
    screen.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  private func frame() throws(CommandFailure) -> Frame {
    let size = try Size(option: size)
    let keys = try pressedKeys()
    let opened = try options.load(file, branch)
    var monitor = options.monitor(on: opened, borders: .utf8)
    // A picture looks the same for everyone, unless a configuration is named.
    let file = try ConfigurationFile.read(option: options.configuration.path, folders: nil)
    let mistakes = options.apply(file, to: &monitor)
    // Text has no colours; a picture has them whatever the current terminal supports.
    monitor.display.hasColors = format == .text ? false : format == .svg || !options.isPlain
    _ = monitor.handle(.resized(size))
    try options.begin(&monitor, on: opened, at: at, focus: focus)
    ConfigurationFile.sentence(of: mistakes).map { monitor.show(failure: $0) }
    var session = MonitorSession(
      monitor: monitor, loader: opened.loader, scenarioPath: opened.scenarioPath)
    session.press(keys)
    return session.monitor.frame(size: size)
  }

  private func pressedKeys() throws(CommandFailure) -> [Key] {
    do throws(KeyScript.Mistake) {
      return try KeyScript(keys ?? "").keys
    } catch {
      throw CommandFailure("--keys: \(error)", code: .usage)
    }
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
