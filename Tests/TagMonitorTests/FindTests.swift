import ScenarioEngine
import TagRuntime
import TagSimulation
import TerminalKit
import Testing

@testable import TagMonitor

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

  @Test func aTextIsFoundInTheWholeRunWhileItIsTyped() throws {
    var monitor = try Shown.over("offline", at: 4)
    monitor.press("1/co")
    #expect(monitor.view.row?.number == 5, "all that a row says is searched, in folds too")
    monitor.press("nf")
    #expect(monitor.screen.contains(" /conf  1 of 3 "))
    monitor.press("<enter>n")
    #expect(monitor.view.row?.number == 25)
    #expect(monitor.screen.contains(" /conf  2 of 3 "))
    monitor.press("nn")
    #expect(monitor.view.row?.number == 12)
    #expect(monitor.message?.text == "wrapped to the first match")
    monitor.press("N")
    #expect(monitor.view.row?.number == 48)
    monitor.press("<esc>")
    #expect(!monitor.screen.contains("/conf"))
    #expect(monitor.view.row?.number == 48)
  }

  /// A text is found in what was pushed, too, and where it is is said.
  @Test(arguments: [
    ("S-77", 10, "#10: sku = S-77"), ("gold", 4, "#4: user.tier = gold"),
  ])
  func whatWasPushedIsFound(_ text: String, _ row: Int, _ said: String) throws {
    var monitor = try Shown.over("offline", at: 2)
    monitor.press("1/\(text)<enter>")
    #expect(monitor.view.row?.number == row)
    monitor.look(at: 2)
    monitor.press("n")
    #expect(monitor.view.row?.number == row)
    #expect(monitor.message?.text == said)
  }

  /// At depth as well.
  @Test func nestedValuesAreFound() throws {
    var monitor = try Shown.played([
      "container saved v7.json age=1h", "launch",
      "push {\"event\": \"buy\", \"cart\": {\"items\": [{\"sku\": \"S-13\"}]}}",
      "push event=\"other\"",
    ])
    monitor.press("1/S-13<enter>")
    #expect(monitor.view.row?.event.shortName == "buy")
    #expect(!monitor.screen.contains("is in none of"))
  }

  @Test func escComesBackToWhereTheTextBeganToBeTyped() throws {
    var monitor = try Shown.over("offline", at: 4)
    monitor.press("1")
    let before = monitor.screen
    monitor.press("/conf")
    #expect(monitor.view.row?.number == 12)
    monitor.press("<esc>")
    #expect(monitor.screen == before)
  }

  @Test func aMatchInAFoldOpensTheFold() throws {
    var monitor = try Shown.over("offline", at: 4)
    let folded = monitor.eventList.folded
    monitor.press("1/KILL<enter>")
    #expect(monitor.screen.contains(" /KILL  0 of 58 "))
    #expect(monitor.message?.text == "No match for \"KILL\" in 58 rows")
    monitor.press("/kill<enter>")
    #expect(monitor.eventList.folded < folded)
    let row = try #require(monitor.view.row)
    #expect(row.event.shortName == "kill")
    #expect(!monitor.eventList.isFolded(at: monitor.eventList.place(of: row.number)))
  }

  /// The list as it is without colours, with what was found and the row that somebody marked.
  @Test func theListOfWhatWasFound() throws {
    var monitor = try Shown.over("offline", at: 10)
    monitor.press("1m/conf<enter>")
    let pane = EventsPane(monitor.withoutColours.context)
    var buffer = CellBuffer(size: Size(columns: 58, rows: 14))
    buffer.write(pane.content(in: buffer.size).lines, in: Rect(buffer.size), .utf8)
    try Golden.compare(buffer.trimmedText, "Panes/events-found")
    #expect(monitor.screen.contains(" /conf  1 of 3 "))
  }

  @Test func theBorderSaysHowManyMatchesAreBelow() throws {
    var monitor = try Shown.over("offline", at: 4, size: Size(columns: 160, rows: 24))
    monitor.press("1/conf<enter>")
    #expect(monitor.screen.contains(" n N  2 matches more below "))
    monitor.press("nn")
    #expect(!monitor.screen.contains(" n N "))
  }

  @Test func withoutColoursMatchesStandInBrackets() throws {
    var monitor = try Shown.over("offline", at: 4)
    monitor.press("1+/conf<enter>")
    #expect(monitor.withoutColours.screen.contains("12⚑ 23:57:30 [Conf]irmation   "))
    #expect(monitor.screen.contains("12⚑ 23:57:30 Confirmation   "))
    let text = monitor.frame(size: monitor.size).buffer.styledText
    #expect(text.contains("accent bold underline"))
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

  @Test func inTheSelectedRowMatchesStayUnderlined() throws {
    var monitor = try Shown.over("offline", at: 12)
    monitor.press("5/cart<enter>")
    let text = monitor.frame(size: monitor.size).buffer.styledText
    #expect(text.contains("selection chip underline"))
  }

  /// A question of rows is asked again where rows were taken back, and on another branch.
  @Test func whatWasTakenBackIsNotFound() throws {
    var monitor = try Shown.played(["container saved v7.json", "launch", "screen \"Cart\""])
    let rows = monitor.run.timeline.rows.count
    monitor.type("screen \"Cart\"")
    monitor.press("1/cart<enter>")
    #expect(monitor.finding.found?.rows.count == 2)
    monitor.press("z")
    #expect(monitor.finding.found?.rows == [rows])
    monitor.press("Z")
    #expect(monitor.finding.found?.rows.count == 2)
    monitor.look(at: rows)
    monitor.type("screen \"Home Screen\"")
    #expect(monitor.finding.found?.rows == [rows])
  }

  // MARK: Panes

  /// A pane, what is typed there, and what its title says then.
  private static let panes: [(keys: String, title: String)] = [
    ("2/s-77", "/s-77  1 of 1"), ("3/NO KEY", "/NO KEY  1 of 2"), ("3/hola", "/hola  1 of 1"),
    ("4/bonus", "/bonus  1 of 1"), ("4/ConfirmationScreen", "/ConfirmationScreen  1 of 1"),
    ("4/ga", "/ga  1 of 2"), ("5/cart", "/cart  1 of 1"), ("5/screen", "/screen  1 of 3"),
    ("6/of 5 tags", "/of 5 tags  4 of 4"), ("4T/bonus", "/bonus  3 of 6"),
  ]

  @Test(arguments: panes)
  func everyPaneFinds(_ keys: String, _ title: String) throws {
    var monitor = try Shown.over("offline", at: 12)
    monitor.press(keys)
    #expect(monitor.screen.contains(title), "\(monitor.screen)")
    #expect(monitor.view.row?.number == 12, "what is looked for in a pane moves no event")
  }

  @Test func nGoesFromThePaneToTheNextEventThatTellsOfIt() throws {
    var monitor = try Shown.over("offline", at: 10)
    monitor.press("4/bonus<enter>")
    #expect(monitor.view.row?.number == 10)
    monitor.press("n")
    #expect(monitor.view.row?.number == 11)
    #expect(monitor.message?.text == "found in event 11: Cart")
    #expect(monitor.view.tags[monitor.selection.tag].name == "Bonus")
    monitor.press("n")
    #expect(monitor.view.row?.number == 12)
    monitor.press("NNN")
    #expect(monitor.view.row?.number == 8)
    monitor.press("N")
    #expect(monitor.message?.text == "wrapped to the last match")
  }

  @Test func withoutATextNSaysHowToFind() throws {
    var monitor = try Shown.over("offline", at: 12)
    monitor.press("n")
    #expect(monitor.message?.text == "no search: / finds text in this pane")
    monitor.press("4/xyz<enter>")
    #expect(
      monitor.message?.text
        == "No match for \"xyz\" in 5 rows; n searches the other events")
  }

  // MARK: Over the panes

  @Test(arguments: ["c", "4<enter>"])
  func whatLiesOverThePanesIsScrolledToTheMatch(_ keys: String) throws {
    var monitor = try Shown.over("offline", at: 12, size: Size(columns: 80, rows: 14))
    monitor.press(keys)
    let overlay = monitor.overlay
    let word = keys == "c" ? "lost" : "preview"
    #expect(!monitor.screen.lowercased().contains(word))
    monitor.press("/" + word)
    #expect(monitor.screen.lowercased().contains(word))
    #expect(monitor.screen.contains("/\(word)  1 of "))
    monitor.press("<enter>")
    #expect(monitor.overlay != nil)
    monitor.press("n")
    #expect(monitor.screen.contains("/\(word)  "))
    monitor.press("/<esc>")
    #expect(monitor.finding.popupFind == nil)
    monitor.press("<esc>")
    #expect(monitor.overlay == nil)
    monitor.press(keys)
    #expect(monitor.overlay == overlay)
    #expect(!monitor.screen.contains("/\(word)"))
  }

  // MARK: Costs

  /// However long a run is, a row is taken in once, and rows that say the same are asked once.
  @Test func aLongRunIsLookedThroughOnce() throws {
    var monitor = try Shown.played(["container saved v7.json", "launch"])
    for _ in 0..<400 {
      monitor.run.execute(try #require(try StatementParser.parse(line: "screen \"Cart\"")))
    }
    monitor.refreshView()
    monitor.press("1/car")
    let index = monitor.finding.index
    #expect(index.last == monitor.run.timeline.rows.count)
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
