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
    var monitor = try Shown.shipped("demo")
    monitor.press("s1")
    for line in lines {
      monitor.type(line)
      #expect(monitor.message?.kind == .ok, "\(monitor.message?.text ?? "")")
    }
    monitor.press(keys)
    #expect(monitor.run.results.last?.statement.text == statement)
  }

  @Test func aKeyOfOnePaneIsNoOther() throws {
    var monitor = try Shown.shipped("demo")
    monitor.type("bind tags l refresh")
    monitor.press("5l")
    #expect(monitor.message?.text == "that key does nothing here: ? shows the keys")
  }

  /// Where text is typed, letters are letters.
  @Test func textIsTypedAsEver() throws {
    var monitor = try Shown.shipped("demo")
    monitor.type("bind a kill")
    monitor.type("mark a")
    #expect(monitor.run.results.last?.statement.text == "mark a")
  }

  private static let mistakes: [(line: String, sentence: String)] = [
    ("bind x refrsh", "there is no action refrsh: did you mean refresh?"),
    (
      "bind x zzzzzz",
      "there is no action zzzzzz: 'tagsim help keys' lists them; put a line of the language in "
        + "quotes"
    ),
    ("bind tgas x explain", "there is no pane tgas: did you mean tags?"),
    ("bind Entr refresh", "there is no key 'Entr': did you mean Enter?"),
    ("bind ctrl-c refresh", "Ctrl-C always quits and cannot be bound"),
    ("bind Esc refresh", "Esc always quits and cannot be bound"),
    ("bind \"a b\" refresh", "bind takes one key, such as x, Ctrl-R or F5, not 'a b'"),
    ("bind x \"nonsense\"", "column 9: unknown verb 'nonsense'"),
    (
      "bind x", "column 7: the line ends where an action, a line in quotes, or default was expected"
    ),
  ]

  @Test(arguments: mistakes)
  func mistakesAreTold(_ line: String, _ sentence: String) throws {
    var monitor = try Shown.shipped("demo")
    monitor.type(line)
    #expect(monitor.message?.text == sentence)
    #expect(monitor.message?.kind == .failure)
  }

  /// The help, the palette and the line of keys show the key that does it now.
  @Test func whatIsShownIsWhatDoes() throws {
    var monitor = try Shown.shipped("demo", size: Size(columns: 120, rows: 40))
    monitor.type("bind y refresh")
    monitor.type("bind r \"mark here\"")
    monitor.type("bind w kill")
    let help = monitor.helpPage.lines(columns: 92).map(\.text)
    #expect(help.contains("  y             refresh the container"))
    #expect(help.contains("  r             mark here"))
    #expect(monitor.paletteEntries.first { $0.title == "refresh" }?.key == "y")
    let hints = monitor.keyLine.moment.map { "\($0.shown) \($0.words)" }
    #expect(hints.contains("y refresh") && hints.contains("K kill"))
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
      let hasRoom = map.bind(.character(letter), at: .everywhere, to: .action(.refresh))
      #expect(hasRoom)
    }
    let hasRoom = map.bind(.character("y"), at: .everywhere, to: .action(.refresh))
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
    #expect(monitor.theme == .light && monitor.borders == .ascii && monitor.preset == .demo)
    #expect(monitor.selection.showsAllRows)
    #expect(!monitor.frame(size: monitor.size).wantsMouse)
    #expect(monitor.message == nil)
    monitor.press("y")
    #expect(monitor.run.results.last?.statement.text == "refresh")
  }

  @Test func theMouseCanBeLeftToTheTerminal() throws {
    var monitor = try Shown.shipped("demo")
    #expect(monitor.frame(size: monitor.size).wantsMouse)
    for line in ["set mouse off", "set mouse on"] {
      monitor.type(line)
      #expect(monitor.frame(size: monitor.size).wantsMouse == line.hasSuffix("on"))
      #expect(monitor.message?.text.hasPrefix("the mouse ") == true)
    }
    _ = monitor.handle(.key(.function(2)))
    #expect(!monitor.frame(size: monitor.size).wantsMouse)
    #expect(monitor.message?.text.hasSuffix("F2 takes it back") == true)
  }

  @Test(arguments: ["\n", "\r\n", "\r"])
  func linesOfAConfigurationEndInAnyWay(_ end: String) throws {
    var monitor = try Shown.shipped("demo")
    let text = ["theme light", "thme", "set borders ascii"].joined(separator: end)
    let told = monitor.configure(text, file: "config").told
    #expect(told.map(\.location?.line) == [2])
    #expect(monitor.theme == .light && monitor.borders == .ascii)
  }

  @Test func whatIsRightHoldsBehindAnyNumberOfMistakes() throws {
    var monitor = try Shown.shipped("demo")
    let wrong = String(repeating: "thme\n", count: 25)
    let mistakes = monitor.configure(wrong + "theme mono", file: "config")
    #expect(mistakes.count == 25 && mistakes.told.count == 20)
    #expect(monitor.theme == .mono)
  }

  /// A line that is wrong is told with its place; the others hold.
  @Test func mistakesOfAConfigurationAreTold() throws {
    var monitor = try Shown.shipped("demo")
    let text = "thme light\n  push event=\"a\"\ntheme lihgt\nbind x nothing\ntheme mono\nfocus tags"
    let problems = monitor.configure(text, file: "config").told.map(\.description)
    let wrong =
      "is not allowed in a configuration, which takes theme, layout, speed, bind, and set borders, "
      + "copy-command, mouse, reader and system-rows: put it in a scenario"
    #expect(
      problems == [
        "config:1:1: error: unknown verb 'thme': did you mean 'theme'?",
        "config:2:3: error: 'push' \(wrong)",
        "config:3:1: error: there is no theme lihgt: did you mean light?",
        "config:4:1: error: there is no action nothing: 'tagsim help keys' lists them; put a line "
          + "of the language in quotes", "config:6:1: error: 'focus' \(wrong)",
      ])
    #expect(monitor.theme == .mono)
    #expect(monitor.run.timeline.rows.count == (try Shown.shipped("demo")).run.timeline.rows.count)
  }
}
