import ScenarioEngine
import TagRuntime
import TagSimulation
import Testing

@testable import TagMonitor

/// A run told to somebody who was not there: as a page, and as Markdown.
struct HandedReportTests {
  private static func report(
    _ monitor: Monitor, _ form: ReportFormat, pictured: [Int]? = nil
  ) -> String {
    var choices = HandedReport.Choices(program: "tagsim of a test")
    choices.pictured = pictured
    return HandedReport(of: monitor.run, choices).lines(form).joined(separator: "\n")
  }

  private static let story = [
    "chapter \"1 At home\"", "caption \"The app starts.\"", "container saved v7.json age=13h",
    "launch", "screen \"Home Screen\"", "expect tag \"GA screen view\" fired 1x",
    "chapter \"2 In the tunnel\"", "network offline", "ask \"What now?\" answer=\"It waits.\"",
    "note \"Wait for hands.\"", "screen \"Confirmation\"",
    "expect tag \"Ads conversion\" fired", "opt-out on",
  ]

  /// What both forms tell, in order.
  private static let told = [
    "What was played", "GTM-AB12 7 (saved)", "tagsim of a test", "In short",
    "1 of 2 checks failed.", "What is wrong", "Ads conversion", "rule Purchase done",
    "ConfirmationScreen", "Bonus fired without effect",
    "no handler is registered for addBonus", "is lost", "The story", "1 At home",
    "The app starts.", "Its tags", "2 In the tunnel", "What now?", "It waits.",
    "Wait for hands.", "FAILED", "Hits", "Its fields",
  ]

  /// The story as a page.
  private static let page = Result { report(try Shown.played(story), .html) }

  @Test(arguments: [ReportFormat.html, .md])
  func tellsFirstWhatIsWrongThenTheStory(_ form: ReportFormat) throws {
    let text = Self.report(try Shown.played(Self.story), form)
    // The contents of the page name the headings before.
    var rest = text[...]
    if let end = text.firstRange(of: "</nav>") { rest = text[end.upperBound...] }
    for words in Self.told {
      let found = rest.firstRange(of: words)
      #expect(found != nil, "\(words) is not told, or too early")
      rest = found.map { rest[$0.upperBound...] } ?? rest
    }
    #expect(Self.report(try Shown.played(Self.story), form) == text)
  }

  @Test func nothingIsWrongWhereAllHeld() throws {
    let monitor = try Shown.played(["expect lost 0"])
    #expect(Self.report(monitor, .md).contains("Nothing: no check failed"))
  }

  @Test func picturesAreWhatWasChosen() throws {
    let monitor = try Shown.played(Self.story)
    let head = "The screen at event"
    let text = Self.report(monitor, .md, pictured: [2, 3])
    #expect(text.contains(head + " 2,") && text.contains(head + " 3,"))
    #expect(text.contains("1 Events"))
    #expect(!Self.report(monitor, .md, pictured: []).contains(head))
    let many = Self.report(monitor, .md)
    #expect((2...ReportWriter.pictureLimit).contains(many.ranges(of: head).count))
  }

  // MARK: The page

  @Test func aPageLoadsNothingAndRunsNothing() throws {
    let page = try Self.page.get()
    #expect(page.contains("content=\"default-src 'none'; style-src 'unsafe-inline'; img-src data:"))
    for word in [
      "<script", "<link", "<img", "<iframe", " onload", "javascript:", "@import", "url(",
    ] {
      #expect(!page.contains(word), "\(word) is in it")
    }
    #expect(page.ranges(of: "href=\"#").count == page.ranges(of: "href=").count)
  }

  /// Every tag is closed, in order: the page is well formed.
  @Test func everyTagIsClosed() throws {
    let single: Set<Substring> = ["meta", "!doctype", "rect", "path", "wbr"]
    var open: [Substring] = []
    for part in try Self.page.get().split(separator: "<").dropFirst() {
      let name = part.prefix { $0 != " " && $0 != ">" && $0 != "\n" }
      if name.hasPrefix("/") {
        #expect(open.popLast() == name.dropFirst())
      } else if !single.contains(name) {
        open.append(name)
      }
    }
    #expect(open.isEmpty)
  }

  @Test func headingsAreInOrderAndTablesHaveHeads() throws {
    let page = try Self.page.get()
    let levels = page.matches(of: /<h(\d)[ >]/).compactMap { Int($0.1) }
    #expect(levels.first == 1)
    #expect(zip(levels, levels.dropFirst()).allSatisfy { $1 <= $0 + 1 })
    #expect(page.contains("<html lang=\"en\">"))
    #expect(page.ranges(of: "<table>").count == page.ranges(of: "<thead><tr><th scope=").count)
    #expect(page.contains("prefers-color-scheme: dark"))
  }

  /// No word is broken but a long one, which is at its signs; what is too wide scrolls in its box.
  @Test func wordsStayWhole() throws {
    let page = Self.report(
      try Shown.played([
        "container saved v7.json age=1h", "launch",
        "push event=\"openScreen\" screenName=\"https://shop.example.com/books?id=7&page=2\"",
      ]), .html)
    #expect(!page.contains("overflow-wrap: anywhere") && !page.contains("break-all"))
    #expect(
      page.contains(
        "https:<wbr>/<wbr>/<wbr>shop.<wbr>example.<wbr>com/<wbr>books?<wbr>id=<wbr>7&amp;"))
    #expect(!page.contains("Home<wbr>"))
    let tables = page.ranges(of: "<table>").count
    #expect(tables > 0 && page.ranges(of: "<div class=\"wide\"><table>").count == tables)
  }

  /// On paper the page is white, and what is folded on a screen is open.
  @Test func paperShowsEverything() throws {
    let page = try Self.page.get()
    let print = try #require(page.firstRange(of: "@media print {"))
    let rules = page[print.upperBound...].prefix { $0 != "<" }
    for rule in ["--back: #fff", "details::details-content { content-visibility: visible"] {
      #expect(rules.contains(rule))
    }
  }

  // MARK: Names that want more

  private static let hostile = [
    "</style><script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "a' onclick='x",
    "</title></svg></pre></details>", "`````", "| a | b |", "![x](http://e.example/)",
    "@everyone #1 www.e.example", "\u{202E}cod.exe\u{2066}", "\u{1B}[2J\u{0}",
    "<!-- -->", "```\n# owned",
  ]

  private static func world(_ name: String) throws -> Monitor {
    let text = JSONWriter.write(.string(name))
    return try Shown.played([
      "chapter \(text)", "caption \(text)", "container saved v7.json age=1h", "launch",
      "push event=\(text) key=\(text)", "ask \(text) answer=\(text)", "note \(text)",
      "label \(text) expect data {\"nothing\": \(text)}",
    ])
  }

  @Test(arguments: hostile)
  func namesAreNothingButText(_ name: String) throws {
    let monitor = try Self.world(name)
    let page = Self.report(monitor, .html)
    for part in page.split(separator: "<").dropFirst() {
      let tag = part.prefix { $0 != ">" }
      #expect(!tag.contains("onerror") && !tag.contains("onclick"))
      #expect(!tag.hasPrefix("script") && !tag.hasPrefix("img") && !tag.hasPrefix("!--"))
    }
    #expect(page.ranges(of: "</style>").count == 1 && page.ranges(of: "</html>").count == 1)
    let text = Self.report(monitor, .md)
    for scalar: Unicode.Scalar in ["\u{1B}", "\u{0}", "\u{202E}", "\u{2066}"] {
      #expect(!page.unicodeScalars.contains(scalar) && !text.unicodeScalars.contains(scalar))
    }
    try Self.checkMarkdown(text)
  }

  /// Outside of fences nothing is a tag but ours, a link, a mention or an image.
  private static func checkMarkdown(_ text: String) throws {
    var fence: Substring?
    let tags = try Regex("^</?(details|summary)>")
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if let open = fence {
        if line == open { fence = nil }
        continue
      }
      if line.hasPrefix("```") {
        fence = line.prefix { $0 == "`" }
        continue
      }
      let raw = line.replacing("<!-- -->", with: "")
      for part in raw.split(separator: "<", omittingEmptySubsequences: false).dropFirst() {
        #expect(("<" + part).contains(tags), "\(line)")
      }
      #expect(!line.contains("@everyone"), "\(line)")
      // Within a tag Markdown is not read.
      if line.hasPrefix("<details>") { continue }
      #expect(!raw.replacing("\\]", with: "").contains("]("), "\(line)")
      if line.hasPrefix("#") { #expect(line.prefix { $0 == "#" }.count <= 3) }
    }
    #expect(fence == nil)
  }

  /// Rows have as many cells as their table has columns, whatever is in them.
  @Test(arguments: hostile)
  func rowsOfMarkdownKeepTheirColumns(_ name: String) throws {
    let text = Self.report(try Self.world(name), .md)
    var columns = 0
    var isFenced = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") { isFenced.toggle() }
      guard !isFenced, line.hasPrefix("| ") else {
        columns = 0
        continue
      }
      let bars = line.replacing("\\\\", with: "").replacing("\\|", with: "").count { $0 == "|" }
      if columns == 0 { columns = bars }
      #expect(bars == columns, "\(line)")
    }
  }

  // MARK: :report

  @Test func thePromptAsksForAPage() throws {
    try Shown.played(Self.story).walk([
      ":report<enter>": [.leads(to: .report(path: "test.html", isNamed: false))],
      ":report mine.md<enter>": [.leads(to: .report(path: "mine.md", isNamed: true))],
      ":report \"my run.html\"<enter>": [.leads(to: .report(path: "my run.html", isNamed: true))],
      ":report mine.pdf<enter>": [.leads(), .says("that ends in .html or .md")],
    ])
  }

  @Test func whatIsComparedIsToldFirst() throws {
    var monitor = try Shown.played(
      ["container saved v7.json age=1h", "launch", "screen \"Home Screen\"", "wait 5s"])
    for line in ["branch other", "screen \"Cart\""] { monitor.type(line) }
    monitor.go(toBranch: 0)
    monitor.press("C")
    let page = monitor.report(by: "x").lines(.md).joined(separator: "\n")
    let differs = try #require(page.firstRange(of: "## What differs"))
    let played = try #require(page.firstRange(of: "## What was played"))
    #expect(differs.lowerBound < played.lowerBound)
    #expect(page.contains("B is \"other\""))
  }
}
