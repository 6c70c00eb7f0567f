import ArgumentParser
import ScenarioEngine

/// `tagsim check`: reads scenarios and everything they name, and plays nothing.
struct Check: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Read scenarios and resolve every name in them, without playing them.",
    discussion: """
      Example:
        tagsim check Scenarios my.scenario
      """)

  @Argument(help: "Scenario files, or folders with them.")
  var paths: [String]

  func run() throws {
    let loader = ScenarioLoader(files: DiskFiles())
    let files = try ScenarioFinder.scenarios(at: paths)
    if files.isEmpty {
      throw CommandFailure(
        "no scenario matched: \(paths.joined(separator: ", ")) holds no *.scenario file",
        code: .noScenario)
    }
    var problems: [String] = []
    for file in files {
      do throws(CommandFailure) {
        let loaded = try loader.load(file)
        let count = loaded.scenario.statements.count + loaded.scenario.setup.count
        Console.print(["\(file): \(Counted.text(count, "statement")), all names resolved"])
      } catch {
        problems += error.lines
      }
    }
    if !problems.isEmpty { throw CommandFailure(problems, code: .badInput) }
  }
}
