import ScenarioEngine
import TagRuntime
import TagSimulation
import TerminalKit
import Testing

@testable import TagMonitor

/// The key map: no key without an effect, no hint without a key.
struct KeyBindingTests {
  /// Keys that lead to states in which some keys have more to do.
  private static let states = [
    "", "s1", "s1s2", "s1s2s3<home>", "s12", "s13", "s14", "s14j", "s15", "s16", "s1+", "b", "K",
    "w",
    "s1s2s3k", "?", "s1x", ":", "s140",
  ]

  /// Monitors in these states, each with its screen.
  private static let monitors = Result {
    try states.map { state in
      var monitor = try Shown.shipped("offline", size: Size(columns: 120, rows: 20))
      monitor.press("]]" + state)
      return (monitor: monitor, frame: monitor.frame(size: monitor.display.size))
    }
  }

  @Test(arguments: KeyBinding.everywhere.indices)
  func everyKeyDoesSomethingSomewhere(_ index: Int) throws {
    let binding = KeyBinding.everywhere[index]
    for key in binding.keys {
      let isFelt = try Self.monitors.get().contains { before, frame in
        var monitor = before
        let effects = monitor.handle(.key(key))
        return !effects.isEmpty || monitor.isPlaying != before.isPlaying
          || monitor.frame(size: monitor.display.size) != frame
      }
      #expect(isFelt, "\(binding.shown): \(binding.help)")
    }
  }

  /// Digits share a row of the help, and so do arrows; second keys are not counted.
  @Test func thereAreFortyThreeKeys() {
    let shown = KeyBinding.groups.flatMap(\.rows).filter { !$0.shown.isEmpty }
    #expect(shown.count == 43)
    #expect(shown.allSatisfy { !$0.help.isEmpty })
  }

  /// A key that is gone names its successor, and the name of its action is still bound.
  @Test(arguments: KeyBinding.everywhere.filter { !$0.former.keys.isEmpty }.map(\.action.name))
  func aKeyThatIsGoneNamesItsSuccessor(_ name: String) throws {
    let row = try #require(KeyBinding.everywhere.first { $0.action.name == name })
    for key in row.former.keys {
      var monitor = try Shown.shipped("demo")
      #expect(monitor.handle(.key(key)) == [])
      #expect(monitor.message?.said == "\(key.name) has moved to \(row.former.now)")
    }
    var map = KeyMap()
    _ = try map.obey(["everywhere", "l", "action", name])
    #expect(map.meaning(of: .character("l"), at: .everywhere) == .action(row.action))
  }

  @Test(arguments: KeyPlace.all)
  func noKeyIsBoundTwice(_ place: KeyPlace) {
    let keys = KeyBinding.rows(at: place).flatMap(\.keys)
    #expect(Set(keys).count == keys.count)
    let names = KeyBinding.rows(at: place).map(\.action.name)
    #expect(Set(names).count == names.count)
  }

  /// A name is what a configuration has: it is of small letters, and everybody can type it.
  @Test func everyActionHasAName() {
    for name in KeyBinding.all.map(\.action.name) {
      #expect(name.wholeMatch(of: /[a-z]+(-[a-z]+)*/) != nil, "\(name)")
    }
  }

  @Test func helpListsEveryKey() throws {
    let monitor = try Shown.shipped("demo")
    let lines = monitor.helpPage.lines(columns: 92).map(\.text)
    for binding in KeyBinding.all where !binding.help.isEmpty {
      #expect(lines.contains { $0.hasPrefix("  " + binding.shown) }, "\(binding.shown)")
    }
  }

  /// Whatever letter the race may show, the help says what it stands for.
  @Test func helpExplainsEveryLetter() throws {
    let lines = try Shown.shipped("demo").helpPage.lines(columns: 200).map(\.text)
    for letter in RaceLetter.allCases {
      let key = "  \(letter.rawValue) "
      #expect(lines.contains { $0.hasPrefix(key) && $0.hasSuffix(letter.meaning) })
    }
  }

  @Test(arguments: ["l", "§", "환"])
  func anotherKeyPointsToTheHelp(_ key: String) throws {
    try Shown.shipped("demo").walk([key: [.says("that key does nothing here: ?")]])
  }

  private static let refusals: [(keys: String, words: String)] = [
    ("Ks", "the app is not running: K"), ("Kx", "the app is not running: K"),
    ("bs", "the app is in the background: b"), ("x", "no screen is open yet: press s"),
    ("s3x", "screen Confirmation has no buttons: press s"),
    ("K:refresh<enter>", "the app is not running: launch"),
    ("b:dispatch<enter>", "the app is in the background: bring"),
    (":nonsense<enter>", "column 1: unknown verb 'nonsense'"),
    (":screen \"Hime\"<enter>", "its screens are \"Home Screen\", \"Cart\", \"Confirmation\""),
    (":expect sent 3<enter>", "FAIL expect sent 3: 0 "),
    (":focus nowhere<enter>", "there is no pane nowhere: explain, events, data, "),
    (":theme lihgt<enter>", "there is no theme lihgt: did you mean light?"),
    (":theme purple<enter>", "default, light, high-contrast, colour-blind, mono"),
    (":layout dmo<enter>", "there is no layout dmo: did you mean demo?"),
  ]

  @Test(arguments: refusals)
  func refusalsSayWhy(_ keys: String, _ words: String) throws {
    let monitor = try Shown.shipped("demo").walk([keys: [.says(words)]])
    #expect(monitor.message?.kind != .ok)
  }

  @Test(arguments: ["q", ":q<enter>", ":quit<enter>", ":exit<enter>", "+qq", "?<esc>q"])
  func leaving(_ keys: String) throws {
    var monitor = try Shown.shipped("demo")
    var effects: [[MonitorEffect]] = []
    for key in Monitor.keys(keys) { effects.append(monitor.handle(.key(key))) }
    #expect(effects.last == [.quit])
    #expect(effects.dropLast().allSatisfy { $0.isEmpty })
  }

  @Test(arguments: [
    TerminalEvent.interrupted(.keyboard), .interrupted(.termination), .ended,
    .key(.control("c")),
  ])
  func terminalEnds(_ event: TerminalEvent) throws {
    var monitor = try Shown.shipped("demo")
    #expect(monitor.handle(event) == [.interrupt])
  }
}
