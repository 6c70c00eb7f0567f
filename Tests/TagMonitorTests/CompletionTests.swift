import ScenarioEngine
import TerminalKit
import Testing

@testable import TagMonitor

/// What Tab makes of a line that is typed.
struct CompletionTests {
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
    ("expect hit o", "expect hit of"), ("expect hit of ta", "expect hit of tag"),
    ("expect hit of tag ads", "expect hit of tag \"Ads conversion\""),
    ("expect hit last repo", "expect hit last reported"),
    ("expect firebase deb", "expect firebase debug"),
    ("set sdk-v", "set sdk-version"), ("set diff", "set differences"),
    ("set copy", "set copy-command"),
    ("set future-polls on", "set future-polls on"),
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
    try Shown.shipped("demo").walk(["s1:" + typed + "<tab>": [.is(\.typed, text)]])
  }

  /// It goes round, and what is typed closes the list.
  @Test func severalAreListedAndGoneThrough() throws {
    let (view, tap) = ("expect tag \"GA screen view\"", "expect tag \"GA tap\"")
    try Shown.shipped("demo").walk([
      "s1:expect tag g<tab>": [.is(\.typed, "expect tag \"GA "), .sees("\"GA screen view\"")],
      "<tab>": [.is(\.typed, view)], "<tab>": [.is(\.typed, tap)], "<tab>": [.is(\.typed, view)],
      "<backtab>": [.is(\.typed, tap)], " ": [.hides("Tab next")],
    ])
  }

  @Test func filesAreAskedFor() throws {
    let asked = Seen.leads(to: .list(folder: "containers/"))
    var monitor = try Shown.shipped("demo").walk([
      ":publish cont<tab>": [.leads(to: .list(folder: ""))]
    ])
    monitor.listed(["apps/", "containers/", "demo.scenario"], folder: "")
    monitor = monitor.walk(["": [.is(\.typed, "publish containers/")], "<tab>": [asked]])
    monitor.listed(["a b.json", "GTM-1"], folder: "containers/")
    monitor = monitor.walk(["G<tab>": [asked]])
    monitor.listed(["a b.json", "GTM-1"], folder: "containers/")
    monitor.walk(["": [.is(\.typed, "publish containers/GTM-1")]])
  }

  /// Whatever is typed, Tab changes no word before the last, and the screen stays whole.
  @Test(arguments: Form.verbs.map(\.example))
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

  @Test func hostileNamesAreText() throws {
    var monitor = try Shown.trial(of: Worlds.hostile, size: Size(columns: 80, rows: 24))
    monitor.press(":expect tag <tab>")
    #expect(monitor.screen.contains("say \\\"hello\\\""))
    for _ in 1...8 {
      monitor.press("<tab>")
      let scalars = monitor.frame(size: monitor.display.size).buffer.text.unicodeScalars
      #expect(!scalars.contains { $0.value < 0x20 && $0 != "\n" || $0.value == 0x202E })
    }
  }

  /// Lines that begin otherwise are passed by.
  @Test func linesOfEarlierSessionsAreRemembered() throws {
    var monitor = try Shown.shipped("demo")
    monitor.remember(["mark a", "network offline", "mark b"])
    monitor = monitor.walk([
      ":m<up>": [.is(\.typed, "mark b")], "<up>": [.is(\.typed, "mark a")],
      "<down><down>": [.is(\.typed, "m")], "<esc>:mark c<enter>": [],
    ])
    #expect(monitor.takeTypedLines() == ["mark c"])
    #expect(monitor.takeTypedLines() == [])
  }
}
