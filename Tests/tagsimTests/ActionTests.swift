import Foundation
import Testing

/// The action for GitHub: its arguments are words for tagsim, whatever a shell would do with them.
@Suite struct ActionTests {
  private static let words: [(arguments: String, words: [String])] = [
    ("run Scenarios --report github", ["run", "Scenarios", "--report", "github"]),
    ("  run\n  a.scenario\n", ["run", "a.scenario"]),
    ("run a \\\n  --strict", ["run", "a", "--strict"]),
    ("run \"my scenarios\" --grep 'a \"b\" c'", ["run", "my scenarios", "--grep", "a \"b\" c"]),
    ("run my\\ scenarios -o=\"a b\".xml ''", ["run", "my scenarios", "-o=a b.xml", ""]),
    ("run x; touch PWN", ["run", "x;", "touch", "PWN"]),
    (
      "run $(touch PWN) `touch PWN` ${HOME}",
      ["run", "$(touch", "PWN)", "`touch", "PWN`", "${HOME}"]
    ),
    ("run x\ntouch PWN", ["run", "x", "touch", "PWN"]),
    ("run *.scenario ? [a-z] {a,b} ~", ["run", "*.scenario", "?", "[a-z]", "{a,b}", "~"]),
    (
      "run x > PWN & ( < PWN | tee PWN",
      ["run", "x", ">", "PWN", "&", "(", "<", "PWN", "|", "tee", "PWN"]
    ),
    ("-n %s \\\\0 환영", ["-n", "%s", "\\0", "환영"]), ("", []),
  ]

  @Test(arguments: words) func splits(_ arguments: String, _ words: [String]) throws {
    let scratch = try ScratchFolder()
    let result = try Self.run(arguments, in: scratch)
    #expect(result.code == 6, "\(result.complaint)")
    let printed = result.output.split(separator: "\0", omittingEmptySubsequences: false)
    #expect(printed.map(String.init) == words + [""])
    #expect(!scratch.has("PWN"))
  }

  /// A quote that is not closed is a mistake, and nothing is run.
  @Test func anOpenQuote() throws {
    let result = try Self.run("run 'a b", in: try ScratchFolder())
    #expect(result.code != 0 && result.code != 6)
    #expect(result.output == "")
  }

  /// Runs the script of the action's last step as a runner does, with a program that prints its
  /// arguments.
  private static func run(
    _ arguments: String, in scratch: ScratchFolder
  ) throws -> CommandLineTool.Result {
    let file = CommandLineTool.root.appendingPathComponent(".github/actions/tagsim/action.yml")
    let text = try String(contentsOf: file, encoding: .utf8)
    let start = try #require(text.range(of: "run: |\n", options: .backwards))
    let script = text[start.upperBound...].split(separator: "\n").map { $0.dropFirst(8) }
    let steps = try scratch.file("step.sh", script.joined(separator: "\n"))
    let tool = try scratch.file(
      ".build/release/tagsim", "#!/bin/sh\n[ $# = 0 ] || printf '%s\\0' \"$@\"\nexit 6\n")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: tool.path)
    try scratch.file("b.scenario")
    let environment = [
      "ARGUMENTS": arguments, "RUNNER_TEMP": scratch.url.path,
      "GITHUB_ACTION_PATH": try scratch.file("a/b/c/action.yml").deletingLastPathComponent().path,
    ]
    return try CommandLineTool.run(
      ["--noprofile", "--norc", "-eo", "pipefail", steps.path], in: scratch.url,
      environment: environment, program: URL(fileURLWithPath: "/bin/bash"))
  }
}
