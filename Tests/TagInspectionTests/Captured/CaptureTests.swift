import OrderedCollections
import TagInspection
import TagRuntime
import Testing

/// What proxies save is taken apart into hits, and what is wrong with them is told.
@Suite struct CaptureTests {
  private static let common = "v=1&tid=UA-1-1&cid=35009a79"

  /// An entry of a HAR.
  private static func entry(
    _ url: String, body: String? = nil, at time: String = "2014-03-01T10:00:00.000Z",
    status: Int = 200
  ) -> String {
    let data = body.map { ", \"postData\": {\"text\": \(JSONWriter.write(.string($0)))}" } ?? ""
    return "{\"startedDateTime\": \"\(time)\", \"request\": {\"method\": \"GET\", \"url\": "
      + JSONWriter.write(.string(url)) + data + "}, \"response\": {\"status\": \(status)}}"
  }

  private static func har(_ entries: String...) -> String {
    "{\"log\": {\"version\": \"1.2\", \"pages\": [], \"entries\": ["
      + entries.joined(separator: ", ") + "], \"_more\": {}}}"
  }

  private static func capture(_ text: String) throws -> Capture {
    try Capture(Array(text.utf8))
  }

  private static func titles(_ text: String) throws -> [String] {
    try capture(text).hits.map { "\($0.number) \($0.typeName) \($0.title)" }
  }

  private static let collect = "https://ssl.google-analytics.com/collect"

  // MARK: Forms

  private static let home = "\(common)&t=screenview&cd=Home&z=1"
  private static let press = "\(common)&t=event&ec=ui&ea=press&z=2"

  static let forms: [(String, String)] = [
    ("a GET", har(entry("\(collect)?\(home)"))), ("a POST", har(entry(collect, body: home))),
    ("a byte order mark", "\u{FEFF}" + har(entry("\(collect)?\(home)"))),
    ("another host of Google", har(entry("http://www.google-analytics.com:80/collect?\(home)"))),
    (
      "the parameters of a form",
      har(
        "{\"request\": {\"url\": \"\(collect)\", \"postData\": {\"params\": ["
          + home.split(separator: "&").map { pair in
            let parts = pair.split(separator: "=")
            return "{\"name\": \"\(parts[0])\", \"value\": \"\(parts[1])\"}"
          }.joined(separator: ", ") + "]}}}")
    ),
    (
      "base 64",
      har(
        "{\"request\": {\"url\": \"\(collect)\", \"postData\": {\"encoding\": \"base64\", "
          + "\"text\": \"dj0xJnRpZD1VQS0xLTEmY2lkPTMmdD1zY3JlZW52aWV3JmNkPUhvbWU=\"}}}")
    ),
    (
      "a session of Charles",
      "[{\"status\": \"COMPLETE\", \"host\": \"ssl.google-analytics.com\", \"path\": "
        + "\"/collect\", \"query\": \"\(home)\", \"response\": {\"status\": 200}}]"
    ),
    (
      "a body in a session of Charles",
      "[{\"host\": \"ssl.google-analytics.com\", \"path\": \"/batch\", \"query\": null, "
        + "\"request\": {\"body\": {\"text\": \"\(home)\"}}}]"
    ),
    ("a query", home), ("an address", "\(collect)?\(home)"),
    ("a command", "curl '\(collect)' --data '\(home)'"),
  ]

  @Test(arguments: forms)
  func aHitIsFoundIn(_ form: String, _ text: String) throws {
    #expect(try Self.titles(text) == ["1 screen Home"], "\(form)")
  }

  /// The words of a hit are made when somebody reads them, from all that it says: also a name that
  /// comes twice.
  @Test func theWordsOfAHitNameEveryParameter() throws {
    for text in [Self.home, Self.home + "&cd=Again&x=1"] {
      let hit = try #require(try Self.capture(text).hits.first)
      #expect(hit.told == CapturedHits(text).hits.first)
      #expect(hit.fields["&cd"] == "Home")
    }
  }

  @Test func hitsStandInTheOrderInWhichTheyWereMade() throws {
    let text = Self.har(
      Self.entry(Self.collect + "?\(Self.home)", at: "2014-03-01T10:00:05.5+00:00"),
      Self.entry(
        "https://ssl.google-analytics.com/batch",
        body: "\(Self.press)&qt=60000\n\(Self.common)&t=screenview&cd=Cart&qt=1000&z=3\n",
        at: "2014-03-01T11:00:10.123456+01:00"))
    #expect(
      try Self.titles(text) == ["1 event ui press", "2 screen Home", "3 screen Cart"])
    let made = try Self.capture(text).hits.map { $0.made?.milliseconds }
    #expect(made == [1_393_668_010_123 - 60_000, 1_393_668_005_500, 1_393_668_009_123])
  }

  @Test func othersAreCountedByTheirHostsAlone() throws {
    let capture = try Self.capture(
      Self.har(
        Self.entry(Self.collect + "?\(Self.home)"),
        Self.entry("https://user:secret@ads.example.com/private?me=1"),
        Self.entry("https://ADS.example.com/again"), Self.entry("https://cdn.example.com/"),
        Self.entry("https://www.google-analytics.com/g/collect?v=2&tid=G-1&t=event"),
        Self.entry("https://region1.app-measurement.com/a", body: "\u{1F}\u{FFFD}")))
    #expect(capture.hits.count == 1 && capture.requestCount == 6)
    #expect(capture.firebaseUploads == 1)
    #expect(
      Array(capture.foreign.elements.map { "\($0.key) \($0.value)" }) == [
        "ads.example.com 2", "cdn.example.com 1", "www.google-analytics.com 1",
      ])
  }

  @Test(arguments: [
    ("5", "entry 1 has no request"), ("{}", "entry 1 has no request"),
    ("{\"request\": {\"url\": 7}}", "entry 1 has no URL in request.url"),
    ("{\"request\": {\"url\": \"about:blank\"}}", "entry 1 has no URL in request.url"),
    (entry(collect), "entry 1 was sent to the collector without a hit"),
    (entry(collect, body: "\u{1}\u{2}"), "entry 1 has a body that is compressed or not text"),
  ])
  func anEntryThatCannotBeReadIsNamed(_ entry: String, _ words: String) throws {
    let capture = try Self.capture(Self.har(entry, Self.entry("\(Self.collect)?\(Self.home)")))
    #expect(capture.unread == [words] && capture.unreadCount == 1)
    #expect(capture.hits.map(\.entry) == [2])
  }

  @Test func anEntryThatIsTooLongIsNamed() throws {
    try anEntryThatCannotBeReadIsNamed(
      Self.entry(Self.collect, body: Self.home + String(repeating: "&a=1", count: 300_000)),
      "entry 1 has more than 1048576 bytes")
  }

  @Test(arguments: [
    ("", "is empty"), ("{\"a\": 1}", "is JSON without log.entries"),
    ("{\"log\": []}", "is JSON without log.entries"),
    ("{\"log\": {\"entries\": [" + String(repeating: "[", count: 600), "is not complete JSON: "),
    ("{\"log\" 5}", "is not complete JSON: line 1, column 8: found '5}', expected ':'"),
  ])
  func aBrokenFileIsRefused(_ text: String, _ words: String) throws {
    let error = #expect(throws: CaptureError.self) { try Self.capture(text) }
    #expect(error?.sentence.hasPrefix(words) == true, "\(error?.sentence ?? "")")
  }

  /// The entries before the end of a cut file are read, and what follows them is lost.
  @Test func aCutFileHasItsWholeEntries() throws {
    let whole = Self.har(Self.entry("\(Self.collect)?\(Self.home)"), Self.entry("https://a.b/c"))
    for count in [9, 40] {
      let capture = try Self.capture(String(whole.dropLast(count)))
      #expect(capture.hits.count == 1)
      let finding = try #require(capture.findings.first)
      #expect(finding.isFault && finding.sentence.contains("not complete JSON, after entry "))
    }
  }

  @Test(arguments: [
    ([UInt8]([0x1F, 0x8B, 8, 0]), "is compressed by gzip"),
    ([0xFF, 0xFE, 0x7B, 0], "is not complete JSON"),
    ([0x50, 0x4B, 3, 4, 0], "is not a readable capture"),
  ])
  func otherBytesAreRefused(_ bytes: [UInt8], _ words: String) throws {
    let error = #expect(throws: CaptureError.self) { try Capture(bytes) }
    #expect(error?.sentence.hasPrefix(words) == true)
  }

  // MARK: Faults

  private static func faults(_ text: String) throws -> [String] {
    try capture(text).findings.map { "\($0.fault.code) \($0.hits)" }
  }

  @Test(arguments: [
    (home, []), (press, []), ("\(common)&t=exception&exd=x", []), ("\(common)&t=data", []),
    ("tid=UA-1-1&cid=1&t=exception", ["no-version [1]"]),
    ("v=1&cid=1&t=exception", ["no-property [1]"]),
    ("v=1&tid=G-ABC&cid=1&t=exception", ["bad-property [1]"]),
    ("v=1&tid=UA-1-1&t=exception", ["no-client [1]"]),
    ("v=1&tid=UA-1-1&uid=u&t=exception", []), ("v=1&tid=UA-1-1&cid=1", ["no-type [1]"]),
    ("\(common)&t=lunch", ["unknown-type [1]"]),
    ("\(common)&t=event&ec=ui", ["missing-field [1]"]),
    ("\(common)&t=screenview&cd", ["missing-field [1]"]),
    ("\(common)&t=transaction&tr=5", ["missing-field [1]"]),
    ("\(common)&t=item&ti=1&in=a&ip=x&iq=1.5", ["bad-number [1]", "bad-number [1]"]),
    ("\(press)&ev=-1", ["bad-number [1]"]), ("\(press)&ev=7&cd201=x", ["index-out-of-range [1]"]),
    ("\(press)&cd1=" + String(repeating: "x", count: 151), ["too-long [1]"]),
    ("\(press)&cd1=" + String(repeating: "x", count: 150), []),
    ("\(press)&pr1nm=" + String(repeating: "%C3%A9", count: 251), ["too-long [1]"]),
    ("\(press)&xyz=" + String(repeating: "x", count: 8192), ["too-large [1]"]),
    ("\(home)\n\(home)&qt=5", ["sent-twice [2]"]),
    ("\(home)&ht=1000\n\(common)&t=screenview&cd=Home&z=9&ht=1500", ["made-twice [2]"]),
    ("\(home)&ht=1000\n\(common)&t=screenview&cd=Home&z=9&ht=2500", []),
    ("\(home)&qt=14400001&ht=36000000", ["overdue [1]"]),
    // Made at 23:59 and sent after four hours; made at 22:00, and sent at 03:59 and at 04:01.
    ("\(home)&ht=86340000&qt=14400000", []), ("\(home)&ht=79200000&qt=21540000", ["overdue [1]"]),
    ("\(home)&ht=79200000&qt=21660000", ["late [1]"]),
  ])
  func whatIsWrongIsTold(_ text: String, _ found: [String]) throws {
    #expect(try Self.faults(text) == found)
  }

  /// A line without a zone has that which the time in its hit says.
  @Test(arguments: [
    ("11-28 18:45:37.801", 3600), ("11-28 23:15:38.900", 19_800), ("11-28 17:40:37.801", 0),
  ])
  func aHitSaysTheZoneOfItsLine(_ time: String, _ seconds: Int) throws {
    let line =
      "\(time)  1  2 D GAv4    : Hit delivery requested: ht=1480355137801, t=event, v=1\n"
    #expect(try Self.capture(line).hits.map { $0.sent?.offsetSeconds } == [seconds])
  }

  /// What is refused is lost, or arrives when the phone tries again.
  @Test(arguments: [
    ([200], []), ([302], ["refused [1]"]), ([304], []), ([404], ["refused [1]"]),
    ([0], ["refused [1]"]), ([503, 200], []), ([503, 503, 200], []),
    ([503, 503], ["refused [1, 2]"]), ([200, 200], ["sent-twice [2]"]),
    ([0, 200], ["sent-twice [2]"]),
  ])
  func anAnswerThatIsNoneIsTold(_ statuses: [Int], _ found: [String]) throws {
    let text = statuses.map { Self.entry("\(Self.collect)?\(Self.home)", status: $0) }
    #expect(
      try Self.faults(
        "{\"log\": {\"entries\": [\(text.joined(separator: ", "))]}}") == found)
  }

  /// Numbers of milliseconds at the ends of their range say nothing, and end nothing.
  @Test(arguments: [
    "\(home)&qt=9223372036854775807", "\(home)&ht=9223372036854775807&qt=1",
    "\(home)&ht=253402300799999&qt=9223372036854775807", "\(home)&qt=-9223372036854775808",
  ])
  func timesOutOfAllRangesAreNone(_ hit: String) throws {
    let text = Self.har(
      Self.entry("\(Self.collect)?\(hit)", at: "9999-12-31T23:59:59.999-23:59"),
      Self.entry("\(Self.collect)?\(hit)", at: "0000-01-01T00:00:00Z"),
      Self.entry("\(Self.collect)?\(hit)", at: "2014-13-01T00:00:00Z"))
    for text in [text, hit] {
      let capture = try Self.capture(text)
      #expect(!capture.hits.isEmpty && capture.findings.count < 5)
    }
  }

  @Test func hitsOfOneFaultShareItsSentence() throws {
    let lines = (1...12).map { "v=1&tid=UA-1-1&cid=1&t=event&ea=\($0)&z=\($0)" }
    let finding = try #require(try Self.capture(lines.joined(separator: "\n")).findings.first)
    #expect(finding.place == "hits 1, 2, 3, 4, 5, 6, 7, 8 and 4 more")
    #expect(
      finding.sentence
        == "a hit of type event needs event category (&ec), so it is in no report: fill it in")
  }
}
