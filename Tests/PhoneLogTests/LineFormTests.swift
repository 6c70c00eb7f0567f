import OrderedCollections
import PhoneLog
import TagRuntime
import Testing

/// The forms of lines: what stands before a message, and the times in it.
struct LineFormTests {
  private static let event = "Logging event (FE): buy, Bundle[{a=1}]"

  /// Logs as JSON, with the name of the event, its parameter, its time and its app's tag.
  @Test(arguments: [
    """
    {"metadata": {}, "logcatMessages": [{"header": {"logLevel": "VERBOSE", "pid": 7, "tid": 8,
     "applicationId": "com.example.shop", "tag": "FA", "timestamp": {"seconds": 1714645101,
     "nanos": 7000000}}, "message": "\(event)"}]}
    """,
    """
    {"timestamp": "2024-05-02 10:18:21.007000+0000", "eventMessage": "11.3.0 - [FirebaseAnalytics]\
    [I-ACS023051] Logging event: origin, name, params: app, buy, {\\n    a = 1;\\n}", "processID": 7,
     "processImagePath": "/private/var/Shop"}
    """,
    """
    [{"timestamp": "2024-05-02 10:18:21.007000+0000", "eventMessage": "Processing logged event: buy \
    with parameters: {\\n    a = 1;\\n}"}]
    """,
    """
    {"level": "V", "tag": "FA", "message": "\(event)", "timestamp": "2024-05-02T10:18:21.007Z"}
    {"level": "V", "tag": "FA", "message": "Activity paused
    """,
  ])
  func aLogAsJSONIsRead(_ text: String) throws {
    let record = try #require(PhoneRecord(logOf: Array(text.utf8)))
    #expect(record.events.map(\.event.name) == ["buy"], "\(record.flaws)")
    let event = try #require(record.events.first)
    #expect(event.event.parameters == ["a": "1"] && record.flaws.isEmpty)
    #expect(event.time?.wall(inYear: 2020) == WallTime(milliseconds: 1_714_645_101_007))
    #expect(PhoneRecord(logOf: Array("{\"tag\": [], \"a\": 1}".utf8)) == nil)
  }

  /// A line before whose message a console put something, and the time that this tells.
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let prefix: String
    let time: String?

    init(_ name: String, _ prefix: String, _ time: String?) {
      (self.name, self.prefix, self.time) = (name, prefix, time)
    }

    var testDescription: String { name }
  }

  private static let android = [
    Case("threadtime", "05-02 12:18:29.017 16262 16447 V FA      : ", "05-02 12:18:29.017"),
    Case("threadtime, user", "05-02 12:18:29.017 10112 16262 16447 V FA: ", "05-02 12:18:29.017"),
    Case("year", "2024-05-02 12:18:29.017 16262 16447 V FA-SVC  : ", "2024-05-02 12:18:29.017"),
    Case(
      "zone, fine", "2024-05-02 12:18:29.017123 +0200 16262 16447 V FA  : ",
      "2024-05-02 12:18:29.017+7200"),
    Case("time", "05-02 12:18:29.017 V/FA      (16262): ", "05-02 12:18:29.017"),
    Case("brief", "V/FA      ( 1626): ", nil), Case("tag", "V/FA      : ", nil),
    Case(
      "Android Studio until 2021", "2024-05-02 12:18:29.017 16262-16447/com.example.shop V/FA: ",
      "2024-05-02 12:18:29.017"),
    Case(
      "Android Studio since 2022",
      "2024-05-02 12:18:29.017 16262-16447 FA           com.example.shop     V  ",
      "2024-05-02 12:18:29.017"),
    Case("colour", "\u{1B}[32m05-02 12:18:29.017 16262 16447 V FA: ", "05-02 12:18:29.017"),
    Case("epoch", "1714645109.017 16262 16447 V FA  : ", "2024-05-02 10:18:29.017+0"),
    Case(
      "epoch, fine", "     1714645109.017123 162 164 V FA: ", "2024-05-02 10:18:29.017+0"),
    Case("monotonic", "   431.017 16262 16447 V FA      : ", nil),
    Case("user", "05-02 12:18:29.017 u0_a123 16262 16447 V FA: ", "05-02 12:18:29.017"),
    Case("quoted", "> > 05-02 12:18:29.017 16262 16447 V FA: ", "05-02 12:18:29.017"),
    Case("mark", "\u{FEFF}05-02 12:18:29.017 16262 16447 V FA: ", "05-02 12:18:29.017"),
    Case("thread", "V( 1626: 1630) ", nil),
    Case("flutter run", "[  +12 ms] V/FA      (16262): ", nil),
    Case("Titanium", "[INFO]  FA: ", nil), Case("nothing", "", nil),
  ]

  @Test(arguments: android)
  func anAndroidLineIsReadWithAnyPrefix(_ line: Case) throws {
    let text = line.prefix + "Logging event (FE): play, Bundle[{station=Uno}]\n"
    // Some consoles name the app, too.
    let entries = entries(of: text)
    let event = try #require(entries.first?.event)
    #expect(entries.compactMap(\.event).count == 1 && event.name == "play")
    #expect(event.parameters == ["station": "Uno"])
    #expect(entries[0].time.map(words) == line.time)
  }

  private static let apple = [
    Case(
      "Xcode", "2024-05-02 12:18:29.017129+0200 Shop[1796:898990] 10.1.0 - ",
      "2024-05-02 12:18:29.017+7200"),
    Case("Xcode 15", "10.27.0 - ", nil),
    Case(
      "standard error", "2024-05-02 12:18:29.017 Shop[1796] <Debug> ", "2024-05-02 12:18:29.017"),
    Case(
      "a name with a blank", "2024-05-02 12:18:29.017 My Shop[1796:60b] ", "2024-05-02 12:18:29.017"
    ),
    Case("syslog", "Jun  8 15:26:57 phone Shop[278] <Notice>: ", "06-08 15:26:57.000"),
    Case(
      "idevicesyslog", "Jun  8 15:26:57.250101 Shop(FirebaseAnalytics)[278] <Notice>: ",
      "06-08 15:26:57.250"),
    Case(
      "log stream",
      "2024-05-02 12:18:29.017129+0200 0x1a2b3c   Default     0x0    278    0    Shop: (Fb) ",
      "2024-05-02 12:18:29.017+7200"),
    Case(
      "log stream, compact", "2024-05-02 12:18:29.017 Df Shop[278:1a2b] (FirebaseAnalytics) ",
      "2024-05-02 12:18:29.017"),
    Case("flutter", "flutter: ", nil), Case("nothing", "", nil),
  ]

  @Test(arguments: apple)
  func aDictionaryOfIOSIsReadWithAnyPrefix(_ line: Case) throws {
    let text =
      line.prefix
      + "[FirebaseAnalytics][I-ACS023051] Logging event: origin, name, params: app, "
      + "screen_view (_vs), {\n    ga_event_origin (_o) = app;\n    ga_screen (_sn) = My Home;\n"
      + "    ga_screen_id (_si) = -4961246490448229631;\n}\n"
    let entries = entries(of: text)
    let event = try #require(entries.first?.event)
    #expect(entries.count == 1)
    #expect(event.name == "screen_view" && event.shortName == "_vs" && event.origin == "app")
    #expect(event.parameters["ga_screen"] == "My Home" && event.shortNames["ga_screen"] == "_sn")
    #expect(event.ownParameters.keys.elements == ["ga_screen", "ga_screen_id"])
    #expect(entries[0].time.map(words) == line.time)
  }

  /// What a line says of its clock, and its moment by the clock of Greenwich in a log of 2024.
  private static let moments: [(clock: String, moment: String)] = [
    ("05-02 12:18:29.017", "2024-05-02 12:18:29.017"),
    ("2019-05-02 12:18:29", "2019-05-02 12:18:29.000"),
    ("2024-05-02 12:18:29.5", "2024-05-02 12:18:29.500"),
    ("2024-05-02 12:18:29.0179999", "2024-05-02 12:18:29.017"),
    ("2024-05-02 12:18:29,017", "2024-05-02 12:18:29.017"),
    ("2024-05-02T12:18:29.017Z", "2024-05-02 12:18:29.017"),
    ("2024-05-02 12:18:29.017+0200", "2024-05-02 10:18:29.017"),
    ("2024-05-02 12:18:29.017 +05:45", "2024-05-02 06:33:29.017"),
    ("2024-05-02 12:18:29.017-0330", "2024-05-02 15:48:29.017"),
    ("2024-05-02 12:18:29.017-00:30", "2024-05-02 12:48:29.017"),
    ("2024-05-02 23:59:60.000-1000", "2024-05-03 10:00:00.000"),
    ("2024-01-01 00:15:00.000+0030", "2023-12-31 23:45:00.000"),
    ("2024-02-29 12:18:29.017", "2024-02-29 12:18:29.017"),
    ("Jun  8 15:26:57", "2024-06-08 15:26:57.000"),
    ("Dec 31 23:59:59.250101", "2024-12-31 23:59:59.250"),
  ]

  private static func moment(of time: PhoneTime) -> PhoneTime {
    let wall = time.wall(inYear: 2024).milliseconds
    let date = CivilDate(dayNumber: Int(wall / WallTime.millisecondsPerDay))
    var time = time
    (time.year, time.month, time.day, time.offsetSeconds) = (date.year, date.month, date.day, nil)
    time.milliseconds = Int(wall % WallTime.millisecondsPerDay)
    return time
  }

  @Test(arguments: moments) func aClockIsReadToItsMoment(_ clock: String, _ moment: String) {
    let time = entries(of: clock + " Shop[278]: Loading container: GTM-1\n").first?.time
    #expect(time.map { words(Self.moment(of: $0)) } == moment)
  }

  @Test func aHeaderOfLogcatStandsForTheLinesBelow() throws {
    let entries = entries(
      of: """
        [ 05-02 12:18:29.017 16262:16447 V/FA       ]
        Logging event (FE): play, Bundle[{station=Uno}]

        [ 05-02 12:18:30.000 16262:0x403f V/FA       ]
        Logging event (FE): stop, Bundle[{}]

        """)
    #expect(entries.map { $0.event?.name } == ["play", "stop"])
    #expect(
      entries.compactMap(\.time).map(words) == ["05-02 12:18:29.017", "05-02 12:18:30.000"])
  }

  /// Each line of a message has a prefix in logcat, and threads write at the same time.
  @Test func dictionariesOfLogcatThatAreMixedArePutTogether() throws {
    let prefix = { (thread: Int) in "05-02 12:18:29.017 100 \(thread) I GoogleTagManager: " }
    let entries = entries(
      of: [
        prefix(1) + "Sending universal analytics hit: {",
        prefix(2) + "Processing logged event: a "
          + "with parameters: {", prefix(1) + "  \"&t\" = event;", prefix(2) + "  k = 1;",
        prefix(2) + "}", prefix(1) + "}",
      ].joined(separator: "\r\n") + "\r\n")
    #expect(entries.map { $0.event?.parameters ?? [:] } == [["k": "1"], [:]])
    #expect(entries.last?.hit?["t"] == "event")
  }

  /// A piece may end anywhere.
  @Test func piecesOfAnySizeSayTheSame() throws {
    let text = try Samples.iOSSecond + Samples.iOSLegacy + Samples.androidSecond
    let whole = entries(of: text)
    for size in [1, 2, 7, 64, 1000] {
      var reader = PhoneLogReader()
      var pieces: [PhoneEntry] = []
      var rest = Array(text.utf8)[...]
      while !rest.isEmpty {
        pieces += reader.read(rest.prefix(size))
        rest = rest.dropFirst(size)
      }
      #expect(pieces + reader.finish() == whole)
    }
    #expect(whole.count > 10)
  }

  /// The dates of lines in a log, and their years if it is read in 2027.
  private static let turns: [(dates: [String], years: [Int])] = [
    (["12-31 23:59:59.000", "01-01 00:00:01.000"], [2026, 2027]),
    // Lines of two sources around midnight.
    (
      ["12-31 23:59:59.000", "01-01 00:00:00.000", "12-31 23:59:59.900", "01-01 00:00:01.000"],
      [2026, 2027, 2026, 2027]
    ),
    (["Dec 31 23:59:59", "Jan  1 00:00:01", "Dec 30 12:00:00"], [2026, 2027, 2026]),
    (
      ["12-31 01:00:00", "03-01 01:00:00", "09-01 01:00:00", "01-01 01:00:00"],
      [2025, 2026, 2026, 2027]
    ),
    (["05-02 12:00:00.000", "05-01 12:00:00.000"], [2027, 2027]),
    (["01-02 12:00:00.000", "11-01 12:00:00.000"], [2027, 2027]),
    (["2019-12-31 23:59:59.000", "2020-01-01 00:00:01.000"], [2019, 2020]),
  ]

  /// A log without years goes on in the next one after New Year's Eve.
  @Test(arguments: turns) func newYear(_ dates: [String], _ years: [Int]) {
    let lines = dates.enumerated().map { number, date in
      "\(date) 16262 16447 V FA      : Logging event (FE): e\(number), Bundle[{}]"
    }
    let record = record(of: lines.joined(separator: "\n") + "\n")
    let first = record.firstYear(present: 2027)
    #expect(
      record.events.compactMap { event in
        event.time.map { time in
          let day = time.wall(inYear: first).milliseconds / WallTime.millisecondsPerDay
          return CivilDate(dayNumber: Int(day)).year
        }
      } == years)
  }

  /// What a hit says of its time decides the year, also where Greenwich is in another one.
  @Test func newYearOfHits() {
    func line(_ date: String, _ stamp: Int) -> String {
      "\(date) 16262 16447 I GAv4    : Dry run enabled. Would have sent hit: ht=\(stamp), "
        + "_v=ma8.4.87, t=screenview, tid=UA-1-1, v=1, a=\(stamp)"
    }
    // 2020-01-01 at 01:00 in Greenwich, and an hour later.
    let record = record(
      of: [
        line("12-31 19:00:00.000", 1_577_840_400_000),
        line("12-31 20:00:00.000", 1_577_844_000_000),
        line("01-01 00:00:01.000", 1_577_858_401_000),
      ].joined(separator: "\n"))
    #expect(record.hits.count == 3)
    #expect(record.firstYear(present: 2027) == 2019)
  }

  @Test func chatterSaysNothing() {
    let chatter = [
      "05-02 12:18:29.017   812  1203 I ActivityManager: START u0 {act=android.intent.action.MAIN}",
      "Jun  8 15:26:57 phone backboardd[67] <Notice>: [HID] [MT] dispatchEvent", "{", "}",
      "  a = 1;",
      "2024-05-02 12:18:29.017129+0200 Shop[1796:898990] Logging in as somebody", "\u{0}\u{FF}", "",
    ]
    #expect(entries(of: chatter.joined(separator: "\n")).isEmpty)
  }
}

/// What a log says, read as one piece.
func entries(of text: String) -> [PhoneEntry] {
  var reader = PhoneLogReader()
  return reader.read(Array(text.utf8)[...]) + reader.finish()
}

/// A time as a test writes it.
func words(_ time: PhoneTime) -> String {
  func padded(_ number: Int, _ width: Int) -> String {
    String(repeating: "0", count: max(0, width - String(number).count)) + String(number)
  }
  let clock = time.milliseconds
  let parts = [clock / 3_600_000, clock / 60_000 % 60, clock / 1000 % 60].map { padded($0, 2) }
  let date = [time.month, time.day].map { padded($0, 2) }.joined(separator: "-")
  return (time.year.map { "\($0)-" } ?? "") + date + " " + parts.joined(separator: ":") + "."
    + padded(clock % 1000, 3) + (time.offsetSeconds.map { "+\($0)" } ?? "")
}

extension PhoneEntry {
  var event: PhoneEvent? { if case .event(let event) = kind { event } else { nil } }
  var hit: PhoneHit? { if case .hit(let hit) = kind { hit } else { nil } }
  var flaw: PhoneFlaw? { if case .flaw(let flaw) = kind { flaw } else { nil } }
}
