import OrderedCollections
import Testing

@testable import ScenarioEngine
@testable import TagLanguage

/// Blocks that are read several times, files that are included, and what comes out as statements.
struct BlocksTests {
  /// What a scenario comes to: setup, statements and teardown, with the passes that they belong to.
  private static func statements(
    _ text: String, files: OrderedDictionary<String, String> = [:], file: String = "a"
  ) throws -> [String] {
    let scenario = try parse(text, files: files, file: file)
    let end = scenario.statements.count - scenario.teardownCount
    func told(_ part: String, _ statements: some Sequence<Statement>) -> [String] {
      statements.map { part + $0.text + ($0.pass.map { "  (\($0))" } ?? "") }
    }
    return told("setup: ", scenario.setup) + told("", scenario.statements[..<end])
      + told("teardown: ", scenario.statements[end...])
  }

  private static func parse(
    _ text: String, files: OrderedDictionary<String, String> = [:], file: String = "a"
  ) throws -> Scenario {
    try ScenarioParser.parse(Array(text.utf8), file: file) { (path) throws(LoadFailure) in
      guard let text = files[path] else {
        throw LoadFailure(["\(path): there is no such file"])
      }
      return Array(text.utf8)
    }
  }

  private static let blocks: [(text: String, statements: [String])] = [
    ("repeat 2\nkill\nend", ["kill  (pass 1 of 2)", "kill  (pass 2 of 2)"]),
    (
      "repeat 2\nrepeat 2\nmark m${pass}\nend\nend\nkill",
      [
        "mark m1  (pass 1 of 2, pass 1 of 2)", "mark m2  (pass 1 of 2, pass 2 of 2)",
        "mark m1  (pass 2 of 2, pass 1 of 2)", "mark m2  (pass 2 of 2, pass 2 of 2)", "kill",
      ]
    ),
    (
      "setup\nrepeat 2\ndispatch\nend\nend\nteardown\nkill\nend\nlaunch",
      [
        "setup: dispatch  (pass 1 of 2)", "setup: dispatch  (pass 2 of 2)", "launch",
        "teardown: kill",
      ]
    ),
    (
      """
      examples
        | wait | title           |  # what is shown
        # a comment
        | 30s  | "say \\"a | b\\"" |

        wait ${wait}
        caption "After ${wait}: ${title}"
        push {"title": "${title}", "${wait}": ["${wait}", "is ${wait}"]}
      end
      """,
      [
        #"wait 30s  (wait=30s title="say \"a | b\"")"#,
        #"caption "After 30s: say \"a | b\""  (wait=30s title="say \"a | b\"")"#,
        #"push {"title": "say \"a | b\"", "${wait}": ["30s", "is 30s"]}"#
          + #"  (wait=30s title="say \"a | b\"")"#,
      ]
    ),
    (
      "examples\n| how |\n| slow latency=3s |\n| offline |\nnetwork ${how}\nend",
      ["network slow latency=3s  (how=slow latency=3s)", "network offline  (how=offline)"]
    ),
    (
      "examples\n| file |\n| v8 |\npublish c/${file}.json version=${version=\"8\"}\nend",
      ["publish c/v8.json version=\"8\"  (file=v8)"]
    ),
    ("push a=${a=19.90} b=${b=null} c=${c={\"d\": [1]}}", ["push a=19.9 b=null c={\"d\": [1]}"]),
    ("push price=\"${price} is data\"", ["push price=\"${price} is data\""]),
  ]

  @Test(arguments: blocks)
  func comesTo(_ text: String, _ statements: [String]) throws {
    let told = try Self.statements(text)
    #expect(told == statements)
  }

  /// 42 stays an integer, 42.0 a double and "42" a text, wherever they stand.
  @Test func valuesKeepTheirTypes() throws {
    let scenario = try Self.parse(
      """
      examples
        | n    |
        | 42   |
        | 42.0 |
        | "42" |
        | true |
        push n=${n}
        push {"n": "${n}"}
      end
      """)
    let pushes = scenario.statements.map(\.command)
    let plain = try ["42", "42.0", "\"42\"", "true"].flatMap {
      let statement = try #require(try StatementParser.parse(line: "push n=\($0)"))
      return [statement.command, statement.command]
    }
    #expect(pushes == plain)
  }

  // MARK: Files

  private static let files: OrderedDictionary<String, String> = [
    "in/lib/sign-in.scenario": """
    tagsim 1
    title: Signs in
    ---
    include sub/step.scenario name=${user}
    publish c.json
    """,
    "in/lib/sub/step.scenario": "push user=${name} plan=${plan=\"free\"}\npublish /c.json",
    "in/circle.scenario": "include circle.scenario",
    "in/world.scenario": "tagsim 1\nsdk: v5\n---\n",
    "in/open.scenario": "repeat 2\nkill",
    "in/app.scenario":
      "app \"W\"\npackage p\ncontainer c\nend\napp \"X\"\npackage p\ncontainer c\nend",
    "in/one.scenario": "push a=${a}",
  ]

  @Test func filesAreIncluded() throws {
    let text = "include lib/sign-in.scenario user=\"u-1\"\nkill"
    let told = try Self.statements(text, files: Self.files, file: "in/a.scenario")
    let passes = "included at in/a.scenario:1"
    let inner = passes + ", included at in/lib/sign-in.scenario:4"
    #expect(
      told == [
        "push user=\"u-1\" plan=\"free\"  (\(inner))", "publish /c.json  (\(inner))",
        "publish c.json  (\(passes))", "kill",
      ])
    let scenario = try Self.parse(text, files: Self.files, file: "in/a.scenario")
    #expect(
      scenario.references.map { "\($0.location): \($0.path)" } == [
        "in/a.scenario:1:9: lib/sign-in.scenario",
        "in/lib/sign-in.scenario:4:9: lib/sub/step.scenario",
        "in/lib/sub/step.scenario:2:9: /c.json", "in/lib/sign-in.scenario:5:9: lib/c.json",
      ])
    #expect(
      scenario.statements.compactMap(\.command.containerFile?.path) == ["/c.json", "lib/c.json"])
  }

  // MARK: Mistakes

  private static let mistakes: [(text: String, sentences: String)] = [
    ("repeat\nkill\nend", "1:7: the line ends where a number of passes from 1 to 10000 was …"),
    (
      "repeat 0\nkill\nend\nend",
      """
      1:8: found '0', expected a number of passes from 1 to 10000
      4:1: 'end' is not allowed here: no block is open
      """
    ),
    ("repeat 3\nlunch\nend", "2:1: unknown verb 'lunch': did you mean 'launch'?"),
    ("repeat 3\nkill", "1:1: the repeat of line 1 is not closed: expected 'end'"),
    ("repeat 2\nsetup\nkill\nend\nend", "2:1: 'setup' is not allowed here: a block must be in a …"),
    ("examples\nkill\nend", "1:1: table of 'examples' has no rows: names in the first, as in | …"),
    ("examples\n| a | a |\nkill\nend", "2:7: the column 'a' is given twice"),
    ("examples\n| a | b |\n| 1 |\n| 1 | 2 |\nkill\nend", "3:1: found '| 1 |', expected 2 cells …"),
    (
      "examples\n| a |\n|  |\n| \"x |\nkill\nend",
      """
      3:3: found '', expected a value: "" is an empty text
      4:3: the string is not closed: expected '"' before the end of the line
      """
    ),
    ("examples\n| title |\n| 1 |\npush a=${titel}\nend", "4:8: unknown … did you mean 'title'?"),
    ("push a=${b}", "1:8: unknown parameter 'b': expected one that the matrix, an include or a …"),
    ("wait ${pass=3}", "1:6: '3' has no unit (ms, s, m, h or d): did you mean '3s'?"),
    ("setup\napp \"X\"\npackage p\ncontainer c\nend\nend\nlaunch", "2:1: 'app' is not allowed …"),
    ("include gone.scenario", "1:9: in/gone.scenario: there is no such file"),
    ("include", "1:8: the line ends where a file was expected"),
    ("include open.scenario a=1 a=2", "1:27: the key 'a' is given twice"),
    ("include circle.scenario", "1:9: 'circle.scenario' is not allowed here: it would include …"),
    ("include world.scenario", "2:1: 'sdk' is not allowed here: the including scenario sets up …"),
    ("include app.scenario", "5:1: 'app' is not allowed here: the including scenario sets the app"),
    ("include one.scenario a=1 b=2", "1:26: unknown argument 'b': expected a"),
    ("include open.scenario", "1:1: the repeat of line 1 is not closed: expected 'end'"),
    ("under sdk=v3 kill", "1:1: 'under' is not allowed here: varied values go in the header, as …"),
    (
      String(repeating: "repeat 1\n", count: 65) + "kill" + String(repeating: "\nend", count: 64),
      "65:1: 'repeat' is not allowed here: blocks are nested at most 64 deep"
    ),
    (
      String(repeating: "under sdk=v3 ", count: 65) + "kill",
      """
      1:1: 'under' is not allowed here: varied values go in the header, as in matrix: sdk=v3,v5
      1:1: 'under' is not allowed here: blocks are nested at most 64 deep
      """
    ),
  ]

  @Test(arguments: mistakes)
  func mistake(_ text: String, _ sentences: String) {
    let errors = #expect(throws: ScenarioErrors.self) {
      try Self.parse(text, files: Self.files, file: "in/a")
    }
    let told = errors?.errors.map { "\($0.location.line):\($0.told)" }
    #expect(told?.joined(separator: "\n").reads(sentences) == true, "\(told ?? [])")
  }

  /// However often blocks are repeated, a scenario ends, and says once where it became too long.
  @Test(arguments: ["repeat 3\nrepeat 3\nkill\nend\nend\nkill", "repeat 9\nkill\nkill\nend\nkill"])
  func statementsAreBounded(_ text: String) throws {
    var reader = ScenarioReader(
      try SourceText(Array(text.utf8), file: "a"), texts: ScenarioParser.noTexts, limit: 5)
    reader.read()
    #expect(reader.scenario.statements.count == 5)
    let errors = reader.lines.errors.errors.map(\.sentence)
    #expect(errors.count == 1 && errors[0].reads("'kill' … at most 5 statements …"))
  }

  /// Blocks that do nothing end as well.
  @Test func passesAreBounded() throws {
    let block = "repeat 10000\n"
    let errors = #expect(throws: ScenarioErrors.self) {
      try Self.parse(String(repeating: block, count: 3) + "end\nend\nend")
    }
    #expect(errors?.errors.count == 1)
    #expect(errors?.errors.first?.sentence.reads("'repeat' … at most 200000 passes …") == true)
  }

  @Test func whatATextIncludesIsKnown() {
    let text =
      "include a.scenario x=1\nrepeat 2\n  include \"b c.scenario\"\nend\n"
      + "under sdk=v3 include d.scenario\ncaption \"include e\"\nlunch include"
    #expect(
      ScenarioParser.includedPaths(in: Array(text.utf8), file: "a") == [
        "a.scenario", "b c.scenario", "d.scenario",
      ])
  }
}
