import Testing

@testable import tagsim

/// `tagsim fuzz` and `tagsim bench` say where they went, with the command line that does the same.
struct MovedCommandTests {
  private static let lines: [(arguments: [String], successor: String)] = [
    (["fuzz"], "fuzz"),
    (["fuzz", "--seeds", "1..9", "-o", "two words"], "fuzz --seeds 1..9 -o 'two words'"),
    (["bench", "--against", "before"], "bench --against before"),
    (["bench", "--help"], "bench --help"),
    (["help", "fuzz"], "help fuzz"),
    (["fuzz", "--container", "-", "-"], "fuzz --container - -"),
  ]

  @Test(arguments: lines)
  func successor(_ arguments: [String], _ successor: String) throws {
    let result = try CommandLineTool.run(arguments)
    #expect(result.code == 4 && result.output.isEmpty)
    let name = arguments.first { MovedCommand.all.contains($0) } ?? ""
    #expect(
      result.complaint
        == "tagsim: '\(name)' has moved to tagsim-lab; in the source folder, run: swift run "
        + "-c release tagsim-lab \(successor)\n")
  }

  @Test func helpDoesNotListThem() throws {
    let words = try CommandLineTool.run(["help"]).output.split { " \n".contains($0) }
    #expect(!words.contains { MovedCommand.all.contains(String($0)) })
  }
}
