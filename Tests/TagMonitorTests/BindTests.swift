import ScenarioEngine
import TagSimulation
import TerminalKit
import Testing

@testable import TagMonitor

/// `bind`, and the configuration that it stands in.
struct BindTests {
  private static let bound: [(lines: [String], keys: String, statement: String)] = [
    (["bind y refresh"], "y", "refresh"), (["bind tags y refresh"], "4y", "refresh"),
    (["bind ctrl-r \"network offline\""], "<ctrl-r>", "network offline"),
    (["bind F3 background"], "<f3>", "background"), (["bind \"[\" refresh"], "[", "refresh"),
    (["bind phone y press"], "7y", "tap \"Buy\""),
    (["bind b kill", "bind b default"], "b", "background"),
    (["bind y \"mark one\"", "bind y \"mark two\""], "y", "mark two"),
    // What a pane has for itself goes before what is bound everywhere.
    (["bind - refresh", "bind y \"mark here\""], "7-y", "mark here"),
  ]

  @Test(arguments: bound)
  func aKeyDoesWhatItIsBoundTo(_ lines: [String], _ keys: String, _ statement: String) throws {
    var monitor = try Shown.shipped("demo").walk(["s1": []])
    for line in lines { monitor = monitor.walk([":\(line)<enter>": [.kind(.ok)]]) }
    monitor.walk([keys: [.did(statement)]])
  }

  /// Where text is typed, letters are letters.
  @Test func aKeyOfOnePaneIsNoOther() throws {
    try Shown.shipped("demo").walk([
      ":bind tags l refresh<enter>": [], "5l": [.says("that key does nothing here")],
      ":bind a kill<enter>": [], ":mark a<enter>": [.did("mark a")],
    ])
  }

  private static let mistakes: [(line: String, words: String)] = [
    ("bind x refrsh", "did you mean refresh?"), ("bind x zzzzzz", "there is no action zzzzzz"),
    ("bind tgas x explain", "there is no pane tgas: did you mean tags?"),
    ("bind Entr refresh", "there is no key 'Entr': did you mean Enter?"),
    ("bind ctrl-c refresh", "Ctrl-C always quits"), ("bind Esc refresh", "Esc always quits"),
    ("bind \"a b\" refresh", "one key, such as x, Ctrl-R or F5, not 'a b'"),
    ("bind x \"nonsense\"", "column 9: unknown verb 'nonsense'"), ("bind x", "column 7: "),
  ]

  @Test(arguments: mistakes)
  func mistakesAreTold(_ line: String, _ words: String) throws {
    try Shown.shipped("demo").walk([":\(line)<enter>": [.says(words), .kind(.failure)]])
  }

  /// The help, the palette and the line of keys show the key that does it now.
  @Test func whatIsShownIsWhatDoes() throws {
    var monitor = try Shown.shipped("demo", size: Size(columns: 120, rows: 40))
    monitor.type("bind y refresh")
    monitor.type("bind r \"mark here\"")
    monitor.type("bind w kill")
    let help = monitor.helpPage.lines(columns: 92).map(\.text)
    #expect(help.contains("  r             mark here"))
    monitor.type("bind l share")
    #expect(monitor.paletteEntries.first { $0.title == "share" }?.key == "l  H")
    let hints = monitor.keyLine.moment.map { "\($0.shown) \($0.words)" }
    #expect(!hints.contains { $0.hasSuffix("network") }, "no key does it any more")
  }

  /// The key that leads to all others is shown wherever it is.
  @Test(arguments: [
    (["bind ? refresh"], "F1 keys"), (["bind events ? refresh"], "F1 keys"),
    (["bind tags ? refresh"], "? keys"),
    (["bind ? refresh", "bind F1 kill", "bind y help"], "y keys"),
    (["bind ? refresh", "bind F1 kill"], nil),
  ])
  func theKeyOfTheHelpIsShown(_ lines: [String], _ hint: String?) throws {
    var monitor = try Shown.shipped("demo")
    for line in lines { monitor.type(line) }
    monitor.press("1")
    for columns in [120, 40] {
      let hints = monitor.keyLine.hints(columns: columns).map {
        "\($0.hint.shown) \($0.hint.words)"
      }
      #expect(hints.filter { $0.hasSuffix(" keys") } == (hint.map { [$0] } ?? []))
    }
  }

  @Test func keysCanBeBoundUpToALimit() throws {
    var map = KeyMap()
    for number in 0..<KeyMap.limit {
      let letter = Character(try #require(Unicode.Scalar(0x4E00 + number)))
      let hasRoom = map.bind(.character(letter), at: .everywhere, to: .line("refresh"))
      #expect(hasRoom)
    }
    let hasRoom = map.bind(.character("y"), at: .everywhere, to: .line("refresh"))
    #expect(!hasRoom)
    #expect(throws: BindMistake.self) { try map.obey(["everywhere", "y", "action", "refresh"]) }
  }

  // MARK: Configuration

  @Test func aConfigurationSetsTheScreen() throws {
    var monitor = try Shown.shipped("demo")
    let text = """
      # how I like it
      theme light
      layout demo
      set borders ascii
      set system-rows on
      set mouse off

      bind y refresh
      """
    #expect(monitor.configure(text, file: "config").count == 0)
    #expect(
      monitor.display.theme == .light && monitor.display.borders == .ascii
        && monitor.display.preset == .demo)
    #expect(monitor.selection.showsAllRows)
    #expect(!monitor.frame(size: monitor.display.size).wantsMouse)
    #expect(monitor.message == nil)
    monitor.press("y")
    #expect(monitor.run.results.last?.statement.text == "refresh")
  }

  @Test func theMouseCanBeLeftToTheTerminal() throws {
    let monitor = try Shown.shipped("demo").walk([
      "": [.is(\.display.wantsMouse, true)],
      ":set mouse off<enter>": [.is(\.display.wantsMouse, false), .says("the mouse ")],
      ":set mouse on<enter>": [.is(\.display.wantsMouse, true), .says("the mouse ")],
      ":mouse<enter>": [.is(\.display.wantsMouse, false), .says(":set mouse on takes it back")],
    ])
    #expect(!monitor.frame(size: monitor.display.size).wantsMouse)
  }

  @Test(arguments: ["\n", "\r\n", "\r"])
  func linesOfAConfigurationEndInAnyWay(_ end: String) throws {
    var monitor = try Shown.shipped("demo")
    let text = ["theme light", "thme", "set borders ascii"].joined(separator: end)
    let told = monitor.configure(text, file: "config").told
    #expect(told.map(\.location?.line) == [2])
    #expect(monitor.display.theme == .light && monitor.display.borders == .ascii)
  }

  @Test func whatIsRightHoldsBehindAnyNumberOfMistakes() throws {
    var monitor = try Shown.shipped("demo")
    let wrong = String(repeating: "thme\n", count: 25)
    let mistakes = monitor.configure(wrong + "theme mono", file: "config")
    #expect(mistakes.count == 25 && mistakes.told.count == 20)
    #expect(monitor.display.theme == .mono)
  }

  /// A line that is wrong is told with its place; the others hold.
  @Test func mistakesOfAConfigurationAreTold() throws {
    var monitor = try Shown.shipped("demo")
    let text = "thme light\n  push event=\"a\"\ntheme lihgt\nbind x nothing\ntheme mono\nfocus tags"
    let problems = monitor.configure(text, file: "config").told.map(\.description)
    let parts = [
      "1:1: error: unknown verb 'thme': did you mean 'theme'?",
      "2:3: error: 'push' is not allowed in a configuration, which takes theme, layout, speed, ",
      "3:1: error: there is no theme lihgt: did you mean light?",
      "4:1: error: there is no action nothing: ", "6:1: error: 'focus' is not allowed",
    ]
    #expect(problems.count == parts.count)
    for (problem, part) in zip(problems, parts) { #expect(problem.hasPrefix("config:" + part)) }
    #expect(monitor.display.theme == .mono)
    #expect(monitor.rowCount == (try Shown.shipped("demo")).rowCount)
  }
}
