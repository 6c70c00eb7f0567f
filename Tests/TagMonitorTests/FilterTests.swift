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
    try Shown.over("offline").walk([
      "1f\(filter)<enter>": [
        .is(\.finding.listed?.rows, rows), .is(\.eventList.count, rows.count),
        .sees(rows.isEmpty ? "the filter \(filter.prefix(8))" : "\(rows.count) of 58"),
      ],
      "<esc>": [.is(\.finding.filters[.events]?.text, nil), .says("Events shows all rows again")],
    ])
  }

  @Test func enterOpensAListedRow() throws {
    try Shown.over("offline").walk([
      "1fBuy<enter><enter>": [.at(10), .is(\.isExplaining, true), .sees("#10 tapBuy")]
    ])
  }

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

  /// The nearest listed event is looked at, and what is hidden is not found.
  @Test func keysGoByTheRowsThatAreListed() throws {
    try Shown.over("offline", at: 20, size: Size(columns: 160, rows: 45)).walk([
      "1ftag:GA*<enter>": [.at(12)], "<down>": [.at(25)], "#20<up>": [.at(12)],
      "<home>": [.at(8)], "#2<up>": [.at(8)], "#2<down>": [.at(8)],
      "/cart<enter>": [.sees(" 7 of 58   /cart  1 of 2 ")],
    ])
  }

  /// A pane, its filter, and what its title says then.
  private static let panes: [(keys: String, title: String)] = [
    ("2fkey:user.*", "1 of 5"), ("2fchanged", "2 of 5"), ("2frow<12 value>19", "1 of 5"),
    ("3fmissing", "2 of 14"), ("3fsource=saved type:string", "of 14"),
    ("4ftag:GA*", "2 of 5"), ("4ffired", "2 of 5"), ("4fnever | failed", "2 of 5"),
    ("4freason:*\"nearest miss\"*", "of 5"),
    ("5fhit.cd~conf", "1 of 4"), ("5ftype:event", "1 of 4"), ("5fwaits hit>2", "2 of 4"),
    ("5fage>1h", "0 of 4"), ("6flevel:warning", "f level:warning  "),
    ("6fsource:app", "0 of "),
  ]

  @Test(arguments: panes)
  func everyPaneWithRowsCanBeFiltered(_ keys: String, _ title: String) throws {
    try Shown.over("offline", at: 12).walk([
      keys + "<enter>": [.sees(title), .sees(title.hasPrefix("0 of") ? "the filter " : title)],
      "<down><up><pgdn><pgup><esc>": [.says("shows all rows again")],
    ])
  }

  @Test func aFilteredQueueKeepsItsAccount() throws {
    let monitor = try Shown.over("offline", at: 12).walk(["5ftype:screen hit>1<enter>": []])
    let lines = QueuePane(monitor.context).list(columns: 60).items.flatMap { $0.lines() }
    try Golden.compare(lines, in: Size(columns: 60, rows: 10), "Panes/queue-filtered")
  }

  @Test func theSelectedRowIsAmongThoseThatAreListed() throws {
    try Shown.over("offline", at: 12).walk([
      "4ftag:*tap<enter>": [.tag("GA tap")], "1<up>4": [.tag("GA tap")],
      "<enter>": [.sees("─ GA tap ─")],
    ])
  }

  /// What is typed is read at every key; what is not finished changes nothing, what was read last
  /// holds, and a filter with a mistake can be mended.
  @Test func mistakesAreToldWhileAFilterIsTyped() throws {
    try Shown.over("offline").walk([
      "1f": [.says("fields event tag type screen key value row time hit source push.KEY; words")],
      "tag:GA* & ": [.is(\.eventList.count, 7), .kind(.hint)],
      "tga:x": [.kind(.failure), .says("did you mean tag?"), .is(\.eventList.count, 0)],
      "<enter>": [.is(\.keyPlace, .filter)],
      "<bs><bs><bs><bs><bs>sc<tab>Cart<enter>": [
        .is(\.finding.filters[.events]?.text, "tag:GA* & screen:Cart"), .closed,
      ],
      "f<esc>": [.is(\.finding.filters[.events]?.text, nil)],
    ])
  }

  @Test(arguments: [
    ("7f", "Phone has none: panes 1 to 6 do"), ("7+f", "Phone has none: panes 1 to 6 do"),
    ("5:differences<enter>", "only in Data (2) and Values (3)"),
  ])
  func whereThereAreNoRowsItIsSaid(_ keys: String, _ words: String) throws {
    try Shown.shipped("offline").walk([keys: [.says(words)]])
  }

  @Test func escFirstEndsFindingThenTheFilterThenTheZoom() throws {
    let isFiltered = Seen.is(\.finding.filters[.events]?.text, "tag:GA*")
    try Shown.over("offline").walk([
      "1+ftag:GA*<enter>/cart<enter>": [isFiltered],
      "<esc>": [.is(\.finding.find, nil), isFiltered],
      "<esc>": [.is(\.finding.filters[.events]?.text, nil), .is(\.display.isZoomed, true)],
      "<esc>": [.is(\.display.isZoomed, false)],
    ])
  }

  /// What a filter says of a long run is known at the next key.
  @Test func aFilterAsksRowsThatSayTheSameOnce() throws {
    let monitor = try Shown.long("screen \"Cart\"", 400).walk(["1ftag:GA*<enter>": []])
    let asked = try #require(monitor.finding.listed).asked
    #expect(asked < 20)
    monitor.walk([
      "<up><up><up>": [.is(\.finding.listed?.asked, asked), .is(\.eventList.count, 400)]
    ])
  }

  // MARK: Differences

  @Test func dShowsWhatTheEventWrote() throws {
    var monitor = try Shown.over("offline", at: 12)
    monitor.press("2:differences<enter>")
    let lines = DataPane(monitor.context).list(columns: 40).items.flatMap { $0.lines() }.map(\.text)
    #expect(lines.filter { $0.hasPrefix("*") }.count == 2)
    #expect(!lines.contains { $0.contains("S-77") })
    #expect(lines.last == " Esc shows all 5 again")
    #expect(monitor.screen.contains("differences only"))
    monitor.look(at: 13)
    let none = DataPane(monitor.context).list(columns: 60).items.flatMap { $0.lines() }.map(\.text)
    #expect(none == [" nothing changed here: Esc shows all 5"])
    monitor.press(":differences<enter>")
    #expect(monitor.screen.contains("S-77"))
    monitor.press(":differences<enter><esc>")
    #expect(monitor.finding.differences.isEmpty)
  }

  /// Of the values, those that the event before gave otherwise.
  @Test func dShowsWhichValuesBecameOthers() throws {
    var monitor = try Shown.played([
      "container saved v7.json", "network offline", "launch", "screen \"Cart\"",
      "screen \"Home Screen\"",
      "network online", "publish v8.json", "refresh",
    ])
    monitor.press("3:differences<enter>")
    let keys = { (monitor: Monitor) -> [String] in
      ValuesPane(monitor.context).list(columns: 60).items.compactMap { item in
        if case .value(_, _, let key)? = item.target { key } else { nil }
      }
    }
    monitor.look(at: nil)
    #expect(!keys(monitor).isEmpty)
    let screens = monitor.run.timeline.rows(in: 1...).filter { $0.event.update != nil }.map(
      \.number)
    monitor.look(at: screens.last)
    #expect(!keys(monitor).contains("title_string"))
  }

  // MARK: Statements

  private static let statements: [(lines: [String], isSeen: String)] = [
    (["focus events", "filter tag:GA* & !late"], "late  7 of 58"),
    (["focus tags", "find bonus"], "/bonus  1 of 1"),
    (["focus data", "set differences on"], "differences only"),
  ]

  @Test(arguments: statements)
  func statementsDoTheSame(_ lines: [String], _ isSeen: String) throws {
    let keys = lines.map { ":\($0)<enter>" }.joined()
    try Shown.over("offline", at: 12, size: Size(columns: 160, rows: 45)).walk([
      keys: [.sees(isSeen)],
      ":filter off<enter>:find off<enter>:set differences off<enter>": [.hides(isSeen)],
      ":filter tga:x<enter>": [.says("there is no field 'tga' here")],
    ])
  }
}
