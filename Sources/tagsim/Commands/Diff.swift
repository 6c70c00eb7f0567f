import ArgumentParser
import TagRuntime
import TerminalKit

/// `tagsim diff`: what two container files do differently.
struct Diff: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Tell what two containers do differently: tags, rules, variables, in words.",
    discussion: """
      Examples:
        tagsim diff GTM-AB12-v7.json GTM-AB12-v8.json    what a new version changes
        tagsim diff export.json GTM-AB12                 whether a binary is what was exported

      The formats and generations may differ. What counts is what the containers do: the order of
      a file and its version do not, and neither do variables that only Google's compiler adds.

      It exits with 0 when both mean the same, 1 when they differ, 6 when a file cannot be read.
      """)

  @Argument(help: "The container to start from, of any format; - is standard input.")
  var old: String

  @Argument(help: "The container to end with.")
  var new: String

  @Flag(help: "JSON, on one line.")
  var json = false

  func validate() throws {
    if old == DiskFiles.standardInput, new == old {
      throw ValidationError("Only one of the two can be standard input.")
    }
  }

  func run() throws {
    Interruption.endsProcess(.silently)
    var problems: [String] = []
    var sides: [ContainerDescription] = []
    for file in [old, new] {
      do throws(CommandFailure) {
        sides.append(try Inspect.describe(file))
      } catch {
        problems += error.lines
      }
    }
    guard sides.count == 2 else { throw CommandFailure(problems, code: .badInput) }
    let comparison = ProgressLine.during("comparing…") { ContainerComparison(sides[0], sides[1]) }
    if json {
      Console.print([TerminalText.escapedJSON(comparison.json)])
    } else {
      Console.print(Inspect.lines(of: comparison.page, isTerminal: Console.isTerminal))
    }
    if !comparison.isSame { throw ExitCode.different }
  }
}
