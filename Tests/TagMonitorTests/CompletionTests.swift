import ScenarioEngine
import TerminalKit
import Testing

@testable import TagMonitor

/// What Tab makes of a line that is typed.
struct CompletionTests {
  private static func field(of monitor: Monitor) -> TextField? {
    if case .prompt(let field)? = monitor.overlay { field } else { nil }
  }

  private static let unique: [(typed: String, text: String)] = [
    ("foc", "focus "), ("focus q", "focus queue"), ("theme mo", "theme mono"),
    ("layout d", "layout demo"), ("disk dam", "disk damaged"),
    ("reachability h", "reachability honest"), ("set bor", "set borders"),
    ("set borders as", "set borders ascii"), ("set reader of", "set reader off"),
    ("set log-level verb", "set log-level verbose"), ("tap b", "tap \"Buy\""),
    ("screen \"ho", "screen \"Home Screen\""), ("highlight t", "highlight tag"),
    ("highlight tag \"deb", "highlight tag \"Debug pixel\""),
    ("expect tag ads", "expect tag \"Ads conversion\""),
    ("expect tag \"Ads conversion\" f", "expect tag \"Ads conversion\" fired"),
    ("expect value prom", "expect value promo_rate"), ("expect qu", "expect queue"),
    ("eventually within 5s expect tag deb", "eventually within 5s expect tag \"Debug pixel\""),
    ("read str", "read string"), ("read string title", "read string title_string"),
    ("refresh id", "refresh id="), ("refresh id=G", "refresh id=GTM-AB12"),
    ("launch open=prefer-f", "launch open=prefer-fresh"),
    ("push event=\"op", "push event=\"openScreen\""),
    ("push event=\"a\" screenN", "push event=\"a\" screenName="),
    ("bind tags f3 refr", "bind tags f3 refresh"),
    ("network sta", "network status"), ("hel", "help "),
  ]

  @Test(arguments: unique)
  func theOnlyOneIsFilledIn(_ typed: String, _ text: String) throws {
    var monitor = try Shown.shipped("demo")
    monitor.press("s1:" + typed + "<tab>")
    #expect(Self.field(of: monitor)?.text == text)
  }

  @Test func severalAreListedAndGoneThrough() throws {
    var monitor = try Shown.shipped("demo")
    monitor.press("s1:expect tag g<tab>")
    #expect(Self.field(of: monitor)?.text == "expect tag \"GA ")
    #expect(monitor.screen.contains("\"GA screen view\""))
    var seen: [String] = []
    for _ in 1...3 {
      monitor.press("<tab>")
      seen.append(Self.field(of: monitor)?.text ?? "")
    }
    #expect(seen[0] == "expect tag \"GA screen view\"" && seen[1] == "expect tag \"GA tap\"")
    #expect(seen[2] == seen[0], "it goes round")
    monitor.press("<backtab>")
    #expect(Self.field(of: monitor)?.text == seen[1])
    monitor.press(" ")
    #expect(!monitor.screen.contains("Tab next"), "what is typed closes the list")
  }

  /// The names of files are asked for, and completed when they are known.
  @Test func filesAreAskedFor() throws {
    var monitor = try Shown.shipped("demo")
    monitor.press(":publish cont")
    #expect(monitor.handle(.key(.tab)) == [.list(folder: "")])
    monitor.listed(["apps/", "containers/", "demo.scenario"], folder: "")
    #expect(Self.field(of: monitor)?.text == "publish containers/")
    #expect(monitor.handle(.key(.tab)) == [.list(folder: "containers/")])
    monitor.listed(["a b.json", "GTM-1"], folder: "containers/")
    monitor.press("G")
    #expect(monitor.handle(.key(.tab)) == [.list(folder: "containers/")])
    monitor.listed(["a b.json", "GTM-1"], folder: "containers/")
    #expect(Self.field(of: monitor)?.text == "publish containers/GTM-1")
  }

  /// Whatever is typed, Tab changes no word before the last, and the screen stays whole.
  @Test(arguments: Verb.all.map(\.help.example))
  func everyPartOfAnExampleCanBeCompleted(_ example: String) throws {
    var monitor = try Shown.shipped("demo")
    monitor.press("s1")
    for length in 0...example.count {
      let typed = String(example.prefix(length))
      var field = TextField(text: typed)
      _ = monitor.complete(&field)
      #expect(field.text.hasPrefix(TypedLine(typed).head))
    }
  }

  /// Names that want to harm a terminal are written so that they do not.
  @Test func hostileNamesAreText() throws {
    var monitor = try Shown.trial(of: Worlds.hostile, size: Size(columns: 80, rows: 24))
    monitor.press(":expect tag <tab>")
    #expect(monitor.screen.contains("say \\\"hello\\\""))
    for _ in 1...8 {
      monitor.press("<tab>")
      let scalars = monitor.frame(size: monitor.size).buffer.text.unicodeScalars
      #expect(!scalars.contains { $0.value < 0x20 && $0 != "\n" || $0.value == 0x202E })
    }
  }

  @Test func linesOfEarlierSessionsAreRemembered() throws {
    var monitor = try Shown.shipped("demo")
    monitor.remember(["mark a", "network offline", "mark b"])
    monitor.press(":m<up>")
    #expect(Self.field(of: monitor)?.text == "mark b")
    monitor.press("<up>")
    #expect(Self.field(of: monitor)?.text == "mark a", "lines that begin otherwise are passed by")
    monitor.press("<down><down>")
    #expect(Self.field(of: monitor)?.text == "m")
    monitor.press("<esc>")
    monitor.type("mark c")
    #expect(monitor.takeTypedLines() == ["mark c"])
    #expect(monitor.takeTypedLines() == [])
  }
}
