import ScenarioEngine
import TagSimulation
import TerminalKit
import TestSupport
import Testing
import TextKit

@testable import TagMonitor

/// `y` and `Y`: what is copied in each pane, in which forms, and that a copy commands nothing.
struct CopyTests {
  private static let played = Result {
    var monitor = try Shown.shipped("offline")
    monitor.runToEnd()
    // Two hits wait there, and are sent later.
    monitor.look(at: 48)
    return monitor
  }

  /// Presses keys, and gives what the last one copies.
  private static func copied(_ keys: String, in monitor: Monitor? = nil) throws -> CopiedText? {
    var monitor = try monitor ?? played.get()
    guard case .copy(let copied)? = monitor.press(keys).first else { return nil }
    return copied
  }

  private static let rows: [(keys: String, title: String, words: [String])] = [
    ("1y", "#48", ["#48 "]),
    ("1<home>y", "#3", ["#3 23:57:00 ", "launch"]),
    ("2y", "key ", [" "]),
    ("3y", "value ", ["title_string"]),
    ("4y", "tag ", ["GA "]),
    ("5y", "hit 7", ["screen"]),
    ("6y", "log line", [":"]),
    ("0y", "", ["."]),
    ("4<enter>y", "tag ", [" fired"]),
    (":focus device<enter>y", "", ["GTM-AB12"]),
  ]

  @Test(arguments: rows)
  func yCopiesWhatIsSelected(_ keys: String, _ title: String, _ words: [String]) throws {
    let copied = try #require(try Self.copied(keys))
    #expect(copied.title.hasPrefix(title), "\(copied.title)")
    for word in words { #expect(copied.text.contains(word), "\(copied.text)") }
    #expect(copied.text.split(separator: "\n").allSatisfy { TerminalText.isSafe(String($0)) })
  }

  /// The forms that the menu has, but for the expectation.
  private static func forms(_ keys: String, in monitor: Monitor? = nil) throws -> [String] {
    var monitor = try monitor ?? played.get()
    monitor.press(keys)
    guard let open = monitor.overlay as? OpenMenu, open.title == "Copy as" else { return [] }
    return open.lines.map { String($0.title.prefix { $0 != " " }) }.filter { $0 != "expectation" }
  }

  @Test(arguments: [
    ("5yy", ["text", "JSON", "CSV", "URL", "curl", "HAR"]), ("1yy", ["text", "JSON", "CSV"]),
    ("2yy", ["text", "JSON", "CSV"]), ("3yy", ["text", "JSON", "CSV"]),
    ("4yy", ["text", "JSON", "CSV"]), ("6yy", ["text", "JSON", "CSV"]),
  ])
  func theMenuHasTheFormsThatThereAre(_ keys: String, _ forms: [String]) throws {
    #expect(try Self.forms(keys) == forms)
  }

  /// A hit that is on the phone has no request yet: its address has no times.
  @Test func aHitThatWaitsHasAnAddressAndNoRequest() throws {
    let monitor = try Shown.played(["launch cold", "network offline", "screen \"Home Screen\""])
    let forms = try Self.forms("5yy", in: monitor)
    #expect(forms.contains("text") && !forms.contains("curl") && !forms.contains("HAR"))
  }

  @Test func whatCanBeExpectedIsALine() throws {
    let copied = try #require(try Self.copied("5yyexpec<enter>"))
    #expect(copied.text.hasPrefix("expect hit "), "\(copied.text)")
  }

  private static let taken: [(keys: String, title: String, start: String)] = [
    ("5yy2", " as JSON", "{\"fact\": \"hit\", \"hit\": "),
    (
      "5yy3", " as CSV", "hit,row,queue,type,title,tag,state,loss,late,tries,made,received,payload"
    ),
    ("5yy4", " as URL", "https://ssl.google-analytics.com/collect?"),
    ("5yy5", " as curl", "# tagsim only simulates: nothing was sent"),
    ("5yy6", " as HAR", "{\"log\": {\"version\": \"1.2\""),
    ("1yy2", " as JSON", "{\"fact\": \"event\", \"row\": 48"),
    ("4yy2", " as JSON", "{\"fact\": \"tag\", \"row\": "),
    ("6yy2", " as JSON", "{\"fact\": \"log\", \"time\": "),
    ("3yy2", " as JSON", "{\"fact\": \"value\", \"row\": "),
    ("2yy2", " as JSON", "{\"fact\": \"data\", \"row\": "),
  ]

  @Test(arguments: taken)
  func theMenuCopiesInTheForm(_ keys: String, _ title: String, _ start: String) throws {
    let copied = try #require(try Self.copied(keys))
    #expect(copied.title.hasSuffix(title))
    #expect(copied.text.hasPrefix(start), "\(copied.text)")
  }

  @Test func theMenuGoesBackToWhatItLaysOn() throws {
    try Self.played.get().walk([
      "4<enter>yy": [.is(\.keyPlace, .menu)], "<esc>": [.is(\.isExplaining, true)],
      "yy<enter>": [.is(\.isExplaining, true)],
    ])
  }

  @Test func comparedRowsAreCopiedSideBySide() throws {
    let copied = try #require(try Self.copied("1<home>wCy"))
    #expect(copied.title == "a compared row")
    let lines = copied.text.split(separator: "\n")
    #expect(lines.count >= 3 && lines[1].hasPrefix("A ") && lines[2].hasPrefix("B "))
  }

  /// On the screen an emoji of several scalars is taken apart; a copy is of what the data say.
  @Test func anEmojiIsCopiedWhole() throws {
    let monitor = try Shown.played([
      "launch cold", #"push {"event": "👩‍💻 🇩🇪", "who": "👩🏽‍💻❤️"}"#,
    ])
    #expect(monitor.frame(size: Size(columns: 120, rows: 40)).buffer.text.contains("👩‿💻 [DE]"))
    for keys in ["2y", "2yy2", "2yy3"] {
      let copied = try #require(try Self.copied(keys, in: monitor), "\(keys)")
      let data = copied.text.replacing("\\u200d", with: "\u{200D}")
        .replacing("\\ufe0f", with: "\u{FE0F}").replacing("\\ud83c\\udffd", with: "🏽")
      #expect(data.contains("👩🏽‍💻❤️") || data.contains("👩‍💻 🇩🇪"), "\(copied.text)")
    }
  }

  /// What an app pushes is data: neither a terminal nor a shell is told anything by it.
  @Test func hostileValuesAreCopiedAsData() throws {
    let monitor = try Shown.played([
      "launch cold", #"push {"event": "x", "evil": "\u001b]0;x\u0007$(reboot)'\n\u202e"}"#,
    ])
    for keys in ["2y", "2yy2", "2yy3", "1y", "1yy2", "1yy3"] {
      let copied = try #require(try Self.copied(keys, in: monitor), "\(keys)")
      let controls = copied.text.unicodeScalars.filter { $0.value < 0x20 || $0.value == 0x202E }
      #expect(controls.allSatisfy { $0 == "\n" || $0 == "\r" }, "\(copied.text)")
      #expect(copied.text.split(separator: "\r\n").count <= 2)
    }
  }

  @Test func nothingToCopyIsSaid() throws {
    try Worlds.started().walk(["y": [.says("nothing to copy here")]])
  }

  // MARK: The command

  @Test func aCommandIsSetAndTakenBack() throws {
    var monitor = try Self.played.get().walk([
      ":set copy-command \"pbcopy -x\"<enter>": [.is(\.copyCommand, "pbcopy -x")]
    ])
    #expect(try Self.copied("5y", in: monitor)?.command == "pbcopy -x")
    monitor = monitor.walk([":set copy-command off<enter>": [.is(\.copyCommand, nil)]])
    #expect(monitor.configure("set copy-command wl-copy", file: "config").count == 0)
    #expect(monitor.copyCommand == "wl-copy")
  }

  /// A file of somebody else's must not have a command run.
  @Test func noScenarioHasACommandRun() throws {
    let played = try Shown.played(["launch cold", "set copy-command \"reboot\""])
    var monitor = try Shown.shipped("demo")
    monitor.look(
      with: ViewCommand(.copyCommand, words: ["reboot"]), at: played.run.record.count - 1)
    #expect(played.copyCommand == nil && monitor.copyCommand == nil)
    let text = "tagsim 1\n---\nset copy-command \"reboot\"\n"
    let scenario = try ScenarioParser.parse(text, file: "a.scenario")
    let sentence = scenario.check(app: nil).map(\.sentence).joined()
    #expect(sentence.contains("a scenario may not run a command"), "\(sentence)")
    monitor.type("bind y \"set copy-command reboot\"")
    #expect(monitor.message?.kind == .failure)
  }
}
