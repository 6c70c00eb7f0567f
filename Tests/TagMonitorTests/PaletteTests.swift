import ScenarioEngine
import TagSimulation
import TerminalKit
import Testing

@testable import TagMonitor

/// The palette: everything that can be done, found by its words.
struct PaletteTests {
  private static func palette(of monitor: Monitor) throws -> PaletteState {
    guard let state = monitor.overlay as? PaletteState else { throw NoPalette() }
    return state
  }

  private struct NoPalette: Error {}

  @Test func everyVerbAndActionIsInIt() throws {
    let monitor = try Shown.shipped("demo")
    let entries = monitor.paletteEntries
    for verb in Form.verbs {
      let isThere = entries.contains { $0.line?.split(separator: " ").first == verb.word[...] }
      #expect(isThere, "\(verb.word)")
    }
    let titles = Set(entries.map(\.title))
    let twice = titles.filter { title in entries.count { $0.title == title } > 1 }
    #expect(twice == [])
    for title in ["next chapter", "log level", "zoom", "help", "network offline", "queue"] {
      #expect(titles.contains(title), "\(title)")
    }
    let keys = ["network offline": "W", "refresh": "r", "next chapter": "]", "kill": "K"]
    for (title, key) in keys {
      #expect(entries.first { $0.title == title }?.key == key, "\(title)")
    }
  }

  private static let searches: [(typed: String, first: String)] = [
    ("net", "network online"), ("network off", "network offline"), ("chapter next", "next chapter"),
    ("portal", "network captive"), ("KILL", "kill"), ("pub", "publish …"),
    ("cart", "screen \"Cart\""), ("previewWithUrl:", "TAGManager previewWithUrl:"),
    ("previewwithurl", "TAGManager previewWithUrl:"), ("refresh", "refresh"),
    ("TAGDataLayer push:", "TAGDataLayer push:"),
    ("kTAGOpenTypePreferFresh", "kTAGOpenTypePreferFresh"),
  ]

  @Test(arguments: searches)
  func wordsFind(_ typed: String, _ first: String) throws {
    let monitor = try Shown.shipped("demo").walk(["<ctrl-p>" + typed: []])
    #expect(try Self.palette(of: monitor).row?.title == first)
  }

  /// The names of the guides are only listed where something is typed.
  @Test func namesOfTheGuidesWaitForAWord() throws {
    let monitor = try Shown.shipped("demo").walk(["<ctrl-p>": []])
    #expect(try Self.palette(of: monitor).found.allSatisfy { $0.name == nil })
    monitor.walk([
      "previewWithUrl<enter>": [.says("Phone (7): ")], "<enter>": [.did("preview v9")],
    ])
  }

  @Test(arguments: [
    ("help containerAvailable:", "TAGContainerOpenerNotifier"), ("help kill", "kill"),
    ("help refresh", "refresh"),
  ])
  func helpWithANameOpensIt(_ line: String, _ title: String) throws {
    let monitor = try Shown.shipped("demo").walk([":\(line)<enter>": []])
    #expect(try Self.palette(of: monitor).row?.title == title)
  }

  @Test func helpWithAMistypedNameSuggestsOne() throws {
    try Shown.shipped("demo").walk([
      ":help previewWithUri<enter>": [.says("did you mean help previewWithUrl:?")]
    ])
  }

  /// Enter on what comes first, before anything is typed, does nothing to the world.
  @Test(arguments: ["demo", "offline", "played-song"])
  func whatComesFirstChangesNothing(_ name: String) throws {
    var monitor = try Shown.over(name)
    monitor.close()
    let rows = monitor.run.timeline.rows.count
    monitor.press("<ctrl-p>")
    let state = try Self.palette(of: monitor)
    #expect(state.found.first?.title == "next trouble")
    #expect(state.found.count == monitor.paletteEntries.count { $0.name == nil })
    monitor.press("net<bs><bs><bs>")
    #expect(try Self.palette(of: monitor).found == state.found)
    monitor.press("<enter>")
    #expect(monitor.run.timeline.rows.count == rows)
  }

  /// The key is at the left, and the words of the chosen line can be read to their end.
  @Test func descriptionsAreWhole() throws {
    try Shown.shipped("demo", size: Size(columns: 80, rows: 24)).walk([
      "<ctrl-p>whole run": [.sees("T       whole run"), .sees("evaluated")]
    ])
  }

  private static let actions: [(keys: String, statement: String)] = [
    ("network off<enter>", "network offline"), ("kill<enter>", "kill"),
    ("network o<down><enter>", "network offline"),
    ("screen \"Cart<enter>", "screen \"Cart\""),
    ("publ<enter>v7.json<esc>:mark here<enter>", "mark here"),
    ("mark na<enter>there<enter>", "mark there"), ("kill<tab><enter>", "kill"),
  ]

  @Test(arguments: actions)
  func enterDoesTheLine(_ keys: String, _ statement: String) throws {
    try Shown.shipped("demo").walk(["<ctrl-p>" + keys: [.did(statement), .closed]])
  }

  @Test func whatIsMissingIsAskedFor() throws {
    try Shown.shipped("demo").walk([
      "<ctrl-p>publ<enter>": [.is(\.typed, "publish "), .says("publish FILE")]
    ])
  }

  /// The verb comes first, and needs a pane.
  @Test func anActionIsAKey() throws {
    try Shown.shipped("demo").walk([
      "4<ctrl-p>zoom<enter>": [.is(\.display.isZoomed, false)],
      "<esc><ctrl-p>enlarge this pane<enter>": [.is(\.display.isZoomed, true)],
      "<ctrl-p>enlarge this pane<tab>": [.says("zoom is a key")],
    ])
  }

  /// What the world refuses stands there with its reason, and nothing was done to find that out.
  @Test func whatCannotBeDoneSaysWhy() throws {
    let monitor = try Shown.shipped("demo").walk(["K": []])
    let entries = monitor.paletteEntries
    let refresh = try #require(entries.first { $0.title == "refresh" })
    #expect(refresh.isRefused && refresh.words.hasPrefix("the app is not running"))
    #expect(entries.first { $0.title == "launch" }?.isRefused == false)
    monitor.walk(["": [.nothingDone]])
  }

  @Test func hostileTextIsText() throws {
    var monitor = try Shown.shipped("demo", size: Size(columns: 80, rows: 24))
    monitor.press("<ctrl-p>")
    _ = monitor.handle(
      .paste("\u{1B}[2J\n" + String(repeating: "環", count: 500), droppedBytes: 0))
    let state = try Self.palette(of: monitor)
    #expect(state.field.text.unicodeScalars.count == SearchText.limit)
    #expect(state.found.isEmpty)
    monitor.walk(["": [.hides("\u{1B}")], "<enter>": [.says("no match")], "<esc>": [.closed]])
  }

  @Test(arguments: [Size(columns: 80, rows: 24), Size(columns: 120, rows: 40)])
  func page(_ size: Size) throws {
    var monitor = try Shown.shipped("offline", size: size)
    monitor.press("]]<<ctrl-p>net")
    try Golden.compare(monitor.screen, "palette-\(size.columns)x\(size.rows)")
  }
}
