import ScenarioEngine
import Synchronization
import TagRuntime
import TagSimulation
import TerminalKit
import Testing

@testable import TagMonitor
@testable import TagPanes

/// Going back shows the world as it was, and leaves no trace.
struct TimeTravelTests {
  private static let names = ["offline", "first-run", "why-not", "demo"]

  /// What the panes and the status line show, without the place, the message and the list of later
  /// events.
  private static func panes(_ monitor: Monitor) -> [[Line]] {
    var monitor = monitor
    monitor.focus = .events
    // What a story lights stays selected.
    monitor.selection.tag = 0
    var mode = monitor.status(columns: 200)
    mode.pieces = mode.pieces.filter { !["LIVE", "PAST"].contains($0.text.filter(\.isUppercase)) }
    mode.pieces.removeAll { $0.text.allSatisfy { $0 == " " } || $0.text.hasPrefix("chapter ") }
    let panes: [Pane] = [.data, .values, .tags, .queue, .log]
    return [[mode]] + panes.map { $0.view(in: monitor.context).allLines(columns: 40) }
  }

  /// The bound is some stretches of the history, of which each has 64 steps here.
  @Test func noKeyInALongRunRepeatsMoreThanAFewStretches() throws {
    let push = #"push event="e""#
    var monitor = try Shown.long(push, 700)
    monitor.type("expect queue size == 99")
    for _ in 0..<700 { monitor.run.execute(try #require(try StatementParser.parse(line: push))) }
    monitor.refreshView()
    func check(_ name: String, _ act: (inout Monitor) -> Void) {
      let before = monitor.run.timeline.redoneSteps
      act(&monitor)
      _ = monitor.screen
      let redone = monitor.run.timeline.redoneSteps - before
      #expect(redone <= 4 * 64, "\(name) repeated \(redone) steps")
    }
    for keys in ["e", "L", "4<enter>", "<esc>", ":\(push)<enter>", "z", "Z", "zz"] {
      check(keys) { $0.press(keys) }
    }
    check("an earlier event") { $0.look(at: $0.run.timeline.rowCount - 300) }
    check("an act there") { $0.type(push) }
    #expect(!monitor.comparing.branches.isAtFirst)
  }

  /// What was computed for a frame serves its panes once, and is what it would be without.
  @Test(arguments: names)
  func aKeyListsEachPaneOnce(_ name: String) throws {
    var monitor = try Shown.shipped(name)
    var drawnCount = 0
    for keys in "]]] j 4 j j 5 J 6 k k 3 j L l <esc> ]] e [[ z \t \t j B w /a <esc>".split(
      separator: " ")
    {
      monitor.press(String(keys))
      guard let drawn = monitor.drawn else { continue }
      drawnCount += 1
      let listed = drawn.lists.withLock(\.count)
      let frame = monitor.frame(size: monitor.display.size)
      // The subject of Enter is listed at a width of its own.
      #expect(drawn.lists.withLock(\.count) - listed <= 1, "\(keys)")
      var fresh = monitor
      fresh.message = monitor.message
      #expect(fresh.drawn == nil)
      #expect(fresh.frame(size: monitor.display.size) == frame, "\(keys)")
    }
    #expect(drawnCount > 15)
  }

  @Test(arguments: names)
  func scrubbingToEveryEventAndBackChangesNothing(_ name: String) throws {
    var monitor = try Shown.shipped(name)
    monitor.press("]]]]]]L")
    // The list stands where the cursor left it, else nothing is kept of where one looked.
    monitor.display.sizes = nil
    monitor.look(at: nil)
    let before = monitor.frame(size: monitor.display.size)
    let count = monitor.run.timeline.rowCount
    for row in Array(1...count) + Array((1...count).reversed()) {
      monitor.look(at: row)
      #expect(monitor.view.row?.number == row)
      let isAnother = monitor.frame(size: monitor.display.size) != before
      #expect(isAnother || row == count, "event \(row)")
    }
    // Sizes stand still until there is an occasion to decide them anew.
    monitor.display.sizes = nil
    monitor.look(at: nil)
    let isSame = monitor.frame(size: monitor.display.size) == before
    #expect(isSame)
    monitor.look(at: 1)
    for _ in 1...count where monitor.cursor != nil { monitor.press(".") }
    monitor.display.sizes = nil
    monitor.look(at: nil)
    let isSameAgain = monitor.frame(size: monitor.display.size) == before
    #expect(isSameAgain, "forward again, step by step")
  }

  /// After the run every event shows what the monitor showed when it was the last one.
  @Test(arguments: ["offline", "first-run", "why-not"])
  func anEventShowsWhatWasLiveWhenItWasTheLast(_ name: String) throws {
    let start = try Shown.shipped(name)
    var live = start
    var shown: [(rows: Int, step: Int, panes: [[Line]])] = []
    while live.run.next != nil {
      live.executeNext()
      while live.run.timeline.live.isSettled == false { _ = live.run.fireNext() }
      live.refreshView()
      let timeline = live.run.timeline
      // Only what ends with a row is a place that one can go back to.
      if let last = timeline.lastRow, last.step == timeline.stepCount {
        shown.append((timeline.rowCount, last.step, Self.panes(live)))
      }
    }
    #expect(shown.count > 3)
    for moment in shown {
      live.cursor = moment.rows
      live.refreshView()
      for (now, then) in zip(Self.panes(live), moment.panes) {
        #expect(now == then, "event \(moment.rows)")
      }
    }
  }

  /// A launch, and what the app pushes at launch, are one step of the world but two events.
  @Test func anEventShowsNothingOfTheNextOne() throws {
    let lines = ["container saved v7.json", "launch", "screen \"Cart\""]
    let monitor = try Shown.played(lines).walk([
      "#1": [.is(\.view.row?.event.name, "<launch>"), .is(\.view.dataLayer, DataLayer())],
      "#2": [], "#3": [.is(\.view.row?.event.name, "<container v7 saved>")],
    ])
    for row in [2, 3] {
      let then = monitor.walk(["#\(row)": []])
      #expect(then.view.dataLayer.get("event") == "appStart")
    }
  }

  @Test func aSnapshotIsOfThePresent() throws {
    try Shown.shipped("demo").walk([
      "s1s2<home>,:keep this moment<enter>": [.at(1), .closed, .says("L returns to the present")]
    ])
  }

  private static let moves: [(keys: String, row: Int?)] = [
    ("g.", 2), ("g..", 3), (",", 5), (",,", 4), ("g,", 1), ("g,,,", 1), (",L", nil),
    (",.", 6), (",..", nil), ("k", 5), ("kj", 6), ("kjj", nil),
    ("<up>", 5), ("g", 1),
    ("gG", nil),
    ("<pgup>", 1), ("<pgup><pgdn>", nil), ("<home>", 1), ("<home><end>", nil), ("gk", 1),
    ("j", nil),
  ]

  @Test(arguments: moves)
  func moving(_ keys: String, _ row: Int?) throws {
    var monitor = try Shown.played([
      "container saved v7.json", "launch", "screen \"Cart\"", "network offline",
      "screen \"Home Screen\"",
    ])
    #expect(monitor.run.timeline.rowCount == 6)
    monitor.press(keys)
    #expect(monitor.cursor == row)
  }

  @Test func chaptersAreStepsBack() throws {
    var monitor = try Shown.shipped("offline")
    monitor.press("]]]]]]]")
    #expect(monitor.run.next == nil)
    var seen: [String?] = []
    for _ in 1...6 {
      monitor.press("[")
      seen.append(monitor.cursor.flatMap { monitor.run.story(atRow: $0)?.chapter })
    }
    #expect(
      seen == [
        "6 Preview the fix before publishing", "5 Had the app sent it in the background",
        "4 The phone stays off until a quarter past four", "3 Background, kill, relaunch",
        "2 Offline purchase", "1 Which container am I on?",
      ])
    monitor.press("L]")
    #expect(monitor.moment == .holds(next: monitor.nextStory?.title ?? ""))
  }

  @Test func whatFiredStaysWhatItWas() throws {
    let monitor = try Shown.shipped("demo").walk(["s1": []])
    #expect(!monitor.view.tags.isEmpty)
    monitor.walk(["ws2Kb": [], "#\(monitor.rowCount)": [.same(\.view.tags)]])
  }
}
