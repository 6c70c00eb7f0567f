import Following
import Foundation
import OrderedCollections
import PhoneLog
import ScenarioEngine
import TagInspection
import TagRuntime
import TagSimulation
import Testing

@testable import tagsim

/// Logs of our own in the forms of each console: what a run of the container does is written as a
/// phone writes it, and following finds all of it again, nothing twice, by the tags that did it.
struct FollowedPhonesTests {
  // MARK: What happens

  private static let universal = "GTM-MV50-v1.json"
  private static let legacy = "GTM-AB12-v7.json"

  private static func container(_ name: String) throws -> CapturedContainer {
    try CapturedContainer(
      CommandLineTool.path("Scenarios/containers/\(name)"))
  }

  /// What a run did, as a phone would show it.
  private struct Done {
    var events: [(name: String, screen: String, second: Int, tags: [String])] = []
    var hits: [(fields: OrderedDictionary<String, String>, tag: String, second: Int)] = []
  }

  /// Runs a container with screens, one every five seconds, and gives what it did.
  private static func run(_ screens: [String], on form: Form) throws -> Done {
    let name = form.isSecond ? universal : legacy
    var lines = ["tagsim 1", "start: 2024-05-02T12:18:00+02:00"]
    if form.isSecond { lines.append("sdk: v5") }
    lines += ["---", "app \"Shop\"", "  package com.example.shop"]
    if form.isAndroid { lines.append("  platform android") }
    lines += ["  container " + name.prefix(8)]
    if !form.isSecond { lines += ["  open prefer-non-default timeout=2s"] }
    lines += [
      "  screen \"App\"", "  end", "end", "setup", "  container default c", "  publish c", "end",
      "launch", "wait 5s",
    ]
    for screen in screens {
      lines.append(
        form.isSecond
          ? "log-event open_screen screen=\"\(screen)\""
          : "push event=\"openScreen\" screenName=\"\(screen)\"")
      lines.append("wait 5s")
    }
    let scenario = try ScenarioParser.parse(
      lines.joined(separator: "\n") + "\n", file: "run.scenario")
    var inputs = RunInputs(app: try #require(scenario.apps.first), zone: .fixed(7200))
    inputs.containers["c"] = try container(name).container
    var run = ScenarioRun(scenario, inputs: inputs)
    run.executeRest()
    #expect(run.failureCount == 0)
    return try done(run)
  }

  private static func done(_ run: ScenarioRun) throws -> Done {
    var done = Done()
    let start = WallTime(milliseconds: 1_714_645_080_000)
    func second(_ wall: WallTime) -> Int { Int((wall - start).wholeMilliseconds / 1000) }
    for row in run.timeline.rows(in: 1...) {
      guard let update = row.event.update, let event = update.event,
        ["open_screen", "openScreen"].contains(event)
      else { continue }
      let tags = update.firings.flatMap { $0.tags.filter(\.didFire).map(\.name) }
      let screen = update.update["screen"]?.text ?? ""
      done.events.append((event, screen, second(row.event.wall), tags))
    }
    let world = run.timeline.live.world
    for id in 1..<world.disk.nextHitID {
      guard let hit = world.hit(id)?.hit, case .analytics(let fields) = hit.kind else { continue }
      done.hits.append((fields, try #require(hit.tag), second(hit.created)))
    }
    return done
  }

  // MARK: How phones write it

  /// A console of a platform and a generation.
  struct Form: Sendable, CustomTestStringConvertible {
    let name: String
    let isAndroid: Bool
    let isSecond: Bool
    /// What stands before a message of a tag.
    let prefix: @Sendable (_ second: Int, _ tag: String) -> String
    /// Which of the lines of a hit there are.
    var hitLine = HitLine.usual
    /// Whether the tag is behind the message instead.
    var tagIsLast = false

    enum HitLine: Sendable { case usual, get, batch, third }

    var testDescription: String { name }
  }

  private static func clock(_ second: Int) -> String {
    "12:18:" + (second < 10 ? "0" : "") + String(second)
  }

  static let forms: [Form] = [
    Form(name: "Xcode, v5", isAndroid: false, isSecond: true) { second, _ in
      "2024-05-02 \(clock(second)).000129+0200 Shop[1796:898990] "
    },
    Form(name: "Xcode 15, v5", isAndroid: false, isSecond: true) { _, _ in "" },
    Form(name: "idevicesyslog, v5", isAndroid: false, isSecond: true) { second, _ in
      "May  2 \(clock(second)) phone Shop(FirebaseAnalytics)[278] <Notice>: "
    },
    Form(name: "log stream, v5", isAndroid: false, isSecond: true) { second, _ in
      "2024-05-02 \(clock(second)).017129+0200 0x1a2b     Default     0x0                  278    0"
        + "    Shop: (FirebaseAnalytics) "
    },
    Form(name: "log stream compact, v5", isAndroid: false, isSecond: true) { second, _ in
      "2024-05-02 \(clock(second)).017 Df Shop[278:1a2b] (FirebaseAnalytics) "
    },
    Form(name: "logcat threadtime, v5", isAndroid: true, isSecond: true) { second, tag in
      "05-02 \(clock(second)).017 16262 16447 V \(tag): "
    },
    Form(name: "logcat time, v5", isAndroid: true, isSecond: true) { second, tag in
      "05-02 \(clock(second)).017 V/\(tag) (16262): "
    },
    Form(name: "logcat brief, v5", isAndroid: true, isSecond: true) { _, tag in
      "V/\(tag) (16262): "
    },
    Form(
      name: "logcat process, v5", isAndroid: true, isSecond: true,
      prefix: { _, tag in "V/\(tag)(16262): " }, tagIsLast: true),
    Form(name: "logcat epoch, v5", isAndroid: true, isSecond: true) { second, tag in
      "         \(1_714_652_280 + second).017 16262 16447 V \(tag): "
    },
    Form(name: "logcat long, v5", isAndroid: true, isSecond: true) { second, tag in
      "[ 05-02 \(clock(second)).017 16262:16447 V/\(tag) ]\n"
    },
    Form(name: "Android Studio, v5", isAndroid: true, isSecond: true) { second, tag in
      "2024-05-02 \(clock(second)).017 16262-16447 \(tag)   com.example.shop   V  "
    },
    Form(name: "flutter, v5", isAndroid: true, isSecond: true) { _, tag in
      "[  +12 ms] V/\(tag) ( 1234): "
    },
    Form(name: "Xcode, v3", isAndroid: false, isSecond: false) { second, _ in
      "2024-05-02 \(clock(second)).001 Shop[1234:60b] "
    },
    Form(name: "syslog, v3", isAndroid: false, isSecond: false) { second, _ in
      "May  2 \(clock(second)) phone Shop[278] <Warning>: "
    },
    Form(
      name: "GET lines, v3", isAndroid: false, isSecond: false,
      prefix: { second, _ in "2024-05-02 \(clock(second)).001 Shop[1234:60b] " }, hitLine: .get),
    Form(
      name: "a batch, v3", isAndroid: false, isSecond: false,
      prefix: { second, _ in "2024-05-02 \(clock(second)).001 Shop[1234:60b] " }, hitLine: .batch),
    Form(name: "logcat threadtime, v4", isAndroid: true, isSecond: false) { second, tag in
      "05-02 \(clock(second)).017 16262 16447 V \(tag): "
    },
    Form(name: "logcat brief, v4", isAndroid: true, isSecond: false) { _, tag in
      "V/\(tag) (16262): "
    },
    Form(
      name: "logcat process, v4", isAndroid: true, isSecond: false,
      prefix: { _, tag in "V/\(tag)(16262): " }, tagIsLast: true),
    Form(
      name: "logcat, third release", isAndroid: true, isSecond: false,
      prefix: { _, tag in "V/\(tag) (16262): " }, hitLine: .third),
  ]

  /// The log of what a run did.
  private static func log(of done: Done, as form: Form) -> String {
    var parts: [(second: Int, text: String)] = []
    for event in done.events where form.isSecond {
      parts.append((event.second, lines(ofEvent: event.name, event.screen, event.second, form)))
    }
    for (place, hit) in done.hits.enumerated() {
      parts.append((hit.second, lines(ofHit: hit.fields, place + 1, hit.second, form)))
    }
    // An event comes before its hits.
    let sorted = parts.enumerated().sorted {
      ($0.element.second, $0.offset) < ($1.element.second, $1.offset)
    }
    let chatter = form.prefix(1, "chatty") + "something else\n"
    let log = chatter + sorted.map { $0.element.text + chatter }.joined()
    guard form.tagIsLast else { return log }
    return log.split(separator: "\n").map { line in
      let tag = line.dropFirst(2).prefix { $0 != "(" }
      return "V(16262) \(line.dropFirst(tag.count + 11))  (\(tag))\n"
    }.joined()
  }

  private static func lines(
    ofEvent name: String, _ screen: String, _ second: Int, _ form: Form
  ) -> String {
    if form.isAndroid {
      let bundle = "Bundle[{screen=\(screen)}]"
      let origin = "Bundle[{ga_event_origin(_o)=app, screen=\(screen)}]"
      return form.prefix(second, "FA")
        + "Passing event to registered event handler (FE): \(name), \(bundle)\n"
        + form.prefix(second, "FA") + "Logging event (FE): \(name), \(origin)\n"
        + form.prefix(second, "FA-SVC")
        + "Logging event: origin=app,name=\(name),params=\(origin)\n"
    }
    return form.prefix(second, "")
      + "10.27.0 - [FirebaseAnalytics][I-ACS023051] Logging event: origin, name, params: app, "
      + "\(name), {\n    ga_event_origin (_o) = app;\n    screen = \(screen);\n}\n"
      + form.prefix(second, "")
      + "GoogleTagManager info: Processing logged event: \(name) with parameters: {\n"
      + "    \"_o\" = app;\n    screen = \"\(screen)\";\n}\n"
  }

  private static func lines(
    ofHit fields: OrderedDictionary<String, String>, _ number: Int, _ second: Int, _ form: Form
  ) -> String {
    let stamp = 1_714_645_080_000 + second * 1000
    var all = fields.filter { $0.key.hasPrefix("&") && $0.key.utf8.count > 1 }
    all["&v"] = "1"
    all["&cid"] = "c-1"
    all["&_v"] = form.isAndroid ? "ma8.4.87" : "mi3.1.4"
    let pairs = all.elements.map { (String($0.key.dropFirst()), $0.value) }
    let quoted = all.elements.map { "\"\($0.key)\" = \"\($0.value)\";" }
    let listed = pairs.map { "\($0)=\($1)" }.joined(separator: ", ")
    let query = pairs.map { name, value in
      name + "=" + (value.addingPercentEncoding(withAllowedCharacters: .urlHostAllowed) ?? "")
    }.joined(separator: "&")
    let head = form.prefix(second, form.isSecond ? "GoogleTagManager" : "GAv4")
    if form.isSecond {
      if form.isAndroid {
        let map = all.elements.map { "\($0.key)=\($0.value)" }.joined(separator: ", ")
        return head + "Sending universal analytics hit: {\(map)}\n"
      }
      return head + "GoogleTagManager info: Sending universal analytics hit: {\n    "
        + quoted.joined(separator: "\n    ") + "\n}\n"
    }
    switch (form.hitLine, form.isAndroid) {
    case (.third, _):
      return form.prefix(second, "GAV3")
        + "Thread[GAThread,5,main]: Sending hit to store  PATH= https: PARAMS=  ht=\(stamp), "
        + "\(listed)\n"
    case (_, true):
      return head + "Hit delivery requested: ht=\(stamp), _s=\(number), \(listed)\n"
        + head + "Hit saved to database. db-id, hit: 4, ht=\(stamp), _s=\(number), \(listed)\n"
    case (.get, _):
      return head + "VERBOSE: GoogleAnalytics 3.09 -[GAIBatchingDispatcher beacon:] (…): Sending "
        + "hit(s) GET https://ssl.google-analytics.com/collect?"
        + "\(query)&ht=\(stamp)&z=\(number)\n"
    case (.batch, _):
      return head + "VERBOSE: GoogleAnalytics 3.14 -[GAIBatchingDispatcher beacon:] (…): Sending "
        + "hit(s) POST https://ssl.google-analytics.com/batch\n"
        + "\(query)&ht=\(stamp)&z=\(number)\n"
    default:
      return head + "GoogleTagManager verbose: GoogleAnalytics 3.14 -[GAIBatchingDispatcher "
        + "persist:] (…): Saved hit: {\n        parameters =     {\n            \"&z\" = "
        + "\"\(number)\";\n            " + quoted.joined(separator: "\n            ")
        + "\n        };\n        timestamp = \"2024-05-02 10:18:00 +0000\";\n    }\n"
    }
  }

  // MARK: Following

  /// Follows a log that comes in pieces.
  private static func follow(
    _ log: String, in piece: Int, _ source: CapturedContainer
  ) throws -> (PhoneFollower, ScenarioRun) {
    var reader = PhoneLogReader()
    var whole = PhoneRecord()
    var ahead = PhoneLogReader()
    for entry in ahead.read(Array(log.utf8)[...]) + ahead.finish() { _ = whole.take(entry) }
    let start = WallTime(milliseconds: 1_714_645_080_000)
    var follower = try PhoneFollower(
      of: Capture(of: piece == 0 ? whole : PhoneRecord(), year: 2024), named: "phone.log",
      container: (source.container, "c"), now: CaptureTime(wall: start, offsetSeconds: 7200))
    let (scenario, inputs) = try RunInputs.parsed(
      follower.text, file: "phone.scenario", (source.container, "c"))
    var run = ScenarioRun(scenario, inputs: inputs)
    var rest = Array(log.utf8)[...]
    var arrival = start
    while !rest.isEmpty {
      let size = piece == 0 ? rest.count : piece
      for entry in reader.read(rest.prefix(size)) {
        // A console without times writes an event at a time.
        arrival = arrival + .milliseconds(50)
        follower.take(entry, at: arrival, in: &run)
      }
      rest = rest.dropFirst(size)
    }
    for entry in reader.finish() { follower.take(entry, at: arrival, in: &run) }
    follower.finish(in: &run)
    return (follower, run)
  }

  private static let screens = ["Home Screen", "Cart", "ConfirmationScreen", "Home Screen"]

  @Test(arguments: forms)
  func whatAPhoneDidIsFoundByTheTagsThatDidIt(_ form: Form) throws {
    let done = try Self.run(Self.screens, on: form)
    #expect(done.events.count == 4 && done.hits.count >= 4)
    let log = Self.log(of: done, as: form)
    let source = try Self.container(form.isSecond ? Self.universal : Self.legacy)
    for piece in [0, 7, 500] {
      let (follower, run) = try Self.follow(log, in: piece, source)
      // The world beside it is the one that is shown.
      #expect(try Self.done(run).hits.map(\.tag) == done.hits.map(\.tag))
      let events = form.isSecond ? done.events.map(\.name) : []
      #expect(follower.record.events.map(\.event.name) == events)
      #expect(follower.record.hits.count == done.hits.count, "\(log)")
      #expect(follower.record.flaws.isEmpty && follower.unplayed.isEmpty)
      let matches = follower.matches
      let seen = matches.filter { $0.state == .seen }
      #expect(seen.compactMap(\.tag) == done.hits.map(\.tag), "\(piece) \(matches)\n\(log)")
      let open = matches.filter { ![.seen, .hidden].contains($0.state) }
      #expect(open.isEmpty, "\(open)")
      #expect(seen.allSatisfy { $0.differences.isEmpty && $0.source != nil && $0.hit != nil })
    }
  }

  /// What is followed live comes to the same as what is read afterwards, and the scenario that is
  /// made of it tells the same tags.
  @Test(arguments: forms)
  func aLogAfterTheFactComesToTheSame(_ form: Form) throws {
    let done = try Self.run(Self.screens, on: form)
    let log = Self.log(of: done, as: form)
    let source = try Self.container(form.isSecond ? Self.universal : Self.legacy)
    let record = try #require(PhoneRecord(logOf: Array(log.utf8)))
    let whole = try FollowedPhone(
      Capture(of: record, year: 2024), named: "phone.log", source, folder: "")
    let live = try Self.follow(log, in: 100, source).0.matches
    func told(_ matches: [PhoneMatch]) -> [String] {
      matches.map { "\($0.state) \($0.what) \($0.tag ?? "") \($0.source?.number ?? 0)" }.sorted()
    }
    #expect(told(whole.matches) == told(live))
    if form.isSecond { #expect(whole.events.map(\.fired) == done.events.map(\.tags)) }
    let scenario = try ScenarioParser.parse(whole.follower.text, file: "phone.scenario")
    var inputs = RunInputs(
      app: try #require(scenario.apps.first), zone: .fixed(scenario.header.startOffsetSeconds))
    inputs.containers[source.path(from: "")] = source.container
    var run = ScenarioRun(scenario, inputs: inputs)
    run.executeRest()
    #expect(run.failureCount == 0, "\(run.results.filter(\.isFailure))")
    #expect(try Self.done(run).hits.map(\.tag) == done.hits.map(\.tag))
  }
}
