import OrderedCollections
package import PhoneLog
import ScenarioEngine
package import TagInspection
package import TagRuntime
package import TagSimulation

/// Plays the events of a phone in a world with the real container, and compares what the tags do
/// there with what the phone shows.
///
/// Each event is logged with the parameters that the phone shows, at the time of its line. Events
/// that Firebase logs automatically are logged in the same way, so that the container receives what
/// it received on the phone. This is for second-generation containers, whose phones show their
/// events; `CaptureReplay` compares first-generation containers with their hits.
package struct PhonePlayer: Sendable {
  /// The outcome of a phone's event.
  package struct Played: Sendable, Hashable {
    package let number: Int
    /// The event's place in the log.
    package let source: PhoneSource
    /// The event's name.
    package let name: String
    /// Where the event came from; nil if the log does not say so.
    package let origin: String?
    /// The event's time on the world's clock.
    package let time: WallTime
    /// The tags that fired, and what they did.
    package internal(set) var fired: [String] = []
    /// The tags that blocked it from Firebase.
    package internal(set) var blockedBy: [String] = []
    /// Why it was not played; nil if it was.
    package internal(set) var reason: String?

    /// The event's line in the log.
    package var line: Int { source.number }
  }

  /// The most milliseconds between an event and the visible effects of its tags.
  static let togetherMilliseconds: Int64 = 5000
  /// The most milliseconds by which the line of a hit may precede that of its event, as threads
  /// write them.
  static let aheadMilliseconds: Int64 = 200
  /// The most milliseconds between an event and its hit, unless the hit is late.
  static let lateMilliseconds: Int64 = 300_000
  /// The milliseconds between the start of the app and the first event.
  static let leadMilliseconds: Int64 = 60_000
  /// The milliseconds between events whose lines have no time.
  static let apartMilliseconds: Int64 = 1000
  /// The most expectations, and the most hits, that wait for a match.
  static let waitingLimit = 1000
  /// The most recent of those that have the name or the type of a hit, but differ from it.
  static let nearLimit = 8
  /// How long to wait, while a log grows, for what the tag manager logs immediately.
  static let patience = Duration.seconds(10)
  /// How long to wait for a hit if the log shows hits only when they are sent: one dispatch
  /// interval on iOS, and one on Android.
  static let dispatchPatience = Duration.seconds(130)
  static let androidPatience = Duration.seconds(1830)
  /// The number of ended hits that the world remembers.
  static let endedHits = 256
  /// The most lines that are reported as not playable.
  static let unplayedLimit = 100

  /// A hit that no tag has made so far.
  private struct Unmatched: Sendable {
    let hit: PhoneRecord.Hit
    let fields: ComparedFields
    /// The number of the last event before it.
    let act: Int?
    let time: WallTime
  }

  /// The world, which tells only what the tags do.
  @Boxed package private(set) var simulation: Simulation
  /// The outcome of each event, in the order of the events.
  package private(set) var played: [Played] = []
  /// The matches between the phone's effects and the container.
  package private(set) var matches: [PhoneMatch] = []
  private let keepsActs: Bool
  /// The actions since the last call of `takeActs()`, if they are kept.
  private var acts: [PhoneAct] = []
  private var unplayable: [String] = []
  private var unplayableCount = 0
  /// The first lines of the phone that could not be played, in sentences, and how many more.
  package var unplayed: [String] {
    let more = unplayableCount - unplayable.count
    return unplayable + (more > 0 ? ["\(more) more lines cannot be played"] : [])
  }

  /// When the next entry was read, for lines without a time; nil if unknown.
  package var arrival: WallTime?

  private let year: Int
  let offsetSeconds: Int
  private var expected = WaitingList<PhoneExpectation>()
  @Boxed private var unmatched = WaitingList<Unmatched>()
  /// Expectations that count as missed but may be seen later, with their index in `matches`.
  @Boxed private var missed = WaitingList<(place: Int, expectation: PhoneExpectation)>()
  /// The number of comparisons of a hit with an expectation.
  package private(set) var comparedCount = 0
  /// The event whose hit was seen last, of all so far.
  private var lastSeen = (event: 0, time: WallTime(milliseconds: 0))
  private var isOfAndroid = false
  private var showsMadeHits = false
  /// Whether a line of an SDK names a fault.
  var namesFaults = false
  private var showsHits = false
  private var showsEvents = false
  private var interceptsEvents = false

  /// - Parameters:
  ///   - simulation: the world of the scenario up to its story.
  ///   - keepsActs: whether to keep the actions, beside their outcomes.
  ///   - year: the year of the first line, for lines that have none.
  ///   - offsetSeconds: the zone of lines that have none.
  init(_ simulation: Simulation, keepsActs: Bool, year: Int, offsetSeconds: Int) {
    self.simulation = simulation
    self.keepsActs = keepsActs
    isOfAndroid = simulation.settings.platform == .android
    self.year = year
    self.offsetSeconds = offsetSeconds
    self.simulation.isTelling = false
  }

  // MARK: Events

  package mutating func take(_ event: PhoneRecord.Event) {
    note(event.event.stages)
    let time = wall(event.time)
    let number = expected.first(under: PhoneExpectation.key(ofEvent: event.event.name)) {
      expectation in
      (time - expectation.time).wholeMilliseconds > Self.togetherMilliseconds
    }
    if let shown = number.flatMap({ expected.remove($0) }) {
      return matches.append(seen(shown, at: event.source))
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
    let hits = simulation.world.disk.nextHitID
    let line = Self.line(of: event.event)
    guard let updates = perform(line) else {
      entry.reason = "it cannot be played: \(line)"
      played.append(entry)
      return leave(entry.source, line)
    }
    look(at: &entry, updates, hits: hits)
    played.append(entry)
    keep(PhoneAct(line, number: event.number, source: entry.source))
  }

  /// Plays a user property that the phone set.
  package mutating func take(_ property: PhoneRecord.Property) {
    let name = property.name
    // Firebase sets these automatically.
    guard !name.hasPrefix("_") else { return }
    let text = property.value.map(\.quoted) ?? "null"
    let line =
      name == "user_id"
      ? "user-id \(text)" : "user-property \(LanguageWord.key(name))=\(text)"
    let source = PhoneSource(
      unit: .line, number: property.line, time: property.time?.clockText, text: property.text)
    if perform(line) == nil { leave(source, line) } else { keep(PhoneAct(line, source: source)) }
  }

  /// Applies what a phone reveals about itself after its world began.
  mutating func take(_ device: String, from source: PhoneSource) {
    let line = "device " + device
    if perform(line) != nil { keep(PhoneAct(line, source: source)) }
  }

  private mutating func keep(_ act: PhoneAct) { if keepsActs { acts.append(act) } }

  /// Plays a line of the language, after which the world settles.
  ///
  /// - Returns: what its containers judged; nil if it cannot be played.
  private mutating func perform(_ line: String) -> [UpdateRecord]? {
    let command = (try? StatementParser.parse(line: line))?.command
    if case .act(let act)? = command { return perform(act) }
    guard case .device(let settings)? = command else { return nil }
    return perform(.device(settings.applied(to: simulation.world.device)))
  }

  private mutating func perform(_ act: Act) -> [UpdateRecord]? {
    guard let record = try? simulation.perform(act) else { return nil }
    let records = [record] + settled()
    return records.allSatisfy(\.lines.isEmpty) ? records.flatMap(\.updates) : nil
  }

  /// Lets the world settle, and returns the steps of that.
  private mutating func settled() -> [StepRecord] {
    let deadline = simulation.now.instant + Timeline.settleLimit
    var records: [StepRecord] = []
    while !simulation.isSettled, let due = simulation.nextDue(), due <= deadline,
      let record = simulation.step()
    {
      records.append(record)
    }
    return records
  }

  /// Records that a line cannot be played.
  private mutating func leave(_ source: PhoneSource, _ line: String) {
    unplayableCount += 1
    guard unplayable.count < Self.unplayedLimit else { return }
    unplayable.append("\(source.words) cannot be played: \(line)")
  }

  /// Records further stages of a known event: they show what this log can contain.
  package mutating func note(_ stages: PhoneEvent.Stages) {
    if !stages.isDisjoint(with: [.logged, .recorded, .handedOver, .uploaded]) {
      showsEvents = true
    }
    if stages.contains(.processed) { showsHits = true }
    if stages.contains(.passedOn) { interceptsEvents = true }
  }

  /// Whether the container made this event from another one: the tag manager of Android receives
  /// the app's events first, and the log shows that.
  private func isOfContainer(_ event: PhoneRecord.Event) -> Bool {
    interceptsEvents && event.event.stages.isDisjoint(with: [.passedOn, .processed])
      && event.event.origin != "auto" && event.event.shortName == nil
  }

  private func seen(
    _ expectation: PhoneExpectation, at source: PhoneSource, _ differences: [String] = []
  ) -> PhoneMatch {
    PhoneMatch(
      differences.isEmpty ? .seen : .differs, expectation.what, tag: expectation.tag,
      event: expectation.event,
      act: expectation.event, hit: expectation.hit, source: source, differences: differences)
  }

  /// Examines what an event set off.
  private mutating func look(
    at entry: inout Played, _ updates: [UpdateRecord], hits firstHit: Int64
  ) {
    for update in updates {
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
    for id in firstHit..<simulation.world.disk.nextHitID {
      let waiting = simulation.world.disk.hit(id)?.hit
      guard let hit = waiting ?? simulation.world.hit(id)?.hit,
        case .analytics(let fields) = hit.kind, let tag = hit.tag
      else { continue }
      add(
        PhoneExpectation(
          kind: .hit(ComparedFields(Array(fields))), what: "hit \(hit.typeName) \(hit.title)",
          tag: tag, event: entry.number, time: entry.time, hit: id))
    }
  }

  /// Records the effects of a tag that no log shows.
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
        reason: "pixels and functions of the app leave no line"))
  }

  private mutating func add(_ expectation: PhoneExpectation) {
    if let fields = expectation.fields {
      let first = unmatched.first(under: fields.whole) { Self.isAhead($0.time, expectation.time) }
      var numbers = first.map { [$0] } ?? []
      for (number, near) in unmatched.last(Self.nearLimit, under: [fields.name, fields.kind])
      where differences(near.hit, near.fields, expectation) != nil {
        numbers.append(number)
      }
      if let hit = numbers.min().flatMap({ unmatched.remove($0) }) {
        return match(hit.hit, hit.fields, expectation)
      }
    }
    if expected.count >= Self.waitingLimit, let first = expected.popFirst() {
      miss(first, because: Self.crowd)
    }
    expected.append(expectation, under: expectation.keys)
  }

  /// Returns the actions since the last call.
  mutating func takeActs() -> [PhoneAct] {
    defer { acts = [] }
    return acts
  }

  /// All matches, including the expectations that may still be seen.
  package var allMatches: [PhoneMatch] {
    matches
      + expected.all.map {
        PhoneMatch(.awaited, $0.what, tag: $0.tag, event: $0.event, act: $0.event, hit: $0.hit)
      }
  }

  // MARK: Hits

  package mutating func take(_ hit: PhoneRecord.Hit) {
    showsHits = true
    if !hit.stages.isDisjoint(with: [.made, .stored]) { showsMadeHits = true }
    let fields = ComparedFields(hit.fields.map { ("&" + $0.name, $0.value) })
    let inOrder = expected.next(under: fields.whole) { $0.event < lastSeen.event }
    if let best = inOrder ?? expected.first(under: fields.whole) ?? nearest(to: hit, fields),
      let expectation = expected.remove(best)
    {
      return match(hit, fields, expectation)
    }
    // It may match an expectation that was already given up.
    if let late = missed.first(under: fields.whole).flatMap({ missed.remove($0) }) {
      return matches[late.place] = seen(late.expectation, at: hit.source)
    }
    if unmatched.count >= Self.waitingLimit, let first = unmatched.popFirst() {
      surplus(first, because: Self.crowd)
    }
    unmatched.append(
      Unmatched(hit: hit, fields: fields, act: played.last?.number, time: wall(hit.time)),
      under: [fields.whole, fields.name, fields.kind])
  }

  /// Returns the number of the expectation from which a hit differs least. If several differ as
  /// much, the last event is the likeliest: a tag makes its hit immediately.
  private mutating func nearest(to hit: PhoneRecord.Hit, _ fields: ComparedFields) -> Int? {
    var best: (number: Int, count: Int)?
    for (number, expectation) in expected.last(Self.nearLimit, under: [fields.name, fields.kind]) {
      guard let count = differences(hit, fields, expectation)?.count else { continue }
      if count <= best?.count ?? count { best = (number, count) }
    }
    return best?.number
  }

  private mutating func match(
    _ hit: PhoneRecord.Hit, _ fields: ComparedFields, _ expectation: PhoneExpectation
  ) {
    comparedCount += 1
    var differences = expectation.fields?.differences(from: fields) ?? []
    // A hit that waited is not late: only its line of being made says when it was.
    if !hit.stages.isDisjoint(with: [.made, .stored]), let time = hit.time.map({ wall($0) }) {
      let late = time - expectation.time
      if late.wholeMilliseconds > Self.lateMilliseconds {
        differences.append("made \(DurationText.text(late)) after its event")
      }
    }
    if expectation.event < lastSeen.event, Self.isAhead(expectation.time, lastSeen.time) {
      differences.append("made after the hit of event \(lastSeen.event)")
    } else {
      lastSeen = (max(lastSeen.event, expectation.event), expectation.time)
    }
    matches.append(seen(expectation, at: hit.source, differences))
  }

  /// Whether something is too early to belong to an event.
  private static func isAhead(_ time: WallTime, _ event: WallTime) -> Bool {
    (event - time).wholeMilliseconds > aheadMilliseconds
  }

  /// Returns how a hit differs from what a tag makes; nil if it is a different hit. A hit that
  /// differs counts as the same only if it arrived soon after.
  private mutating func differences(
    _ hit: PhoneRecord.Hit, _ fields: ComparedFields, _ expectation: PhoneExpectation
  ) -> [String]? {
    if let time = hit.time.map({ wall($0) }) {
      let apart = (time - expectation.time).wholeMilliseconds
      guard (-Self.aheadMilliseconds...Self.togetherMilliseconds).contains(apart) else {
        return nil
      }
    }
    comparedCount += 1
    return expectation.fields?.differences(from: fields)
  }

  /// Why something that waited too long at the limit does not wait any more.
  private static let crowd =
    "it waited with \(waitingLimit) others, the most that can: split the log, and follow its parts"

  private mutating func surplus(_ waiting: Unmatched, because reason: String? = nil) {
    let hit = waiting.hit
    let title = hit["cd"] ?? [hit["ec"], hit["ea"]].compactMap { $0 }.joined(separator: " ")
    let type = hit["t"].map { $0 == "screenview" || $0 == "appview" ? "screen" : $0 } ?? ""
    matches.append(
      PhoneMatch(
        .surplus, "hit \(type) \(title)", act: waiting.act, source: hit.source,
        reason: reason
          ?? "no tag makes it from the events before it: the container has another version, or "
          + "the app's own code sent it"))
  }

  private mutating func miss(_ expectation: PhoneExpectation, because crowd: String? = nil) {
    let canBeSeen = expectation.fields != nil ? showsHits : showsEvents
    let reason =
      canBeSeen
      ? crowd
        ?? "the tag fires on this event in this container: check the version on the phone, and "
        + "whether the log was cut"
      : namesFaults
        ? "the log names a fault instead: see what is wrong in it"
        : "the log has no line of the tag manager: turn on its log"
    if let fields = expectation.fields {
      if missed.count >= Self.waitingLimit { _ = missed.popFirst() }
      missed.append((matches.count, expectation), under: [fields.whole])
    }
    matches.append(
      PhoneMatch(
        canBeSeen ? .missing : .hidden, expectation.what, tag: expectation.tag,
        event: expectation.event, act: expectation.event, hit: expectation.hit, reason: reason))
  }

  /// Lets time pass while a log grows. Expectations that were not seen for long count as missed.
  mutating func pass(to now: WallTime) {
    let sent = isOfAndroid ? Self.androidPatience : Self.dispatchPatience
    while let first = expected.first {
      let isSeenLater = first.fields != nil && !showsMadeHits
      guard now - first.time > (isSeenLater ? sent : Self.patience) else { break }
      if let first = expected.popFirst() { miss(first) }
    }
    while let first = unmatched.first, now - first.time > Self.patience {
      if let first = unmatched.popFirst() { surplus(first) }
    }
  }

  /// Ends the log: whatever was not seen yet counts as missed.
  package mutating func finish() {
    while let first = expected.popFirst() { miss(first) }
    while let first = unmatched.popFirst() { surplus(first) }
  }

  // MARK: Lines

  /// When a line was written, by the phone's clock; for a line without a time, when it arrived.
  func wall(_ time: PhoneTime?) -> WallTime {
    guard let time else {
      if let arrival { return arrival }
      let last = played.last?.time ?? simulation.now.wall
      return last + .milliseconds(Self.apartMilliseconds)
    }
    let shift = time.offsetSeconds == nil ? offsetSeconds : 0
    return time.wall(inYear: year) - .seconds(shift)
  }

  private mutating func wait(until time: WallTime) {
    let left = (time - simulation.now.wall).wholeMilliseconds
    guard left > 0 else { return }
    // A jump skips the timers of days in which nothing happened.
    let verb = left > WallTime.millisecondsPerDay ? "jump " : "wait "
    let line = verb + DurationText.text(.milliseconds(left))
    if verb == "jump " {
      guard perform(line) != nil else { return }
    } else {
      let target = simulation.now.instant + .milliseconds(left)
      while let due = simulation.nextDue(), due <= target, simulation.step() != nil {}
      simulation.pass(target - simulation.now.instant)
      _ = settled()
      if simulation.world.ledger.ended.count > Self.endedHits { simulation.forgetEnded() }
    }
    keep(PhoneAct(line))
  }

  /// The actions as a story.
  var story: [String] {
    let events = Dictionary(played.map { ($0.number, $0) }) { first, _ in first }
    return acts.flatMap { act in
      guard let event = act.number.flatMap({ events[$0] }) else { return [act.line] }
      let by = ["auto": ", which Firebase logs by itself", "fcm": ", which a notification logs"]
      return ["", "# \(event.source.words)\(event.origin.flatMap { by[$0] } ?? "")", act.line]
        + OrderedSet(event.fired).map { "expect tag \($0.quoted) fired" }
    }
  }

  /// Returns an event as a line of a scenario.
  static func line(of event: PhoneEvent) -> String {
    let name = event.shortName == nil ? event.name : FirebaseNames.long(event.shortName ?? "")
    let words = event.ownParameters.elements.map { key, value in
      let long = FirebaseWireNames.longParameter(event.shortName(of: key))
      let name = long == event.shortName(of: key) ? key : long
      return name.quoted + ": " + JSONWriter.write(value.typed)
    }
    let body = words.isEmpty ? "" : " {" + words.joined(separator: ", ") + "}"
    return "log-event " + FirebaseNames.long(name).quoted + body
  }
}
