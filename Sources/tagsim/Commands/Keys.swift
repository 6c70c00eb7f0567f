import ArgumentParser
import CommandKit
import TagMonitor
import TagRuntime
import TextKit

/// `tagsim keys`: lists the keys of the monitor.
struct Keys: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "keys",
    abstract: "List the monitor's keys, what they do, and their names for 'bind'.",
    discussion: HelpText.laidOut(
      """
      Examples:
        tagsim keys              all keys
        tagsim keys queue        what they do in the Queue pane
        tagsim keys everywhere   those that do the same in every pane

      To rebind a key, write a line such as 'bind x refresh' in a scenario, in the configuration or
      after : in the monitor. See 'tagsim help bind'.

      Exit codes: 0 success, 3 the output cannot be written, 4 wrong command line.
      """))

  @Argument(
    help: "A pane, such as tags, or one of \(KeyTable.places.suffix(10).joined(separator: ", ")).",
    completion: .list(KeyTable.places))
  var pane: String?

  func run() throws {
    guard let lines = KeyTable.lines(of: pane) else {
      let name = pane ?? ""
      let hint =
        Suggestion.nearest(to: name, among: KeyTable.places).map { "did you mean \($0)?" }
        ?? "there are " + KeyTable.places.joined(separator: ", ")
      throw CommandFailure("keys \(name): there is no such pane: \(hint)", code: .usage)
    }
    Console.print(lines)
  }
}
