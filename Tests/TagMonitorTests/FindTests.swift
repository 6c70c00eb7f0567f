import ScenarioEngine
import TagRuntime
import TagSimulation
import Testing

@testable import TagMonitor
@testable import TerminalKit

/// Looking for a text in the panes, in what lies over them, and over the whole run.
struct FindTests {
  // MARK: Texts

  @Test(arguments: [
    ("conf", "Confirmation", true), ("CONF", "Confirmation", false), ("Conf", "Confirmation", true),
    ("Conf", "a conf", false), ("éc", "ÉCRAN", true), ("a b", "xa b", true),
    ("c.nf", "conf", false),
  ])
  func caseCountsWithACapital(_ text: String, _ row: String, _ isFound: Bool) throws {
    let find = try #require(FindText(text))
    #expect(find.isFound(in: row) == isFound)
    #expect(find.ranges(in: Array(row)).isEmpty != isFound)
  }

  @Test func bracketsTakeFromTheNextGap() throws {
    let find = try #require(FindText("an"))
    let line = Line("banana") + Line("     ✓1", .fired)
    #expect(
      line.marking(find, hasColors: false).text == "b[an][an]a ✓1".replacing("     ", with: " ")
    )
    let marked = line.marking(find, hasColors: true)
    #expect(marked.text == line.text)
    #expect(
      marked.pieces.map(\.style) == [
        .plain, Style(attributes: [.bold, .underline]), .plain, .fired,
      ])
  }

  // MARK: Events

  /// All that a row says is searched, in folds too.
  @Test func aTextIsFoundInTheWholeRunWhileItIsTyped() throws {
    try Shown.over("offline", at: 4).walk([
      "1/co": [.row(5)], "nf": [.sees(" /conf  1 of 3 ")],
      "<enter>n": [.row(25), .sees(" /conf  2 of 3 ")],
      "nn": [.row(12), .says("wrapped to the first match")], "N": [.row(48)],
      "<esc>": [.hides("/conf"), .row(48)],
    ])
  }

  /// A text is found in what was pushed, too, and where it is is said.
  @Test(arguments: [
    ("S-77", 10, "#10: sku = S-77"), ("gold", 4, "#4: user.tier = gold"),
  ])
  func whatWasPushedIsFound(_ text: String, _ row: Int, _ said: String) throws {
    try Shown.over("offline", at: 2).walk([
      "1/\(text)<enter>": [.row(row)], "#2n": [.row(row), .says(said)],
    ])
  }

  @Test func nestedValuesAreFound() throws {
    try Shown.played([
      "container saved v7.json age=1h", "launch",
      "push {\"event\": \"buy\", \"cart\": {\"items\": [{\"sku\": \"S-13\"}]}}",
      "push event=\"other\"",
    ]).walk(["1/S-13<enter>": [.is(\.view.row?.event.shortName, "buy"), .hides("is in none of")]])
  }

  @Test func escComesBackToWhereTheTextBeganToBeTyped() throws {
    try Shown.over("offline", at: 4).walk(["1": []]).walk([
      "/conf": [.row(12)], "<esc>": [.same(\.screen)],
    ])
  }

  @Test func aMatchInAFoldOpensTheFold() throws {
    let start = try Shown.over("offline", at: 4)
    let monitor = start.walk([
      "1/KILL<enter>": [
        .sees(" /KILL  0 of 58 "), .says("No match for \"KILL\" in 58 rows"),
      ],
      "/kill<enter>": [.is(\.view.row?.event.shortName, "kill")],
    ])
    #expect(monitor.eventList.folded < start.eventList.folded)
    let row = try #require(monitor.view.row)
    #expect(!monitor.eventList.isFolded(at: monitor.eventList.place(of: row.number)))
  }

  /// The list as it is without colours, with what was found and the row that somebody marked.
  @Test func theListOfWhatWasFound() throws {
    let monitor = try Shown.over("offline", at: 10).walk([
      "1:bookmark<enter>/conf<enter>": [.sees(" /conf  1 of 3 ")]
    ])
    let pane = EventsPane(monitor.withoutColours.context)
    let size = Size(columns: 58, rows: 14)
    try Golden.compare(pane.content(in: size).lines, in: size, "Panes/events-found")
  }

  @Test func theBorderSaysHowManyMatchesAreBelow() throws {
    try Shown.over("offline", at: 4, size: Size(columns: 160, rows: 24)).walk([
      "1/conf<enter>": [.sees(" n N  1 match more below ")], "nn": [.hides(" n N ")],
    ])
  }

  /// In the selected row they stay underlined.
  @Test func withoutColoursMatchesStandInBrackets() throws {
    let monitor = try Shown.over("offline", at: 4).walk([
      "1+/conf<enter>": [.sees("12⚑23:57:30 Confirmation   ")]
    ])
    monitor.withoutColours.walk(["": [.sees("12⚑23:57:30 [Conf]irmation   ")]])
    let other = try Shown.over("offline", at: 12).walk(["5/cart<enter>": []])
    for (monitor, style) in [
      (monitor, Style(role: .accent, attributes: [.bold, .underline])),
      (other, Style(role: .selection, attributes: [.chip, .underline])),
    ] {
      let cells = monitor.frame(size: monitor.display.size).buffer.cells
      #expect(cells.contains { $0.style == style })
    }
  }

  /// What the room is asked is not given away by what is found behind it.
  @Test func nothingBehindAnOpenQuestionIsFound() throws {
    var monitor = try Shown.over("offline")
    monitor.press("[[[[[[[ ")
    while !monitor.isAsking, monitor.wantsTime { monitor.advance(by: .seconds(1)) }
    try #require(monitor.isAsking)
    let last = monitor.shownRows
    monitor.press("1/a")
    for _ in 1...60 {
      #expect(monitor.view.row?.number ?? 0 <= last)
      monitor.press("<enter>n/a")
    }
  }

  /// A question of rows is asked again where rows were taken back, and on another branch.
  @Test func whatWasTakenBackIsNotFound() throws {
    let monitor = try Shown.played(["container saved v7.json", "launch", "screen \"Cart\""])
    let rows = monitor.rowCount
    monitor.walk([
      ":screen \"Cart\"<enter>1/cart<enter>": [.is(\.finding.found?.rows.count, 2)],
      "z": [.is(\.finding.found?.rows, [rows])], "Z": [.is(\.finding.found?.rows.count, 2)],
      "#\(rows):screen \"Home Screen\"<enter>": [.is(\.finding.found?.rows, [rows])],
    ])
  }

  // MARK: Panes

  /// A pane, what is typed there, and what its title says then.
  private static let panes: [(keys: String, title: String)] = [
    ("2/s-77", "/s-77  1 of 1"), ("3/NO KEY", "/NO KEY  1 of 2"), ("3/hola", "/hola  1 of 1"),
    ("4/bonus", "/bonus  1 of 1"), ("4/ConfirmationScreen", "/ConfirmationScreen  1 of 1"),
    ("4/ga", "/ga  1 of 2"), ("5/cart", "/cart  1 of 1"), ("5/screen", "/screen  1 of 3"),
    ("4T/bonus", "/bonus  3 of 6"),
  ]

  /// What is looked for in a pane moves no event.
  @Test(arguments: panes)
  func everyPaneFinds(_ keys: String, _ title: String) throws {
    try Shown.over("offline", at: 12).walk([keys: [.sees(title), .row(12)]])
  }

  @Test func nGoesFromThePaneToTheNextEventThatTellsOfIt() throws {
    try Shown.over("offline", at: 10).walk([
      "4/bonus<enter>": [.row(10)],
      "n": [.row(11), .says("found in event 11: Cart"), .tag("Bonus")], "n": [.row(12)],
      "NNN": [.row(8)], "N": [.says("wrapped to the last match")],
    ])
  }

  @Test func withoutATextNSaysHowToFind() throws {
    try Shown.over("offline", at: 12).walk([
      "n": [.says("no search: /")], "4/xyz<enter>": [.says("No match for \"xyz\" in 5 rows; n")],
    ])
  }

  // MARK: Over the panes

  @Test(arguments: [(":checks<enter>", "lost"), ("4<enter>", "preview")])
  func whatLiesOverThePanesIsScrolledToTheMatch(_ keys: String, _ word: String) throws {
    let monitor = try Shown.over("offline", at: 12, size: Size(columns: 80, rows: 14)).walk([
      keys: [.hides(word)]
    ])
    #expect(!monitor.screen.lowercased().contains(word))
    let found = monitor.walk(["/" + word: [.sees("/\(word)  1 of ")]])
    #expect(found.screen.lowercased().contains(word))
    found.walk([
      "<enter>n": [.sees("/\(word)  ")], "/<esc>": [.is(\.finding.popupFind, nil)],
      "<esc>": [.closed], keys: [.is(\.top, monitor.top), .hides("/\(word)")],
    ])
  }

  // MARK: Costs

  /// However long a run is, a row is taken in once, and rows that say the same are asked once.
  @Test func aLongRunIsLookedThroughOnce() throws {
    var monitor = try Shown.long("screen \"Cart\"", 400).walk(["1/car": []])
    let index = monitor.finding.index
    #expect(index.last == monitor.rowCount)
    #expect(index.told.count < 20)
    let found = try #require(monitor.finding.found)
    #expect(found.rows.count == 400)
    #expect(found.asked == index.told.count)
    monitor.press("t<enter>nnn")
    #expect(try #require(monitor.finding.found).asked == index.told.count)
    monitor.look(at: nil)
    monitor.type("screen \"Cart\"")
    #expect(try #require(monitor.finding.found).rows.count == 401)
    #expect(monitor.finding.index.generation == index.generation, "what is known stays known")
  }
}
