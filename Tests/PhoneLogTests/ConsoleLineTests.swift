import OrderedCollections
import TagRuntime
import Testing

@testable import PhoneLog

/// The table of lines: what is printed from it is read back as itself.
@Suite struct ConsoleLineTests {
  private static let lines = Array(ConsoleLine.all.enumerated())
  private static let values = ["Alpha", "Beta", "Gamma", "Delta", "Epsilon"]

  /// What stands before a line on its platform, or on both.
  private static func heads(of line: ConsoleLine) -> [String] {
    let logcat = "05-02 12:18:29.017 16262 16447 "
    let xcode = "2024-05-02 12:18:29.017129+0200 Shop[1796:898990] "
    switch line.tag {
    case "GoogleTagManager":
      let (ios, android) = (xcode + "GoogleTagManager info: ", logcat + "I GoogleTagManager: ")
      return line.platform.map { $0 == .ios ? [ios] : [android] } ?? [ios, android]
    case "GoogleAnalytics": return [xcode + "INFO: GoogleAnalytics 3.17 -[GAI send] (G.m:1): "]
    case "GAv4": return [logcat + "D GAv4    : ", "D/GAv4    ( 1200): "]
    case "Firebase": return [xcode + "10.1.0 - [FirebaseAnalytics]", "<FIRAnalytics/DEBUG> "]
    case "FA": return [logcat + "V FA      : ", "V/FA-SVC  ( 1200): "]
    default: return [xcode, ""]
    }
  }

  @Test func everyLineIsReadBackAsItself() {
    for (place, line) in Self.lines where line.source != .tagsim && !line.literals.isEmpty {
      if line.code?.hasPrefix("any-") ?? false { continue }
      let text = ConsoleLine.filled(line.words, with: Self.values)
      for head in Self.heads(of: line) {
        let mark = LineScanner.shared.marks(in: Array((head + text).utf8)[...]).first
        #expect(
          mark?.place == place, "\(head)\(text) is read as \(String(describing: mark?.place))")
      }
      #expect(LineScanner.shared.line(in: text)?.words == line.words, "\(text)")
    }
  }

  /// The simulation prints by its codes.
  @Test(arguments: LogCode.allCases) func aCodeIsReadBack(_ code: LogCode) {
    let record = LogRecord(code, Self.values)
    guard record.source != .tagsim else { return }
    #expect(LineScanner.shared.line(in: record.text)?.code == code.rawValue)
    #expect(!code.line.meaning.isEmpty && code.line.level != nil)
  }

  @Test func everyWarningIsAFindingWithARemedy() {
    for (_, line) in Self.lines where line.source != .tagsim && !line.literals.isEmpty {
      let text = Self.heads(of: line)[0] + ConsoleLine.filled(line.words, with: Self.values)
      let flaws = PhoneLogTests.record(of: text).flaws.filter {
        $0.kind == .sdkFault || $0.kind == .sdkRemark
      }
      let isTold = line.isFault || line.isListed
      #expect(
        flaws.map(\.kind) == (isTold ? [line.isFault ? .sdkFault : .sdkRemark] : []), "\(text)")
      #expect(flaws.allSatisfy { $0.sentence.hasSuffix(line.meaning) }, "\(text)")
    }
  }

  @Test func theTableIsWhole() {
    let words = ConsoleLine.all.filter { !$0.literals.isEmpty }.map { $0.tag + " " + $0.words }
    #expect(Set(words).count == words.count)
    #expect(ConsoleLine.all.allSatisfy { $0.meaning.hasSuffix(".") })
    let codes = LogCode.allCases.map(\.rawValue)
    #expect(codes.allSatisfy { ConsoleLine.places[$0] != nil })
    // A hint is one of the simulation: nothing else can print it.
    let hints = ConsoleLine.all.filter { $0.source == .tagsim }.compactMap(\.code)
    #expect(Set(hints).isSubset(of: codes))
  }

  /// Lines that the table lacks, which an SDK writes as warnings or errors, and lines of others.
  @Test(arguments: [
    ("06-03 18:20:04.310  7700  7731 W GoogleTagManager: A new sentence", true),
    ("2021-03-04 10:15:22.031 8123-8190/com.example.shop E/FA: A new sentence", true),
    ("2024-02-07 11:30:15.204 12873-12931 FA   com.example.shop   W  A new sentence", true),
    ("E/GAv4 ( 7700): A new sentence", true), ("GoogleTagManager error: A new sentence", true),
    ("ERROR: GoogleAnalytics 3.17 -[GAI x] (G.m:1): A new sentence", true),
    ("10.22.1 - [FirebaseAnalytics][I-ACS013099] A new sentence", true),
    ("<Error> [Firebase/Analytics][I-ACS023033] A new sentence", true),
    ("Jun  8 15:26:57 phone Shop(Utilities)[278] <Error>: 11.3.0 - [FirebaseAnalytics] New", true),
    ("Jun  8 15:26:57 phone Shop(FirebaseAnalytics)[278] <Fault>: A new sentence", true),
    ("2024-05-02 12:18:29.017129+0200 0x1a2b Error 0x0 278 0 Shop: (Firebase) New", true),
    ("2024-05-02 12:18:29.017 E  Shop[278:1a2b] (FirebaseAnalytics) A new sentence", true),
    ("Jun  8 15:26:57 phone Shop(FirebaseAnalytics)[278] <Notice>: A new sentence", false),
    ("Jun  8 15:26:57 phone Shop[278] <Error>: the app's own words about GoogleTagManager", false),
    ("Jun  8 15:26:57 phone Shop[278] <Warning>: GoogleTagManager info: A new sentence", false),
    ("2024-05-02 12:18:29.017 El Pais[278:1a2b] [FirebaseAnalytics] A new sentence", false),
    ("06-03 18:20:04.310  7700  7731 I FA      : A new sentence", false),
    ("06-03 18:20:04.310  7700  7731 W Wifi    : No network", false),
    ("06-03 18:20:04.310  7700  7731 E chromium: GoogleTagManager error: x", false),
    ("06-03 18:20:04.310  7700  7731 V MyLogger: Discarding hit. No: reason", false),
    ("06-03 18:20:04.310  7700  7731 D OkHttp  : POST status: 503", false),
    ("2014-11-03 14:02:51.220 Shop[612:60b] GET status: 503", false),
    ("06-03 18:20:04.310  7700  7731 E Shop    : Loading container failed: none", false),
  ])
  func aWarningThatIsNotInTheTable(_ line: String, _ isFault: Bool) {
    #expect(PhoneLogTests.record(of: line).flaws.map(\.kind) == (isFault ? [.sdkFault] : []))
  }

  @Test func aHeaderNamesTheSDK() {
    let head = "[ 06-03 18:20:04.310  7700: 7731 E/FA       ]\n"
    for line in ["App is missing INTERNET permission", "A new sentence"] {
      #expect(PhoneLogTests.record(of: head + line + "\n").flaws.map(\.kind) == [.sdkFault])
    }
  }

  @Test func theContainerThatFailsIsNoLoadedOne() {
    let record = PhoneLogTests.record(
      of: "GoogleTagManager warning: Loading container failed: GTM-AB12CD has expired")
    #expect(record.facts.isEmpty && record.namesFaults)
  }

  /// Android repeats a hit where it stores it and where it hands it over.
  @Test(arguments: [
    "Hit saved to database. db-id, hit: 7, ", "Hit sent do device AnalyticsService for delivery: ",
    "Delivering hit: ", "A new sentence: ",
  ])
  func aRepeatedHitIsOne(_ words: String) {
    let fields = "ht=1480355137801, _s=48, cd=init, t=screenview, tid=UA-1111111-6, v=1, av=2"
    let record = PhoneLogTests.record(
      of: ["Hit delivery requested: ", words].map { "D/GAv4 ( 3599): \($0)\(fields)" }
        .joined(separator: "\n"))
    #expect(record.hits.count == 1 && record.hits[0]["t"] == "screenview" && record.flaws.isEmpty)
  }

  /// A finding quotes the reason or the code, but not the values that each line has others of.
  @Test(arguments: [
    (
      "W/GAv4 ( 1): Discarding hit. Missing tracking id: ht=%, v=1",
      "\"Discarding hit. Missing tracking id: …\"", 1
    ),
    ("V/FA-SVC ( 1): Network upload failed. Will retry later. code, error: 503, %", "503, …", 1),
    ("D/GAv4 ( 1): POST status: 503", "\"POST status: 503\"", 1),
    ("E/GAv4 ( 1): Error storing a hit: %", "Error storing a hit: 1\"", 9),
    ("I/GAv4 ( 1): Dry run enabled. Would have sent hit: ht=%, v=1", "sent hit: …", 1),
  ])
  func aFindingQuotesTheReason(_ line: String, _ words: String, _ count: Int) {
    let lines = (1...200).map { line.replacing("%", with: "\($0)") }
    let flaws = PhoneLogTests.record(of: lines.joined(separator: "\n")).flaws
    #expect(flaws.count == count && flaws[0].sentence.contains(words), "\(flaws[0].sentence)")
    #expect(flaws.reduce(0) { $0 + $1.count } == 200)
  }

  @Test func theAnswerMinusOneIsALoss() {
    for status in ["-1", "404", "503"] {
      let record = PhoneLogTests.record(of: "Hit(s) dispatched: HTTP status \(status)")
      #expect(record.namesFaults)
    }
    #expect(PhoneLogTests.record(of: "Hit(s) dispatched: HTTP status 200").flaws.isEmpty)
  }
}
