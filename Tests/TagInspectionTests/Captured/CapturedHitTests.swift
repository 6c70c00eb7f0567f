import TagInspection
import Testing

/// What captured hits say, in the forms in which people hold them.
@Suite struct CapturedHitTests {
  private static let query =
    "ea=Start+Pressed&ul=en&_v=mi3.1.7&dm=x86_64&a=7&cd20&ec=Game+1&_s=343&ds=app&sr=1125x2436"
    + "&t=event&tid=UA-1234-1&v=1&_u=.neoyL&xyz=5&_crc=0&ht=1625729421711&qt=12004&z=42"

  private func field(_ code: String, of text: String = query) -> CapturedHit.Field? {
    CapturedHits(text).hits.first?.fields.first { $0.code == code }
  }

  // MARK: Fields

  @Test(arguments: [
    ("ea", "event action", "Start Pressed", nil), ("ul", "language", "en", nil),
    ("_v", "SDK version", "mi3.1.7", "iOS SDK 3.17"),
    ("dm", "device model", "x86_64", nil), ("cd20", "custom dimension 20", "", nil),
    ("_s", "hit number", "343", "hit number 343 of this app"),
    ("sr", "screen resolution", "1125x2436", "in pixels"), ("t", "hit type", "event", nil),
    ("tid", "tracking id", "UA-1234-1", "property 1 of account 1234"),
    ("v", "protocol version", "1", "the protocol of Universal Analytics"),
    (
      "_u", "SDK calls", ".neoyL",
      "a tracker made, uncaught exceptions switched, the default tracker taken, an event built, "
        + "send: sent by the app itself"
    ),
    ("xyz", nil, "5", nil),
    ("ht", "hit time", "1625729421711", "made at 2021-07-08 07:30:21.711 UTC"),
    ("qt", "queue time", "12004", "12.004 s in the queue, sent at 2021-07-08 07:30:33.715 UTC"),
    ("z", "cache buster", "42", "the same in every attempt to send the hit"),
  ])
  func aFieldIsToldInWords(
    _ code: String, _ name: String?, _ value: String, _ meaning: String?
  ) {
    let field = field(code)
    #expect(field?.name == name)
    #expect(field?.value == value)
    #expect(field?.meaning == meaning)
  }

  @Test(arguments: [
    ("_v=ma5.0.3&t=event", "_v", "Android SDK"),
    ("_v=j99&t=pageview", "_v", "analytics.js of a web page, not an SDK"),
    ("_v=x&t=event", "_v", nil), ("t=event&_v=mi3.1.0&sr=375x667", "sr", "in points"),
    ("t=event&_v=mi3.1.2&sr=375x667", "sr", nil), ("t=lunch", "t", "not a type that the SDK makes"),
    ("tid=G-ABC", "tid", "a Google Analytics 4 id, which does not accept such hits"),
    ("tid=UA-1", "tid", "not a property id, such as UA-12345-1"),
    ("t=event&v=2", "v", "not a protocol of this SDK"),
    ("ht=soon", "ht", nil), ("ht=9223372036854775807", "ht", "made at not a time"),
    ("ht=9223372036854775807&qt=9223372036854775807", "qt", "9223372036854776 s in the queue"),
    ("ht=-5", "ht", "made at not a time"), ("t=event&qt=-1", "qt", nil),
    ("t=event&_u=7nBL", "_u", nil), ("t=event&sc=start", "sc", "a session begins"),
    ("t=event&aip=0", "aip", "present, so the IP address is anonymized, whatever the value"),
    ("t=event&ni=true", "ni", "neither 1 nor 0: no documented meaning"),
    ("t=event&sc=stop", "sc", "neither start nor end: ignored"), ("t=event&ni=0", "ni", "no"),
    ("v=1&_v=ma4.0.0&t=event&_u=.7nBL", "_u", "letters for calls; known on iOS only"),
  ])
  func whatAValueSays(_ text: String, _ code: String, _ meaning: String?) {
    #expect(field(code, of: text)?.meaning == meaning)
  }

  @Test(arguments: [
    (
      query,
      "event \"Game 1 / Start Pressed\", iOS SDK 3.17, sent by the app itself, sent at "
        + "2021-07-08 07:30:33.715 UTC"
    ),
    (
      "v=1&_v=mi3.1.4&t=screenview&cd=Home&_u=.7nBL",
      "screen view \"Home\", iOS SDK 3.14, sent by a GTM tag"
    ),
    ("v=1&_v=ma4.0.0&t=event&_u=.7nBL", "event, Android SDK"),
    ("t=transaction&ti=T1", "transaction \"T1\""),
    ("t=item&in=Shoe", "transaction item \"Shoe\""),
    ("t=lunch", "hit of type lunch"), ("tid=UA-1-1", "hit without a type"),
  ])
  func aHitIsSummedUp(_ text: String, _ summary: String) {
    #expect(CapturedHits(text).hits.map(\.summary) == [summary])
  }

  // MARK: Forms

  /// A query in a line of something else ends with its quotes, or where a blank comes.
  @Test(arguments: [
    "curl 'https://ssl.google-analytics.com/collect' -H 'x: y' --data 'v=1&t=event&ea=a+b'",
    "curl -d \"v=1&t=event&ea=a+b\" https://ssl.google-analytics.com/collect",
    "10.0.0.1 - - [x] \"GET /collect?v=1&t=event&ea=a+b HTTP/1.1\" 200 35",
    "I/GAv4: hit v=1&t=event&ea=a+b sent ok", "{\"hit\":\"v=1&t=event&ea=a+b\",\"x\":1}",
    "\u{FEFF}v=1&t=event&ea=a+b", "v=1&t=event&ea=a b",
  ])
  func aQueryIsCutOutOfItsLine(_ text: String) {
    let fields = CapturedHits(text).hits.map { $0.fields.map { [$0.code, $0.value] } }
    #expect(fields == [[["v", "1"], ["t", "event"], ["ea", "a b"]]])
  }

  @Test(arguments: [
    "t=event&ea=a+b", "  't=event&ea=a%20b'  ", "\"t=event&ea=a b\"", "?t=event&ea=a+b",
    "https://ssl.google-analytics.com/collect?t=event&ea=a+b#x", "/collect?t=event&ea=a+b",
    "GET /collect?t=event&ea=a+b HTTP/1.1\r\nHost: ssl.google-analytics.com\r\nAccept: */*\r\n\r\n",
    "POST /batch HTTP/1.1\nContent-Length: 15\n\nt=event&ea=a+b", "t=event&ea=a+b%@",
    "curl 'https://ssl.google-analytics.com/collect?t=event&ea=a+b' -H 'a: b'",
    """
    VERBOSE: GoogleAnalytics 3.14 -[GAIBatchingDispatcher persist:] (x.m:517): Saved hit: {
        parameters =     {
            "&ea" = "a b";
            "&t" = event;
        };
        gaiVersion = "3.14";
        timestamp = "2016-03-01 10:00:00 +0000";
    }
    """,
  ])
  func eachFormIsRead(_ text: String) {
    let captured = CapturedHits(text)
    #expect(captured.hits.count == 1)
    #expect(captured.unread == [])
    let fields = captured.hits.first?.fields.map { [$0.code, $0.value] }
    #expect(fields?.sorted { $0[0] < $1[0] } == [["ea", "a b"], ["t", "event"]])
  }

  @Test func aBatchIsALineForEach() {
    let captured = CapturedHits("t=event&ea=1\nnonsense\nt=event&ea=2\n\na=b")
    #expect(captured.hits.map(\.summary) == ["event \"1\"", "event \"2\""])
    #expect(captured.unread == ["nonsense", "a=b"])
    #expect(captured.lines.filter { $0.hasPrefix("Hit ") }.count == 2)
  }

  @Test func savedHitsOfALogFollowEachOther() {
    let log = """
      Saved hit: {
      "&t" = event;
      "&cd" = "Caf\\U00e9 \\"x\\"\\\\";
      }
      Saved hit: {
      "&t" = screenview;
      "&cd20" = "";
      }
      """
    let hits = CapturedHits(log).hits
    #expect(
      hits.map { $0.fields.map(\.value) } == [["event", "Café \"x\"\\"], ["screenview", ""]])
  }

  @Test(arguments: [
    "", "\n\n", "=", "&&&", "?", "hello", "{\"t\": \"event\"}", "\u{0}", "https://a.example/?a=b",
    "GET /collect HTTP/1.1", "Host: x", "\"", "curl 'x?", "t=\u{1}5",
    "\u{1}\u{2}=x&\u{FFFD}\u{3}=y&t=\u{FFFD}",
  ])
  func whatIsNoHitIsNone(_ text: String) { #expect(CapturedHits(text).hits == []) }

  // MARK: Bounds

  @Test func everythingIsBounded() {
    let many = Array(repeating: "t=event", count: 300).joined(separator: "\n")
    #expect(CapturedHits(many).hits.count == 200 && CapturedHits(many).leftOut == 100)
    #expect(CapturedHits(many).lines.last == "and 100 more hits")
    let wide = "t=event" + (1...600).map { "&x\($0)=1" }.joined()
    let hit = CapturedHits(wide).hits.first
    #expect(hit?.fields.count == 500 && hit?.leftOut == 101)
    let long = "t=event&el=" + String(repeating: "x", count: 5000)
    let value = CapturedHits(long).hits.first?.fields.last?.value
    #expect(value?.hasSuffix("… (3000 more characters)") == true)
  }

  @Test func aPageHasColumns() {
    #expect(
      CapturedHits("t=event&ea=go&xyz&_u=.7nBL").lines == [
        "event \"go\", sent by a GTM tag", "  t    hit type      event",
        "  ea   event action  go", "  xyz  (unknown)     (empty)",
        "  _u   SDK calls     .7nBL  (the tracker of the firing before closed, a tracker made, "
          + "setAll, send: sent by a GTM tag)",
      ])
  }

  /// A whole hit is judged by the collector's rules; a part of one is only read.
  @Test func aWholeHitSaysWhyItIsInNoReport() {
    let hit = "v=1&tid=UA-1-1&cid=1&t=event&ec=a&ea=b&ev=5.99&ht=1735700000000"
    #expect(
      CapturedHits(hit).lines.suffix(2) == [
        "  in no report: its event value (&ev) \"5.99\" is not a whole number, 0 or more",
        "  in no report: Universal Analytics no longer processes hits",
      ])
    #expect(CapturedHits("t=event&ev=5.99").hits.first?.faults == [])
  }

  @Test func machinesGetTheSame() {
    #expect(
      CapturedHits("utt=5&t=timing&xyz=1").json
        == #"{"hits": [{"summary": "timing", "leftOutFields": 0, "fields": ["#
        + #"{"code": "utt", "name": "timing value", "value": "5", "meaning": "milliseconds"}, "#
        + #"{"code": "t", "name": "hit type", "value": "timing", "meaning": null}, "#
        + #"{"code": "xyz", "name": null, "value": "1", "meaning": null}], "inNoReport": []}], "#
        + #""leftOutHits": 0}"#)
  }
}
