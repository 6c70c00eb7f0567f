import OrderedCollections
import TagRuntime
import TagSimulation
import Testing

@testable import ScenarioEngine

/// `expect tag`: what holds, and the exact words of what does not.
struct TagExpectationTests {
  private static let holding: [(before: [String], line: String)] = [
    (["screen \"Home\""], "tag \"Screens\" fired"),
    (["screen \"Home\""], "tag \"Screens\" fired 1x"),
    (["screen \"Home\""], "tag \"Bonus\" fired 1x"),
    (["screen \"Home\""], "tag \"Thanks\" fired 0x"),
    (["screen \"Home\""], "tag \"Thanks\" not fired"),
    (["screen \"Home\""], "tag \"Thanks\" not fired because \"screen name equals Thanks\""),
    (["screen \"Home\""], "tag \"Thanks\" not fired because \"actual: Home\""),
    (["screen \"Home\""], "tag \"Idle\" not fired because \"no rule fires it\""),
    // Only the last statement that brought an event counts.
    (["screen \"Home\"", "push event=\"x\""], "tag \"Screens\" not fired"),
    (["screen \"Home\"", "push a=1", "network offline"], "tag \"Screens\" fired 1x"),
    (["screen \"Home\"", "tap \"To cart\""], "tag \"Screens\" fired 1x"),
    (
      ["push user.tier=\"staff\"", "screen \"Home\"", "tap \"Buy\" price=1"],
      "tag \"Purchase\" not fired because \"blocked by rule Staff\""
    ),
    (["screen \"Home\"", "kill"], "tag \"Screens\" fired"),
  ]

  @Test(arguments: holding)
  func holds(_ before: [String], _ line: String) throws {
    let run = try Shop.play(
      ["container saved v1 age=1h", "launch"] + before + ["expect " + line])
    #expect(run.last == .passed)
  }

  private static let thanks =
    "at event 4 openScreen (10:00:00) / rule Thanked needs ALL of /   ok  Event equals openScreen"
    + " /   NO  screen name equals Thanks   actual: Home / "
    + "nearest miss: 1 change, screen name = Thanks"

  private static let failing: [(before: [String], line: String, told: String)] = [
    ([home], "tag \"Thanks\" fired", "fired 0x, expected at least once / " + thanks),
    ([home], "tag \"Thanks\" fired 2x", "fired 0x, expected 2x / " + thanks),
    ([home], "tag \"Screens\" fired 2x", "fired 1x, expected 2x / " + seen),
    ([home], "tag \"Screens\" not fired", "fired 1x / " + seen),
    ([home], "tag \"Thanks\" not fired because \"the moon\"", "not fired, but not … / " + thanks),
    ([home], "tag \"Idle\" fired", "fired 0x, expected at least once … / no rule fires it"),
    (
      [home], "tag \"Screen\" fired", "… has no tag \"Screen\": did you mean \"Screens\"?"
    ),
    ([home], "tag \"Zebra\" not fired", "container GTM-SHOP v1 has no tag \"Zebra\""),
  ]
  private static let home = "screen \"Home\""
  private static let seen =
    "at event 4 openScreen (10:00:00) / rule Screen seen needs /   ok  Event equals openScreen"

  @Test(arguments: failing)
  func fails(_ before: [String], _ line: String, _ told: String) throws {
    let run = try Shop.play(
      ["container saved v1 age=1h", "launch"] + before + ["expect " + line])
    #expect(run.failureLines.joined(separator: " / ").reads(told), "\(run.failureLines)")
  }

  @Test func namesTheRowThatWasLookedAt() throws {
    let run = try Shop.play("screen \"Home\"", "expect tag \"Thanks\" fired")
    guard case .failed(let failure)? = run.last, let row = failure.row else {
      Issue.record("it holds")
      return
    }
    #expect(run.timeline.row(at: row).event.update?.event == "openScreen")
  }

  @Test(arguments: ["tag \"Screens\" fired", "tag \"Screens\" not fired"])
  func needsAContainer(_ line: String) throws {
    let run = try Shop.play(["expect " + line])
    #expect(
      run.failureLines == ["no container is open because the app is not running: launch it first"])
  }

  /// Without any event there is no explanation that the text could be a part of.
  @Test func becauseNeedsAnEvent() throws {
    let inputs = RunInputs(
      app: try AppParser.parse(
        "app \"A\"\n  package com.example.a\n  container GTM-SHOP\nend", file: "a.app"),
      containers: ["v1": Shop.container("1")])
    let start = ["container saved v1 age=1h", "launch"]
    let plain = try Shop.play(start + ["expect tag \"Screens\" not fired"], inputs: inputs)
    #expect(plain.last == .passed)
    let because = try Shop.play(
      start + ["expect tag \"Screens\" not fired because \"Event\""], inputs: inputs)
    #expect(
      because.failureLines == ["no event was pushed yet, so there is nothing to explain"])
  }

  /// What fires while time passes belongs to the statement that let it pass.
  @Test func countsTheEventsOfAWait() throws {
    let app = """
      app "Late"
        package com.example.late
        container GTM-SHOP
        on container push event="openScreen" screenName="Thanks"
      end
      """
    let inputs = RunInputs(
      app: try AppParser.parse(app, file: "late.app"), containers: ["v1": Shop.container("1")])
    let run = try Shop.play(
      [
        "container saved v1 age=1h", "settle off", "launch", "wait 10ms",
        "expect tag \"Thanks\" fired 1x",
      ], inputs: inputs)
    #expect(run.last == .passed)
  }

  @Test func aPausedTagNeverFiresAndSaysWhy() throws {
    var version = Shop.container("1").version
    version.leftOut = [LeftOutPart(kind: .tag, name: "Old", type: "img", reason: .paused)]
    var inputs = Shop.inputs
    inputs.containers["paused"] = CompiledContainer(version)
    let start = ["container saved paused age=1h", "launch", "screen \"Home\""]
    let because = try Shop.play(
      start + ["expect tag \"Old\" not fired because \"it is paused\""], inputs: inputs)
    #expect(because.last == .passed)
    let fired = try Shop.play(start + ["expect tag \"Old\" fired"], inputs: inputs)
    #expect(
      fired.failureLines == [
        "fired 0x, expected at least once", "at event 4 openScreen (10:00:00)",
        "it is paused in the web interface, so no phone gets it",
      ])
  }

  /// The SDK throws at the push that led to the others, and so does its row.
  @Test func aLoopIsToldAtThePushThatBeganIt() throws {
    let app = """
      app "Loop"
        package com.example.loop
        container GTM-SHOP
        tag-function addBonus pushes event="openScreen"
      end
      """
    let inputs = RunInputs(
      app: try AppParser.parse(app, file: "loop.app"), containers: ["v1": Shop.container("1")])
    let run = try Shop.play(
      ["container saved v1 age=1h", "launch", "push event=\"openScreen\""], inputs: inputs)
    let rows = run.timeline.rows(in: 1...).map(\.event).filter { $0.update != nil }
    #expect(rows.count == 501)
    #expect(rows.map { $0.loop != nil } == [true] + Array(repeating: false, count: 500))
    #expect(
      rows[0].summary
        == "openScreen threw TAGListenerPushLoop after 501 updates, 1 dropped, 2 tags fired")
  }
}
