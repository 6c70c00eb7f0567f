import Foundation
import Testing

/// What a log says of the fate and the time of a hit is told, and nothing is called well that is
/// not.
struct EvidenceTests {
  private static let sending =
    "VERBOSE: GoogleAnalytics 3.13 -[GAIBatchingDispatcher dispatch] (GAIBatchingDispatcher.m:632)"
    + ": Sending hit(s) GET: https://ssl.google-analytics.com/collect?v=1&_v=mi3.1.3&an=Shoes"
    + "&av=1.2&t=screenview&cd=Home&cid=c-1&tid=UA-12345-1&ht=1474880614101&z=1\n"

  private static func answer(_ status: Int) -> String {
    "INFO: GoogleAnalytics 3.13 -[GAIBatchingDispatcher didSendHits:response:data:error:] "
      + "(GAIBatchingDispatcher.m:226): Hit(s) dispatched: HTTP status \(status)\n"
  }

  @Test(arguments: [
    (200, "screen  Home  sent", "Nothing is wrong", 0 as Int32),
    (-1, "screen  Home  no answer", "no answer (status -1), but the phone removes it", 1),
    (503, "screen  Home  LOST 503", "the collector answered 503", 1),
    (302, "screen  Home  LOST 302", "often a hotel's login page", 1),
  ])
  func theAnswerIsTheFateOfAHit(
    _ status: Int, _ row: String, _ words: String, _ code: Int32
  ) throws {
    let scratch = try ScratchFolder()
    let log = try scratch.file("app.log", Self.sending + Self.answer(status))
    let result = try CommandLineTool.run("import \(log.path)", code: code, prints: words)
    #expect(result.output.contains(row), "\(result.output)")
    let container = CommandLineTool.path("Scenarios/containers/GTM-AB12-v7.json")
    let follow = "follow --container \(container) \(log.path) --report "
    let junit = try CommandLineTool.run(follow + "junit", code: code)
    #expect(junit.output.contains("failures=\"\(2 * code)\""), "\(junit.output)")
    let human = try CommandLineTool.run(follow + "human", code: code)
    #expect(human.output.contains("[sdk-fault]") == (code == 1), "\(human.output)")
  }

  private static func onAndroid(_ lines: String...) -> String {
    let fields =
      "ht=1480355137801, _s=1, an=Ex, av=1, cd=Home, cid=c, t=screenview, tid=UA-12345-1, v=1"
    return (["D GAv4    : Hit delivery requested: "] + lines).map {
      "06-03 18:20:04.310  77  78 " + $0 + fields + "\n"
    }.joined()
  }

  private static func har(_ url: String, _ status: Int) -> String {
    "{\"log\": {\"entries\": [{\"request\": {\"method\": \"GET\", \"url\": \"https://\(url)\"}, "
      + "\"response\": {\"status\": \(status)}}]}}"
  }

  private static let first = "GTM-AB12-v7.json"
  private static let second = "GTM-MV50-v1.json"
  private static let event =
    "06-03 18:20:04.310  77  78 V FA      : Logging event: origin=app,name=buy,params=Bundle[{}]\n"

  /// `follow` does not call well what was lost, or what a log names as a fault.
  @Test(arguments: [
    (onAndroid(), first, "✓ hit screen Home", 0 as Int32, 0),
    (
      onAndroid("W GAv4    : Discarding hit. It is too large: "), first,
      "LOST: the SDK discarded it", 1, 2
    ),
    (
      onAndroid("I GAv4    : Dry run enabled. Would have sent hit: "), first,
      "differs: not sent: dry run is on", 1, 2
    ),
    (
      onAndroid("D GAv4    : POST bytes, url: 9, https://x/collect "), first, "✓ hit screen Home",
      0, 0
    ),
    (
      onAndroid(
        "D GAv4    : POST bytes, url: 9, https://x/batch ", "D GAv4    : POST status: 503 "),
      first, "not delivered: the answer is 503", 1, 2
    ),
    (
      onAndroid(
        "D GAv4    : POST bytes, url: 9, https://x/batch ", "D GAv4    : POST status: 503 ",
        "D GAv4    : POST bytes, url: 9, https://x/batch ", "D GAv4    : POST status: 200 "),
      first, "✓ hit screen Home", 0, 0
    ),
    (
      onAndroid().replacing(", t=screenview, tid=UA-12345-1, v=1", with: ""), first,
      "no tag makes it", 1, 1
    ),
    (
      event.replacing("buy", with: "open_screen").replacing("{}", with: "{screen=Home}")
        + "06-03 18:20:04.310  77  78 I FA      : Tag Manager is not found and thus will not be "
        + "used\n", second, "built without Tag Manager, so its tags did not run", 5, 0
    ),
    (
      har("ssl.google-analytics.com/collect?v=1&t=screenview&tid=UA-12345-1&cid=c&cd=Home", 404),
      first,
      "≠ hit screen Home: seen, but differs", 1, 1
    ),
    (
      "06-03 18:20:04.310  77  78 E FA      : Missing google_app_id. Firebase Analytics off.\n",
      second, "google_app_id", 1, 1
    ),
    (
      "06-03 18:20:04.310  77  78 I GoogleTagManager: No default container found\n"
        + "06-03 18:20:04.310  77  78 E GAv4    : Error storing a hit: disk full\n", first,
      "disk full", 1, 1
    ),
    (
      "05-02 12:18:21.017 1 2 I GoogleTagManager: Loading container: GTM-OTHER\n"
        + "05-02 12:18:21.017 1 2 V FA      : Logging event (FE): open_screen, Bundle[{screen=A}]"
        + "\n", second, "the log loads GTM-OTHER, and this container is GTM-MV50", 5, 0
    ),
    (
      "05-02 12:18:21.017 1 2 I GoogleTagManager: Loading container: GTM-OTHER\n" + event, second,
      "– container GTM-MV50: cannot be seen", 5, 0
    ),
    (
      event + "E( 1234: 1250) Name is reserved. Type, name: event, ad_click\n"
        + "E( 1234: 1250) Something of another app\n", second, "line 2: the SDK says", 1, 1
    ),
    (
      "06-03 18:20:04.310  77  78 W GAv4    : Discarding hit. Missing hit type: no hit data\n",
      first, "[sdk-fault]", 1, 1
    ),
    (
      event + "06-03 18:20:05.310  77  78 E FA      : Name is reserved. Type, name: event, ad_x\n"
        + "06-03 18:20:05.310  77  78 E FA      : \tat com.google.a.b(Unknown Source)\n", second,
      "Name is reserved", 1, 1
    ),
    (event + event.replacing("Bundle[{}]", with: "Bundle[{a=1, b"), second, "truncated", 1, 1),
    (
      event
        + "06-03 18:20:05.310  77  78 V FA-SVC  : Network upload failed. Will retry later. code, "
        + "error: 500, java.io.IOException\n", second, "Will retry later. code, error: 500, …", 1,
      1
    ),
    (
      event
        + "06-03 18:20:05.310  77  78 V FA-SVC  : Network upload failed. Will retry later. code, "
        + "error: 500, null\n06-03 18:21:05.310  77  78 V FA-SVC  : Successful upload. Got network "
        + "response. code, size: 204, 0\n", second, "Healthy apps have this, too", 0, 0
    ),
  ])
  func whatWasLostIsNotSeen(
    _ text: String, _ container: String, _ words: String, _ code: Int32, _ failures: Int
  ) throws {
    let scratch = try ScratchFolder()
    let log = try scratch.file("app.log", text)
    let path = CommandLineTool.path("Scenarios/containers/" + container)
    let follow = "follow --container \(path) \(log.path) --report "
    let human = try CommandLineTool.run(follow + "human", code: code)
    #expect(human.output.contains(words), "\(human.output)")
    let junit = try CommandLineTool.run(follow + "junit", code: code)
    #expect(junit.output.contains("failures=\"\(failures)\""), "\(junit.output)")
    #expect(junit.output.components(separatedBy: "<failure ").count == failures + 1)
  }

  /// Each phone of a log is reported under its id, and the worst of them decides.
  @Test func phonesThatAlternateAreReportedOneByOne() throws {
    let scratch = try ScratchFolder()
    let hits = [("c-1", "Home"), ("c-2", "Home"), ("c-1", "Home, ec=z, ea=z")].map { id, name in
      Self.onAndroid().replacing("cid=c,", with: "cid=\(id),").replacing("=Home", with: "=\(name)")
        .replacing("ht=1480355137801", with: "ht=\(name.count)")
        .replacing("t=screenview", with: name == "Home" ? "t=screenview" : "t=event")
    }
    let log = try scratch.file("app.log", hits.joined())
    let container = CommandLineTool.path("Scenarios/containers/" + Self.first)
    let follow = "follow --container \(container) \(log.path)"
    let human = try CommandLineTool.run(follow, code: 1, prints: "Phone c-2")
    #expect(human.output.contains("the log of 2 phones"), "\(human.output)")
    let json = try CommandLineTool.run(follow + " --json", code: 1, prints: "{\"phone\": \"c-2\"")
    #expect(json.output.components(separatedBy: "\"schema\"").count == 4)
    let junit = try CommandLineTool.run(follow + " --report junit", code: 1)
    #expect(junit.output.contains("phone c-1") && junit.output.contains("phone c-2"))
    try CommandLineTool.run(follow + " --hit 1", code: 4, says: "is the log of 2 phones (c-1, c-2")
  }

  @Test func aLogOfRemarksOnlySaysThem() throws {
    let scratch = try ScratchFolder()
    let log = try scratch.file(
      "app.log",
      "05-02 12:18:21.017 1 2 I FA      : Tag Manager is not found and thus will not be "
        + "used\n")
    try CommandLineTool.run(
      "import \(log.path)", code: 6, says: "a phone's log with neither events nor hits")
    try CommandLineTool.run("import \(log.path)", code: 6, says: "Tag Manager is not found")
  }

  private static let saved =
    "Jun  8 15:26:57 phone Shop[278] <Warning>: Saved hit: {\n parameters = {\n  \"&v\" = 1;\n"
    + "  \"&an\" = Shop;\n  \"&av\" = 2;\n  \"&t\" = screenview;\n  \"&cd\" = Home;\n"
    + "  \"&cid\" = c;\n  \"&tid\" = \"UA-12345-1\";\n };\n"

  /// A log of 2016 is not of this year; one that does not say its year is judged with that remark.
  @Test(arguments: [
    (" timestamp = \"2016-06-08 06:26:57 +0000\";\n}\n", "Nothing is wrong", 0 as Int32),
    ("}\n", "the log names no year", 1),
  ])
  func aYearThatIsGuessedIsSaid(_ end: String, _ words: String, _ code: Int32) throws {
    let scratch = try ScratchFolder()
    let log = try scratch.file("app.log", Self.saved + end)
    try CommandLineTool.run("import \(log.path)", code: code, prints: words)
  }

  @Test func aHitWithoutAVersionOfItsAppIsSaid() throws {
    let scratch = try ScratchFolder()
    let log = try scratch.file("app.log", Self.sending.replacing("&av=1.2", with: ""))
    try CommandLineTool.run("import \(log.path)", code: 1, prints: "no app version (&av)")
  }
}

// MARK: - Bounds

extension EvidenceTests {
  /// The bounds of the readers by the sentence that names what is beyond them; those that lose
  /// nothing say why.
  private static let bounds: [String: String] = [
    "PhoneLogReader.lineLimit": "the rest is not read",
    "PhoneLogReader.blockLimit": "a dictionary does not end",
    "PhoneLogReader.openLimit": "a dictionary does not end",
    "PhoneLogReader.interruptionLimit": "a dictionary does not end",
    "PhoneLogReader.fieldLimit": "are kept",
    "PhoneLogReader.nameLimit": "lossless: where the SDK is named",
    "PhoneLogReader.shownLimit": "lossless: how much of a line is shown",
    "LinePrefix.nameLimit": "lossless: a longer name is part of the message",
    "PhoneRecord.keptLimit": "left out from here on",
    "PhoneRecord.recentLimit": "lossless: an older hit counts again",
    "PhoneRecord.flawLimit": "findings: split the log",
    "PhoneRecord.madeLimit": "lossless: an older hit counts again",
    "PhoneFlaw+Line.quotedLimit": "lossless: how much of a line is quoted",
    "PhoneLogReader.uploadLimit": "the log ends inside an upload",
    "PhoneRecord+Upload.uploadLimit": "too many for an upload",
    "UploadReader.depthLimit": "the upload is cut or damaged",
    "UploadReader.shownLimit": "lossless: how much of a value is shown",
    "UploadText.headLimit": "lossless: where a form is known by",
    "UploadText.depthLimit": "the upload is cut or damaged",
    "FollowReport.uploadLimit": "more bundles",
    "PropertyText.depthLimit": "a dictionary cannot be read to its end",
    "BundleText.depthLimit": "lossless: what is deeper stays a text",
    "PhoneTraits.nameLimit": "lossless: how much of a name is shown",
    "WaitingList.textLimit": "lossless: how much of a value is shown",
    "PhonePlayer.waitingLimit": "others, the most that can",
    "PhonePlayer.nearLimit": "lossless: a hit that differs from all of these is surplus",
    "PhonePlayer.unplayedLimit": "more lines cannot be played",
    "PhonePlayer+Hits.hitLimit": "not traced",
    "CapturedHit.byteLimit": "is too long for a hit",
    "CapturedHit.hitLimit": "more hits",
    "CapturedHit.fieldLimit": "more fields",
    "CapturedHit.valueLimit": "more characters",
    "HitInversion.wayLimit": "lossless: of a search",
    "HitInversion.candidateLimit": "lossless: of a search",
    "HitInversion.depthLimit": "lossless: of a search",
    "Capture.byteLimit": "limit:",
    "Capture.entryLimit": "more requests not read",
    "Capture.hitLimit": "more hits not shown",
    "Capture.unreadLimit": "more",
    "PhoneFeed.deviationLimit": "more deviations are not listed",
    "FollowReport.rowLimit": "--json has all",
    "FollowReport.hostLimit": "more hosts",
    "Follow.saidLimit": "lossless: how many remarks are told",
    "FollowReport.hostNameLimit": "lossless: how much of a name is shown",
    "PhoneSplit.phoneLimit": "lossless: the last phone has the rest",
    "PhoneRecord.similarLimit": "lossless: how many findings that differ in a value are told apart",
  ]

  private static let readers = [
    "Questions/PhoneLog", "Questions/Following", "Questions/TagInspection/Captured",
    "Program/tagsim/Commands", "Program/tagsim/Running",
  ]

  /// Each bound of a reader is in the table, and its sentence in the sources of the readers.
  @Test func eachBoundOfAReaderIsNamed() throws {
    let root = URL(fileURLWithPath: CommandLineTool.path("Sources"))
    var found: Set<String> = []
    var text = ""
    for folder in Self.readers {
      let url = root.appendingPathComponent(folder)
      let paths = try FileManager.default.subpathsOfDirectory(atPath: url.path)
      for path in paths.sorted() where path.hasSuffix(".swift") {
        let file = path.split(separator: "/").last.map(String.init) ?? path
        let isReader =
          !folder.hasPrefix("Program")
          || ["Follow", "PhoneFeed"]
            .contains { file.hasPrefix($0) }
        guard isReader else { continue }
        let source = try String(
          contentsOf: url.appendingPathComponent(path), encoding: .utf8)
        text += source
        let pattern = /static let (\w*Limit)\b/
        for match in source.matches(of: pattern) {
          found.insert(file.prefix { $0 != "." } + "." + match.output.1)
        }
      }
    }
    #expect(found == Set(Self.bounds.keys))
    for (name, sentence) in Self.bounds.sorted(by: { $0.key < $1.key })
    where !sentence.hasPrefix("lossless: ") && name != "Capture.byteLimit" {
      #expect(text.contains(sentence), "\(name)")
    }
  }

  /// A log with more than is kept ends with 1, and says how many lines are not.
  @Test func whatIsBeyondABoundIsSaid() throws {
    let scratch = try ScratchFolder()
    let events = (1...20_002).map { "D/FA: Logging event (FE): a\($0), Bundle[{}]\n" }.joined()
    let log = try scratch.file("long.log", events)
    try CommandLineTool.run("import \(log.path)", code: 1, prints: "2 lines left out from here on")
    let hits = (1...2002).map {
      "v=1&_v=mi3.1.7&cid=c&tid=UA-12345-1&t=screenview&cd=Home\($0)&ht=\(1_393_664_400_000 + $0)\n"
    }
    let file = try scratch.file("hits.txt", hits.joined())
    let container = CommandLineTool.path("Scenarios/containers/GTM-AB12-v7.json")
    try CommandLineTool.run(
      "import \(file.path) --container \(container)", code: 1, prints: "2 hits more not traced")
  }
}

// MARK: - Settings and rows

extension EvidenceTests {
  private static func scenario(_ lines: String) -> String {
    """
    tagsim 1
    sdk: v5
    start: 2024-08-13T10:00:00+02:00
    ---
    app "A"
      package com.example.a
      container GTM-MV50
    end
    setup
      container default \(CommandLineTool.path("Scenarios/containers/GTM-MV50-v1.json"))
    \(lines)
    """
  }

  /// A property of Analytics 360 takes texts of 500 characters.
  @Test(arguments: [
    ("set analytics-360 on", 500, "none"), ("set analytics-360 on", 501, "4"),
    ("set analytics-360 off", 101, "4"),
  ])
  func textsOfAnalytics360AreLonger(_ setting: String, _ length: Int, _ fault: String) throws {
    let scratch = try ScratchFolder()
    let value = String(repeating: "x", count: length)
    for story in ["\(setting)\nend\nlaunch", "end\n\(setting)\nlaunch"] {
      let file = try scratch.file(
        "a.scenario",
        Self.scenario(
          "\(story)\nlog-event opened url=\"\(value)\"\nexpect firebase error \(fault)\n"))
      try CommandLineTool.run("run \(file.path)")
    }
  }

  /// An error that Firebase notes by itself says nothing of containers, which are open.
  @Test func anErrorOfFirebaseIsNotBlamedOnTheContainer() throws {
    let scratch = try ScratchFolder()
    let file = try scratch.file(
      "a.scenario",
      Self.scenario(
        "end\nlaunch\nuser-property \(String(repeating: "x", count: 25))=\"yes\"\n"
          + "expect log warning ~ /User property name is too long/\n"))
    let run = try CommandLineTool.run("run -v \(file.path)")
    #expect(run.output.contains("firebase_error 6"), "\(run.output)")
    #expect(!run.output.contains("no container was open"), "\(run.output)")
  }
}
