import ArgumentParser
import TagRuntime

/// `tagsim lint`: what cannot work in a container, or is probably not meant.
struct Lint: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Look for what cannot work in containers, with a code for each finding.",
    discussion: """
      Examples:
        tagsim lint GTM-AB12                         a container of any format
        tagsim lint GTM-AB12 shop.app                and whether it fits the app
        tagsim lint Scenarios                        all containers that scenarios name
        tagsim lint GTM-AB12 --report github         annotations of a workflow
        tagsim help L20                              what a code means and what to do

      Scenarios and app descriptions tell what is pushed, read and registered; without them
      only the container itself is looked at. It runs nothing.

      Exit codes: 0 no errors, 1 an error was found (with --strict a warning, too), 4 wrong
      command line, 6 a file cannot be read or parsed.
      """)

  @Argument(help: "Container files, scenarios, app descriptions, or folders with scenarios.")
  var paths: [String] = []

  @Option(help: "The report: human, json, github (annotations) or sarif.")
  var report: LintReport = .human

  @Flag(help: "Let warnings count as errors do.")
  var strict = false

  @Flag(help: "List all codes and look at no file.")
  var list = false

  func validate() throws {
    if paths.isEmpty, !list { throw ValidationError("Missing expected argument '<paths> ...'") }
  }

  func run() throws {
    Interruption.endsProcess(.silently)
    if list {
      Console.print(LintHelp.list)
      return
    }
    var job = LintJob()
    let files = job.run(paths)
    if !files.isEmpty || report != .human { Console.print(report.lines(on: files)) }
    if !job.problems.isEmpty { throw CommandFailure(job.problems, code: .badInput) }
    let count = LintCount(files)
    if count.count(.error) > 0 || (strict && count.count(.warning) > 0) {
      throw CommandFailure([], code: .findings)
    }
  }
}
