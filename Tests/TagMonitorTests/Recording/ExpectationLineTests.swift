import ScenarioEngine
import TagRuntime
import TagSimulation
import TerminalKit
import Testing

@testable import TagMonitor

/// What the selected row says as a line that expects it.
@Suite struct ExpectationLineTests {
  /// A world, and keys with the line for what is selected then.
  private static let cases: [(scenario: String, row: Int?, lines: KeyValuePairs<String, String>)] =
    [
      (
        "offline", 12,
        [
          "4": "expect tag \"GA screen view\" fired", "4G": "expect tag \"Debug pixel\" not fired",
          "4<enter>": "expect tag \"GA screen view\" fired",
          "3": "expect value title_string == \"Hola\"", "3G": "expect value promo_on == \"true\"",
          "2": "expect data {\"event\": \"openScreen\"}",
          "2G": "expect data {\"user.tier\": \"gold\"}", "5": "expect hit 1 &cd == \"Home Screen\"",
          "1": "expect data {\"event\": \"openScreen\", \"screenName\": \"Confirmation\"}",
          "6": "expect log tagsim ~ /GTM-AB12: 2 of 5 tags fired on openScreen/",
          ":focus device<enter>": "expect container source=saved version=7",
        ]
      ),
      (
        "offline", nil,
        [
          "5": "expect hit last url == \"https://ads.example.com/conversion?label=purchase\"",
          "1": "expect queue size == 0",
          "6": "expect log tagsim ~ /GTM-AB12 was refreshed from the network: v9/",
        ]
      ),
      ("offline", 3, ["1": "expect container source=default"]),
      (
        "offline", 4, ["1": "expect data {\"event\": \"appStart\", \"user\": {\"tier\": \"gold\"}}"]
      ),
      ("open-race", 2, ["1": "expect queue size == 0"]),
      (
        "played-song", nil,
        [
          "1": "expect dispatch periodic on",
          ":focus braze<enter>":
            "expect braze event \"played song\" {\"number of times listened\": 42.0}",
        ]
      ),
      (
        "v5-batch", nil,
        [
          "2": "expect event \"session_start\" logged with {\"session_id\": 1715974306}",
          "2G": "expect firebase collection on", "5": "expect hit last event == \"session_start\"",
          "4": "expect tag \"Measure listening\" not fired",
        ]
      ),
      ("v5-batch", 5, ["1": "expect event \"first_open\" logged"]),
    ]

  @Test(arguments: cases.indices)
  func ofWhatIsSelected(_ index: Int) throws {
    let (scenario, row, lines) = Self.cases[index]
    var start = try Shown.over(scenario, at: row, size: Size(columns: 200, rows: 60))
    start.selection.logLevel = .verbose
    for (keys, line) in lines {
      let monitor = start.walk([keys: []])
      #expect(monitor.expectationOfSelection() == line, "\(keys)")
    }
  }

  @Test(arguments: ["offline", "why-not", "background", "v5-batch", "played-song"])
  func itHoldsWhereItIsLookedAt(_ name: String) throws {
    var monitor = try Shown.over(name)
    let whole = monitor.run
    for row in stride(from: 1, to: whole.timeline.rowCount, by: 7) {
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
