import ScenarioEngine
import TagRuntime
import TagSimulation
import TerminalKit
import Testing

@testable import TagMonitor
@testable import TagPanes

/// Which rows of the panes are listed.
struct FilterTests {
  /// A filter of the events of a run, and the rows that it means.
  private static let events: [(filter: String, rows: [Int])] = [
    ("event=openScreen", [8, 11, 12, 25, 34, 48]), ("tag:\"GA tap\"", [10]),
    ("tag:GA* & screen:Conf*", [12, 25, 48]), ("fired row>12", [25, 34, 48]),
    ("push.sku=S-77", [10]), ("key:user.tier", [4, 18, 31, 45, 52]), ("late | lost", [33]),
    ("type:kill", [14, 27, 42, 50]), ("source=saved", [5, 19, 32, 53]),
    ("hit>=7", [48]), ("screen:* !fired", []), ("marked", [12]), ("tapBuy", [10]),
  ]

  @Test(arguments: events)
  func eventsAreListedByWhatTheySay(_ filter: String, _ rows: [Int]) throws {
    var monitor = try Shown.over("offline")
    monitor.press("1f\(filter)<enter>")
    #expect(monitor.finding.listed?.rows == rows)
    #expect(monitor.eventList.count == rows.count)
    let shown = rows.isEmpty ? "the filter \(filter.prefix(8))" : "\(rows.count) of 58"
    #expect(monitor.screen.contains(shown))
    monitor.press("<esc>")
    #expect(monitor.finding.listed == nil)
    #expect(monitor.message?.text == "Events shows all rows again")
  }

  /// Enter opens the row that is seen.
  @Test func enterOpensAListedRow() throws {
    var monitor = try Shown.over("offline")
    monitor.press("1fBuy<enter><enter>")
    #expect(monitor.cursor == 10)
    #expect(monitor.isExplaining)
    #expect(monitor.screen.contains("#10 tapBuy"))
  }

  /// A filter works on what rows say.
  @Test(arguments: [
    (5, "4f\"nothing ran\"", "Bonus"), (8, "4f\"1 change away\"", "Ads conversion"),
    (12, "3f\"NO KEY\"", "subtitle"),
    (12, "5f\"04:00\"", "Home Screen"), (12, "2f\"#10\"", "S-77"),
  ])
  func rowsAreListedByWhatTheySay(_ row: Int, _ keys: String, _ name: String) throws {
    var monitor = try Shown.over("offline", at: max(8, row), size: Size(columns: 160, rows: 45))
    monitor.press(keys + "<enter>")
    let pane = monitor.focus.view(in: monitor.context)
    let (shown, all) = pane.counts(columns: 60)
    #expect(shown > 0 && shown <= all, "\(keys): \(shown) of \(all)")
    #expect(monitor.screen.contains(name))
  }

  @Test func keysGoByTheRowsThatAreListed() throws {
    var monitor = try Shown.over("offline", at: 20, size: Size(columns: 160, rows: 45))
    monitor.press("1ftag:GA*<enter>")
    #expect(monitor.cursor == 12, "the nearest listed event is looked at")
    monitor.press("<down>")
    #expect(monitor.cursor == 25)
    monitor.look(at: 20)
    monitor.press("<up>")
    #expect(monitor.cursor == 12)
    monitor.press("<home>")
    #expect(monitor.cursor == 8)
    monitor.look(at: 2)
    monitor.press("<up>")
    #expect(monitor.cursor == 8)
    monitor.look(at: 2)
    monitor.press("<down>")
    #expect(monitor.cursor == 8)
    monitor.press("/cart<enter>")
    #expect(monitor.screen.contains(" 7 of 58   /cart  1 of 2 "), "what is hidden is not found")
  }

  /// A pane, its filter, and what its title says then.
  private static let panes: [(keys: String, title: String)] = [
    ("2fkey:user.*", "1 of 5"), ("2fchanged", "2 of 5"), ("2frow<12 value>19", "1 of 5"),
    ("3fmissing", "2 of 14"), ("3fsource=saved type:string", "of 14"),
    ("4ftag:GA*", "2 of 5"), ("4ffired", "2 of 5"), ("4fnever | failed", "2 of 5"),
    ("4freason:*\"nearest miss\"*", "of 5"), ("4T<home>ftag:GA* late", "1 of 14"),
    ("5fhit.cd~conf", "1 of 4"), ("5ftype:event", "1 of 4"), ("5fwaits hit>2", "2 of 4"),
    ("5fage>1h", "0 of 4"), ("6flevel:warning", "f level:warning  1 of "),
    ("6fsource:app", "0 of "),
  ]

  @Test(arguments: panes)
  func everyPaneWithRowsCanBeFiltered(_ keys: String, _ title: String) throws {
    var monitor = try Shown.over("offline", at: 12)
    let before = monitor.screen
    monitor.press(String(keys.prefix(1)))
    let plain = monitor.screen
    monitor.press(String(keys.dropFirst()) + "<enter>")
    #expect(monitor.screen.contains(title), "\(monitor.screen)")
    if title.hasPrefix("0 of") { #expect(monitor.screen.contains("the filter ")) }
    monitor.press("<down><up><pgdn><pgup><esc>")
    #expect(monitor.message?.text.hasSuffix("shows all rows again") == true)
    if !keys.contains("T") {
      monitor.press("<home><esc>")
      #expect(plain.count == monitor.screen.count || before.count > 0)
    }
  }

  @Test func aFilteredQueueKeepsItsAccount() throws {
    var monitor = try Shown.over("offline", at: 12)
    monitor.press("5ftype:screen hit>1<enter>")
    let lines = QueuePane(monitor.context).list(columns: 60).items.flatMap { $0.lines() }
    var buffer = CellBuffer(size: Size(columns: 60, rows: 10))
    buffer.write(lines, in: Rect(buffer.size), .utf8)
    try Golden.compare(buffer.trimmedText, "Panes/queue-filtered")
  }

  @Test func theSelectedRowIsAmongThoseThatAreListed() throws {
    var monitor = try Shown.over("offline", at: 12)
    monitor.press("4ftag:*tap<enter>")
    #expect(monitor.view.tags[monitor.selection.tag].name == "GA tap")
    monitor.press("1<up>4")
    #expect(monitor.view.tags[monitor.selection.tag].name == "GA tap")
    monitor.press("<enter>")
    #expect(monitor.screen.contains("tag GA tap at #11"))
  }

  /// What is typed is read at every key; what is not finished changes nothing.
  @Test func mistakesAreToldWhileAFilterIsTyped() throws {
    var monitor = try Shown.over("offline")
    monitor.press("1f")
    #expect(
      monitor.message?.text
        == "fields event tag type screen key value row time hit source push.KEY; words fired "
        + "failed sent late lost changed world marked")
    monitor.press("tag:GA* & ")
    #expect(monitor.eventList.count == 7)
    #expect(monitor.message?.kind == .hint)
    monitor.press("tga:x")
    #expect(monitor.message?.kind == .failure)
    #expect(monitor.message?.text.contains("did you mean tag?") == true)
    #expect(monitor.eventList.count == 0, "what was read last holds: a word")
    monitor.press("<enter>")
    #expect(monitor.overlay != nil, "a filter with a mistake can be mended")
    monitor.press("<bs><bs><bs><bs><bs>sc<tab>Cart<enter>")
    #expect(monitor.finding.filters[.events]?.text == "tag:GA* & screen:Cart")
    #expect(monitor.overlay == nil)
    monitor.press("f<esc>")
    #expect(monitor.finding.filters[.events] == nil)
  }

  @Test(arguments: ["7f", "7+f"])
  func whereThereAreNoRowsItIsSaid(_ keys: String) throws {
    var monitor = try Shown.shipped("offline")
    monitor.press(keys)
    #expect(
      monitor.message?.text
        == "f filters rows, but Phone has none: panes 1 to 6 do")
  }

  @Test func escFirstEndsFindingThenTheFilterThenTheZoom() throws {
    var monitor = try Shown.over("offline")
    monitor.press("1+ftag:GA*<enter>/cart<enter>")
    monitor.press("<esc>")
    #expect(monitor.finding.find == nil)
    #expect(monitor.finding.filters[.events] != nil)
    monitor.press("<esc>")
    #expect(monitor.finding.filters[.events] == nil)
    #expect(monitor.isZoomed)
    monitor.press("<esc>")
    #expect(!monitor.isZoomed)
  }

  /// What a filter says of a long run is known at the next key.
  @Test func aFilterAsksRowsThatSayTheSameOnce() throws {
    var monitor = try Shown.played(["container saved v7.json", "launch"])
    for _ in 0..<400 {
      monitor.run.execute(try #require(try StatementParser.parse(line: "screen \"Cart\"")))
    }
    monitor.refreshView()
    monitor.press("1ftag:GA*<enter>")
    let asked = try #require(monitor.finding.listed).asked
    #expect(asked < 20)
    monitor.press("<up><up><up>")
    #expect(monitor.finding.listed?.asked == asked)
    #expect(monitor.eventList.count == 400)
  }

  // MARK: Differences

  @Test func dShowsWhatTheEventWrote() throws {
    var monitor = try Shown.over("offline", at: 12)
    monitor.press("2D")
    let lines = DataPane(monitor.context).list(columns: 40).items.flatMap { $0.lines() }.map(\.text)
    #expect(lines.filter { $0.hasPrefix("*") }.count == 2)
    #expect(!lines.contains { $0.contains("S-77") })
    #expect(lines.last == " D shows all 5 again")
    #expect(monitor.screen.contains("differences only"))
    monitor.look(at: 13)
    let none = DataPane(monitor.context).list(columns: 60).items.flatMap { $0.lines() }.map(\.text)
    #expect(none == [" nothing changed here: D shows all 5"])
    monitor.press("D")
    #expect(monitor.screen.contains("S-77"))
    monitor.press("D<esc>")
    #expect(monitor.finding.differences.isEmpty)
  }

  /// Of the values, those that the event before gave otherwise.
  @Test func dShowsWhichValuesBecameOthers() throws {
    var monitor = try Shown.played([
      "container saved v7.json", "network offline", "launch", "screen \"Cart\"",
      "screen \"Home Screen\"",
      "network online", "publish v8.json", "refresh",
    ])
    monitor.press("3D")
    let keys = { (monitor: Monitor) -> [String] in
      ValuesPane(monitor.context).list(columns: 60).items.compactMap { item in
        if case .value(_, _, let key)? = item.target { key } else { nil }
      }
    }
    monitor.look(at: nil)
    #expect(!keys(monitor).isEmpty)
    let screens = monitor.run.timeline.rows.filter { $0.event.update != nil }.map(\.number)
    monitor.look(at: screens.last)
    #expect(!keys(monitor).contains("title_string"))
  }

  @Test func elsewhereDSaysWhereItWorks() throws {
    var monitor = try Shown.over("offline")
    monitor.press("5D")
    #expect(
      monitor.message?.text == "D shows differences only in Data (2) and Values (3)")
  }

  // MARK: Statements

  private static let statements: [(lines: [String], isSeen: String)] = [
    (["focus events", "filter tag:GA* & !late"], "late  7 of 58"),
    (["focus tags", "find bonus"], "/bonus  1 of 1"),
    (["focus data", "set differences on"], "differences only"),
  ]

  @Test(arguments: statements)
  func statementsDoTheSame(_ lines: [String], _ isSeen: String) throws {
    var monitor = try Shown.over("offline", at: 12, size: Size(columns: 160, rows: 45))
    for line in lines { monitor.type(line) }
    #expect(monitor.screen.contains(isSeen), "\(monitor.screen)")
    monitor.type("filter off")
    monitor.type("find off")
    if lines.contains("set differences on") { monitor.type("set differences off") }
    #expect(!monitor.screen.contains(isSeen))
    monitor.type("filter tga:x")
    #expect(monitor.message?.text.contains("there is no field 'tga' here") == true)
  }
}
