import ScenarioEngine
import TagRuntime
import TagSimulation
import TerminalKit
import TestSupport
import Testing

@testable import TagMonitor

/// The page that a container opens on: what it shows, and what its keys do.
struct StartTests {
  private static let sizes = [
    Size(columns: 80, rows: 24), Size(columns: 120, rows: 40), Size(columns: 200, rows: 60),
  ]

  private static func shop(_ size: Size = sizes[1]) throws -> Monitor {
    try started(Shown.container("containers/GTM-AB12-v8.json"), size)
  }

  private static func started(
    _ container: CompiledContainer, _ size: Size = sizes[1]
  ) throws -> Monitor {
    var monitor = try Shown.trial(of: container, size: size)
    monitor.openStart(StartGuide(of: container))
    return monitor
  }

  // MARK: What is seen

  private static let pages: [(name: String, keys: String, size: Size)] = [
    ("start-events-120", "", Size(columns: 120, rows: 26)),
    ("start-events-80", "", Size(columns: 80, rows: 24)),
    ("start-tags-120", "4j", Size(columns: 120, rows: 20)),
    ("start-tags-80", "4j", Size(columns: 80, rows: 24)),
    ("start-never-120", "jj", Size(columns: 120, rows: 26)),
    ("start-filtered-80", "/bon<enter>", Size(columns: 80, rows: 24)),
    ("start-aside-80", "4j<enter>", Size(columns: 80, rows: 24)),
    ("start-events-160", "", Size(columns: 160, rows: 45)),
  ]

  @Test(arguments: pages)
  func page(_ page: (name: String, keys: String, size: Size)) throws {
    var monitor = try Self.shop(page.size)
    monitor.press(page.keys)
    monitor.display.hasColors = false
    var buffer = CellBuffer(size: page.size)
    let start = try #require(monitor.telling.start)
    _ = StartPage(context: monitor.context, state: start, body: Rect(page.size))
      .draw(isCovered: false, on: &buffer)
    try Golden.compare(buffer.trimmedText, "Panes/" + page.name)
  }

  /// With at most three keys: the rule that a tag waits for, and the condition that failed.
  @Test(arguments: sizes, ["4 j", "4 j enter", "enter"])
  func whyATagDoesNotFire(_ size: Size, _ keys: String) throws {
    var monitor = try Self.shop(size)
    let pressed = keys.split(separator: " ").map { $0.count > 1 ? "<\($0)>" : String($0) }
    #expect(pressed.count <= 3)
    for key in pressed { monitor.press(key) }
    let screen = monitor.screen.split(separator: " ").joined(separator: " ")
    let isSent = keys.hasPrefix("enter")
    #expect(
      screen.contains(isSent ? "rule Tapped needs" : "rule Purchase done needs ALL of"), "\(screen)"
    )
    #expect(
      screen.contains(isSent ? "starts with tap" : "✗ screen name equals ConfirmationScreen"))
    #expect(screen.contains(isSent ? "openScreen" : "it is unset"))
  }

  /// A container that is open gets no event that Firebase drops, and its tag can never fire.
  @Test func whatFirebaseDropsIsTold() throws {
    let monitor = try Self.started(Shown.container("containers/GTM-SB20-v1.json"))
    let screen = monitor.screen.split(separator: " ").joined(separator: " ")
    #expect(screen.contains("Firebase drops it: 'played song' has a space"), "\(screen)")
    #expect(screen.contains("Can never fire (1)"), "\(screen)")
    #expect(!screen.contains("No container"))
  }

  // MARK: Keys

  private static let keys: [(keys: String, line: String?, isShown: Bool, focus: Pane)] = [
    ("<enter>", "push event=\"openScreen\" screenName=\"ConfirmationScreen\"", false, .tags),
    ("j<enter>", "push event=\"tap\"", false, .tags),
    ("p<enter>", "push event=\"openScreen\" screenName=\"ConfirmationScreen\"", false, .tags),
    (
      "p user.tier=\"gold\"<enter>",
      "push event=\"openScreen\" screenName=\"ConfirmationScreen\" user.tier=\"gold\"", false, .tags
    ),
    ("p<esc>", nil, true, .phone), ("/tap<enter><enter>", "push event=\"tap\"", false, .tags),
    ("/nothing<enter><enter>", nil, true, .phone), ("jj<enter>", nil, true, .phone),
    ("4<enter>", nil, true, .phone), ("4<esc>", nil, true, .phone), ("41", nil, true, .phone),
    ("1", nil, false, .events), ("2", nil, false, .data), ("3", nil, false, .values),
    ("5", nil, false, .queue), ("7", nil, false, .phone), ("<esc>", nil, false, .phone),
    ("<tab><enter>", "push event=\"openScreen\" screenName=\"ConfirmationScreen\"", false, .tags),
    ("<tab><down><esc>", nil, true, .phone), ("?<esc>", nil, true, .phone),
    ("<esc>:start<enter>", nil, true, .phone), ("w", "network offline", true, .phone),
  ]

  @Test(arguments: keys)
  func aKeyDoes(_ row: (keys: String, line: String?, isShown: Bool, focus: Pane)) throws {
    let shop = try Self.shop()
    let monitor = shop.walk([row.keys: [.is(\.isStartShown, row.isShown), .focus(row.focus)]])
    let results = monitor.run.results.dropFirst(shop.run.results.count)
    #expect(results.last?.statement.text == row.line)
    try Frames.check(monitor.frame(size: monitor.display.size), monitor.display.size, row.keys)
  }

  @Test func whatIsForecastIsWhatHappens() throws {
    for name in ["GTM-AB12-v8.json", "GTM-SB20-v2.json", "GTM-MV50-v1.json"] {
      var monitor = try Self.started(Shown.container("containers/" + name))
      let rows = try #require(monitor.telling.start?.rows)
      let count = rows.count(where: \.isEvent)
      for place in 0..<count {
        var other = monitor
        for _ in 0..<place { other.press("j") }
        guard let forecast = other.telling.start?.forecast(ofEvent: place) else { continue }
        other.press("<enter>")
        #expect(other.view.tags.map(\.outcome) == forecast.tags.map(\.outcome), "\(name) \(place)")
      }
      monitor.press("<enter>")
      #expect(!monitor.isStartShown)
    }
  }

  @Test func looksAgainAfterTheWorldChanged() throws {
    try Self.shop().walk([
      "K": [.is(\.isStartShown, true), .sees("The app is not running: K")],
      "K": [.sees("3 of 5 fire")],
    ])
  }

  @Test func thereIsNoPageWithoutAContainer() throws {
    try Shown.shipped("demo").walk([
      ":start<enter>": [.is(\.isStartShown, false), .says("tagsim FILE")]
    ])
  }

  // MARK: Other containers

  @Test(arguments: sizes + [Size(columns: 40, rows: 10), Size(columns: 60, rows: 20)])
  func hostileNamesAreShownAndNotObeyed(_ size: Size) throws {
    for borders in Borders.allCases {
      var monitor = try Self.started(Worlds.hostile, size)
      monitor.display.borders = borders
      for keys in ["", "j", "jjj", "4", "jj", "<tab>", "<esc><esc>", "/\u{7}a", "<esc>", "p"] {
        monitor.press(keys)
        try Frames.check(monitor.frame(size: size), size, "hostile after \(keys)")
      }
    }
  }

  @Test func aContainerOfManyEventsIsListedToALimit() throws {
    let container = ContainerBuilder { builder in
      for number in 1...1000 { builder.rule(when: [.event("event\(number)")], fires: ["tag"]) }
    }.compiled
    try Self.started(container).walk([
      "": [.sees("(200, and 800 more)")], "/event199<enter>": [.sees("/event199  1 of 201")],
      "<enter>": [.did("push event=\"event199\"")],
    ])
  }

  @Test func valuesAloneWaitForNothing() throws {
    try Self.started(Shown.container("containers/GTM-AB12.plist")).walk([
      "": [.sees("It listens for no events"), .sees("Values for the app (3)")]
    ])
  }

  @Test func aClickSelectsAndThenSends() throws {
    var monitor = try Self.shop()
    try monitor.click("any that starts with tap  ")
    monitor.walk(["": [.is(\.isStartShown, true), .is(\.telling.start?.selected, 1)]])
    try monitor.click("any that starts with tap  ")
    monitor.walk(["": [.did("push event=\"tap\"")]])
  }
}
