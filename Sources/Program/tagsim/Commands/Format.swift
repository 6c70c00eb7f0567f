import ArgumentParser
import CommandKit
import Foundation
import ScenarioEngine
import TerminalKit
import TextKit

/// `tagsim fmt`: formats scenarios and app descriptions.
struct Format: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fmt",
    abstract: "Format scenario and app files.",
    discussion: HelpText.laidOut(
      """
      Examples:
        tagsim fmt my.scenario apps/shop.app   two files, in place
        tagsim fmt Scenarios                   all *.scenario and *.app files in a folder and below
        tagsim fmt Scenarios --check           only list files that would change, and exit with 1
        tagsim fmt - < my.scenario             from standard input to standard output

      Blocks are indented by two spaces, words are separated by one space, comments and table cells
      line up, and there is at most one blank line in a row. Comments, strings and groups of lines
      stay. The names of changed files are printed. A file with mistakes is reported and not
      changed.

      Exit codes: 0 done, 1 with --check a file would change, 3 a file cannot be written, 4 wrong
      command line, 6 a file cannot be read or parsed.
      """))

  @Argument(
    help: "Scenarios, apps or folders of them; - is standard input.",
    completion: .file(extensions: ["scenario", "app"]))
  var paths: [String]

  @Flag(help: "List the files that would change, and change nothing.")
  var check = false

  func run() throws {
    Interruption.endsProcess(.silently)
    let files = try ScenarioFinder.scenarios(at: paths, endings: [".scenario", ".app"])
    if files.isEmpty {
      throw CommandFailure(
        "\(paths.joined(separator: ", ")): has no *.scenario or *.app file: name a file, or "
          + "another folder", code: .badInput)
    }
    var problems: [LoadProblem] = []
    var hasChanges = false
    for file in files {
      do throws(CommandFailure) {
        if try format(file) { hasChanges = true }
      } catch {
        guard error.code == .badInput else { throw error }
        problems += error.problems
      }
    }
    if !problems.isEmpty { throw CommandFailure(problems: problems, code: .badInput) }
    if check, hasChanges { throw ExitCode.different }
  }

  /// Formats a file; true if that changes it.
  private func format(_ file: String) throws(CommandFailure) -> Bool {
    let files = DiskFiles()
    let old = try files.bytes(of: file, limit: ScenarioLoader.textLimit)
    let new: [UInt8]
    do throws(ScenarioErrors) {
      new = try ScenarioFormatter.format(old, file: file)
    } catch {
      let failure = ScenarioLoader(of: files).failure(error, in: file)
      try FileKind(of: old).refuse(file, needing: .scenario)
      throw CommandFailure(problems: failure.problems, code: .badInput)
    }
    if file == StandardInput.name, !check { Self.show(new) }
    guard new != old else { return false }
    if check || file != StandardInput.name { Console.print([file]) }
    if !check, file != StandardInput.name { try files.replace(file, with: new) }
    return true
  }

  /// Other programs receive the exact bytes; a terminal gets no control sequences from the text.
  private static func show(_ text: [UInt8]) {
    guard Console.isTerminal else { return Console.write(text) }
    Console.print(
      String(decoding: text, as: UTF8.self)
        .split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init))
  }
}
