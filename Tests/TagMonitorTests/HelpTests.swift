import ScenarioEngine
import TerminalKit
import Testing

@testable import TagMonitor

/// The help: text searches it, Enter does what is selected, and keys turn its pages.
struct HelpTests {
  private static func opened(
    _ keys: String = "4", size: Size = Size(columns: 120, rows: 40)
  ) throws -> Monitor {
    var monitor = try Shown.over("offline", at: 12, size: size)
    monitor.press(keys + "?")
    return monitor
  }

  private static func state(_ monitor: Monitor) throws -> HelpState {
    guard let state = monitor.overlay as? HelpState else { throw HelpIsClosed() }
    return state
  }

  private struct HelpIsClosed: Error {}

  @Test func whatIsTypedIsSearched() throws {
    let opened = try Self.opened()
    let all = try Self.state(opened).found.count
    let monitor = opened.walk([
      "bac": [
        .sees("help: bac"), .sees("leave the app: to the background"),
        .hides("push, JSON"),
      ]
    ])
    let state = try Self.state(monitor)
    #expect(state.found.count < all)
    #expect(
      state.found.allSatisfy {
        "\($0.group) \($0.entry.shown) \($0.entry.help) \($0.entry.name ?? "") \($0.entry.also)"
          .lowercased().contains("bac")
      })
    let without = monitor.walk(["<bs><bs><bs>": []])
    #expect(try Self.state(without).found.count == all)
    without.walk([
      "zzzz": [.sees("no key has these words")], "<enter>": [.is(\.keyPlace, .help)],
    ])
  }

  @Test(arguments: [
    ("open a screen", "s"), ("press a button", "x"), ("the dial", "a"),
  ])
  func enterDoesTheEntry(_ words: String, _ key: String) throws {
    var monitor = try Self.opened()
    try #require(Self.found(words, in: monitor) > 0)
    var pressed = monitor
    monitor.press(words + "<enter>")
    pressed.press("<esc>" + key)
    #expect(monitor.top == pressed.top)
    #expect(monitor.cursor == pressed.cursor)
  }

  private static func found(_ words: String, in monitor: Monitor) throws -> Int {
    var monitor = monitor
    monitor.press(words)
    return try state(monitor).found.count
  }

  /// An entry of another pane is done in that pane, and a sign is no key.
  @Test func anEntryOfAnotherPaneIsDoneThere() throws {
    try Self.opened("1").walk([
      "which container the value comes from<enter>": [
        .focus(.values), .is(\.isExplaining, true),
      ]
    ])
    try Self.opened().walk([
      "a tag blocked it<enter>": [.says("that is a sign"), .is(\.keyPlace, .help)]
    ])
  }

  /// Every row can be reached, and its text is whole.
  @Test(arguments: [Size(columns: 80, rows: 24), Size(columns: 120, rows: 40)])
  func everyRowIsSeen(_ size: Size) throws {
    var monitor = try Self.opened(size: size).walk(["/": []])
    let rows = try Self.state(monitor).found
    for (place, row) in rows.enumerated() where place % 7 == 0 {
      #expect(try Self.state(monitor).selected == place)
      #expect(monitor.screen.contains(row.entry.help.prefix(12)), "\(row.entry.help)")
      monitor.press(String(repeating: "<down>", count: 7))
    }
    monitor.press("<end><home>")
    #expect(try Self.state(monitor).selected == 0)
  }

  /// All keys in three columns, at every size that has room for them.
  @Test func theTableIsWalkedWithArrows() throws {
    let monitor = try Self.opened(size: Size(columns: 80, rows: 24))
    monitor.walk([
      "": [.sees("in Tags, Enter: "), .sees("y      copy; y y: as …"), .sees("q      quit")],
      "<right><right><enter>": [.focus(.events)],
    ])
    monitor.walk(["<down><right><enter>": [.closed]])
  }

  /// Names of the SDK and words of the screen are found, too.
  @Test func namesOfTheSDKAreFound() throws {
    let monitor = try Shown.shipped("demo")
    monitor.walk([
      "?/previewwithurl<enter>": [.says("Phone (7): ")], "<enter>": [.did("preview v9")],
    ])
    for (line, title) in [
      ("help containerAvailable:", "TAGContainerOpenerNotifier"),
      ("help kTAGOpenTypePreferFresh", "kTAGOpenTypePreferFresh"),
    ] {
      let opened = monitor.walk([":\(line)<enter>": []])
      #expect(try Self.state(opened).row?.entry.shown == title)
    }
    monitor.walk([":help previewWithUri<enter>": [.says("did you mean help previewWithUrl:?")]])
    monitor.walk([":help kill<enter>": [.says("kill: ")]])
    monitor.walk([":help handler<enter>": [.says("tag-function NAME")]])
  }

  /// What was beneath comes back.
  @Test(arguments: ["<esc>", "<f1>", "?"]) func isClosed(_ key: String) throws {
    try Self.opened("4<enter>").walk([key: [.is(\.isExplaining, true)]])
  }

  @Test func aClickSelectsAndThenDoes() throws {
    var monitor = try Self.opened()
    try monitor.click("press a button")
    #expect(try Self.state(monitor).row?.entry.brief == "press a button")
    try monitor.click("open a screen")
    try monitor.click("open a screen")
    monitor.walk(["": [.is(\.keyPlace, .menu)]])
  }

  @Test(arguments: [Size(columns: 40, rows: 10), Size(columns: 80, rows: 24)])
  func fitsEveryScreen(_ size: Size) throws {
    for borders in Borders.allCases {
      var monitor = try Self.opened(size: size)
      monitor.display.borders = borders
      for keys in ["", "<down>", "<pgdn>", "e", "<end>"] {
        monitor.press(keys)
        try Frames.check(monitor.frame(size: size), size, "\(borders) \(keys)")
      }
    }
  }
}
