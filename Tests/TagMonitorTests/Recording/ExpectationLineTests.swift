import ScenarioEngine
import TagRuntime
import TagSimulation
import TerminalKit
import Testing

@testable import TagMonitor

/// What the selected row says as a line that expects it.
@Suite struct ExpectationLineTests {
  /// A world as keys lead to it, and the line for what is selected then.
  struct Case: Sendable {
    let scenario: String
    let row: Int?
    let keys: String
    let line: String?

    init(_ scenario: String, _ row: Int?, _ keys: String, _ line: String?) {
      (self.scenario, self.row, self.keys, self.line) = (scenario, row, keys, line)
    }
  }

  private static let cases: [Case] = [
    Case(
      "offline", 12, "4",
      "expect tag \"GA screen view\" fired"),
    Case(
      "offline", 12, "4G",
      "expect tag \"Debug pixel\" not fired"),
    Case(
      "offline", 12, "4<enter>",
      "expect tag \"GA screen view\" fired"),
    Case(
      "offline", 12, "3",
      "expect value title_string == \"Hola\""),
    Case(
      "offline", 12, "3G",
      "expect value promo_on == \"true\""),
    Case(
      "offline", 12, "2",
      "expect data {\"event\": \"openScreen\"}"),
    Case(
      "offline", 12, "2G",
      "expect data {\"user.tier\": \"gold\"}"),
    Case(
      "offline", 12, "5",
      "expect hit 1 &cd == \"Home Screen\""),
    Case(
      "offline", nil, "5",
      "expect hit last url == \"https://ads.example.com/conversion?label=purchase\""),
    Case(
      "offline", 12, "1",
      "expect data {\"event\": \"openScreen\", \"screenName\": \"Confirmation\"}"),
    Case(
      "offline", 3, "1",
      "expect container source=default"),
    Case(
      "offline", 4, "1",
      "expect data {\"event\": \"appStart\", \"user\": {\"tier\": \"gold\"}}"),
    Case(
      "offline", nil, "1",
      "expect queue size == 0"),
    Case(
      "offline", 12, "6",
      "expect log tagsim ~ /GTM-AB12: 2 of 5 tags fired on openScreen/"),
    Case(
      "offline", nil, "6",
      "expect log tagsim ~ /GTM-AB12 was refreshed from the network: v9/"),
    Case(
      "offline", 12, "8",
      "expect container source=saved version=7"),
    Case(
      "open-race", 2, "1",
      "expect queue size == 0"),
    Case(
      "played-song", nil, "1",
      "expect dispatch periodic on"),
    Case(
      "played-song", nil, "9",
      "expect braze event \"played song\" {\"number of times listened\": 42.0}"),
    Case(
      "v5-batch", nil, "2",
      "expect event \"session_start\" logged with {\"session_id\": 1715967091}"),
    Case(
      "v5-batch", nil, "2G",
      "expect firebase collection on"),
    Case(
      "v5-batch", nil, "5",
      "expect hit last event == \"session_start\""),
    Case(
      "v5-batch", 5, "1",
      "expect event \"first_open\" logged"),
    Case(
      "v5-batch", nil, "4",
      "expect tag \"Measure listening\" not fired"),
  ]

  @Test(arguments: cases)
  func ofWhatIsSelected(_ given: Case) throws {
    var monitor = try Shown.shipped(given.scenario, size: Size(columns: 200, rows: 60))
    monitor.runToEnd()
    monitor.look(at: given.row)
    monitor.press(given.keys)
    #expect(monitor.expectationOfSelection() == given.line, "\(given)")
  }

  /// What does not hold at the moment that is looked at is not offered.
  @Test(arguments: ["offline", "why-not", "background", "v5-batch", "played-song"])
  func itHoldsWhereItIsLookedAt(_ name: String) throws {
    var monitor = try Shown.shipped(name)
    monitor.runToEnd()
    let whole = monitor.run
    for row in stride(from: 1, to: whole.timeline.rows.count, by: 7) {
      monitor.look(at: row)
      var then = whole
      then.cutBack(toRow: row)
      for pane in "123456" {
        monitor.press(String(pane))
        guard let line = monitor.expectationOfSelection() else { continue }
        let holds = then.holds(line: line)
        #expect(holds, "row \(row), pane \(pane): \(line)")
      }
    }
  }
}
