import Testing
import TextKit

@testable import ScenarioEngine

/// The report for people, word by word.
struct HumanReportTests {
  @Test func oneLineAStep() throws {
    let run = try Reported.run(
      "chapter \"1 Screens\"", "caption \"The shopper looks around.\"", "note \"psst\"",
      "screen \"Home\"", "settle on", "expect tag \"Screens\" fired 1x", "focus tags",
      "expect tag \"Thanks\" fired", "optional expect sent 3", "kill", "screen \"Home\"")
    #expect(
      HumanReport.lines(of: run) == [
        "shop.scenario  A morning",
        "  10:00:00  container saved v1 age=1h",
        "  10:00:00  launch                                                  "
          + "<launch>; appStart, 0 tags fired; <container v1 saved>",
        "",
        "  1 Screens",
        "  > The shopper looks around.",
        "  10:00:00  screen \"Home\"                                           "
          + "openScreen Home, 2 tags fired",
        "  10:00:00  settle on",
        "  10:00:00  ok   expect tag \"Screens\" fired 1x",
        "  10:00:00  FAIL expect tag \"Thanks\" fired",
        "                   fired 0x, expected at least once",
        "                   at event 4 openScreen (10:00:00)",
        "                   rule Thanked needs ALL of",
        "                     ok  Event equals openScreen",
        "                     NO  screen name equals Thanks   actual: Home",
        "                   nearest miss: 1 change, screen name = Thanks",
        "  10:00:00  FAIL optional expect sent 3  (optional)",
        "                   0 hits were sent, expected == 3",
        "                   1 hit waits in analytics: next dispatch in 0.9 s, interval 2m00s",
        "  10:00:00  kill                                                    <kill>",
        "  10:00:00  FAIL screen \"Home\"",
        "                   the app is not running: launch it first",
        "",
      ])
  }

  @Test func whatCameOfAStepStandsInOneColumn() throws {
    let run = try Reported.run(
      "push event=\"ok\" screenName=\"Home\"", "push event=\"ok\" screenName=\"確認画面の確認画面\"")
    let lines = HumanReport.lines(of: run).filter { $0.contains("push event") }
    let columns = lines.map { line in
      TextWidth.columns(of: String(line.prefix(upTo: line.firstRange(of: "  ok")!.lowerBound)))
    }
    #expect(columns == [66, 66])
  }

  @Test func failuresComeAgainAtTheEndWithTheirPlace() throws {
    let run = try Reported.run(
      "screen \"Home\"", "expect tag \"Thanks\" fired", "expect sent 0", "optional expect sent 3",
      "kill", "kill")
    #expect(
      HumanReport.summary(of: [run]) == [
        "shop.scenario:10:1: FAIL expect tag \"Thanks\" fired",
        "  fired 0x, expected at least once",
        "  at event 4 openScreen (10:00:00)",
        "  rule Thanked needs ALL of",
        "    ok  Event equals openScreen",
        "    NO  screen name equals Thanks   actual: Home",
        "  nearest miss: 1 change, screen name = Thanks",
        "  see: tagsim shop.scenario --at 4",
        "",
        "shop.scenario:12:1: FAIL optional expect sent 3  (optional)",
        "  0 hits were sent, expected == 3",
        "  1 hit waits in analytics: next dispatch in 0.9 s, interval 2m00s",
        "  see: tagsim shop.scenario --at 4",
        "",
        "shop.scenario:14:1: FAIL kill",
        "  the app is not running: launch it first",
        "  see: tagsim shop.scenario --at 5",
        "",
        "1 scenario, 3 expectations: 1 passed, 2 failed, 1 of them optional; "
          + "1 step not possible",
      ])
  }

  private static let counts: [(lines: [[String]], total: String)] = [
    ([[]], "1 scenario, 0 expectations: 0 passed, 0 failed"),
    ([["expect sent 0"]], "1 scenario, 1 expectation: 1 passed, 0 failed"),
    (
      [["expect sent 0", "expect lost 0"], ["expect sent 0"]],
      "2 scenarios, 3 expectations: 3 passed, 0 failed"
    ),
    (
      [["foreground", "expect sent 1"], ["optional foreground"]],
      "2 scenarios, 1 expectation: 0 passed, 1 failed; "
        + "2 steps not possible, 1 of them optional"
    ),
  ]

  @Test func questionsAreToldWithTheirAnswers() throws {
    let run = try Reported.run(["ask \"Which?\" answer=\"That.\"", "ask \"Why?\""])
    #expect(HumanReport.lines(of: run).suffix(4) == ["  ? Which?", "    That.", "  ? Why?", ""])
  }

  @Test(arguments: counts)
  func totals(_ lines: [[String]], _ total: String) throws {
    let runs = try lines.map { try Reported.run($0) }
    #expect(HumanReport.summary(of: runs).last == total)
  }
}
