import OrderedCollections
import TagRuntime
import TagSimulation
import Testing

@testable import ScenarioEngine

/// Whether a hit that was sent is in a report, by the collector's rules and the scenario's date.
///
/// Source: Dispatch §5.4.
struct ReportedHitTests {
  private static func play(
    _ lines: [String], at start: String = "2014-03-01T10:00:00+01:00"
  ) throws -> ScenarioRun {
    let header = "tagsim 1\nstart: \(start)\n---\ncontainer saved v1 age=1h\nlaunch\n"
    var run = ScenarioRun(
      try ScenarioParser.parse(header + lines.joined(separator: "\n"), file: "b"),
      inputs: Shop.inputs)
    while run.executeNext() != nil {}
    return run
  }

  private static func sent(_ id: String, _ hit: String = "send screen \"Home\"") -> [String] {
    ["tracker \"\(id)\"", hit, "dispatch", "wait 5s", "expect hit last sent"]
  }

  @Test(
    arguments: [
      ("UA-1-1", "send screen \"Home\"", "reported"),
      ("UA-1-1 ", "send screen \"Home\"", "not reported because \"tracking id\""),
      ("G-ABC123DEF4", "send screen \"Home\"", "not reported because \"Google Analytics 4\""),
      ("UA-1-1", "send event category=\"a\" action=\"b\" value=5", "reported"),
      (
        "UA-1-1", "set-field &ev \"5.99\"\nsend event category=\"a\" action=\"b\"",
        "not reported because \"whole number\""
      ),
      ("UA-1-1", "send event category=\"a\"", "not reported because \"event action\""),
      ("UA-1-1", "send event category=\"a\"", "not reported because \"missing-field\""),
    ])
  func theCollectorJudges(_ id: String, _ hit: String, _ fate: String) throws {
    let run = try Self.play(Self.sent(id, hit) + ["expect hit last \(fate)"])
    #expect(run.failureCount == 0, "\(run.results.compactMap(\.failureLines))")
  }

  @Test(
    arguments: [
      ("2023-06-30T20:00:00Z", "", true), ("2023-07-01T10:00:00Z", "", false),
      ("2023-07-01T10:00:00Z", "as-was property=360", true),
      ("2024-07-02T10:00:00Z", "as-was property=360", false),
      ("2025-01-01T10:00:00Z", "on", true), ("2014-03-01T10:00:00Z", "off", false),
      ("2014-03-01T10:00:00Z", "as-was", true),
    ])
  func universalAnalyticsEnds(_ start: String, _ setting: String, _ isReported: Bool) throws {
    let set = setting.isEmpty ? [] : ["collector universal-analytics \(setting)"]
    let fate = isReported ? "reported" : "not reported because \"no longer\""
    let run = try Self.play(set + Self.sent("UA-1-1") + ["expect hit last \(fate)"], at: start)
    #expect(run.failureCount == 0, "\(run.results.compactMap(\.failureLines))")
    #expect(run.timeline.live.world.ledger.unreported == (isReported ? 0 : 1))
    let remarks = FinishedRun(of: run).remarks.filter { $0.contains("in no report") }
    #expect(remarks.count == (isReported ? 0 : 1))
  }

  /// What was wished for and what came is said, with the reason.
  @Test func aFailureSaysWhy() throws {
    let run = try Self.play(Self.sent("UA-XXXX-Y") + ["expect hit last reported"])
    #expect(
      run.results.last?.failureLines == [
        "hit 1 (screen Home) was sent but is in no report: its tracking id \"UA-XXXX-Y\" is not "
          + "an id such as UA-12345-1"
      ])
    let other = try Self.play(Self.sent("UA-1-1") + ["expect hit last not reported"])
    #expect(other.results.last?.failureLines == ["hit 1 (screen Home) was sent"])
    let waits = try Self.play([
      "network offline", "tracker UA-1-1", "send screen \"Home\"", "expect hit last reported",
    ])
    #expect(waits.results.last?.failureLines?.first == "hit 1 (screen Home) waits on the phone")
  }

  /// Hits that were taken and are in no report are counted, and a failure names the reasons.
  @Test func unreportedHitsAreCounted() throws {
    let sent = Self.sent("UA-1-1 ")
    let good = try Self.play(sent + ["expect unreported 1", "expect unreported < 2"])
    #expect(good.failureCount == 0, "\(good.results.compactMap(\.failureLines))")
    let bad = try Self.play(sent + ["expect unreported 0"])
    let lines = try #require(bad.results.last?.failureLines)
    #expect(lines.first == "1 hit is in no report, expected == 0")
    #expect(lines.last?.hasPrefix("1 hit was sent and is in no report: its tracking id") == true)
    let none = try Self.play(["expect unreported 0", "expect unreported 1"])
    #expect(none.results.last?.failureLines == ["0 hits are in no report, expected == 1"])
  }

  /// A hit is asked for by the tag that made it, whatever came after it.
  @Test func theNewestHitOfATag() throws {
    let run = try Self.play([
      "tracker UA-1-1", "screen \"Home\"", "send screen \"Cart\"",
      "expect hit of tag \"Screens\" waiting", "expect hit last &cd == \"Cart\"",
      "expect hit of tag \"Screen\" waiting", "expect log ~ /./",
    ])
    #expect(
      run.results.compactMap(\.failureLines) == [
        ["tag \"Screen\" made no hit: did you mean \"Screens\"?"]
      ])
  }

  /// The 501st hit of a session is sent as the others are, and is in no report.
  @Test func aFullSession() throws {
    let burst = (1...5).flatMap { _ in ["wait 120s"] + (1...60).map { _ in "send screen \"A\"" } }
    let run = try Self.play(
      ["tracker UA-1-1", "dispatch-interval 10s"] + burst + burst + ["wait 120s"])
    let ledger = run.timeline.live.world.ledger
    #expect(ledger.sent == 600)
    #expect(ledger.unreported == 100)
  }
}

extension StatementResult {
  /// What a failed expectation says; nil where it did not fail.
  fileprivate var failureLines: [String]? {
    if case .failed(let failure) = outcome { failure.lines } else { nil }
  }
}
