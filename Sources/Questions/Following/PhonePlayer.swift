package import OrderedCollections
import PhoneLog
import ScenarioEngine
package import TagInspection
package import TagRuntime
import TagSimulation

/// Plays what a phone shows in a world with the real container, and compares what the tags do there
/// with what the phone shows.
///
/// A phone of the second generation shows its events: each is logged with the parameters that the
/// phone shows, at the time of its line. Events that Firebase logs automatically are logged in the
/// same way, so that the container receives what it received on the phone. A phone of the first
/// generation shows only hits: the pushes that make them are searched for.
package struct PhonePlayer: Sendable {
  /// What an event or a hit of the phone became in the world.
  package struct Played: Sendable {
    package let number: Int
    /// Its place in the log; nil for a hit, which has it itself.
    package let source: PhoneSource?
    /// The name of the event; empty for a hit.
    package var name = ""
    /// Where the event came from; nil if the log does not say so.
    package var origin: String?
    /// The event's time on the world's clock; nil for a hit.
    package var time: WallTime?
    /// Whether its lines are cut, so that parameters may be missing.
    var isCut = false
    /// The tags that fired at the event; the tag that makes the hit, if one does.
    package internal(set) var fired: [String] = []
    /// The tags that blocked it from Firebase.
    package internal(set) var blockedBy: [String] = []
    /// Why it was not played; nil if it was.
    package internal(set) var reason: String?

    /// The number of the hit whose push also makes this one.
    package internal(set) var with: Int?
    /// The keys and values of its own push.
    package internal(set) var pushed: OrderedDictionary<String, Value> = [:]
    /// Keys with example values: a rule requires them, but no field of the hit reveals them.
    package internal(set) var guessed: [String] = []
    /// Other possible causes of the hit, in words.
    package internal(set) var others: [String] = []
    /// Fields that were not compared, because they come from the phone or from the app's code.
    package internal(set) var unchecked: [String] = []
    /// What its push makes as well, and the capture lacks.
    var lacking: [PhoneExpectation] = []
    /// The hit's number in the world; nil if nothing made it.
    var hit: Int64?

    /// The tag that makes the hit; nil if no tag does, and for one of the app's own hits.
    package var tag: String? { fired.first }
    /// What its push makes as well, in words.
    package var surplus: [String] { lacking.map { String($0.what.dropFirst("hit ".count)) } }
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
  /// The milliseconds between the start of the app and the first hit, where no events are shown.
  static let launchMilliseconds: Int64 = 10_000
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
  /// The most lines that are reported as not playable.
  static let unplayedLimit = 100

  /// A hit that no tag has made so far, with the number of the last event before it.
  private typealias Unmatched = (
    hit: PhoneRecord.Hit, fields: ComparedFields, act: Int?, time: WallTime
  )

  /// The outcome of each event, in the order of the events.
  package private(set) var played: [Played] = []
  /// The matches between the phone's effects and the container.
  private var matches: [PhoneMatch] = []
  /// The actions since the last call of `takeActs()`; nil if they are not kept.
  private var acts: [PhoneAct]?
  /// The lines of the scenario; nil if it is not written.
  private(set) var story: [String]?
  private var unplayable: [String] = []
  private var unplayableCount = 0
  /// The first lines of the phone that could not be played, in sentences, and how many more.
  package var unplayed: [String] {
    let more = unplayableCount - unplayable.count
    return unplayable + (more > 0 ? ["\(more) more lines cannot be played"] : [])
      + (leftOut == 0
        ? []
        : [
          "\(Counted.text(leftOut, "hit")) after the first \(Self.hitLimit) not traced: split the "
            + "log, and read its parts"
        ])
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
  private let isOfAndroid: Bool
  private var showsMadeHits = false
  /// Whether the log shows how the app started.
  var showsStart = false
  /// The last line with anything, if nothing more will arrive.
  var lastLine: Int?
  /// The time of the log's last line with anything.
  private var lastTime: WallTime?
  /// The user properties that tags read and no line has set so far.
  private var unsetProperties: [(name: String, tags: [String])]
  /// Why no line shows what a tag must do.
  var silence = PhoneRecord().silence
  private var showsHits = false
  private var hasEvents = false
  private var interceptsEvents = false

  // MARK: The first generation

  /// The hits whose pushes are searched for, up to the limit.
  var hits: [Capture.Hit] = []
  /// The hits that repeat an earlier hit, each with the number of that hit.
  var copies: [Int: Int] = [:]
  /// The explanation of each of them.
  package var explained: [Played] = []
  /// The number of hits beyond the limit, which were not examined.
  package var leftOut = 0
  /// Hits that a push has made and that may still appear.
  var pending: [PhoneExpectation] = []
  /// The index of the first hit that was not examined.
  var next = 0
  var isDone: Set<Int> = []
  /// What its tags send; nil for the app's own hits.
  @Boxed private(set) var inversion: HitInversion?
  let names: [String]
  let start: WallTime
  /// Whether the phone shows its events, as those of the second generation do.
  package let showsEvents: Bool

  /// - Parameters:
  ///   - beginning: what is known of the phone.
  ///   - world: the world before the first event or hit.
  ///   - isWritten: whether the scenario is expected.
  ///   - offsetSeconds: the zone of lines that have none.
  init(
    _ beginning: PhoneBeginning, in world: Simulation, isWritten: Bool, offsetSeconds: Int
  ) {
    acts = beginning.now == nil ? nil : []
    story = isWritten ? [] : nil
    let container = beginning.container?.container
    showsEvents = beginning.showsEvents
    _inversion = Boxed(wrappedValue: showsEvents ? nil : container.map(HitInversion.init))
    names = container?.tagNames ?? []
    unsetProperties = container?.userProperties ?? []
    start = world.now.wall
    isOfAndroid = world.settings.platform == .android
    year = beginning.capture.year
    self.offsetSeconds = offsetSeconds
  }

  // MARK: The world

  /// Hands a line to the world as a statement.
  ///
  /// - Parameters:
  ///   - line: the line.
  ///   - number: the number of its event or hit.
  ///   - source: the place that shows it.
  ///   - head: the lines before it in the scenario.
  ///   - world: the world in which it is played.
  /// - Returns: what its containers judged; nil if it cannot be played.
  mutating func hand(
    _ line: String, _ number: Int? = nil, _ source: PhoneSource? = nil, under head: [String] = [],
    to world: inout some PhoneWorld
  ) -> [UpdateRecord]? {
    guard let statement = try? StatementParser.parse(line: line) else { return nil }
    return hand(statement, number, source, under: head, to: &world)
  }

  mutating func hand(
    _ statement: Statement, _ number: Int? = nil, _ source: PhoneSource? = nil,
    under head: [String] = [], to world: inout some PhoneWorld
  ) -> [UpdateRecord]? {
    guard let made = world.play(statement) else { return nil }
    acts?.append(
      PhoneAct(
        statement.text, number: number, source: source, rows: made.rows, event: made.event))
    story? += head + [statement.text]
    return made.updates
  }

  /// Adds lines to the scenario.
  mutating func tell(_ lines: [String]) { story? += lines }

  /// The line that lets time pass until a moment; nil if it has come.
  static func waitLine(_ milliseconds: Int64) -> String? {
    guard milliseconds > 0 else { return nil }
    // A jump skips the timers of days in which nothing happened.
    let verb = milliseconds > WallTime.millisecondsPerDay ? "jump " : "wait "
    return verb + DurationText.text(.milliseconds(milliseconds))
  }

  // MARK: Events

  mutating func take(_ event: PhoneRecord.Event, in world: inout some PhoneWorld) {
    note(event.event.stages)
    // Nothing was set before the first opening.
    if FirebaseNames.long(event.event.name) == "first_open" { unsetProperties = [] }
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
      origin: event.event.origin, time: time, isCut: event.event.isCut)
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
    let left = (time - world.present.now.wall).wholeMilliseconds
    if let line = Self.waitLine(left) { _ = hand(line, to: &world) }
    let hits = world.present.world.disk.nextHitID
    let line = Self.line(of: event.event)
    let by = ["auto": ", which Firebase logs by itself", "fcm": ", which a notification logs"]
    let head = ["", "# \(event.source.words)\(entry.origin.flatMap { by[$0] } ?? "")"]
    guard let updates = hand(line, event.number, event.source, under: head, to: &world) else {
      entry.reason = "it cannot be played: \(line)"
      played.append(entry)
      return leave(event.source, line)
    }
    look(at: &entry, updates, world.present, hits: hits)
    played.append(entry)
    tell(OrderedSet(entry.fired).map { "expect tag \($0.quoted) fired" })
  }

  /// Plays a user property that the phone set.
  mutating func take(_ property: PhoneRecord.Property, in world: inout some PhoneWorld) {
    let name = property.name
    // Firebase sets these automatically.
    guard !name.hasPrefix("_") else { return }
    let text = property.value.map(\.quoted) ?? "null"
    let line =
      name == "user_id"
      ? "user-id \(text)" : "user-property \(LanguageWord.key(name))=\(text)"
    let source = PhoneSource(
      unit: .line, number: property.line, time: property.time?.clockText, text: property.text)
    if hand(line, nil, source, to: &world) == nil { leave(source, line) }
    unsetProperties.removeAll { $0.name == name }
  }

  /// Records that a line cannot be played.
  private mutating func leave(_ source: PhoneSource, _ line: String) {
    unplayableCount += 1
    guard unplayable.count < Self.unplayedLimit else { return }
    unplayable.append("\(source.words) cannot be played: \(line)")
  }

  /// Records further stages of a known event: they show what this log can contain.
  mutating func note(_ stages: PhoneEvent.Stages) {
    if !stages.isDisjoint(with: [.logged, .recorded, .handedOver, .uploaded]) {
      hasEvents = true
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
    at entry: inout Played, _ updates: [UpdateRecord], _ simulation: Simulation,
    hits firstHit: Int64
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
            tag: tag, event: entry.number, time: entry.time ?? start, isCut: entry.isCut))
      }
    }
    var kinds: [Int] = []
    for id in firstHit..<simulation.world.disk.nextHitID {
      let waiting = simulation.world.disk.hit(id)?.hit
      guard let hit = waiting ?? simulation.world.hit(id)?.hit,
        case .analytics(let fields) = hit.kind, let tag = hit.tag
      else { continue }
      var compared = ComparedFields(Array(fields))
      compared.readsUnset = unsetProperties.contains { $0.tags.contains(tag) }
      add(
        PhoneExpectation(
          kind: .hit(compared), what: "hit \(hit.typeName) \(hit.title)",
          tag: tag, event: entry.number, time: entry.time ?? start, isCut: entry.isCut, hit: id))
      kinds.append(compared.kind)
    }
    // Hits that precede their event and differ are found once all that it sets off is known. A line
    // without a time cannot say that it is only a little ahead.
    for (number, hit) in unmatched.last(Self.nearLimit, under: kinds) where hit.hit.time != nil {
      guard let best = nearest(to: hit), let expectation = expected.remove(best) else { continue }
      _ = unmatched.remove(number)
      match(hit.hit, hit.fields, expectation)
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
    if let fields = expectation.fields,
      let first = unmatched.first(
        under: fields.whole,
        unless: { waiting in
          (expectation.time - waiting.time).wholeMilliseconds > Self.ahead(of: waiting.hit)
        }), let hit = unmatched.remove(first)
    {
      return match(hit.hit, hit.fields, expectation)
    }
    if expected.count >= Self.waitingLimit, let first = expected.popFirst() {
      miss(first, because: Self.crowd)
    }
    expected.append(expectation, under: expectation.keys)
  }

  /// Returns the actions since the last call.
  mutating func takeActs() -> [PhoneAct] {
    defer { acts = [] }
    return acts ?? []
  }

  /// Returns all matches, including the expectations that may still be seen.
  ///
  /// - Parameter now: the phone's clock; nil if nothing more will arrive.
  func matches(at now: WallTime?) -> [PhoneMatch] {
    matches
      + expected.all.map {
        PhoneMatch(.awaited, $0.what, tag: $0.tag, event: $0.event, act: $0.event, hit: $0.hit)
      } + explained.flatMap { matches(of: $0, now) }
  }

  // MARK: Hits

  mutating func take(_ hit: PhoneRecord.Hit) {
    showsHits = true
    if !hit.stages.isDisjoint(with: [.made, .stored]) { showsMadeHits = true }
    let fields = ComparedFields(hit.fields.map { ("&" + $0.name, $0.value) })
    let new: Unmatched = (
      hit: hit, fields: fields, act: played.last?.number, time: wall(hit.time)
    )
    let inOrder = expected.next(under: fields.whole) { $0.event < lastSeen.event }
    if let best = inOrder ?? expected.first(under: fields.whole) ?? nearest(to: new),
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
    unmatched.append(new, under: [fields.whole, fields.name, fields.kind])
  }

  /// Returns the number of the expectation from which a hit differs least. If several differ as
  /// much, the last event is the likeliest: a tag makes its hit immediately.
  private mutating func nearest(to new: Unmatched) -> Int? {
    var best: (number: Int, count: Int, event: Int)?
    let keys = new.hit.isCut ? [ComparedFields.any] : [new.fields.name, new.fields.kind]
    for (number, expectation) in expected.last(Self.nearLimit, under: keys) {
      guard let count = differences(new, expectation)?.count else { continue }
      let isBetter = best.map { ($0.count, -$0.event) > (count, -expectation.event) } ?? true
      if isBetter { best = (number, count, expectation.event) }
    }
    return best?.number
  }

  private mutating func match(
    _ hit: PhoneRecord.Hit, _ fields: ComparedFields, _ expectation: PhoneExpectation
  ) {
    comparedCount += 1
    var known = PhoneFields()
    if !expectation.isCut {
      known.differing = expectation.fields?.differences(from: fields, isCut: hit.isCut) ?? []
    }
    known.equal = expectation.fields?.equal(in: fields) ?? []
    known.added = hit.fields.map { "&" + $0.name }.filter { HitInversion.added.contains($0) }
    var differences = known.differing.map(\.words)
    // A hit that waited is not late: only its line of being made says when it was.
    if !hit.stages.isDisjoint(with: [.made, .stored]), let time = hit.time.map({ wall($0) }) {
      let late = time - expectation.time
      if late.wholeMilliseconds > Self.lateMilliseconds {
        differences.append("made \(DurationText.text(late)) after its event")
      }
    }
    if expectation.event < lastSeen.event,
      (lastSeen.time - expectation.time).wholeMilliseconds > Self.aheadMilliseconds
    {
      differences.append("made after the hit of event \(lastSeen.event)")
    } else {
      lastSeen = (max(lastSeen.event, expectation.event), expectation.time)
    }
    var match = seen(expectation, at: hit.source, differences)
    match.fields = known
    matches.append(match)
  }

  /// The most milliseconds by which a hit may precede its event. A clock without fractions turns
  /// less into a second.
  private static func ahead(of hit: PhoneRecord.Hit) -> Int64 {
    hit.time?.fractionDigits == 0 ? 1000 : aheadMilliseconds
  }

  /// Returns how a hit differs from what a tag makes; nil if it is a different hit. A hit that
  /// differs counts as the same only if it arrived soon after.
  private mutating func differences(
    _ new: Unmatched, _ expectation: PhoneExpectation
  ) -> [PhoneDifference]? {
    let apart = (new.time - expectation.time).wholeMilliseconds
    guard (-Self.ahead(of: new.hit)...Self.togetherMilliseconds).contains(apart) else { return nil }
    comparedCount += 1
    return expectation.fields?.differences(from: new.fields, isCut: new.hit.isCut)
  }

  /// Why something that waited too long at the limit does not wait any more.
  private static let crowd =
    "it waited with \(waitingLimit) others, the most that can: split the log, and follow its parts"

  private mutating func surplus(_ waiting: Unmatched, because reason: String? = nil) {
    let hit = waiting.hit
    let title = hit["cd"] ?? [hit["ec"], hit["ea"]].compactMap { $0 }.joined(separator: " ")
    let type = hit["t"].map { $0 == "screenview" || $0 == "appview" ? "screen" : $0 } ?? ""
    // Unless it is too early for its event, the event is before the beginning of the log.
    let isBefore =
      waiting.act == nil && !showsStart && missed.first(under: waiting.fields.whole) == nil
    matches.append(
      PhoneMatch(
        isBefore ? .hidden : .surplus, "hit \(type) \(title)", act: waiting.act,
        source: hit.source,
        reason: reason
          ?? (isBefore
            ? "the log begins after its event: save the log from the start of the app"
            : "no tag makes it from the events before it: the container has another version, or "
              + "the app's own code sent it")))
  }

  private mutating func miss(_ expectation: PhoneExpectation, because crowd: String? = nil) {
    let isShown = expectation.fields != nil ? showsHits : hasEvents
    let canBeSeen = isShown && !isOutside(expectation)
    let reason =
      canBeSeen
      ? crowd
        ?? "the tag fires on this event in this container: check the version on the phone, and "
        + "whether the log was cut"
      : isShown ? Self.behindEnd : silence
    if let fields = expectation.fields {
      if missed.count >= Self.waitingLimit { _ = missed.popFirst() }
      missed.append((matches.count, expectation), under: [fields.whole])
    }
    matches.append(
      PhoneMatch(
        canBeSeen ? .missing : .hidden, expectation.what, tag: expectation.tag,
        event: expectation.event, act: expectation.event, hit: expectation.hit, reason: reason))
  }

  private static let behindEnd = "the log ends before it: save the log until hits are sent"

  /// Whether what a tag must do may be behind the end of the log, or its event's line is cut: then
  /// nobody knows.
  private func isOutside(_ expectation: PhoneExpectation) -> Bool {
    if expectation.isCut { return true }
    // A hit of the same name shows that the log has not ended before it.
    let isOther = expectation.fields.map { !unmatched.last(1, under: [$0.name]).isEmpty } ?? false
    guard !isOther, let lastLine, let event = played.last else { return false }
    if event.number == expectation.event {
      // The lines of an event frame the events of its tags, and their hits follow all of them.
      let left = lastTime.map { ($0 - expectation.time).wholeMilliseconds }
      let isTogether = expectation.fields != nil && left ?? 0 <= Self.togetherMilliseconds
      if isTogether || event.source?.number ?? 0 >= lastLine { return true }
    }
    let isSentLater = expectation.fields != nil && !showsMadeHits
    return isSentLater && lastTime.map { $0 - expectation.time <= sendingPatience } ?? false
  }

  /// How long a hit may wait until it is sent.
  private var sendingPatience: Duration {
    isOfAndroid ? Self.androidPatience : Self.dispatchPatience
  }

  /// Lets time pass while a log grows. Expectations that were not seen for long count as missed.
  mutating func pass(to now: WallTime) {
    while let first = expected.first {
      let isSeenLater = first.fields != nil && !showsMadeHits
      guard now - first.time > (isSeenLater ? sendingPatience : Self.patience) else { break }
      if let first = expected.popFirst() { miss(first) }
    }
    while let first = unmatched.first, now - first.time > Self.patience {
      if let first = unmatched.popFirst() { surplus(first) }
    }
  }

  /// Ends the log: whatever was not seen yet counts as missed.
  mutating func finish(_ record: PhoneRecord) {
    (lastLine, lastTime) = (record.last.line, record.last.time.map { wall($0) })
    while let first = expected.popFirst() { miss(first) }
    while let first = unmatched.popFirst() { surplus(first) }
  }

  // MARK: Lines

  /// When a line was written, by the phone's clock; for a line without a time, when it arrived.
  func wall(_ time: PhoneTime?) -> WallTime {
    guard let time else {
      if let arrival { return arrival }
      let last = played.last?.time ?? start
      return last + .milliseconds(Self.apartMilliseconds)
    }
    let shift = time.offsetSeconds == nil ? offsetSeconds : 0
    return time.wall(inYear: year) - .seconds(shift)
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
