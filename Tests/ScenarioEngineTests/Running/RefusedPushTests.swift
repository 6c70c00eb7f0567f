import TagRuntime
import TagSimulation
import Testing

@testable import ScenarioEngine

/// A push that one of our own bounds refuses fails its statement, unless that is meant.
struct RefusedPushTests {
  private static let long = String(repeating: "k", count: Limits.keyBytes + 1)
  private static let push = "push {\"\(long)\": 1}"
  private static let reason =
    "push refused: a key of the push is longer than 256 bytes; the data layer is unchanged "
    + "[push-refused]"
  private static let advice =
    ": push less, or show that it is intended, with 'optional' before the line or "
    + "'expect log tagsim ~ /refused/' after it"

  private static func nested(_ levels: Int) -> String {
    String(repeating: "{\"k\": ", count: levels) + "1" + String(repeating: "}", count: levels)
  }

  private static func list(_ count: Int) -> String {
    "[" + Array(repeating: "1", count: count).joined(separator: ", ") + "]"
  }

  private static let bounds: [(line: String, words: String?)] = [
    ("push \(nested(Limits.pushDepth))", nil),
    ("push \(nested(70))", PushRejection.tooDeep.sentence),
    ("push {\"a\": \(list(9_999))}", nil),
    ("push {\"a\": \(list(5_000)), \"b\": \(list(5_001))}", PushRejection.tooManyLeaves.sentence),
    ("push {\"a\": \(list(10_001))}", PushRejection.listTooLong.sentence),
    ("push {\"\(long.dropLast())\": 1}", nil),
    (push, PushRejection.keyTooLong.sentence),
  ]

  @Test(arguments: bounds.indices)
  func everyBoundFailsItsStatement(_ index: Int) throws {
    let (line, words) = Self.bounds[index]
    let run = try Shop.play("push a.tier=1", line, "push b=2")
    let result = try #require(run.results.dropLast().last)
    #expect(result.isFailure == (words != nil))
    if let words { #expect(result.reason.first?.contains("push refused: \(words); ") == true) }
    #expect(run.results.last?.isFailure == false)
    #expect(run.timeline.live.runtime?.dataLayer.get("b") == 2, "the runtime goes on")
  }

  @Test func theReasonHasTheCodeAndSaysWhatToDo() throws {
    let run = try Shop.play(Self.push)
    #expect(run.last == .error(Self.reason + Self.advice))
  }

  // MARK: What is meant

  private static let meant: [(lines: [String], failures: [Bool])] = [
    ([push], [true]),
    ([push, "expect log tagsim ~ /push refused: a key/"], [false, false]),
    ([push, "expect log error ~ /push refused/"], [true, true]),
    ([push, "expect log tagsim ~ /nests deeper/"], [true, true]),
    ([push, "expect sent 0", "expect log tagsim ~ /refused/"], [false, false, false]),
    (
      [push, "caption \"Too long\"", "mark here", "expect log tagsim ~ /refused/"],
      [false, false, false, false]
    ),
    ([push, "push a=1", "expect log tagsim ~ /refused/"], [true, false, false]),
    ([push, push, "expect log tagsim ~ /refused/"], [true, false, false]),
    (["push a=1", "expect log tagsim ~ /refused/"], [false, true]),
    ([push, "eventually within 1s expect log tagsim ~ /refused/"], [true, false]),
  ]

  @Test(arguments: meant)
  func whatIsExpectedRightAfterItIsMeant(_ lines: [String], _ failures: [Bool]) throws {
    let run = try Shop.play(
      [
        "container saved v1", "launch",
      ] + lines)
    #expect(run.results.suffix(lines.count).map(\.isFailure) == failures)
  }

  @Test func optionalOnesCountWhereItIsStrict() throws {
    let run = try Reported.run("optional " + Self.push)
    #expect(run.failures.count == 1)
    #expect(run.isSuccess(strict: false))
    #expect(!run.isSuccess(strict: true))
  }

  @Test func theSetupIsLookedAtAsWell() throws {
    let text = """
      tagsim 1
      ---
      setup
        container saved v1
        launch
        \(Self.push)
        expect log tagsim ~ /refused/
        \(Self.push)
      end
      expect log tagsim ~ /refused/
      """
    let run = ScenarioRun(
      try ScenarioParser.parse(text, file: "s.scenario"), inputs: Shop.inputs)
    #expect(run.results.map(\.isFailure) == [false, false, false, false, true])
  }

  /// What somebody types is not known to be meant: what follows was not typed yet.
  @Test func aTypedLineFails() throws {
    var run = try Shop.play("push a=1")
    let typed = try #require(try StatementParser.parse(line: Self.push))
    #expect(run.execute(typed).outcome == .error(Self.reason + Self.advice))
  }

  // MARK: Later

  /// An app that pushes too much when it has its container in its hands.
  private static func inputs(
    adding lines: [String] = ["on container " + push]
  ) throws -> RunInputs {
    var inputs = Shop.inputs
    let app = Shop.app.replacing(
      "  read string title", with: (lines + ["read string title"]).joined(separator: "\n  "))
    inputs.app = try AppParser.parse(app, file: "shop.app")
    return inputs
  }

  @Test func thePushOfAnAppFailsTheStatementThatItComesIn() throws {
    let run = try Shop.play(["container saved v1", "launch", "wait 5s"], inputs: Self.inputs())
    #expect(run.results.map(\.isFailure) == [false, true, false])
    let late = try Shop.play(
      ["settle off", "container saved v1", "launch", "wait 5s"], inputs: Self.inputs())
    #expect(late.results.map(\.isFailure) == [false, false, false, true])
    let expected = try Shop.play(
      [
        "settle off", "container saved v1", "launch",
        "eventually within 5s expect container version=1",
      ], inputs: Self.inputs())
    #expect(expected.failureLines.first?.hasPrefix(Self.reason) == true)
  }

  /// A wait that is played bit by bit is judged as one that passes at once.
  @Test(arguments: [true, false])
  func aWaitInBits(_ isMeant: Bool) throws {
    let text = """
      tagsim 1
      ---
      setup
        settle off
        container saved v1
        launch
      end
      wait 10s
      expect log tagsim ~ /\(isMeant ? "refused" : "nothing")/
      """
    var run = ScenarioRun(
      try ScenarioParser.parse(text, file: "s.scenario"), inputs: try Self.inputs())
    _ = run.beginWait()
    run.passTime(.seconds(4))
    // What is typed meanwhile is no matter of the wait.
    let typed = try #require(try StatementParser.parse(line: Self.push))
    #expect(run.execute(typed).isFailure)
    run.passTime(.seconds(6))
    let result = run.endWait()
    #expect((result?.outcome == .error(Self.reason + Self.advice)) == !isMeant)
    #expect(
      run.record.filter(\.isFailure).map(\.statement.text) == (isMeant ? [] : ["wait 10s"])
        + [Self.push])
    #expect(run.failureCount == (isMeant ? 1 : 2))
  }

  @Test func severalAreCounted() throws {
    let inputs = try Self.inputs(adding: Array(repeating: "on launch " + Self.push, count: 3))
    let run = try Shop.play(["launch"], inputs: inputs)
    #expect(run.last == .error(Self.reason + ", and 2 others with it" + Self.advice))
  }
}
