import OrderedCollections
import TagRuntime
import TagSimulation
import Testing

@testable import ScenarioEngine

/// Branches: other ways on from a mark of the story.
struct BranchTests {
  private static func parse(_ text: String) throws -> Scenario {
    let header = "tagsim 1\nstart: 2014-03-01T10:00:00+01:00\n---\n"
    return try ScenarioParser.parse(header + text, file: "shop.scenario")
  }

  private static func runs(_ text: String) throws -> [FinishedRun] {
    let run = FinishedRun(try parse(text), inputs: Shop.inputs)
    return [run] + run.branches.map { FinishedRun(playing: $0) }
  }

  private static let tunnel = """
    setup
      container saved v1 age=1h
    end
    teardown
      kill
    end
    launch
    network offline
    screen "Home"
    mark tunnel
    wait 1h
    expect sent 0
    branch "out of it" from tunnel
      network online
      eventually within 3m expect sent 1
    end
    branch deeper from tunnel
      tap "Buy" price=1
      expect queue size == 2
    end
    screen "Cart"
    """

  // MARK: Reading

  /// What a scenario comes to when it is played as each of its branches.
  private static let readings: [(text: String, stories: [String])] = [
    (
      tunnel,
      [
        "out of it: launch; network offline; screen \"Home\"; mark tunnel; network online; "
          + "eventually within 3m expect sent 1; kill",
        "deeper: launch; network offline; screen \"Home\"; mark tunnel; tap \"Buy\" price=1; "
          + "expect queue size == 2; kill",
      ]
    ),
    (
      "repeat 2\nkill\nmark m\nend\nbranch a from m\nrepeat 2\nlaunch\nend\nend\nmark m",
      ["a: kill; mark m; kill; mark m; launch; launch"]
    ),
    ("mark m\nbranch a from m\nend", ["a: mark m"]),
    (
      "seed 7\nmark m\nlaunch\nbranch a from m\nkill\nend",
      ["a: seed 7; mark m; kill"]
    ),
  ]

  @Test(arguments: readings)
  func isReadAs(_ text: String, _ stories: [String]) throws {
    let scenario = try Self.parse(text)
    let told = scenario.branches.map { branch in
      branch.name + ": "
        + scenario.played(as: branch).statements.map(\.text).joined(separator: "; ")
    }
    #expect(told == stories)
  }

  /// A seed of the command line takes the place of those that are written, and no branch moves.
  @Test func staysAtItsMarkUnderAnotherSeed() throws {
    var scenario = try Self.parse("seed 7\nmark m\nlaunch\nbranch a from m\nkill\nend")
    scenario.seed(with: 3)
    let played = scenario.played(as: scenario.branches[0])
    #expect(played.statements.map(\.text) == ["mark m", "kill"])
  }

  private static let mistakes: [(text: String, sentences: String)] = [
    ("mark tunnel\nbranch a from tunel\nkill\nend", "2:15: unknown mark … did you mean 'tunnel'?"),
    (
      "branch a from m\nlunch\nend\nmark m",
      "1:15: unknown mark 'm' … / 2:1: unknown verb 'lunch' …"
    ),
    ("mark one\nmark two\nbranch a from three\nend", "3:15: unknown mark 'three': expected a …"),
    ("mark m\nbranch a from m\nend\nbranch a from m\nend", "4:8: the branch 'a' is given twice"),
    ("mark m\nsetup\nbranch a from m\nend\nend", "3:1: 'branch' is not allowed here: a block …"),
    ("mark m\nbranch a from m\nbranch b from m\nkill\nend\nend", "3:1: 'branch' is not allowed …"),
    ("mark m\nbranch a from m\nmark n\nend\nbranch b from n\nend", "5:15: unknown mark 'n' …"),
    ("mark m\nbranch a form m\nend", "2:10: found 'form', expected 'from' … 'from'?"),
    ("mark m\nbranch a from", "2:14: the line ends where the name of a mark was expected / 2:1 …"),
    ("mark m\nbranch \"\" from m\nend", "2:8: found '\"\"', expected the name of the branch, at …"),
    ("mark m\nbranch \"as written\" from m\nend", "2:8: '\"as written\"' is not allowed here …"),
    ("mark m\nbranch a from m x\nend", "2:17: found 'x', expected the end of the line"),
  ]

  @Test(arguments: mistakes)
  func mistake(_ text: String, _ sentences: String) {
    let errors = ScenarioParser.read(Array(text.utf8), file: "a").errors.errors
    let told = errors.map { "\($0.location.line):\($0.told)" }.sorted().joined(separator: " / ")
    #expect(told.reads(sentences), "\(told)")
  }

  @Test func areBounded() {
    let blocks = (0...64).map { "branch b\($0) from m\nend" }.joined(separator: "\n")
    let errors = ScenarioParser.read(Array("mark m\n\(blocks)".utf8), file: "a").errors.errors
    #expect(errors.count == 1 && errors[0].sentence.contains("at most 64 branches"))
  }

  /// Names are looked up in the story that a branch makes of the scenario.
  @Test func namesAreChecked() throws {
    let text = "launch\nmark m\nbranch a from m\nscreen \"Hom\"\nseed 7\nend"
    let errors = try Self.parse(text).check(app: Shop.inputs.app)
    #expect(
      errors.map(\.sentence) == [
        "'seed 7' is not allowed here: \(ActError.seedTooLate.sentence)",
        "unknown screen 'Hom': did you mean 'Home'?",
      ])
  }

  /// A way of the matrix has the branches that it names.
  @Test func belongToWays() throws {
    let text = """
      tagsim 1
      matrix: sdk=v3,v5
      ---
      mark m
      branch both from m
        kill
      end
      under sdk=v5 branch one from m
        kill
      end
      """
    let scenario = try ScenarioParser.parse(text, file: "a")
    #expect(scenario.variants.map { $0.branches.map(\.name) } == [["both"], ["both", "one"]])
    let way = scenario.variants[1]
    #expect(way.played(as: way.branches[1]).name == "a [sdk=v5, branch \"one\"]")
  }

  // MARK: Playing

  @Test func goesOnFromTheMark() throws {
    let runs = try Self.runs(Self.tunnel)
    #expect(
      runs.map(\.scenario.name) == [
        "shop.scenario", "shop.scenario [branch \"out of it\"]",
        "shop.scenario [branch \"deeper\"]",
      ])
    #expect(runs.allSatisfy { $0.isSuccess(strict: true) })
    #expect(
      runs[1].entries.map(\.result.statement.text) == [
        "network online", "eventually within 3m expect sent 1", "kill",
      ])
    #expect(runs[2].entries.map(\.clock) == ["10:00:00", "10:00:00", "10:00:00"])
    let names = runs.map { $0.timeline.rows(in: 1...).map(\.event.name).suffix(3) }
    #expect(names[1] == ["<network online>", "<dispatch good>", "<kill>"])
    #expect(names[2] == ["openScreen", "buy", "<kill>"])
  }

  /// The same branch, played from the beginning, comes to the same world.
  @Test func isTheSameFromTheBeginning() throws {
    let scenario = try Self.parse(Self.tunnel)
    let whole = FinishedRun(scenario.played(as: scenario.branches[0]), inputs: Shop.inputs)
    let branch = try Self.runs(Self.tunnel)[1]
    #expect(Array(whole.entries.suffix(3)) == branch.entries)
    #expect(
      whole.timeline.rows(in: 1...).map { "\($0.step) \($0.event)" }
        == branch.timeline.rows(in: 1...).map { "\($0.step) \($0.event)" })
  }

  /// A story that ends at its first failure has no branches from marks that it did not reach.
  @Test func needsItsMark() throws {
    let text = "launch\nmark a\nexpect sent 3\nmark b\nbranch x from a\nend\nbranch y from b\nend"
    let scenario = try Self.parse(text)
    let whole = FinishedRun(scenario, inputs: Shop.inputs)
    let broken = FinishedRun(scenario, inputs: Shop.inputs, stopsAtFailure: true)
    #expect(whole.branches.map(\.scenario.branch?.name) == ["x", "y"])
    #expect(broken.branches.map(\.scenario.branch?.name) == ["x"])
  }

  /// The facts of a branch are those that it adds; hits of the story are told as they end in it.
  @Test func tellsItsOwnFacts() throws {
    let runs = try Self.runs(Self.tunnel)
    let facts = runs.map { ReportedRun(of: $0, withFacts: true).facts }
    let events = facts[1].filter { $0.hasPrefix("{\"fact\": \"event\"") }
    let first = try #require(events.first)
    #expect(first.contains("<network online>"), "\(events)")
    let hits = facts.map { $0.filter { $0.hasPrefix("{\"fact\": \"hit\"") } }
    #expect(hits[1].count == 1 && hits[1][0].contains("\"state\": \"sent\""))
    let row = try #require(hits[0][0].firstRange(of: /"row": [0-9]+/))
    #expect(hits[1][0].contains(hits[0][0][row]))
    #expect(!facts[1].contains { $0.contains("\"key\": \"title\"") })
  }
}
