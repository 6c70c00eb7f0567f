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
        .sees("Keys > bac"), .sees("put the app into the background"),
        .hides("refresh the container"),
      ]
    ])
    let state = try Self.state(monitor)
    #expect(state.found.count < all)
    #expect(
      state.found.allSatisfy {
        "\($0.group) \($0.entry.shown) \($0.entry.help) \($0.entry.name ?? "")".lowercased()
          .contains("bac")
      })
    let without = monitor.walk(["<bs><bs><bs>": []])
    #expect(try Self.state(without).found.count == all)
    without.walk([
      "no such key": [.sees("no key has these words")], "<enter>": [.is(\.keyPlace, .help)],
    ])
  }

  @Test(arguments: [
    ("open a screen", "s"), ("press a button", "x"), ("to the next mark", "u"),
    ("change a condition or a value", "a"),
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

  /// A page is as many lines as are seen, and nothing is skipped.
  @Test(arguments: [Size(columns: 80, rows: 24), Size(columns: 120, rows: 40)])
  func aPageIsWhatIsSeen(_ size: Size) throws {
    var monitor = try Self.opened(size: size)
    var seen: [String] = []
    for _ in 0..<40 {
      for line in monitor.screen.split(separator: "\n") where !seen.contains(String(line)) {
        seen.append(String(line))
      }
      monitor.press("<pgdn>")
    }
    let state = try Self.state(monitor)
    #expect(state.selected == state.found.count - 1)
    for row in state.found where !row.entry.shown.isEmpty {
      #expect(
        seen.contains { $0.contains(row.entry.shown) && $0.contains(row.entry.help.prefix(12)) },
        "\(row.entry.shown) \(row.entry.help)")
    }
    monitor.press("<home>")
    #expect(try Self.state(monitor).selected == 0)
    let top = monitor.screen
    monitor.press("<pgdn><pgup>")
    #expect(monitor.screen == top)
  }

  /// What was beneath comes back.
  @Test(arguments: ["<esc>", "<f1>", "?"]) func isClosed(_ key: String) throws {
    try Self.opened("4<enter>").walk([key: [.is(\.isExplaining, true)]])
  }

  @Test func aClickSelectsAndThenDoes() throws {
    var monitor = try Self.opened().walk(["screen": []])
    try monitor.click("open a screen of the app")
    #expect(try Self.state(monitor).row?.entry.help == "open a screen of the app")
    try monitor.click("open a screen of the app")
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
