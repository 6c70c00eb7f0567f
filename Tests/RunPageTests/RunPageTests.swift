import OrderedCollections
import ScenarioEngine
import TagRuntime
import TagSimulation
import TestSupport
import Testing

@testable import RunPage

struct RunPageTests {
  @Test func unpackedFactsAreTheSame() throws {
    let run = try Played.run()
    let page = RunPage(of: run, by: "x")
    let read = try PageFacts(unpacking: page.lines.joined(separator: "\n"))
    #expect(read == page.facts[0])
    #expect(read[.events].count == run.timeline.rowCount)
  }

  /// What failed, what was asked and what did nothing is said before any script runs.
  @Test func answersWithoutScript() throws {
    let page = Played.page(try Played.run())
    let text = page.prefix(upTo: try #require(page.firstRange(of: "<main>")).lowerBound)
    var rest = text[...]
    for words in [
      "<title>1 of 2 checks failed: A test", "<h1>A test", "GTM-TEST, v7",
      "1 of 2 checks failed", "Conversion did not fire", "A purchase counts",
      "Bonus did nothing", "no handler is registered for Bonus", "Never can never fire",
      "Why Conversion did not fire", "Rule <b>Paid</b>", "it was <code>Confirmation</code>",
      "push screenName = &quot;Paid&quot;",
    ] {
      let found = try #require(rest.firstRange(of: words), "\(words) is missing or too early")
      rest = rest[found.upperBound...]
    }
    #expect(page.contains("<caption>The whole run: 5 tags, 4 events with tags"))
  }

  @Test func saysWhatTheOtherReportsSay() throws {
    let run = try Played.run()
    let facts = RunPage(of: run, by: "x").facts[0]
    let told = ReportedRun(of: run, withFacts: true).facts.compactMap {
      try? JSONReader.read($0).members
    }
    func named(_ fact: String) -> [Value] {
      told.filter { $0["fact"] == .string(fact) }.map { .map($0) }
    }
    func texts(_ table: PageFacts.Table, _ column: Int) -> [String] {
      facts[table].map { if case .text(let text) = $0[column] { text } else { "" } }
    }
    #expect(
      texts(.events, 1) == named("event").map { ValueConversion.text($0.members?["name"] ?? "") })
    #expect(
      texts(.events, 3) == named("event").map { ValueConversion.text($0.members?["shown"] ?? "") })
    #expect(
      texts(.readings, 1) == named("value").map { ValueConversion.text($0.members?["key"] ?? "") })
    #expect(facts[.fates].count == named("fate").count)
    #expect(facts[.hits].count == named("hit").count)
    #expect(facts[.values].count == named("variable").count)
    #expect(facts[.log].count == named("log").count)
    let fired = named("tag").count { $0.members?["fired"] == .bool(true) }
    let marked = facts[.events].indices.reduce(0) { sum, event in
      guard case .number(let face) = facts[.events][event][13],
        case .numbers(let outcomes) = facts[.marks][face][0]
      else { return sum }
      return sum + outcomes.count { [1, 2].contains(facts[.outcomes][$0][0]) }
    }
    #expect(marked == fired)
    let failure = try #require(run.failures.first)
    #expect(facts[.checks].contains { $0[3] == .texts(failure.reason) })
  }

  @Test func failedRunsShareOnePage() throws {
    var page = RunPage(of: try Played.run(), by: "x")
    page.add(RunPage(of: try Played.run(["launch"]), by: "x"))
    let text = page.lines.joined(separator: "\n")
    #expect(try PageFacts(unpacking: text, at: 1) == page.facts[1])
    #expect(page.fragments.first?.hasPrefix("#run=test.scenario&event=") == true)
    #expect(text.ranges(of: "class=\"card whole\"").count == 2)
  }

  @Test func aRunWithoutEventsSaysSo() throws {
    #expect(Played.page(try Played.run(["title \"x\""].dropLast())).contains("No events."))
  }

  // MARK: Safety

  /// Nothing that a policy would block, and nothing that loads.
  @Test func theScriptIsSmallAndHasNoMarkup() throws {
    let script = PageFiles.text("page.js")
    #expect((10_000..<40_000).contains(script.utf8.count))
    for word in [
      "innerHTML", "outerHTML", "insertAdjacent", "document.write", "eval(", "Function(", "fetch(",
      "XMLHttp", "localStorage", "cookie", "setAttribute('style'", "http://", "import(",
    ] where word != "http://" {
      #expect(!script.contains(word), "\(word)")
    }
    let page = Played.page(try Played.run())
    let markup = page.replacing(script, with: "").replacing(PageFiles.text("page.css"), with: "")
    for word in [" style=", " onclick", " onload", "javascript:", "<img", "<link", "<iframe"] {
      #expect(!markup.contains(word), "\(word)")
    }
    let ids = page.matches(of: /id="([^"]*)"/).map { String($0.1) }
    #expect(Set(ids).isDisjoint(with: ["event", "tag", "run"]))
    #expect(page.contains("default-src 'none'; script-src 'sha256-"))
  }

  private static let hostile = [
    "</script><script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "a' onclick='x",
    "</title></svg></style></details>", "<!-- <script>", "]]>", "\u{2028}\u{2029}\u{202E}x",
    "\u{1B}[2J\u{0}", "{{constructor}}", "__proto__", "&event=1#tag=x", "\\u003c/script>",
  ]

  @Test(arguments: hostile)
  func textsAreNothingButText(_ name: String) throws {
    let text = JSONWriter.write(.string(name))
    let run = try Played.run(
      [
        "chapter \(text)", "caption \(text)", "container saved c age=1h", "launch",
        "push event=\(text) key=\(text)", "ask \(text) answer=\(text)", "screen \"Home\"",
        "label \(text) expect data {\"nothing\": \(text)}",
      ], Played.container(named: name))
    let page = Played.page(run)
    let script = PageFiles.text("page.js")
    #expect(page.ranges(of: "<script").count == 2 && page.ranges(of: "</script>").count == 2)
    #expect(page.ranges(of: "</style>").count == 1 && page.ranges(of: "</html>").count == 1)
    for part in page.replacing(script, with: "").split(separator: "<").dropFirst() {
      let tag = part.prefix { $0 != ">" }
      #expect(!tag.contains(" onerror=") && !tag.contains("onclick='"))
      #expect(!tag.hasPrefix("img") && !tag.hasPrefix("!--"))
    }
    for scalar: Unicode.Scalar in ["\u{1B}", "\u{0}", "\u{202E}", "\u{2028}"] {
      #expect(!page.unicodeScalars.contains(scalar))
    }
    _ = try PageFacts(unpacking: page)
  }

  /// Ids have the same stand-in in the data, in names and in addresses.
  @Test func idsAreReplaced() throws {
    let id = "ana+1@example.com"
    let run = try Played.run(
      [
        "container saved c age=1h", "launch", "push event=\"login\" user.userId=\"\(id)\"",
        "push event=\"seen \(id)\" copy=\"\(id)\"", "label \"of \(id)\" expect sent 9",
      ])
    let shown = Played.page(run)
    #expect(shown.contains(id))
    let page = RunPage(of: run, by: "x", isRedacted: true).lines.joined(separator: "\n")
    #expect(!page.contains(id) && !page.contains("ana%2B1"))
    #expect(page.contains("of user-id-1") && page.contains("seen user-id-1"))
    #expect(!page.contains(run.timeline.live.world.disk.clientID))
  }

  // MARK: Size

  @Test func manyEventsStaySmall() throws {
    let lines =
      ["container saved c age=1h", "launch"]
      + (0..<150).flatMap { ["screen \"Home\"", "push event=\"e\($0 % 25)\" n=\($0)"] }
    let run = try Played.run(lines, Played.container(tags: 25))
    let page = Played.page(run)
    #expect(run.timeline.rowCount > 300)
    #expect(page.utf8.count < 400_000)
    let facts = try PageFacts(unpacking: page)
    let cells = facts[.marks].reduce(0) { sum, row in
      if case .numbers(let outcomes) = row[0] { sum + outcomes.count } else { sum }
    }
    #expect(cells < 300 * 30)
  }
}
