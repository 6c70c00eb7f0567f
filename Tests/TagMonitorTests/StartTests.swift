import MeasurementPlan
import OrderedCollections
import ScenarioEngine
import TagInspection
import TagRuntime
import TagSimulation
import TerminalKit
import TestSupport
import Testing

@testable import TagMonitor

/// The page that a container opens on: what it shows, and what its keys do.
struct StartTests {
  private static let sizes = [
    Size(columns: 80, rows: 24), Size(columns: 120, rows: 40), Size(columns: 200, rows: 60),
  ]

  private static func shop(_ size: Size = sizes[1]) throws -> Monitor {
    try started(Shown.container("containers/GTM-AB12-v8.json"), size, file: "GTM-AB12-v8.json")
  }

  private static func started(
    _ container: CompiledContainer, _ size: Size = sizes[1], file: String = "test.json"
  ) throws -> Monitor {
    var monitor = try Shown.trial(of: container, size: size)
    monitor.message = nil
    monitor.openStart(StartGuide(of: container, file: "folder/" + file))
    return monitor
  }

  // MARK: Containers

  /// A v5 container without names, as its compiler leaves it.
  private static let measured = CompiledContainer(
    ContainerBuilder.firebase {
      $0.version.version = "27"
      $0.version.containerID = "GTM-MEASURE"
      $0.macro("source", "__md", ["eventType": "CUSTOM", "key": "source"])
      $0.macro("tier", "__fup", ["key": "tier"])
      for (name, event) in [("Measure", "ScreenView"), ("Interaction", "Interaction")] {
        $0.tag(name, "__fm", ["action": "measure", "eventName": .constant(.string(event))])
        $0.rule(when: [.event(event)], fires: [name])
      }
      $0.tag("Seen", "__img", ["url": "https://p.example/seen"])
      $0.rule(when: [.event("ScreenView")], fires: ["Seen"])
      for event in automatic {
        $0.tag("At " + event, "__img", ["url": "https://p.example/own"])
        $0.rule(when: [.event(event)], fires: ["At " + event])
      }
      $0.tag("Newsletter", "__img", ["url": "https://p.example/news"])
      $0.rule(
        when: [.event("firebase_campaign"), .equals("source", "spring")], fires: ["Newsletter"])
      $0.tag("Gold", "__img", ["url": "https://p.example/gold"])
      let shopped = "^(view_item|add_to_cart|purchase|begin_checkout)$"
      $0.rule(
        when: [
          Condition("_re", .macro("event"), .constant(.string(shopped))), .equals("tier", "gold"),
        ],
        fires: ["Gold"])
    })

  private static let automatic = [
    "firebase_campaign", "first_open", "session_start", "user_engagement", "app_background",
    "app_update", "os_update", "app_exception", "in_app_purchase", "notification_foreground",
    "notification_receive", "notification_open", "notification_dismiss", "ad_reward",
  ]

  /// As many tags, events and triggers with some tags each.
  private static func large(tags: Int, events: Int) -> CompiledContainer {
    ContainerBuilder(version: "112") {
      $0.variable("step", path: "checkout.step")
      for tag in 0..<tags {
        $0.tag(
          "Tag \(tag + 1)", "_img", ["url": .constant(.string("https://pixel.example.com/\(tag)"))])
      }
      for event in 0..<events {
        let fired = (0..<tags).filter { $0 % events == event }.map { "Tag \($0 + 1)" }
        let conditions =
          [.event("event_\(event + 1)")]
          + (event.isMultiple(of: 3) ? [Condition.equals("step", "\(event)")] : [])
        $0.rule(when: conditions, fires: fired, named: "Trigger \(event + 1)")
      }
    }.compiled
  }

  // MARK: What is seen

  private static let pages: [(name: String, keys: String, size: Size)] = [
    ("start-shop-80x24", "<down>", sizes[0]), ("start-shop-120x40", "<down>", sizes[1]),
    ("start-firebase-80x24", "<right>", sizes[0]), ("start-firebase-120x40", "G", sizes[1]),
    ("start-large-80x24", "<right><right><right><right><right><right><right><right>", sizes[0]),
    ("start-large-160x45", "", Size(columns: 160, rows: 45)),
    ("start-narrowed-80x24", "/event_77<enter>", sizes[0]),
  ]

  @Test(arguments: pages)
  func page(_ page: (name: String, keys: String, size: Size)) throws {
    let container =
      page.name.contains("shop")
      ? try Shown.container("containers/GTM-AB12-v8.json")
      : page.name.contains("firebase") ? Self.measured : Self.large(tags: 200, events: 100)
    var monitor = try Self.started(container, page.size)
    monitor.press(page.keys)
    monitor.display.hasColors = false
    try Golden.compare(monitor.screen, page.name)
    try Frames.check(monitor.frame(size: page.size), page.size, page.name)
  }

  private static let heads: [(name: String, limit: Int, lines: [String])] = [
    ("purchase", 8, ["purchase"]), ("ScreenView", 8, ["Screen-", "View"]),
    ("ScreenView", 11, ["ScreenView"]), ("Interaction", 8, ["Inter-", "action"]),
    ("view_promotion", 11, ["view_", "promotion"]), ("add_to_cart", 8, ["add_to_", "cart"]),
  ]

  @Test(arguments: heads)
  func aHeadIsBrokenWhereItHasTwoWords(_ name: String, _ limit: Int, _ lines: [String]) {
    #expect(StartHead.lines(name, to: limit) == lines)
  }

  /// A container that is open gets no event that Firebase drops.
  @Test func whatFirebaseDropsIsTold() throws {
    let monitor = try Self.started(Shown.container("containers/GTM-SB20-v1.json"))
    let screen = monitor.screen.split(separator: " ").joined(separator: " ")
    #expect(screen.contains("Firebase drops what it waits for"), "\(screen)")
  }

  /// A plan marks the heads of its events, and names those that no rule hears; the page of an event
  /// that was sent has its row.
  @Test func aPlanIsMarked() throws {
    let container = ContainerBuilder {
      $0.rule(when: [.event("openScreen")], fires: ["Seen"])
      $0.rule(when: [.event("tapBuy")], fires: ["Tapped"])
    }.compiled
    let sheet = "Event Name,Parameter Name,Type,Required\nopenScreen,sku,string,no\nrefund,,,\n"
    let plan = RunPlan(
      MeasurementPlan.read([("plan.csv", Array(sheet.utf8))]), isQuoted: true)
    let trial = try Shown.trial(of: container)
    var inputs = trial.run.inputs
    inputs.plan = plan
    var monitor = Monitor(ScenarioRun(trial.run.scenario, inputs: inputs))
    _ = monitor.handle(.resized(Self.sizes[1]))
    monitor.message = nil
    monitor.openStart(StartGuide(of: container, plan: plan))
    let words = ["openScreen +", "tapBuy ?", "+ planned", "? not planned", "never heard: refund"]
    for word in words { #expect(monitor.screen.contains(word), "\(word): \(monitor.screen)") }
    monitor.runToEnd()
    monitor.press(":push event=\"openScreen\" sku=1<enter>")
    let number = try #require(monitor.run.timeline.lastRow?.number)
    let page = monitor.explainPage(ExplainState(.row(number), cursor: nil))
    let lines = page.lines.map(\.line.text).joined(separator: "\n")
    #expect(lines.contains("plan.csv, row 2, Event Name: openScreen"), "\(lines)")
    #expect(lines.contains("P14 \"sku\" of \"openScreen\" is 1"), "\(lines)")
    // What is undone was not pushed.
    monitor.press("z:expect plan<enter>")
    #expect(monitor.run.results.last?.outcome == .passed)
  }

  @Test func valuesAloneFireNothing() throws {
    try Self.started(Shown.container("containers/GTM-AB12.plist")).walk([
      "": [.sees("It has no tags, so nothing can fire."), .sees("It can read")]
    ])
  }

  @Test func aTagOneConditionAwaySaysSo() throws {
    let container = ContainerBuilder {
      $0.macro("Language", "_l")
      $0.rule(when: [.event("open"), .equals("Language", "xx")], fires: ["Foreign"])
    }.compiled
    try Self.started(container).walk(["": [.sees("one condition away: Language = xx")]])
  }

  // MARK: Cells

  /// What each cell of a page says, is what its keys lead to.
  private static func check(_ container: CompiledContainer, _ name: String) throws {
    var monitor = try started(container, Size(columns: 2000, rows: 600))
    monitor.lookAtStart()
    let state = try #require(monitor.telling.start)
    let (table, guide) = (state.table(in: monitor), state.guide)
    #expect(table.columns.count == state.matrix.columns.count)
    for row in table.rows {
      for column in table.columns {
        let push = state.matrix.push(for: row.tags[0], at: column.event)
        let sign = state.matrix.sign(of: row, at: column.event)
        let place = "\(name): \(row.name) at \(push.event)"
        guard !push.isAutomatic else {
          try check(sign, row.tags[0], push, guide, monitor.run, place)
          continue
        }
        var other = monitor
        other.telling.start?.tag = row.tags[0]
        other.telling.start?.column = column.place
        other.press("<enter>")
        #expect(!other.isStartShown, "\(place)")
        let tags = other.view.tags
        guard tags.indices.contains(row.tags[0]) else {
          #expect(sign ?? .quiet == .quiet, "\(place)")
          continue
        }
        let tag = tags[row.tags[0]]
        #expect((tag.didFire || tag.refusal != nil) == (sign != .quiet), "\(place)")
      }
    }
  }

  /// For an event that only Firebase logs: the lines that the page names, played one by one.
  private static func check(
    _ sign: ContainerMatrix.Sign?, _ tag: Int, _ push: ContainerMatrix.Push, _ guide: StartGuide,
    _ run: ScenarioRun, _ place: String
  ) throws {
    var run = run
    let before = run.timeline.rowCount
    for line in guide.lines(for: push) {
      let result = run.execute(try #require(try StatementParser.parse(line: line)))
      #expect(!result.isFailure, "\(place): \(line): \(result.outcome)")
    }
    let row = run.timeline.firstRow(in: (before + 1)...) {
      $0.event.update?.firebase?.logged.longName == push.event
    }
    #expect((row == nil) == (guide.occasion(of: push) == nil), "\(place)")
    let fired = row?.event.update?.firings.flatMap(\.tags).contains { $0.tag == tag && $0.didFire }
    #expect(fired == sign.map { $0 != .quiet }, "\(place)")
  }

  @Test(arguments: [
    "GTM-AB12-v7.json", "GTM-AB12-v8.json", "GTM-AB12-v9-fix.json", "GTM-AN40-v1.json",
    "GTM-MV50-v1.json", "GTM-RD10-v1.json", "GTM-RD10-v2.json", "GTM-SB20-v1.json",
    "GTM-SB20-v2.json", "GTM-TYPE-v3.json",
  ])
  func aCellIsWhatEnterDoes(_ name: String) throws {
    try Self.check(Shown.container("containers/" + name), name)
  }

  @Test func aCellIsWhatEnterDoesInOtherContainers() throws {
    try Self.check(Self.measured, "measured")
    try Self.check(Self.large(tags: 12, events: 6), "large")
    try Self.check(Worlds.hostile, "hostile")
    try Self.check(RadioShown.container, "radio")
  }

  /// A trial for each push in view, none twice, and none for what is out of view.
  @Test(arguments: sizes)
  func onlyCellsInViewAreTried(_ size: Size) throws {
    var monitor = try Self.started(Self.large(tags: 200, events: 100), size)
    func counts(_ monitor: Monitor) throws -> (trials: Int, cells: Int, pushes: Int) {
      let state = try #require(monitor.telling.start)
      let table = state.table(in: monitor)
      return (
        state.matrix.trialCount, table.visible.count * table.columns.count,
        Set(table.pushes).count
      )
    }
    let first = try counts(monitor)
    #expect(first.trials == first.pushes)
    #expect(first.trials <= first.cells)
    #expect(first.cells < 100 * 200 / 4)
    monitor.press("<down><down><up>")
    #expect(try counts(monitor).trials == first.trials)
    monitor.press(String(repeating: "<right>", count: 30))
    #expect(try counts(monitor).trials > first.trials)
  }

  @Test func looksAgainAfterTheWorldChanged() throws {
    try Self.shop().walk([
      "K": [.is(\.isStartShown, true), .sees("The app is not running: K")],
      "K": [.sees("┤"), .hides("not running")],
    ])
  }

  // MARK: Keys

  private static let keys: [(keys: String, line: String?, isShown: Bool, focus: Pane)] = [
    ("<enter>", "push event=\"openScreen\"", false, .tags),
    ("<down><enter>", "push event=\"openScreen\" screenName=\"ConfirmationScreen\"", false, .tags),
    ("<right><enter>", "push event=\"tap\"", false, .tags),
    ("jp<enter>", "push event=\"openScreen\" screenName=\"ConfirmationScreen\"", false, .tags),
    ("p user.tier=\"gold\"<enter>", "push event=\"openScreen\" user.tier=\"gold\"", false, .tags),
    ("p<esc>", nil, true, .phone), ("/tap<enter><enter>", "push event=\"tap\"", false, .tags),
    ("/nothing<enter><enter>", nil, true, .phone), ("/tap<esc>", nil, true, .phone),
    ("1", nil, false, .events), ("2", nil, false, .data), ("3", nil, false, .values),
    ("4", nil, false, .tags), ("5", nil, false, .queue), ("7", nil, false, .phone),
    ("<esc>", nil, false, .phone), ("?<esc>", nil, true, .phone),
    ("<esc>:start<enter>", nil, true, .phone), ("w", "network offline", true, .phone),
  ]

  @Test(arguments: keys)
  func aKeyDoes(_ row: (keys: String, line: String?, isShown: Bool, focus: Pane)) throws {
    let shop = try Self.shop()
    let monitor = shop.walk([row.keys: [.is(\.isStartShown, row.isShown), .focus(row.focus)]])
    let results = monitor.run.results.dropFirst(shop.run.results.count)
    #expect(results.last?.statement.text == row.line)
    try Frames.check(monitor.frame(size: monitor.display.size), monitor.display.size, row.keys)
  }

  @Test func whatOnlyFirebaseLogsIsSaidAndNotSent() throws {
    try Self.started(Self.measured).walk([
      "/campaign<enter>": [.sees("Only Firebase logs it, at a link with utm_source")],
      "<enter>": [
        .is(\.typed, "open-url \"https://example.com/?utm_source=newsletter\""),
        .is(\.isStartShown, true),
      ],
      "<esc><esc>/first_open<enter><enter>": [.says("reinstall, then launch"), .nothingDone],
    ])
  }

  @Test func thereIsNoPageWithoutAContainer() throws {
    try Shown.shipped("demo").walk([
      ":start<enter>": [.is(\.isStartShown, false), .says("tagsim FILE")]
    ])
  }

  @Test func aClickSelectsAndThenSends() throws {
    var monitor = try Self.shop()
    try monitor.click("GA tap ")
    monitor.walk(["": [.is(\.isStartShown, true), .sees("GA tap at openScreen")]])
    try monitor.click("GA tap ")
    monitor.walk(["": [.did("push event=\"openScreen\""), .is(\.isStartShown, false)]])
  }

  // MARK: Other containers

  @Test(arguments: sizes + [Size(columns: 40, rows: 10), Size(columns: 60, rows: 20)])
  func hostileNamesAreShownAndNotObeyed(_ size: Size) throws {
    for borders in Borders.allCases {
      var monitor = try Self.started(Worlds.hostile, size)
      monitor.display.borders = borders
      for keys in [
        "", "j", "<right>", "G", "<end>", "<esc>", ":start<enter>", "/\u{7}a", "<esc>", "p",
      ] {
        monitor.press(keys)
        try Frames.check(monitor.frame(size: size), size, "hostile after \(keys)")
      }
    }
  }

  @Test func aContainerOfManyEventsIsListedToALimit() throws {
    let container = ContainerBuilder { builder in
      for number in 1...1000 { builder.rule(when: [.event("event\(number)")], fires: ["tag"]) }
    }.compiled
    try Self.started(container).walk([
      "": [.sees("1 tag, 200 of 1000 events"), .sees("more ›")],
      "/event199<enter>": [.sees("1 row, 1 column")],
      "<enter>": [.did("push event=\"event199\"")],
    ])
  }
}
