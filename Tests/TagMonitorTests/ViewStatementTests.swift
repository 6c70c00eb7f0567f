import ScenarioEngine
import TagRuntime
import TagSimulation
import TerminalKit
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
    var monitor = try Shown.shipped("demo")
    monitor.type(line)
    #expect(monitor.focus == focus)
    #expect(monitor.isZoomed == isZoomed)
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
        == "explain, events, data, values, tags, queue, log, phone, device, braze, firings")
  }

  @Test func highlightSelectsATag() throws {
    var monitor = try Shown.shipped("demo")
    monitor.press("s1")
    monitor.type("highlight tag \"Bonus\"")
    #expect(monitor.view.tags[monitor.selection.tag].name == "Bonus")
    monitor.press("40")
    #expect(monitor.screen.contains("tag Bonus at #6"))
  }

  /// Between the event and the highlight no frame need be drawn.
  @Test func highlightOfAScenarioIsOfItsLastEvent() throws {
    var monitor = try Shown.shipped("why-not")
    let lines = ["screen \"Home Screen\"", "highlight tag \"GA tap\""]
    var run = monitor.run
    while run.executeNext() != nil {}
    monitor = Monitor(run)
    for line in lines {
      let statement = try #require(try StatementParser.parse(line: line))
      monitor.perform(statement)
    }
    #expect(monitor.view.tags[monitor.selection.tag].name == "GA tap")
  }

  @Test func everythingTypedIsAnswered() throws {
    for line in ["mark here", "settle off", "settle on", "dispatch-interval 60s"] {
      var monitor = try Shown.shipped("demo")
      monitor.type(line)
      #expect(monitor.message?.said == line)
      #expect(monitor.message?.kind == .ok)
      let isAct = line != "mark here"
      #expect((monitor.message?.remark == "z undoes") == isAct)
    }
  }

  @Test func anEmptyLineIsNoMistake() throws {
    var monitor = try Shown.shipped("demo")
    for line in ["", "   ", "# a remark"] {
      #expect(monitor.type(line) == [])
      #expect(monitor.message == nil)
      #expect(monitor.overlay == nil)
    }
  }
}
