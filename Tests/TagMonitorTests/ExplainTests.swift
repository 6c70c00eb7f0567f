import ScenarioEngine
import TagRuntime
import TagSimulation
import TerminalKit
import Testing

@testable import TagMonitor
@testable import TagPanes

/// What is explained, as the lines of a page.
@Suite struct ExplainTests {
  private static let container = "GTM-AB12"

  private static func page(
    of subject: Explained, _ monitor: Monitor, columns: Int = 88
  ) -> [String] {
    monitor.context.page(of: subject, columns: columns).lines.map { line in
      let text = line.line.text
      return String(text.reversed().drop { $0 == " " }.reversed())
    }
  }

  @Test(arguments: LogCode.allCases)
  func aLineOfTheLogHasAMeaning(_ code: LogCode) {
    #expect(code.line.meaning.hasSuffix("."))
  }

  // MARK: Pages

  @Test(
    arguments: [
      ("tag-missed", 12, .tag(name: "Ads conversion", container: container)),
      ("tag-never", 12, .tag(name: "Debug pixel", container: container)),
      ("tag-fired", 12, .tag(name: "GA screen view", container: container)),
      ("tag-nothing-ran", 12, .tag(name: "Bonus", container: container)),
      ("tag-two-conditions", 12, .tag(name: "GA tap", container: container)),
      ("rule", 12, .rule(1, container: container)),
      (
        "value", 12, .value(TypedRead(kind: .string, key: "title_string"), container: container)
      ),
      (
        "value-no-key", 12,
        .value(TypedRead(kind: .double, key: "promo_rate"), container: container)
      ),
      (
        "value-variable", 12,
        .value(TypedRead(kind: .string, key: "screen name"), container: container)
      ),
      ("key", 12, .dataKey("screenName")), ("key-later", 8, .dataKey("sku")),
      ("row-event", 12, .row(12)), ("row-network", 12, .row(9)), ("row-dispatch", 21, .row(21)),
      ("container", 19, .container(container)),
      ("device", 12, .device(name: "network", text: "offline since 23:57:30")),
    ] as [(String, Int, Explained)])
  func page(_ name: String, at row: Int, _ subject: Explained) throws {
    let lines = Self.page(of: subject, try Shown.over("offline", at: row))
    try Golden.compare(lines.joined(separator: "\n"), "Explain/\(name)")
  }

  /// With little room each sentence has its own line, and a full stop in a value ends none.
  @Test func aFullStopInAValueEndsNoSentence() throws {
    let monitor = try Shown.played([
      "container saved v7.json age=1h", "launch",
      "push {\"event\": \"openScreen\", \"screenName\": \"Dr. No. 2\"}",
    ])
    let tag = Explained.tag(name: "Ads conversion", container: Self.container)
    let narrow = Self.page(of: tag, monitor, columns: 60)
    #expect(narrow.contains("The rule requires screen name = ConfirmationScreen."))
    #expect(narrow.contains("The app pushed Dr. No. 2."))
  }

  @Test(arguments: [("hit-waiting", 12, 4), ("hit-sent", 30, 2), ("hit-late", 40, 5)])
  func hit(_ name: String, at row: Int, _ id: Int64) throws {
    let monitor = try Shown.over("offline", at: row)
    let story = try #require(monitor.view.simulation.world.hit(id))
    let lines = Self.page(of: .hit(story), monitor)
    try Golden.compare(lines.joined(separator: "\n"), "Explain/\(name)")
  }

  // MARK: While an ask is open

  /// What would give the answer away is left out until it is given.
  @Test func anOpenAskIsNotSpoiled() throws {
    var monitor = try Shown.shipped("offline")
    while monitor.run.timeline.rowCount < 12, monitor.run.executeNext() != nil {}
    monitor.look(at: nil)
    let tag = Explained.tag(name: "Ads conversion", container: Self.container)
    #expect(Self.page(of: tag, monitor).contains { $0.hasPrefix("So far") })
    monitor.telling.playback.isAsking = true
    let asking = Self.page(of: tag, monitor)
    #expect(asking.contains("Ads conversion did not fire."))
    #expect(!asking.contains { $0.hasPrefix("So far") })
  }

  // MARK: Every row

  /// Every row of every pane has a page, and so has everything that a page leads to.
  @Test(arguments: [
    "background", "delivery", "filter-and-block", "first-run", "offline",
    "played-song", "preview", "v5-batch", "why-not",
  ])
  func everyRowIsExplained(_ scenario: String) throws {
    var monitor = try Shown.shipped(scenario)
    while monitor.run.executeNext() != nil {}
    let count = monitor.run.timeline.rowCount
    for row in stride(from: 1, through: count, by: max(1, count / 6)) {
      monitor.look(at: row)
      // What several panes lead to is one page.
      var seen: Set<Explained> = []
      for pane in Pane.allCases where pane != .phone { try check(pane, &monitor, &seen) }
    }
  }

  private func check(
    _ pane: Pane, _ monitor: inout Monitor, _ seen: inout Set<Explained>
  ) throws {
    monitor.focus = pane
    let context = monitor.context
    let targets = pane.view(in: context).items(columns: 60).compactMap(\.target)
    var subjects = [context.explained] + targets.prefix(12).map(context.explained)
    subjects += targets.suffix(4).map(context.explained)
    for subject in subjects where seen.insert(subject).inserted {
      let page = context.page(of: subject, columns: 40)
      #expect(page.lines.contains { !$0.line.pieces.isEmpty }, "\(subject)")
      for line in page.lines.compactMap(\.target).prefix(6)
      where seen.insert(line.subject).inserted {
        let next = context.page(of: line.subject, columns: 88)
        #expect(next.lines.contains { !$0.line.pieces.isEmpty }, "\(line.subject)")
      }
    }
  }

  // MARK: Following

  /// Enter follows the line that is selected, and Esc goes back to where it was.
  @Test func aLineLeadsOnAndEscapeLeadsBack() throws {
    var monitor = try Shown.over("offline", at: 12, size: Size(columns: 119, rows: 29))
    let tag = Explained.tag(name: "Ads conversion", container: Self.container)
    monitor.explain(tag)
    let value = Explained.value(
      TypedRead(kind: .string, key: "screen name"), container: Self.container)
    monitor.walk([
      "": [.is(\.topSubject, tag)], "<enter>": [.is(\.topSubject, value)],
      "<esc>": [.is(\.topSubject, tag)],
      "<down><down><enter>": [.is(\.topSubject, .row(48)), .row(48)], "<esc>": [.row(12)],
      "<esc>": [.closed],
    ])
  }

  @Test func theHitLeadsToTheTagThatMadeIt() throws {
    var monitor = try Shown.over("offline", at: 16)
    let story = try #require(monitor.view.simulation.world.hit(4))
    monitor.explain(.hit(story))
    monitor.walk([
      "<enter>": [
        .is(\.topSubject, .tag(name: "GA screen view", container: Self.container)), .row(12),
      ],
      "<esc>": [.is(\.topSubject, .hit(story)), .row(16)],
    ])
  }

  @Test func theCursorStandsOnTheSelectedLine() throws {
    var monitor = try Shown.over("offline", at: 12, size: Size(columns: 80, rows: 24))
    monitor.explain(.tag(name: "Ads conversion", container: Self.container))
    let frame = monitor.frame(size: monitor.display.size)
    let cursor = try #require(frame.cursor)
    let row = frame.buffer.trimmedText.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(row[cursor.row].contains("▌  ✗ screen name  equals  ConfirmationScreen"))
  }

  // MARK: Costs

  /// A redraw that changes nothing explains nothing anew.
  @Test func aRedrawFindsOutNothing() throws {
    var monitor = try Shown.over("offline", at: 12)
    monitor.explain(.tag(name: "Ads conversion", container: Self.container))
    _ = monitor.frame(size: monitor.display.size)
    let made = monitor.telling.memory.madePages
    _ = monitor.frame(size: monitor.display.size)
    monitor.press("<down>")
    _ = monitor.frame(size: monitor.display.size)
    #expect(monitor.telling.memory.madePages == made)
  }

  /// A page in the way is no reason to press a key twice.
  @Test func keysWorkFromAnOpenExplain() throws {
    let monitor = try Shown.over("offline", at: 12).walk(["4<enter>": [.is(\.isExplaining, true)]])
    monitor.walk(["5": [.closed, .focus(.queue)]])
    monitor.walk(["R": [.is(\.saving.recorder.isOn, true), .is(\.isExplaining, true)]])
  }
}
