import Testing

@testable import ScenarioEngine

/// The report for machines keeps to the Test Anything Protocol, version 13, which `prove` reads.
struct TAPReportTests {
  @Test func pointsAreNumberedAndFailuresExplained() throws {
    let run = try Reported.run(
      "chapter \"1\"", "screen \"Home\"", "expect queue size 1", "expect tag \"Thanks\" fired",
      "optional expect sent 3", "foreground")
    #expect(
      TAPReport.lines(of: run, from: 5) == [
        "# shop.scenario",
        "ok 5 - shop.scenario:11 expect queue size 1",
        "not ok 6 - shop.scenario:12 expect tag \"Thanks\" fired",
        "  ---",
        "  message: |",
        "    fired 0x, expected at least once",
        "    at event 4 openScreen (10:00:00)",
        "    rule Thanked needs ALL of",
        "      ok  Event equals openScreen",
        "      NO  screen name equals Thanks   actual: Home",
        "    nearest miss: 1 change, screen name = Thanks",
        "  see: 'tagsim shop.scenario --at 4'",
        "  at:",
        "    file: 'shop.scenario'",
        "    line: 12",
        "    column: 1",
        "  ...",
        "not ok 7 - shop.scenario:13 optional expect sent 3 # TODO optional",
        "  ---",
        "  message: |",
        "    0 hits were sent, expected == 3",
        "    1 hit waits in analytics: next dispatch in 0.9 s, interval 2m00s",
        "  see: 'tagsim shop.scenario --at 4'",
        "  at:",
        "    file: 'shop.scenario'",
        "    line: 13",
        "    column: 1",
        "  ...",
        "not ok 8 - shop.scenario:14 foreground",
        "  ---",
        "  message: |",
        "    the app is not in the background",
        "  see: 'tagsim shop.scenario --at 4'",
        "  at:",
        "    file: 'shop.scenario'",
        "    line: 14",
        "    column: 1",
        "  ...",
      ])
  }

  @Test func frame() {
    #expect(TAPReport.header == "TAP version 13")
    #expect(TAPReport.plan(3) == "1..3")
    #expect(TAPReport.plan(0) == "1..0 # SKIP the scenarios expect nothing")
    #expect(
      TAPReport.bailOut("x.scenario:1:1: error: why") == "Bail out! x.scenario:1:1: error: why")
  }

  /// In a description `#` would begin a directive, and a backslash would take it back.
  private static let escapes: [(line: String, description: String)] = [
    ("expect data {\"#\": 1}", "expect data {\"\\#\": 1}"),
    ("label \"# TODO\" expect sent 0", "label \"\\# TODO\" expect sent 0"),
    ("label \"\\\\# TODO\" expect sent 0", "label \"\\\\\\\\\\# TODO\" expect sent 0"),
  ]

  @Test(arguments: escapes)
  func escapesDescriptions(_ line: String, _ description: String) throws {
    let run = try Reported.run([line])
    let point = try #require(TAPReport.lines(of: run, from: 1).dropFirst().first)
    #expect(point.hasSuffix(" - shop.scenario:9 " + description))
  }

  @Test func fileNamesAreQuoted() throws {
    var scenario = try ScenarioParser.parse(
      "tagsim 1\n---\nexpect sent 1", file: "it's #1.scenario")
    scenario.apps = []
    let run = FinishedRun(scenario, inputs: Shop.inputs)
    let lines = TAPReport.lines(of: run, from: 1)
    #expect(lines[1] == "not ok 1 - it's \\#1.scenario:3 expect sent 1")
    #expect(lines.contains("    file: 'it''s #1.scenario'"))
  }
}
