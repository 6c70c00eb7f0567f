import ScenarioEngine
import TagRuntime
import TagSimulation
import TerminalKit
import TestSupport
import Testing

@testable import TagMonitor

/// The phone: its buttons, the values that they push, and what the keys do.
struct PhoneTests {
  private static let sizes = [
    Size(columns: 60, rows: 20), Size(columns: 80, rows: 24), Size(columns: 120, rows: 40),
    Size(columns: 200, rows: 60),
  ]

  /// Lines that lead to a phone on which there is nothing to press.
  private static let bare: [(lines: [String], text: String)] = [
    ([], "the app is not running: K"), (["launch"], "no screen is open yet: s"),
    (["launch", "screen \"Confirmation\""], "no buttons here: s"),
    (["launch", "screen \"Cart\"", "background"], "in the background: b"),
  ]

  @Test(arguments: bare)
  func nothingToPress(_ lines: [String], _ text: String) throws {
    let monitor = try Shown.played(lines, size: Size(columns: 80, rows: 24)).walk([
      "7": [.sees(text)], "<enter>": [], "<esc><esc>7x": [.closed], "<esc><esc>7-": [.closed],
      "<esc><esc>7j": [.closed], "<esc><esc>7k": [.closed], "<esc><esc>7G": [.closed],
    ])
    #expect(monitor.run.results.count == lines.count)
  }

  @Test(arguments: sizes)
  func hostileNamesAreShownAndNotObeyed(_ size: Size) throws {
    for borders in Borders.allCases {
      var monitor = try Shown.trial(of: Worlds.hostile, size: size)
      monitor.display.borders = borders
      for keys in [
        "", "x1", "x2", "x3", "x4", "x5", "x6", "x7", "gjp", "<esc>G", "<esc>", "7+",
      ] {
        monitor.press(keys)
        try Frames.check(monitor.frame(size: size), size, "hostile after \(keys)")
      }
      #expect(
        monitor.run.timeline.rows(in: 1...).compactMap(\.event.firedCount) == [1, 1, 1, 1, 1, 1, 0])
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
    let monitor = try Worlds.trial().walk(["jjpgold<enter>": []])
    let pressed = monitor.walk(["xo": [.says("user.tier=\"gold\"")]])
    pressed.walk(["xo": [.says("user.tier=\"gold\"")]])
    let without = pressed.walk(["jj-xo": []])
    #expect(without.message?.text.contains("user.tier") == false)
  }

  @Test func aValueThatIsNoneIsNotTaken() throws {
    try Worlds.trial(Size(columns: 80, rows: 24)).walk([
      "jjp\"open<enter>": [.kind(.failure), .sees("\"open")],
      "\"<enter>": [.closed, .sees("user.tier  \"open\"")],
    ])
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
    try Shown.played(["launch", "screen \"Home\""], appText: app).walk([
      "7xb": [.says("sku needs a value: p"), .sees("needs a value")],
      "pS-1<enter>xb": [.did("tap \"Buy\" sku=\"S-1\"")],
    ])
  }

  @Test func pressingWhileLookingBackBeginsABranch() throws {
    try Worlds.trial().walk([
      "xo": [], "#2<enter>": [.sees("no screen is open")], "<esc>": [],
      "#5<enter>": [
        .at(nil), .branches("as written", "b1"), .says("\"as written\" is kept; z undoes"),
      ],
    ])
  }

  @Test func aButtonThatGoesElsewhereShowsTheOtherScreen() throws {
    try Shown.shipped("demo", size: Size(columns: 80, rows: 24)).walk([
      "s17GG<enter>": [
        .did("tap \"Cart\""), .sees("[ Check out ]"), .is(\.selectedPhoneRow?.number, 1),
      ]
    ])
  }

  // MARK: Keys

  @Test func digitsChoosePanesAndSpacePlaysOnThePhoneToo() throws {
    try Worlds.trial(Size(columns: 80, rows: 24)).walk([
      "3": [.focus(.values)], "7": [.focus(.phone)], "1": [.focus(.events)], "7": [.focus(.phone)],
      " ": [.is(\.isPlaying, true)], " ": [.nothingDone], "<esc>": [.focus(.tags)],
      "77": [.is(\.selection.phone.isOpen, false), .hides("Phone")],
      "x": [.sees("Press a button")], "o": [.did("tap \"openScreen\"")],
    ])
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
    let monitor = try Worlds.trial(Size(columns: 80, rows: 24)).walk([
      "<tab>": [.focus(.events)], "<backtab>": [.focus(.phone)], "7<tab><tab><tab>": [],
    ])
    #expect(monitor.focus != .phone)
  }

  // MARK: Mouse

  @Test(arguments: sizes)
  func aClickPressesOrEdits(_ size: Size) throws {
    var monitor = try Worlds.trial(size)
    try monitor.click("[ tap ]")
    #expect(monitor.run.results.last?.statement.text == "tap \"tap\"")
    try monitor.click("[ openScreen ]")
    try monitor.click("   screenN")
    #expect((monitor.overlay as? TypedField)?.field == TextField(text: "ConfirmationScreen"))
    _ = monitor.handle(.paste("\u{1B}[2J", droppedBytes: 0))
    try Frames.check(monitor.frame(size: size), size, "a field with an escape")
    monitor.walk([
      "<enter>xo": [.did("tap \"openScreen\" screenName=\"ConfirmationScreen\\u001b[2J\"")]
    ])
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
    try Shown.shipped("demo").walk([
      "p<enter>": [.nothingDone, .says("type an event name")],
      "tap<enter>": [.did("push event=\"tap\"")],
    ])
  }

  @Test func tabCompletesTheEventsOfTheContainer() throws {
    try Shown.shipped("demo").walk([
      "p<tab>": [.sees(" event=\"tap\"")],
      "OP<tab><enter>": [.did("push event=\"openScreen\"")],
      "pnone<tab>": [.says("no name starts like this")],
    ])
  }

  // MARK: Many

  @Test(arguments: sizes)
  func manyButtonsScroll(_ size: Size) throws {
    let monitor = try Shown.trial(of: Self.many, size: size).walk([
      "": [.sees("40 of")], "Gk": [.sees("[ other ")], "<enter>": [.did("tap \"other event\"")],
    ])
    try Frames.check(monitor.frame(size: size), size, "many buttons")
  }

  private static let many = ContainerBuilder { builder in
    for number in 1...5000 { builder.rule(when: [.event("event\(number)")], fires: ["tag"]) }
  }.compiled
}
