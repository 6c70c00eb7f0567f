import Foundation
import OrderedCollections
import TagRuntime
import Testing

/// `tagsim follow`: what a real phone logs and sends, against the container.
struct FollowTests {
  private static func container(_ name: String) -> String {
    CommandLineTool.path("Scenarios/containers/\(name)")
  }

  private static let universal = container("GTM-MV50-v1.json")
  private static let second = container("GTM-RD10-v1.json")
  private static let first = container("GTM-AB12-v7.json")

  private static func xcode(_ second: String) -> String {
    "2024-05-02 12:18:\(second)001+0200 Shop[1796:3] GoogleTagManager info: "
  }

  private static func screen(_ name: String, at second: String) -> String {
    xcode(second) + "Processing logged event: open_screen with parameters: {\n"
      + "    \"_o\" = app;\n    screen = \(name);\n}\n"
  }

  private static func hit(_ name: String, at second: String) -> String {
    xcode(second) + "Sending universal analytics hit: {\n    \"&cd\" = \(name);\n"
      + "    \"&t\" = screenview;\n    \"&tid\" = \"UA-12345-1\";\n}\n"
  }

  /// A screen whose hit is there, one whose hit is another, one without, and a hit of nobody.
  private static let mixed =
    xcode("20.000") + "Loading container: GTM-MV50\n" + screen("Home", at: "21.000")
    + hit("Home", at: "21.050") + screen("ConfirmationScreen", at: "25.000")
    + screen("Cart", at: "28.000") + hit("Carts", at: "28.050") + "other chatter\n"
    + hit("Home", at: "31.000")

  @Test func eachTagThatMustHaveFiredIsLookedFor() throws {
    let scratch = try ScratchFolder()
    let log = try scratch.file("phone.log", Self.mixed)
    let result = try CommandLineTool.run(
      "follow --container \(Self.universal) \(log.path)", code: 1)
    #expect(result.complaint.isEmpty)
    let lines = result.lines
    #expect(lines[0].hasPrefix("\(log.path) against "))
    #expect(lines[1] == "  a phone's log with 3 events and 3 hits (loads the container GTM-MV50)")
    for line in [
      "  event 2: 12:18:25 open_screen by app screen=\"ConfirmationScreen\"",
      "    fires GA screen view, Ads conversion",
      "  ✓ hit screen Home: seen on the phone (GA screen view, at event 1, line 6)",
      "  – pixel: cannot be seen in this log (Ads conversion, at event 2)",
      "  ≠ hit screen Cart: seen, but differs (GA screen view, at event 3, line 19)",
      "    differs: cd is \"Carts\", expected \"Cart\"",
      "  ! hit screen ConfirmationScreen: expected, not seen (GA screen view, at event 2)",
      "  + hit screen Home: seen, not expected (line 25)",
      "  1 seen on the phone; 1 seen, but differs; 1 expected, not seen; 1 seen, not expected; "
        + "1 cannot be seen in this log",
    ] {
      #expect(lines.contains(line), "\(line)\n\(result.output)")
    }
  }

  @Test func whatIsAllThereEndsWellAndSoDoesItsScenario() throws {
    let scratch = try ScratchFolder()
    try scratch.file(
      "phone.log", Self.screen("Home", at: "21.000") + Self.hit("Home", at: "21.050"))
    try scratch.file(
      "GTM-MV50.json", [UInt8](try Data(contentsOf: URL(fileURLWithPath: Self.universal))))
    try scratch.run("follow --container GTM-MV50.json phone.log -o phone.scenario")
    try scratch.run("run phone.scenario")
    let again = try scratch.run(
      "follow --container GTM-MV50.json phone.log -o phone.scenario", code: 4)
    #expect(again.complaint.contains("already exists"))
  }

  /// The tag manager of Android gets the app's events first, and logs what its tags make of them.
  @Test func eventsThatTagsLogAreExpected() throws {
    let scratch = try ScratchFolder()
    let prefix = "05-02 12:18:21.000  900  907 V FA      : "
    let logged =
      prefix + "Passing event to registered event handler (FE): play_station, "
      + "Bundle[{station=Radio Uno, bitrate=192}]\n"
    let passed =
      prefix + "Logging event (FE): play_station, Bundle[{station=Radio Uno, bitrate=192}]\n"
    let made = prefix + "Logging event (FE): listening, Bundle[{station=Radio Uno, genre=news}]\n"
    let other = prefix + "Logging event (FE): surprise, Bundle[{}]\n"
    func follow(_ text: String) throws -> CommandLineTool.Result {
      let log = try scratch.file("phone.log", text)
      return try CommandLineTool.run(["follow", "--container", Self.second, log.path])
    }
    let whole = try follow(logged + made + passed)
    #expect(whole.code == 0, "\(whole.output)\(whole.complaint)")
    #expect(
      whole.lines.contains(
        "  ✓ event listening: seen on the phone (Measure listening, at event 1, line 2)"),
      "\(whole.output)")
    let less = try follow(logged + passed)
    #expect(less.code == 1)
    #expect(
      less.lines.contains(
        "  ! event listening: expected, not seen (Measure listening, at event 1)"),
      "\(less.output)")
    let more = try follow(logged + made + passed + other)
    #expect(more.code == 1)
    #expect(
      more.lines.contains("  + event surprise: seen, not expected (line 4)"), "\(more.output)")
  }

  /// Where the tag manager says nothing its hits cannot be missed.
  @Test func hitsAreNotMissedInALogThatShowsNone() throws {
    let scratch = try ScratchFolder()
    let log = try scratch.file(
      "phone.log", "V/FA ( 1): Logging event (FE): open_screen, Bundle[{screen=Home}]\n")
    let result = try CommandLineTool.run(
      "follow --container \(Self.universal) \(log.path)", code: 5,
      says: "must make can be seen: the log has no line of the tag manager: turn on its log")
    #expect(
      result.lines.contains(
        "  – hit screen Home: cannot be seen in this log (GA screen view, at event 1)"),
      "\(result.output)")
  }

  @Test func phonesOfTheFirstGenerationAreHeldAgainstTheirHits() throws {
    let scratch = try ScratchFolder()
    let common = "_v=ma8.4.87, cid=c-1, tid=UA-12345-1, v=1"
    let log = try scratch.file(
      "phone.log",
      "05-02 12:18:29.0 1 2 V GAv4: Hit delivery requested: ht=1462159108961, _s=3, "
        + "cd=Home Screen, t=screenview, \(common)\n"
        + "05-02 12:18:39.0 1 2 V GAv4: Hit delivery requested: ht=1462159118961, _s=4, "
        + "ea=tap, ec=ui, t=event, \(common)\n")
    let result = try CommandLineTool.run(
      "follow --container \(Self.first) \(log.path)", code: 1)
    #expect(
      result.lines.contains(
        "  ✓ hit screen Home Screen: seen on the phone (GA screen view, line 1)"),
      "\(result.output)")
    #expect(
      result.lines.contains("  + hit event ui tap: seen, not expected (line 2)"),
      "\(result.output)")
  }

  @Test(arguments: ["human", "tap", "json", "junit", "md", "html"])
  func aReportHasWhatIsMissing(_ form: String) throws {
    let scratch = try ScratchFolder()
    let log = try scratch.file("phone.log", Self.mixed.replacing("Cart;", with: "\"<b>\\U001b\";"))
    let result = try CommandLineTool.run(
      "follow --container \(Self.universal) --report \(form) -", code: 1, input: log)
    #expect(result.output.contains("ConfirmationScreen"))
    #expect(!result.output.contains("\u{1B}"))
    if form == "html" || form == "junit" { #expect(!result.output.contains("<b>")) }
    if form == "json" {
      let object = try #require(
        try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
      #expect((object["counts"] as? [String: Int])?["missing"] == 1)
      #expect((object["events"] as? [[String: Any]])?.count == 3)
    }
  }

  @Test func aLogIsReadFromAPipeThatNobodyNames() throws {
    let scratch = try ScratchFolder()
    let log = try scratch.file("phone.log", Self.mixed)
    let result = try CommandLineTool.run(
      "follow --container \(Self.universal)", code: 1, input: log)
    #expect(result.complaint.isEmpty)
    #expect(result.output.hasPrefix("standard input against "))
  }

  /// A log without years goes on after New Year's Eve.
  @Test func newYear() throws {
    let scratch = try ScratchFolder()
    let line = "000 16262 16447 V FA      : Logging event (FE): buy, Bundle[{}]\n"
    let log = try scratch.file("phone.log", "12-31 23:59:59." + line + "01-01 00:00:01." + line)
    for command in ["follow", "import"] {
      let result = try CommandLineTool.run(
        [command, "--container", Self.universal, log.path, "-o", "-"])
      #expect(result.output.contains("\nwait 2s\n"), "\(result.output)")
      #expect(result.output.contains("-12-31T23:58:"))
    }
  }

  @Test func reportsGoToFiles() throws {
    let scratch = try ScratchFolder()
    try scratch.file("phone.log", Self.mixed)
    let result = try CommandLineTool.run(
      [
        "follow", "--container", Self.universal, "phone.log", "--report", "human", "--report",
        "junit=r.xml", "--report", "md=r.md",
      ], in: scratch.url)
    #expect(result.code == 1 && result.output.hasPrefix("phone.log against "))
    let xml = try scratch.text("r.xml")
    #expect(xml.contains("tests=\"5\" failures=\"3\" errors=\"0\" skipped=\"1\""), "\(xml)")
    #expect(xml.hasSuffix("</testsuites>\n"))
  }

  private static let mistakes: [(text: String, container: String, complaint: String)] = [
    ("chatter\n", universal, "there is no hit of Universal Analytics and no pixel"),
    ("V/FA: Logging event (FE): a, Bundle[{}]\n", first, "has no Analytics hit"),
    (
      "V/GAv4: Hit delivery requested: t=event, tid=UA-1-1\n", universal, "has no Firebase event"
    ),
  ]

  @Test(arguments: mistakes)
  func whatCannotBeFollowedIsSaid(_ text: String, _ container: String, _ complaint: String) throws {
    let scratch = try ScratchFolder()
    let log = try scratch.file("phone.log", text)
    let result = try CommandLineTool.run("follow --container \(container) \(log.path)", code: 6)
    #expect(result.output.isEmpty)
    #expect(result.complaint.contains(complaint), "\(result.complaint)")
  }

  /// A log whose lines name a fault is never in order, whatever else is in it.
  @Test(
    arguments: [
      ("W FA", "Failed to invoke Tag Manager's initialize() method: x", "What is wrong", 1),
      ("E FA", "A sentence that nobody knows", "What is wrong", 1),
      ("V FA", "Screen exposed for less than 1000 ms. Event not sent. time: 4", "Healthy apps", 0),
      ("W GoogleTagManager", "No asset file: tagmanager/GTM-AB12 found.", "Healthy apps", 0),
      ("V FA", "Activity paused, time: 5", "Nothing is wrong with it.", 0),
    ] as [(String, String, String, Int32)])
  func faultsThatAnSDKNamesAreFindings(
    _ tag: String, _ line: String, _ told: String, _ code: Int32
  ) throws {
    let head = "06-03 18:20:04.310  7700  7731 "
    let event = head + "V FA: Logging event (FE): login, Bundle[{method=mail}]\n"
    let log = event + head + tag + "      : " + line + "\n"
    let scratch = try ScratchFolder()
    let file = try scratch.file("phone.log", log)
    let imported = try CommandLineTool.run(["import", file.path])
    #expect(imported.code == code && imported.output.contains("1 event"), "\(imported.output)")
    #expect(imported.output.contains(told), "\(imported.output)")
    let followed = try CommandLineTool.run(["follow", "--container", Self.universal, file.path])
    #expect(followed.code == code, "\(followed.output)")
  }

  // MARK: One command

  private static let hits = """
    v=1&_v=mi3.1.7&cid=c&tid=UA-12345-1&t=screenview&cd=Home&ht=1393664400000&z=1
    v=1&_v=mi3.1.7&cid=c&tid=UA-12345-1&t=event&ec=shop&ea=tapBuy&ht=1393664430000&z=2

    """

  /// What both names read: a log, and lines of hits; with and without containers.
  private static let lines = [
    "phone.log", "phone.log --json", "phone.log --container \(universal)", "phone.log -o -",
    "phone.log --container \(universal) --report junit", "phone.log --container \(universal) -o -",
    "hits.txt", "hits.txt --json", "hits.txt --report tap", "hits.txt --hit 2", "hits.txt -o -",
    "hits.txt --container \(first)", "hits.txt --container \(first) --report json",
    "hits.txt --container \(first) --hit 1", "phone.log --container \(first)", "none.log",
  ]

  @Test(arguments: lines)
  func bothNamesSayTheSame(_ line: String) throws {
    let scratch = try ScratchFolder()
    try scratch.file("phone.log", Self.mixed)
    try scratch.file("hits.txt", Self.hits)
    let said = try ["follow", "import"].map {
      try CommandLineTool.run([$0] + line.split(separator: " ").map(String.init), in: scratch.url)
    }
    #expect(said[0].code == said[1].code && said[0].output == said[1].output)
    #expect(said[0].complaint == said[1].complaint && said[0].code != 4, "\(said[0].complaint)")
  }

  /// One schema has what either name had.
  @Test func theJSONHasEachMember() throws {
    let scratch = try ScratchFolder()
    try scratch.file("phone.log", Self.mixed)
    try scratch.file("hits.txt", Self.hits)
    let common = [
      "schema", "file", "log", "container", "form", "lines", "requests", "facts", "phone",
      "firebaseUploads", "foreign", "unreadCount", "unread", "leftOutHits", "leftOutRequests",
      "unplayed", "hits", "findings",
    ]
    let more = [
      "phone.log": ["events"],
      "phone.log --container \(Self.universal)": [
        "events", "matches", "counts",
      ],
      "hits.txt": [],
      "hits.txt --container \(Self.first)": [
        "matches", "counts", "explained", "idleTags", "notLookedUp",
      ],
    ]
    for (line, members) in more.sorted(by: { $0.key < $1.key }) {
      let result = try CommandLineTool.run(
        ["import"] + line.split(separator: " ").map(String.init) + ["--json"], in: scratch.url)
      #expect(Set(try #require(result.json.members).keys) == Set(common + members), "\(line)")
    }
    let schemas = try ["follow", "import"].map { try CommandLineTool.run(["info", "schema", $0]) }
    #expect(schemas[0].output == schemas[1].output && schemas[0].code == 0)
  }

  /// On a terminal the monitor opens only where nothing else is asked for, and never as import.
  @Test(arguments: [
    ("follow --container \(universal)", true), ("import --container \(universal)", false),
    ("follow", false), ("follow --container \(universal) --hit 1", false),
    ("follow --container \(universal) --json", false),
    ("follow --container \(universal) -o -", false),
    ("follow --container \(universal) --report tap", false),
  ])
  func theMonitorOpensOnATerminal(_ line: String, _ opens: Bool) throws {
    let scratch = try ScratchFolder()
    try scratch.file("phone.log", Self.mixed)
    let terminal = try TerminalPair()
    let process = try terminal.start(
      line.split(separator: " ").map(String.init) + ["phone.log"],
      environment: ["TERM": "xterm", "XDG_STATE_HOME": scratch.path("state")], in: scratch.url)
    if opens {
      #expect(terminal.shows("\u{1B}[?1049h"))
      terminal.type("q")
    }
    process.waitUntilExit()
    #expect(process.terminationStatus <= 1)
  }

  /// Users of the second generation have a way in: their log becomes a scenario.
  @Test func importReadsALogOfTheSecondGeneration() throws {
    let scratch = try ScratchFolder()
    let log = try scratch.file("phone.log", Self.mixed)
    let plain = try CommandLineTool.run("import \(log.path)")
    #expect(plain.lines.first == "\(log.path): a phone's log with 3 events and 3 hits")
    #expect(
      plain.lines.contains("  event 1: 12:18:21 open_screen by app screen=\"Home\""),
      "\(plain.output)")
    let tags = try CommandLineTool.run(["import", log.path, "--container", Self.universal])
    #expect(tags.lines.contains("    fires GA screen view, Ads conversion"), "\(tags.output)")
    let path = scratch.path("phone.scenario")
    try CommandLineTool.run("import \(log.path) --container \(Self.universal) -o \(path)", code: 1)
    try CommandLineTool.run("run \(path)")
  }

  /// Seven of eight hits were swallowed where the line ends of a batch had become text.
  @Test func importFindsHitsBehindDamagedLineEnds() throws {
    let scratch = try ScratchFolder()
    let hits = (1...8).map {
      "v=1&_v=mi3.1.7&cid=c-1&tid=UA-12345-1&t=event&ec=ui&ea=tap\($0)&ht=139366440000\($0)&z=\($0)"
    }
    let log = try scratch.file("hits.txt", hits.joined(separator: "%@\\n") + "\n")
    let result = try CommandLineTool.run("import \(log.path)", code: 1)
    #expect(result.lines.first == "\(log.path): lines of hits with 8 hits", "\(result.output)")
    #expect(result.output.contains("the separators before 7 hits are damaged"))
  }
}
