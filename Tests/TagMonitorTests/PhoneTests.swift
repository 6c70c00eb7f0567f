import ScenarioEngine
import TagRuntime
import TagSimulation
import TerminalKit
import TestSupport
import Testing
import TextKit

@testable import TagMonitor

/// The phone: its buttons, the values that they push, and what the keys do.
struct PhoneTests {
  private static let sizes = [
    Size(columns: 60, rows: 20), Size(columns: 80, rows: 24), Size(columns: 120, rows: 40),
    Size(columns: 200, rows: 60),
  ]

  /// Lines that lead to a phone on which there is nothing to press.
  private static let bare: [(lines: [String], text: String)] = [
    ([], "the app is not running: K launches it"),
    (["launch"], "no screen is open yet: s opens one"),
    (["launch", "screen \"Confirmation\""], "no buttons here: s opens another screen"),
    (
      ["launch", "screen \"Cart\"", "background"], "in the background: b brings it back"
    ),
  ]

  @Test(arguments: bare)
  func nothingToPress(_ lines: [String], _ text: String) throws {
    var monitor = try Shown.played(lines, size: Size(columns: 80, rows: 24))
    monitor.press("7")
    #expect(monitor.screen.contains(text))
    for keys in ["<enter>", "x", "-", "j", "k", "G"] {
      monitor.press(keys)
      #expect(monitor.overlay == nil || keys == "<enter>")
      monitor.press("<esc><esc>7")
    }
    #expect(monitor.run.results.count == lines.count)
  }

  @Test(arguments: sizes)
  func hostileNamesAreShownAndNotObeyed(_ size: Size) throws {
    for borders in Borders.allCases {
      var monitor = try Shown.trial(of: Worlds.hostile, size: size)
      monitor.borders = borders
      for keys in [
        "", "x1", "x2", "x3", "x4", "x5", "x6", "x7", "gjp", "<esc>G", "<esc>", "7+",
      ] {
        monitor.press(keys)
        try Frames.check(monitor.frame(size: size), size, "hostile after \(keys)")
      }
      #expect(monitor.run.timeline.rows.compactMap(\.event.firedCount) == [1, 1, 1, 1, 1, 1, 0])
    }
  }

  // MARK: Pressing

  private static let presses: [(keys: String, line: String, message: String)] = [
    (
      "<enter>", "tap \"openScreen\"",
      "pushed openScreen: screenName=\"ConfirmationScreen\": 3 of 5 tags fired"
    ),
    (
      "xo", "tap \"openScreen\"",
      "pushed openScreen: screenName=\"ConfirmationScreen\": 3 of 5 tags fired"
    ),
    ("x1", "tap \"openScreen\"", "3 of 5 tags fired"),
    ("xt", "tap \"tap\"", "pushed tap: 1 of 5 tags fired"),
    (
      "j-<enter><esc>xo", "tap \"openScreen\" screenName=absent",
      "pushed openScreen: 2 of 5 tags fired"
    ),
    (
      "jp<bs><bs><bs><bs><bs><bs><enter>xo", "tap \"openScreen\" screenName=\"Confirmation\"",
      "pushed openScreen: screenName=\"Confirmation\": 2 of 5 tags fired"
    ),
    (
      "jjp42<enter>xo", "tap \"openScreen\" user_tier=42",
      "pushed openScreen: screenName=\"ConfirmationScreen\" user.tier=42: 3 of 5 tags fired"
    ),
    (
      "Gp19.90<enter>xh", "tap \"other event\" price=19.9",
      "pushed anyEvent: price=19.9: 0 of 5 tags fired"
    ),
    (
      "Gp{\"a\":[true,null]}<enter>xh", "tap \"other event\" price={\"a\": [true, null]}",
      "pushed anyEvent: price.a=[true, null]: 0 of 5 tags fired"
    ),
    (
      "jjjjjjjp<home>my <enter>x3", "tap \"other event\" event=\"my anyEvent\"",
      "pushed my anyEvent: 0 of 5 tags fired"
    ),
    ("jp<esc>xo", "tap \"openScreen\"", "3 of 5 tags fired"),
  ]

  @Test(arguments: presses)
  func aPressIsALineOfTheLanguage(_ keys: String, _ line: String, _ message: String) throws {
    var monitor = try Worlds.trial()
    monitor.press(keys)
    let result = try #require(monitor.run.results.last)
    #expect(result.statement.text == line)
    #expect(monitor.message?.text.contains(message) == true, "\(monitor.message?.text ?? "")")
    // The line says what the keys did, word for word.
    let again = try #require(try StatementParser.parse(line: line))
    #expect(again.command == result.statement.command)
  }

  @Test func whatWasTypedStays() throws {
    var monitor = try Worlds.trial()
    monitor.press("jjpgold<enter>")
    for _ in 1...2 {
      monitor.press("xo")
      #expect(monitor.view.dataLayer.get("user.tier") == "gold")
    }
    monitor.press("jj-xo")
    #expect(monitor.message?.text.contains("user.tier") == false)
  }

  @Test func aValueThatIsNoneIsNotTaken() throws {
    var monitor = try Worlds.trial()
    monitor.press("jjp\"open<enter>")
    #expect(monitor.message?.kind == .failure)
    #expect(monitor.screen.contains("\"open"))
    monitor.press("\"<enter>")
    #expect(monitor.overlay == nil)
    #expect(monitor.screen.contains("user.tier  \"open\""))
  }

  @Test func aNeededValueIsAskedFor() throws {
    let app = """
      app "Needy"
        package com.example.needy
        container GTM-AB12
        screen "Home"
          button "Buy" push event="buy" sku=${sku}
        end
      end
      """
    var monitor = try Shown.played(["launch", "screen \"Home\""], appText: app)
    monitor.press("7xb")
    #expect(monitor.message?.text == "sku needs a value: p types one")
    #expect(monitor.screen.contains("needs a value"))
    monitor.press("pS-1<enter>xb")
    #expect(monitor.run.results.last?.statement.text == "tap \"Buy\" sku=\"S-1\"")
  }

  @Test func pressingWhileLookingBackBeginsABranch() throws {
    var monitor = try Worlds.trial()
    monitor.press("xo")
    monitor.look(at: 2)
    monitor.press("<enter>")
    #expect(monitor.screen.contains("no screen is open yet"))
    monitor.press("<esc>")
    monitor.look(at: 5)
    monitor.press("<enter>")
    #expect(monitor.cursor == nil)
    #expect(monitor.branches.names == ["as written", "b1"])
    #expect(monitor.message?.text.hasSuffix("\"as written\" is kept; z undoes") == true)
  }

  @Test func aButtonThatGoesElsewhereShowsTheOtherScreen() throws {
    var monitor = try Shown.shipped("demo", size: Size(columns: 80, rows: 24))
    monitor.press("s17GG<enter>")
    #expect(monitor.run.results.last?.statement.text == "tap \"Cart\"")
    #expect(monitor.screen.contains("[ Check out ]"))
    #expect(monitor.selectedPhoneRow?.number == 1)
  }

  // MARK: Keys

  @Test func digitsChoosePanesAndSpacePlaysOnThePhoneToo() throws {
    var monitor = try Worlds.trial(Size(columns: 80, rows: 24))
    let rows = monitor.run.timeline.rows.count
    for (key, pane) in [("3", Pane.values), ("7", .phone), ("1", .events), ("7", .phone)] {
      monitor.press(key)
      #expect(monitor.focus == pane)
    }
    monitor.press(" ")
    #expect(monitor.isPlaying)
    monitor.press(" ")
    #expect(monitor.run.timeline.rows.count == rows)
    monitor.press("<esc>")
    #expect(monitor.focus == .tags)
    monitor.press("77")
    #expect(!monitor.selection.phone.isOpen)
    #expect(!monitor.screen.contains("Phone"))
    monitor.press("x")
    #expect(monitor.screen.contains("Press a button"))
    monitor.press("o")
    #expect(monitor.run.results.last?.statement.text == "tap \"openScreen\"")
  }

  private static let letters: [(titles: [String], letters: String)] = [
    (["Buy", "Cart"], "bc"), (["Buy", "Bye", "By"], "bya"), (["Jack", "Queue"], "au"),
    (["Äpfel", "42", ""], "pab"), (["Ok", "ok", "OK"], "oab"),
    (["Cart", "Crate key=c"], "ac"),
    (Array(repeating: "x", count: 25), "xabcdefghilmnoprstuvwyz--"),
  ]

  @Test(arguments: letters)
  func everyButtonHasALetterOfItsOwn(_ titles: [String], _ letters: String) {
    let screen = AppScreen(
      name: "Home",
      buttons: titles.map { title in
        let parts = title.split(separator: " key=")
        return AppButton(title: title, key: parts.count > 1 ? parts[1].first : nil)
      })
    #expect(screen.letters.map { $0.map(String.init) ?? "-" }.joined() == letters)
  }

  @Test func tabLeadsThroughThePhoneWhileItIsOpen() throws {
    var monitor = try Worlds.trial(Size(columns: 80, rows: 24))
    monitor.press("<tab>")
    #expect(monitor.focus == .events)
    monitor.press("<backtab>")
    #expect(monitor.focus == .phone)
    monitor.press("7<tab><tab><tab>")
    #expect(monitor.focus != .phone)
  }

  // MARK: Mouse

  @Test(arguments: sizes)
  func aClickPressesOrEdits(_ size: Size) throws {
    var monitor = try Worlds.trial(size)
    func click(_ text: String) throws {
      let rows = monitor.screen.split(separator: "\n", omittingEmptySubsequences: false)
      let row = try #require(rows.firstIndex { $0.contains(text) })
      let start = try #require(rows[row].firstRange(of: text)).lowerBound
      let column = TextWidth.columns(of: String(rows[row][..<start]))
      _ = monitor.handle(.click(Point(column: column, row: row)))
    }
    try click("[ tap ]")
    #expect(monitor.run.results.last?.statement.text == "tap \"tap\"")
    try click("[ openScreen ]")
    try click("   screenN")
    #expect(monitor.overlay == .field(TextField(text: "ConfirmationScreen")))
    _ = monitor.handle(.paste("\u{1B}[2J", droppedBytes: 0))
    try Frames.check(monitor.frame(size: size), size, "a field with an escape")
    monitor.press("<enter>xo")
    #expect(
      monitor.run.results.last?.statement.text
        == "tap \"openScreen\" screenName=\"ConfirmationScreen\\u001b[2J\"")
  }

  // MARK: Values

  private static let typed: [(text: String, value: Value)] = [
    ("42", 42), ("-1", -1), ("42.0", 42.0), ("1e3", 1000.0), ("true", true), ("false", false),
    ("null", .null), ("Home", "Home"), ("\"42\"", "42"), ("\"\"", ""), ("[1,2]", [1, 2]),
    ("{\"a\":1}", ["a": 1]), ("True", "True"), ("4 2", "4 2"), ("007", "007"), ("1,5", "1,5"),
    ("", .absent), ("  ", .absent), ("absent", .absent),
  ]

  @Test(arguments: typed)
  func valuesAreWhatTheyLookLike(_ text: String, _ value: Value) {
    #expect(TypedValue.read(text) == value)
    #expect(TypedValue.read(TypedValue.text(of: value)) == value)
  }

  @Test(arguments: ["\"a", "{a}", "[1", "\"a\" b"])
  func whatBeginsLikeJSONHasToBeSome(_ text: String) {
    #expect(TypedValue.read(text) == nil)
  }

  @Test(arguments: ["  x ", "absent", "42", "true", "\"", "{", "a\nb", ""])
  func textsAreEditedAsThemselves(_ text: String) {
    #expect(TypedValue.read(TypedValue.text(of: .string(text))) == .string(text))
  }

  // MARK: The prompt for a push

  @Test func anEmptyNameIsNotPushed() throws {
    var monitor = try Shown.shipped("demo")
    let rows = monitor.run.timeline.rows.count
    monitor.press("p<enter>")
    #expect(monitor.run.timeline.rows.count == rows)
    #expect(monitor.message?.text.hasPrefix("type an event name") == true)
    monitor.press("tap<enter>")
    #expect(monitor.run.results.last?.statement.text == "push event=\"tap\"")
  }

  @Test func tabCompletesTheEventsOfTheContainer() throws {
    var monitor = try Shown.shipped("demo")
    monitor.press("p<tab>")
    #expect(monitor.screen.contains(" event=\"tap\""))
    monitor.press("OP<tab><enter>")
    #expect(monitor.run.results.last?.statement.text == "push event=\"openScreen\"")
    monitor.press("pnone<tab>")
    #expect(monitor.message?.text == "no name starts like this")
  }

  // MARK: Many

  @Test func manyButtonsScroll() throws {
    let container = ContainerBuilder { builder in
      for number in 1...5000 { builder.rule(when: [.event("event\(number)")], fires: ["tag"]) }
    }.compiled
    for size in Self.sizes {
      var monitor = try Shown.trial(of: container, size: size)
      #expect(monitor.screen.contains("40 of"))
      monitor.press("Gk")
      #expect(monitor.screen.contains("[ other "))
      monitor.press("<enter>")
      #expect(monitor.run.results.last?.statement.text == "tap \"other event\"")
      try Frames.check(monitor.frame(size: size), size, "many buttons")
    }
  }
}
