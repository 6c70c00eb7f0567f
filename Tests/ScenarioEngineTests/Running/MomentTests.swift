import OrderedCollections
import TagRuntime
import TagSimulation
import Testing

@testable import ScenarioEngine

/// Questions that seek a moment of a run.
struct MomentTests {
  /// ```
  /// 1 <publish v2>  2 <launch>  3 appStart  4 <container v1 saved>  5 openScreen Home  6 buy
  /// 7 <network offline>  8 openScreen Cart  9 openScreen Home  10 <network online>
  /// 11 <dispatch good> 4 sent  12 <kill>
  /// ```
  private static func run() throws -> ScenarioRun {
    try Shop.play(
      "screen \"Home\"", "tap \"Buy\" price=9.5", "network offline", "screen \"Cart\"",
      "screen \"Home\"", "network online", "wait 3m", "kill", "wait 1h")
  }

  private static func question(_ line: String) throws -> MomentQuestion {
    let statement = try #require(try StatementParser.parse(line: line))
    guard case .view(let command) = statement.command else {
      throw LoadFailure(["\(line) is no question"])
    }
    return try #require(command.question)
  }

  /// The rows at which it is, one after the other, and the answer behind the last of them.
  private static let moments: [(line: String, rows: [Int?], answer: String)] = [
    ("first queue size > 3", [9], "not again after #9 (checked 12 events)"),
    ("first queue size > 9", [], "never so far (checked 12 events; the most was 4, at #9)"),
    ("first expect sent > 0", [11], "not again after #11"),
    ("first lost > 0", [], "never so far (checked 12 events)"),
    ("first tag \"Screens\" fired", [5, 8, 9], "not again after #9"),
    ("first tag \"Screens\" not fired", [6], "not again after #6"),
    ("first tag \"Purchase\" not fired because \"buy\"", [5, 8, 9], "not again after #9"),
    ("first tag \"Idle\" fired", [], "never so far"),
    ("first container age>1h", [4], "not again after #4"),
    ("first container closed", [1, 12], "not again after #12"),
    ("first data {\"screenName\": \"Cart\"}", [8], "not again after #8"),
    ("when value title changed", [4], "no change after #4 (checked 12 events)"),
    ("when data screenName changed", [5, 8, 9], "no change after #9"),
    ("when data user.tier changed", [], "no change so far (checked 12 events)"),
    ("when container changed", [3, 4], "no change after #4"),
    ("when tag \"Purchase\" fired", [6], "not again after #6"),
    // What is not there says so, as an expectation does.
    ("first tag \"Screnes\" fired", [], "has no tag \"Screnes\": did you mean \"Screens\"?"),
    ("first value titel == \"x\"", [], "has no key titel: did you mean title?"),
    ("first value title == 7", [], "expected an int64: write == \"7\" or as int64"),
    ("when value titel changed", [], "has no key titel: did you mean title?"),
    ("when container changed id=GTM-X", [], "the app has no container GTM-X"),
    ("first event buy logged", [], "play the scenario with sdk: v5"),
  ]

  @Test(arguments: moments)
  func isSought(_ line: String, _ rows: [Int?], _ answer: String) throws {
    let run = try Self.run()
    let question = try Self.question(line)
    var found: [Int?] = []
    var last = run.moment(of: question)
    while case .found(let row) = last.outcome {
      found.append(row)
      last = run.moment(of: question, after: row ?? .max)
    }
    #expect(found == rows)
    #expect(last.sentence.contains(answer), "\(last.sentence)")
  }

  private static let sentences: [(line: String, sentence: String)] = [
    ("first queue size > 3", "#9 openScreen Home: queue size > 3 true from here on"),
    ("first tag \"Screens\" fired", "#5 openScreen Home: tag \"Screens\" fired"),
    ("first sent > 0", "#11 <dispatch good> 4 sent: sent > 0 true from here on"),
    ("when value title changed", "#4 <container v1 saved>: title \"\" -> \"Title 1\""),
    ("when data screenName changed", "#5 openScreen Home: screenName nothing -> \"Home\""),
    ("when container changed", "#3 appStart: GTM-SHOP closed -> empty"),
  ]

  @Test(arguments: sentences)
  func saysWhereItIs(_ line: String, _ sentence: String) throws {
    #expect(try Self.run().moment(of: Self.question(line)).sentence == sentence)
  }

  /// Time that passes after the last event makes no row, and the present is a moment as well.
  @Test func thePresentIsAMoment() throws {
    let run = try Shop.play("screen \"Home\"", "network offline", "wait 1h")
    let answer = run.moment(of: try Self.question("first container age>90m"))
    #expect(answer.outcome == .found(row: nil))
    #expect(answer.sentence == "container age>90m is true now, after the last event")
  }

  /// What may not be seen yet is not found out.
  @Test func looksNoFurtherThanItMay() throws {
    let run = try Self.run()
    let question = try Self.question("first queue size > 3")
    #expect(run.moment(of: question, upTo: 8).outcome == .never)
    #expect(run.moment(of: question, upTo: 9).outcome == .found(row: 9))
  }

  /// At the end of every statement the walk sees what the statements of that time saw.
  @Test func looksAsStatementsDo() throws {
    let lines = [
      "screen \"Home\"", "expect tag \"Screens\" fired 1x", "wait 3m", "refresh",
      "expect callback refresh-success network", "tap \"Buy\" price=1",
    ]
    let run = try Shop.play(
      "screen \"Home\"", lines[1], lines[2], lines[3], "wait 10s", lines[5])
    var walk = RunWalk(through: run)
    var last: [Int: LastExtents] = [:]
    while walk.next(upToStep: .max) { last[walk.step] = walk.run.standing.last }
    #expect(walk.isOver && walk.run.standing.last == run.standing.last)
    for entry in run.record {
      guard let seen = last[entry.before.steps] else { continue }
      #expect(seen == entry.before.last, "before \(entry.statement.text)")
    }
  }

  private static let lines: [(line: String, sentence: String?)] = [
    ("first queue size > 3", nil), ("first expect queue size > 3", nil),
    ("when value title changed", nil), ("when value title changed id=GTM-SHOP", nil),
    ("when container changed", nil), ("when container saved a.json age=1h", nil),
    ("when launch", nil), ("when tag \"A\" fired id=GTM-A", nil), ("when data a.b changed", nil),
    ("when value title change", "found 'change', expected 'changed': did you mean 'changed'?"),
    ("when value", "the line ends where a key was expected"),
    ("when", "the line ends where value, data, container or tag was expected"),
    ("when queue size > 3", "unknown verb 'queue': did you mean 'first queue size > 3'?"),
    ("when sent > 3", "unknown verb 'sent': did you mean 'first sent > 3'?"),
    ("then queue size > 3", "unknown verb 'queue'"), ("when nonsense", "unknown verb 'nonsense'"),
    ("first", "the line ends where tag"),
    ("first queue", "the line ends where 'size' was expected"),
    ("first tgg \"A\" fired", "unknown expectation 'tgg': did you mean 'tag'?"),
    ("when tag \"A\" fires", "found 'fires', expected 'fired': did you mean 'fired'?"),
    ("when container change", "found 'change', expected 'changed': did you mean 'changed'?"),
  ]

  @Test(arguments: lines)
  func isRead(_ line: String, _ sentence: String?) {
    do throws(ScenarioError) {
      _ = try StatementParser.parse(line: line)
      #expect(sentence == nil)
    } catch {
      #expect(sentence.map { error.sentence.hasPrefix($0) } == true, "\(error.sentence)")
    }
  }

  /// In a scenario they are looked up as expectations are, and do nothing where nobody looks.
  @Test func namesAreChecked() throws {
    let text = "launch\nfirst tag \"Screnes\" fired\nwhen value x changed id=GTM-SHPO"
    let scenario = try ScenarioParser.parse(text, file: "a")
    let sentences = scenario.check(app: Shop.inputs.app, tags: ["Screens"]).map(\.sentence)
    #expect(
      sentences == [
        "unknown tag 'Screnes': did you mean 'Screens'?",
        "unknown container 'GTM-SHPO': did you mean 'GTM-SHOP'?",
      ])
    let run = FinishedRun(scenario, inputs: Shop.inputs)
    #expect(run.points.isEmpty)
  }
}
