import OrderedCollections
package import PhoneLog
package import ScenarioEngine
package import TagInspection
package import TagRuntime
import TagSimulation

/// Plays the events of a phone in a world with the real container, and holds what the tags do there
/// against what the phone shows.
///
/// Each event is logged with the parameters that the phone shows, at the time of its line; what
/// Firebase logs by itself is logged in the same way, so that the container gets what it got on the
/// phone. It is for containers of the second generation, whose phones show their events; those of
/// the first are held against their hits by `CaptureReplay`.
package struct PhonePlayer: Sendable {
  /// What came of an event of the phone.
  package struct Played: Sendable, Hashable {
    /// The number of the event.
    package let number: Int
    /// Where the log shows it.
    package let source: PhoneSource
    /// The name.
    package let name: String
    /// Who logged it; nil where the log does not say so.
    package let origin: String?
    /// When, by the world's clock.
    package let time: WallTime
    /// The tags that fired, with what they did.
    package internal(set) var fired: [String] = []
    /// The tags that kept it from Firebase.
    package internal(set) var blockedBy: [String] = []
    /// Why it was not played; nil where it was.
    package internal(set) var reason: String?

    /// The line of the log.
    package var line: Int { source.number }
  }

  /// How long after an event what its tags do may be seen.
  static let togetherMilliseconds: Int64 = 5000
  /// How long before the first event the app starts.
  static let leadMilliseconds: Int64 = 60_000
  /// How many milliseconds lie between events whose lines have no time.
  static let apartMilliseconds: Int64 = 1000
  /// Expectations, and hits, that wait to be matched.
  static let waitingLimit = 1000
  /// How long what the tag manager says at once is waited for, while a log grows.
  static let patience = Duration.seconds(10)
  /// How long a hit is waited for of which a log shows only that it is sent: a dispatch on iOS, and
  /// on Android.
  static let dispatchPatience = Duration.seconds(130)
  static let androidPatience = Duration.seconds(1830)
  /// Lines that could not be played and are told.
  static let unplayedLimit = 100

  /// A hit that no tag makes, so far.
  private struct Unmatched: Sendable {
    let hit: PhoneRecord.Hit
    /// The event that came last before it.
    let act: Int?
    let time: WallTime
  }

  /// The world as it is now.
  package private(set) var run: ScenarioRun
  /// What came of each event, in their order.
  package private(set) var played: [Played] = []
  /// What the phone did, held against the container.
  package private(set) var matches: [PhoneMatch] = []
  /// The story as lines of a scenario.
  private(set) var story: [String] = []
  /// What was done since it was taken last.
  private var acts: [PhoneAct] = []
  /// What of the phone could not be played, in sentences: the first ones.
  package private(set) var unplayed: [String] = []
  /// How many things that tags did were not seen until now.
  package var openCount: Int { expected.count }

  /// When what comes next was read, for lines without a time; nil where nobody knows.
  package var arrival: WallTime?

  private let year: Int
  let offsetSeconds: Int
  private var expected: [PhoneExpectation] = []
  private var unmatched: [Unmatched] = []
  /// What counts as not seen, and may be seen later: its place among the matches.
  private var missed: [(place: Int, expectation: PhoneExpectation)] = []
  private var isOfAndroid = false
  private var showsMadeHits = false
  private var showsHits = false
  private var showsEvents = false
  private var interceptsEvents = false

  /// - Parameters:
  ///   - run: the run of the scenario up to its story.
  ///   - year: the year of lines that have none.
  ///   - offsetSeconds: the zone of lines that have none.
  init(_ run: ScenarioRun, year: Int, offsetSeconds: Int) {
    self.run = run
    isOfAndroid = run.timeline.live.settings.platform == .android
    self.year = year
    self.offsetSeconds = offsetSeconds
  }

  // MARK: Events

  /// Takes an event of the phone.
  package mutating func take(_ event: PhoneRecord.Event) {
    note(event.event.stages)
    let time = wall(event.time)
    if let place = expectation(of: event, at: time) {
      return matches.append(seen(expected.remove(at: place), at: event.source))
    }
    var entry = Played(
      number: event.number, source: event.source, name: event.event.name,
      origin: event.event.origin, time: time)
    if event.event.origin == "gtm" || isOfContainer(event) {
      matches.append(
        PhoneMatch(
          .surplus, "event \(event.event.name)", act: played.last?.number, source: event.source,
          reason: "a container logged it, and no tag of this one does"))
      entry.reason = "a container logged it"
      played.append(entry)
      return
    }
    if event.event.name == "gtm.load" {
      entry.reason = "the tag manager itself, when the container is loaded"
      played.append(entry)
      return
    }
    wait(until: time)
    let before = run.timeline.rows.count
    let hits = run.timeline.live.world.disk.nextHitID
    let line = Self.line(of: event.event)
    guard run.perform(line) else {
      entry.reason = "it cannot be played: \(line)"
      played.append(entry)
      return leave(event.source, line)
    }
    story += ["", comment(on: event), line]
    acts.append(PhoneAct(line, number: event.number, source: event.source))
    look(at: &entry, rows: before, hits: hits)
    for tag in OrderedSet(entry.fired) {
      let expectation = "expect tag \(TrialScenario.quoted(tag)) fired"
      if run.perform(expectation) { story.append(expectation) }
    }
    played.append(entry)
  }

  /// Takes a user property that the phone set.
  package mutating func take(_ property: PhoneRecord.Property) {
    let name = property.name
    // Firebase sets these by itself.
    guard !name.hasPrefix("_") else { return }
    let text = property.value.map { TrialScenario.quoted($0) } ?? "null"
    let line =
      name == "user_id"
      ? "user-id \(text)" : "user-property \(TrialScenario.key(name))=\(text)"
    let source = PhoneSource(
      unit: .line, number: property.line, time: property.time?.clockText, text: property.text)
    guard run.perform(line) else { return leave(source, line) }
    story.append(line)
    acts.append(PhoneAct(line, source: source))
  }

  /// Takes what a phone tells of itself, as far as it was not known when its world began.
  mutating func take(_ device: String, from source: PhoneSource) {
    let line = "device " + device
    guard run.perform(line) else { return }
    story.append(line)
    acts.append(PhoneAct(line, source: source))
  }

  /// Says that something cannot be played.
  private mutating func leave(_ source: PhoneSource, _ line: String) {
    guard unplayed.count < Self.unplayedLimit else { return }
    unplayed.append("\(source.words) cannot be played: \(line)")
  }

  /// Takes more lines of an event that is known: they may say what the log can show.
  package mutating func note(_ stages: PhoneEvent.Stages) {
    if !stages.isDisjoint(with: [.logged, .recorded, .handedOver]) { showsEvents = true }
    if stages.contains(.processed) { showsHits = true }
    if stages.contains(.passedOn) { interceptsEvents = true }
  }

  /// Whether an event is what the container made of another one: the tag manager of Android gets
  /// those of the app first, and the log shows that.
  private func isOfContainer(_ event: PhoneRecord.Event) -> Bool {
    interceptsEvents && event.event.stages.isDisjoint(with: [.passedOn, .processed])
      && event.event.origin != "auto" && event.event.shortName == nil
  }

  private func expectation(of event: PhoneRecord.Event, at time: WallTime) -> Int? {
    let name = event.event.name
    return expected.firstIndex { expectation in
      guard case .event(name) = expectation.kind else { return false }
      return (time - expectation.time).wholeMilliseconds <= Self.togetherMilliseconds
    }
  }

  /// That something was seen.
  private func seen(
    _ expectation: PhoneExpectation, at source: PhoneSource, _ differences: [String] = []
  ) -> PhoneMatch {
    PhoneMatch(
      .seen, expectation.what, tag: expectation.tag, event: expectation.event,
      act: expectation.event, hit: expectation.hit, source: source, differences: differences)
  }

  /// Looks at what an event set off.
  private mutating func look(at entry: inout Played, rows before: Int, hits firstHit: Int64) {
    for row in run.timeline.rows[before...] {
      guard let update = row.event.update else { continue }
      for firing in update.firings {
        for tag in firing.tags where tag.didFire {
          entry.fired.append(tag.name)
          expect(tag, entry)
        }
      }
      guard let outcome = update.firebase else { continue }
      entry.blockedBy += outcome.suppressedBy
      for passed in outcome.passed {
        guard let tag = passed.tag else { continue }
        add(
          PhoneExpectation(
            kind: .event(name: passed.event.longName), what: "event \(passed.event.longName)",
            tag: tag, event: entry.number, time: entry.time))
      }
    }
    let world = run.timeline.live.world
    for id in firstHit..<world.disk.nextHitID {
      guard let hit = world.hit(id)?.hit, case .analytics(let fields) = hit.kind, let tag = hit.tag
      else { continue }
      add(
        PhoneExpectation(
          kind: .hit(fields), what: "hit \(hit.typeName) \(hit.title)", tag: tag,
          event: entry.number, time: entry.time, hit: id))
    }
  }

  /// What a tag does that no log shows.
  private mutating func expect(_ tag: FiredTag, _ entry: Played) {
    let what: String
    switch tag.result {
    case .called(let function), .nothingRan(let function), .threw(let function, _):
      what = "function \(function)"
    case .hits(let hits):
      guard let hit = hits.first, case .pixel = hit.kind else { return }
      what = "pixel"
    default: return
    }
    matches.append(
      PhoneMatch(
        .hidden, what, tag: tag.name, event: entry.number, act: entry.number,
        reason: "neither pixels nor functions of the app leave a line"))
  }

  private mutating func add(_ expectation: PhoneExpectation) {
    if let place = unmatched.firstIndex(where: { differences($0.hit, expectation) != nil }) {
      return match(unmatched.remove(at: place).hit, expectation)
    }
    if expected.count >= Self.waitingLimit { miss(expected.removeFirst()) }
    expected.append(expectation)
  }

  /// What was done since this was called last; the story is not kept then.
  mutating func takeActs() -> [PhoneAct] {
    defer { (acts, story) = ([], []) }
    return acts
  }

  /// The matches, with what may still be seen.
  package var allMatches: [PhoneMatch] {
    matches
      + expected.map {
        PhoneMatch(.awaited, $0.what, tag: $0.tag, event: $0.event, act: $0.event, hit: $0.hit)
      }
  }

  // MARK: Hits

  /// Takes a hit of the phone.
  package mutating func take(_ hit: PhoneRecord.Hit) {
    showsHits = true
    if !hit.stages.isDisjoint(with: [.made, .stored]) { showsMadeHits = true }
    let near = expected.indices.compactMap { place in
      differences(hit, expected[place]).map { (place, $0.count) }
    }
    // Of several that differ the last event is the likeliest: a tag makes its hit at once.
    let nearest = near.map(\.1).min()
    let best = nearest == 0 ? near.first { $0.1 == 0 } : near.last { $0.1 == nearest }
    guard let best else {
      if matchMissed(hit) { return }
      if unmatched.count >= Self.waitingLimit { surplus(unmatched.removeFirst()) }
      return unmatched.append(
        Unmatched(hit: hit, act: played.last?.number, time: wall(hit.time)))
    }
    match(hit, expected.remove(at: best.0))
  }

  /// Whether a hit is one that was waited for in vain.
  private mutating func matchMissed(_ hit: PhoneRecord.Hit) -> Bool {
    let place = missed.firstIndex { differences(hit, $0.expectation)?.isEmpty == true }
    guard let place else { return false }
    let late = missed.remove(at: place)
    matches[late.place] = seen(late.expectation, at: hit.source)
    return true
  }

  private mutating func match(_ hit: PhoneRecord.Hit, _ expectation: PhoneExpectation) {
    matches.append(
      seen(expectation, at: hit.source, expectation.differences(from: hit) ?? []))
  }

  /// In what a hit differs from what a tag makes; nil where it is another one. One that differs is
  /// the same only where it came soon after.
  private func differences(
    _ hit: PhoneRecord.Hit, _ expectation: PhoneExpectation
  ) -> [String]? {
    guard let differences = expectation.differences(from: hit) else { return nil }
    guard !differences.isEmpty, let time = hit.time.map({ wall($0) }) else { return differences }
    let apart = (time - expectation.time).wholeMilliseconds
    return abs(apart) <= Self.togetherMilliseconds ? differences : nil
  }

  private mutating func surplus(_ waiting: Unmatched) {
    let hit = waiting.hit
    let title = hit["cd"] ?? [hit["ec"], hit["ea"]].compactMap { $0 }.joined(separator: " ")
    let type = hit["t"].map { $0 == "screenview" || $0 == "appview" ? "screen" : $0 } ?? ""
    matches.append(
      PhoneMatch(
        .surplus, "hit \(type) \(title)", act: waiting.act, source: hit.source,
        reason: "no tag makes it of the events before it: another version of the container, or "
          + "the app's own code"))
  }

  private mutating func miss(_ expectation: PhoneExpectation) {
    let isHit = if case .hit = expectation.kind { true } else { false }
    let canBeSeen = isHit ? showsHits : showsEvents
    let reason =
      canBeSeen
      ? "the tag fires at this event in this container: look at the version on the phone, and at "
        + "whether the log was cut"
      : "the log has no line of the tag manager: turn on its log"
    if missed.count >= Self.waitingLimit { missed.removeFirst() }
    missed.append((matches.count, expectation))
    matches.append(
      PhoneMatch(
        canBeSeen ? .missing : .hidden, expectation.what, tag: expectation.tag,
        event: expectation.event, act: expectation.event, hit: expectation.hit, reason: reason))
  }

  /// Has time pass, while a log grows: what was not seen for long will not be, as far as anybody
  /// knows.
  mutating func pass(to now: WallTime) {
    let sent = isOfAndroid ? Self.androidPatience : Self.dispatchPatience
    while let first = expected.first {
      let isHit = if case .hit = first.kind { true } else { false }
      guard now - first.time > (isHit && !showsMadeHits ? sent : Self.patience) else { break }
      miss(expected.removeFirst())
    }
    while let first = unmatched.first, now - first.time > Self.patience {
      surplus(unmatched.removeFirst())
    }
  }

  /// Ends it: what was not seen until now will not be.
  package mutating func finish() {
    for expectation in expected { miss(expectation) }
    for hit in unmatched { surplus(hit) }
    expected = []
    unmatched = []
  }

  // MARK: Lines

  /// When a line was written, by the clock of the phone; where it has no time, when it came.
  func wall(_ time: PhoneTime?) -> WallTime {
    guard let time else {
      if let arrival { return arrival }
      let last = played.last?.time ?? run.timeline.live.now.wall
      return last + .milliseconds(Self.apartMilliseconds)
    }
    let shift = time.offsetSeconds == nil ? offsetSeconds : 0
    return time.wall(inYear: year) - .seconds(shift)
  }

  private mutating func wait(until time: WallTime) {
    let left = (time - run.timeline.live.now.wall).wholeMilliseconds
    guard left > 0 else { return }
    // Of days in which nothing happened nobody wants to see every timer.
    let verb = left > WallTime.millisecondsPerDay ? "jump " : "wait "
    let line = verb + DurationText.text(.milliseconds(left))
    guard run.perform(line) else { return }
    story.append(line)
    acts.append(PhoneAct(line))
  }

  private func comment(on event: PhoneRecord.Event) -> String {
    let by =
      switch event.event.origin {
      case "auto"?: ", which Firebase logs by itself"
      case "fcm"?: ", which a notification logs"
      default: ""
      }
    return "# line \(event.line)\(by)"
  }

  /// An event as a line of a scenario.
  static func line(of event: PhoneEvent) -> String {
    let name = event.shortName == nil ? event.name : FirebaseNames.long(event.shortName ?? "")
    let words = event.ownParameters.elements.map { key, value in
      let long = FirebaseWireNames.longParameter(event.shortName(of: key))
      let name = long == event.shortName(of: key) ? key : long
      return TrialScenario.quoted(name) + ": " + JSONWriter.write(typed(value))
    }
    let body = words.isEmpty ? "" : " {" + words.joined(separator: ", ") + "}"
    return "log-event " + TrialScenario.quoted(FirebaseNames.long(name)) + body
  }

  /// A log does not tell a number from a text that looks like one: it is read as a number.
  private static func typed(_ value: Value) -> Value {
    switch value {
    case .string(let text):
      if let number = Int64(text), String(number) == text { return .int(number) }
      let isPlain = text.utf8.allSatisfy {
        $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") || $0 == UInt8(ascii: ".")
          || $0 == UInt8(ascii: "-")
      }
      if isPlain, text.contains("."), let number = Double(text) { return .double(number) }
      return value
    case .list(let elements): return .list(elements.map(typed))
    case .map(let members): return .map(members.mapValues(typed))
    default: return value
    }
  }
}
