import ArgumentParser
import ScenarioEngine
import TagMonitor
import TagSimulation
import TerminalKit

/// `tagsim render`: one screen as text, with no terminal.
struct Render: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render",
    abstract: "Play a scenario and print the screen as text, without a terminal.",
    discussion: """
      Examples:
        tagsim render offline.scenario --size 120x40            the screen at the end
        tagsim render offline.scenario --size 80x24 --at 7      the screen as of event 7
        tagsim render GTM-AB12                                  a container, to be tried
        tagsim render                                           the built-in demo
      """)

  @Argument(help: "A scenario or a container; without one the built-in demo.")
  var file: String?

  @Option(help: "Columns and rows, such as 80x24.")
  var size = "120x40"

  @Option(help: "The number of an event, or end.")
  var at = "end"

  @Option(help: "The pane that has the focus, such as tags or queue.")
  var focus: String?

  @OptionGroup var options: MonitorOptions

  func run() throws { Console.print(try screenLines()) }

  /// The rows of the screen.
  func screenLines() throws(CommandFailure) -> [String] {
    let size = try screenSize()
    let opened = try options.load(file)
    var monitor = options.monitor(on: opened, borders: .utf8)
    _ = monitor.handle(.resized(size))
    if opened.trial == nil { monitor.runToEnd() }
    if let focus, !monitor.focus(on: focus) {
      throw CommandFailure(
        "--focus \(focus): there is no such pane; the panes are \(Pane.names)", code: .usage)
    }
    if at != "end" {
      let count = monitor.run.timeline.rows.count
      guard let row = Int(at), (1...max(1, count)).contains(row) else {
        throw CommandFailure(
          "--at \(at): takes end or the number of an event, 1 to \(count)", code: .usage)
      }
      monitor.look(at: row)
    }
    let text = monitor.frame(size: size).buffer.text
    return text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  private func screenSize() throws(CommandFailure) -> Size {
    let parts = size.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    guard parts.count == 2, parts.allSatisfy({ (1...Size.limit).contains($0) }) else {
      throw CommandFailure(
        "--size \(size): takes columns and rows such as 80x24, each from 1 to \(Size.limit)",
        code: .usage)
    }
    return Size(columns: parts[0], rows: parts[1])
  }
}
