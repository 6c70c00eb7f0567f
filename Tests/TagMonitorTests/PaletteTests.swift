import ScenarioEngine
import TagSimulation
import TerminalKit
import Testing

@testable import TagMonitor

/// The palette: everything that can be done, found by its words.
struct PaletteTests {
  private static func palette(of monitor: Monitor) throws -> PaletteState {
    guard case .palette(let state)? = monitor.overlay else {
      throw NoPalette()
    }
    return state
  }

  private struct NoPalette: Error {}

  @Test func everyVerbAndActionIsInIt() throws {
    let monitor = try Shown.shipped("demo")
    let entries = monitor.paletteEntries
    for verb in Verb.all {
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
    var monitor = try Shown.shipped("demo")
    monitor.press("<ctrl-p>" + typed)
    #expect(try Self.palette(of: monitor).entry?.title == first)
  }

  /// The names of the guides are only listed where something is typed.
  @Test func namesOfTheGuidesWaitForAWord() throws {
    var monitor = try Shown.shipped("demo")
    monitor.press("<ctrl-p>")
    #expect(try Self.palette(of: monitor).found.allSatisfy { $0.name == nil })
    monitor.press("previewWithUrl<enter>")
    #expect(monitor.message?.text == "Phone (7): the link and what the app did with it")
    monitor.press("<enter>")
    #expect(monitor.run.results.last?.statement.text == "preview v9")
  }

  @Test(arguments: [
    ("help containerAvailable:", "TAGContainerOpenerNotifier"), ("help kill", "kill"),
  ])
  func helpWithANameOpensIt(_ line: String, _ title: String) throws {
    var monitor = try Shown.shipped("demo")
    _ = monitor.type(line)
    #expect(try Self.palette(of: monitor).entry?.title == title)
  }

  @Test func helpWithAMistypedNameSuggestsOne() throws {
    var monitor = try Shown.shipped("demo")
    _ = monitor.type("help previewWithUri")
    #expect(
      monitor.message?.text
        == "there is no help for 'previewWithUri': did you mean help previewWithUrl:?")
  }

  /// Enter on what comes first, before anything is typed, does nothing to the world.
  @Test(arguments: ["demo", "offline", "played-song"])
  func whatComesFirstChangesNothing(_ name: String) throws {
    var monitor = try Shown.over(name)
    monitor.overlay = nil
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
    var monitor = try Shown.shipped("demo", size: Size(columns: 80, rows: 24))
    monitor.press("<ctrl-p>whole run")
    let lines = monitor.screen.split(separator: "\n")
    #expect(lines.contains { $0.contains("T       whole run") })
    #expect(monitor.screen.contains("evaluated"))
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
    var monitor = try Shown.shipped("demo")
    monitor.press("<ctrl-p>" + keys)
    #expect(monitor.run.results.last?.statement.text == statement)
    #expect(monitor.overlay == nil)
  }

  @Test func whatIsMissingIsAskedFor() throws {
    var monitor = try Shown.shipped("demo")
    monitor.press("<ctrl-p>publ<enter>")
    guard case .prompt(let field)? = monitor.overlay else {
      Issue.record("no line is begun")
      return
    }
    #expect(field.text == "publish ")
    #expect(monitor.message?.text.hasPrefix("publish FILE") == true)
  }

  @Test func anActionIsAKey() throws {
    var monitor = try Shown.shipped("demo")
    monitor.press("4<ctrl-p>zoom<enter>")
    #expect(!monitor.isZoomed, "the verb comes first, and needs a pane")
    monitor.press("<esc><ctrl-p>enlarge this pane<enter>")
    #expect(monitor.isZoomed)
    monitor.press("<ctrl-p>enlarge this pane<tab>")
    #expect(monitor.message?.text == "zoom is a key of the monitor, not a line of a scenario")
  }

  /// What the world refuses stands there with its reason, and nothing was done to find that out.
  @Test func whatCannotBeDoneSaysWhy() throws {
    var monitor = try Shown.shipped("demo")
    monitor.press("K")
    let rows = monitor.run.timeline.rows.count
    let entries = monitor.paletteEntries
    let refresh = try #require(entries.first { $0.title == "refresh" })
    #expect(refresh.isRefused)
    #expect(refresh.words == "the app is not running: launch it first")
    #expect(entries.first { $0.title == "launch" }?.isRefused == false)
    #expect(monitor.run.timeline.rows.count == rows)
  }

  @Test func hostileTextIsText() throws {
    var monitor = try Shown.shipped("demo", size: Size(columns: 80, rows: 24))
    monitor.press("<ctrl-p>")
    _ = monitor.handle(
      .paste("\u{1B}[2J\n" + String(repeating: "環", count: 500), droppedBytes: 0))
    let state = try Self.palette(of: monitor)
    #expect(state.field.text.unicodeScalars.count == SearchText.limit)
    #expect(state.found.isEmpty)
    #expect(!monitor.frame(size: monitor.size).buffer.text.contains("\u{1B}"))
    monitor.press("<enter>")
    #expect(monitor.message?.text.hasPrefix("no match") == true)
    monitor.press("<esc>")
    #expect(monitor.overlay == nil)
  }

  @Test(arguments: [Size(columns: 80, rows: 24), Size(columns: 120, rows: 40)])
  func page(_ size: Size) throws {
    var monitor = try Shown.shipped("offline", size: size)
    monitor.press("]]<<ctrl-p>net")
    try Golden.compare(monitor.screen, "palette-\(size.columns)x\(size.rows)")
  }
}
