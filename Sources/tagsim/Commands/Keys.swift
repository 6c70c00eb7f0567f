import ArgumentParser
import CommandKit
import TagMonitor
import TagRuntime

/// `tagsim keys`: lists the keys of the monitor.
struct Keys: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "keys",
    abstract: "List the keys of the monitor, with what they do and the names that 'bind' takes.",
    discussion: HelpText.laidOut(
      """
      Examples:
        tagsim keys              all keys
        tagsim keys queue        what they do while the queue has them
        tagsim keys everywhere   those that mean the same in every pane

      A line 'bind x refresh' in a scenario, in the configuration or behind : gives a key another
      meaning; 'tagsim help bind' tells more.

      Exit codes: 0 told, 3 the output cannot be written, 4 wrong command line.
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
