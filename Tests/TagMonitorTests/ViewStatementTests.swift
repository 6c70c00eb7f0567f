import ScenarioEngine
import TagRuntime
import TagSimulation
import Testing

@testable import TagMonitor

/// Statements of the language that are meant for the monitor.
struct ViewStatementTests {
  private static let focusing: [(line: String, focus: Pane, isZoomed: Bool)] = [
    ("focus tags", .tags, false), ("focus Queue", .queue, false), ("zoom values", .values, true),
    ("focus events", .events, false), ("zoom nowhere", .events, false),
  ]

  @Test(arguments: focusing)
  func focus(_ line: String, _ focus: Pane, _ isZoomed: Bool) throws {
    try Shown.shipped("demo").walk([
      ":\(line)<enter>": [.focus(focus), .is(\.display.isZoomed, isZoomed)]
    ])
  }

  @Test func focusByName() throws {
    var monitor = try Shown.shipped("demo")
    let names = [
      ("device", true), ("queue", true), ("QUEUE", true), ("phones", false), ("", false),
    ]
    for (name, isKnown) in names {
      let found = monitor.focus(on: name)
      #expect(found == isKnown, "\(name)")
    }
    #expect(monitor.focus == .queue)
    #expect(
      Pane.names
        == "explain, events, data, values, tags, queue, log, phone, device, braze")
  }

  @Test func highlightSelectsATag() throws {
    try Shown.shipped("demo").walk([
      "s1:highlight tag \"Bonus\"<enter>": [.tag("Bonus")], "40": [.sees("Bonus fired")],
    ])
  }

  /// Between the event and the highlight no frame need be drawn.
  @Test func highlightOfAScenarioIsOfItsLastEvent() throws {
    var run = try Shown.shipped("why-not").run
    while run.executeNext() != nil {}
    var monitor = Monitor(run)
    for line in ["screen \"Home Screen\"", "highlight tag \"GA tap\""] {
      monitor.perform(try #require(try StatementParser.parse(line: line)))
    }
    #expect(monitor.selectedTag == "GA tap")
  }

  @Test(arguments: ["mark here", "settle off", "settle on", "dispatch-interval 60s"])
  func everythingTypedIsAnswered(_ line: String) throws {
    try Shown.shipped("demo").walk([
      ":\(line)<enter>": [
        .is(\.message?.said, line), .kind(.ok),
        .is(\.message?.remark, line == "mark here" ? nil : "z undoes"),
      ]
    ])
  }

  @Test(arguments: ["", "   ", "# a remark"])
  func anEmptyLineIsNoMistake(_ line: String) throws {
    try Shown.shipped("demo").walk([":\(line)<enter>": [.leads(), .silent, .closed]])
  }
}
