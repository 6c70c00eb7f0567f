package import OrderedCollections
package import TagRuntime

/// The content of a phone's log so far: each event and each hit once, in order.
///
/// An event leaves several lines on its way, and so does a hit; a console may print each line
/// twice. Lines belong to one event if their stages differ, their names are the same and the
/// parameters that they share agree. Lines belong to one hit if their number `z` is the same or, on
/// Android, the time and the number `_s` that the SDK gave it.
package struct PhoneRecord: Sendable {
  package struct Event: Sendable, Hashable {
    /// Its number, from 1.
    package let number: Int
    /// The first line that reports it.
    package let line: Int
    /// The time at which it was logged; nil if nothing says so.
    package let time: PhoneTime?
    /// The beginning of that line, cut to the limit.
    package let text: String
    /// The event, merged from all its lines.
    package internal(set) var event: PhoneEvent
    /// The console that wrote the line, to recognize a repetition by another one.
    let form: LinePrefix.Form
    /// The name by which Firebase identifies it.
    let canonicalName: String
  }

  package struct Hit: Sendable, Hashable {
    /// Its number, from 1, among the hits.
    package let number: Int
    /// The first line that reports it.
    package let line: Int
    /// The time of that line; nil if nothing says so.
    package let time: PhoneTime?
    /// The beginning of that line, cut to the limit.
    package let text: String
    /// The fields, from the line that has the most.
    package internal(set) var fields: [QueryParameter]
    /// The stages found in the log.
    package internal(set) var stages: Set<PhoneHit.Stage>
    /// The number of times it was sent.
    package internal(set) var sentCount: Int

    /// The value of a field, by its code without the `&`.
    package subscript(code: String) -> String? { fields.first { $0.name == code }?.value }
  }

  /// One setting of a user property.
  package struct Property: Sendable, Hashable {
    package let line: Int
    /// The time of that line; nil if nothing says so.
    package let time: PhoneTime?
    /// The beginning of that line, cut to the limit.
    package let text: String
    package let name: String
    /// The value; nil if the app cleared it.
    package let value: String?
  }

  package struct Flaw: Sendable, Hashable {
    package let kind: PhoneFlaw.Kind
    /// A sentence that says what is wrong and what to do.
    package let sentence: String
    /// The first lines that have it.
    package internal(set) var lines: [Int]
    /// The number of times it was found.
    package internal(set) var count: Int
  }

  /// The change that an entry caused.
  package enum Change: Sendable, Hashable {
    /// A new event; its position.
    case event(Int)
    /// A new hit; its position.
    case hit(Int)
    /// A user property; its position.
    case property(Int)
    /// Another line of a known event or hit, or a fact.
    case nothing
  }

  /// The maximum number of events, and of hits, that are retained.
  package static let keptLimit = 20_000
  /// The number of recent events, and of hits, that a line may belong to.
  package static let recentLimit = 256
  /// The maximum number of lines that a flaw names, and of flaws that are retained.
  package static let flawLimit = 100
  /// The time in milliseconds within which two consoles write the same line.
  package static let echoMilliseconds = 2

  /// The events, in the order of their first lines.
  package private(set) var events: [Event] = []
  /// The hits, in the order of their first lines.
  package private(set) var hits: [Hit] = []
  /// The user properties, once for each setting.
  package private(set) var properties: [Property] = []
  package private(set) var brazeEvents: [(line: Int, event: PhoneEvent)] = []
  package var flaws: [Flaw] { found + leftOutFlaw }
  /// Facts about the app and the SDK, each once.
  package private(set) var facts: OrderedSet<PhoneFact> = []
  /// The number of answers from the collector, by status; 0 if the line does not say it.
  package private(set) var answers: OrderedDictionary<Int, Int> = [:]
  /// The number of lines that repeat another one.
  package private(set) var echoCount = 0
  /// The number of lines left out because of the limit.
  package private(set) var leftOut = 0
  /// The number of comparisons of a line with a known event or hit.
  package private(set) var comparedCount = 0

  private let keptLimit: Int
  private var found: [Flaw] = []
  private var firstLeftOut = 0
  private var recentEvents = RecentPlaces<EventKey>()
  private var recentHits = RecentPlaces<HitKey>()
  /// The combinations of stages that events have had.
  private var stagesFound: Set<PhoneEvent.Stages> = []

  /// What another line of an event has in common with it: the name, and stages that are not its
  /// own, or the moment.
  private enum EventKey: Hashable, Sendable {
    case stages(name: String, PhoneEvent.Stages)
    case moment(name: String, day: Int, milliseconds: Int)
  }

  /// What another line of a hit has in common with it: its values, and its number, or its time and
  /// `_s` where one of them has no number.
  private enum HitKey: Hashable, Sendable {
    case number(values: [String?], String)
    case time(values: [String?], String, order: String?, isNumbered: Bool)
  }

  /// - Parameter keptLimit: the most events, hits, user properties and events of Braze.
  package init(keptLimit: Int = Self.keptLimit) { self.keptLimit = keptLimit }

  /// Records an entry and returns the change.
  ///
  /// - Complexity: O(1): of the last events and hits, only those with the same name or values are
  ///   compared.
  package mutating func take(_ entry: PhoneEntry) -> Change {
    switch entry.kind {
    case .event(let event): return take(event, entry)
    case .hit(let hit): return take(hit, entry)
    case .property(let name, let value): return take(name, value, entry)
    case .braze(let event):
      guard brazeEvents.count < keptLimit else { return leave(entry) }
      brazeEvents.append((entry.line, event))
    case .fact(let fact): if facts.count < Self.flawLimit { facts.append(fact) }
    case .dispatched(_, let status): answers[status ?? 0, default: 0] += 1
    case .flaw(let flaw): take(flaw, entry.line)
    }
    return .nothing
  }

  private mutating func take(_ flaw: PhoneFlaw, _ line: Int) {
    if let index = found.firstIndex(where: { $0.kind == flaw.kind && $0.sentence == flaw.sentence })
    {
      found[index].count += 1
      if found[index].lines.count < Self.flawLimit { found[index].lines.append(line) }
    } else if found.count < Self.flawLimit {
      found.append(Flaw(kind: flaw.kind, sentence: flaw.sentence, lines: [line], count: 1))
    }
  }

  private mutating func leave(_ entry: PhoneEntry) -> Change {
    if leftOut == 0 { firstLeftOut = entry.line }
    leftOut += 1
    return .nothing
  }

  private var leftOutFlaw: [Flaw] {
    guard leftOut > 0 else { return [] }
    let sentence =
      "\(Counted.text(leftOut, "line")) left out from here on, because only the first \(keptLimit) "
      + "events, hits and user properties are kept: split the log, and read its parts"
    return [Flaw(kind: .leftOut, sentence: sentence, lines: [firstLeftOut], count: 1)]
  }

  private mutating func take(_ name: String, _ value: String?, _ entry: PhoneEntry) -> Change {
    // "Setting" and "set" report the same change.
    if let last = properties.last(where: { $0.name == name }), last.value == value {
      return .nothing
    }
    guard properties.count < keptLimit else { return leave(entry) }
    properties.append(
      Property(line: entry.line, time: entry.time, text: entry.text, name: name, value: value))
    return .property(properties.count - 1)
  }

  // MARK: Events

  private mutating func take(_ event: PhoneEvent, _ entry: PhoneEntry) -> Change {
    let new = Event(
      number: events.count + 1, line: entry.line, time: entry.time, text: entry.text, event: event,
      form: entry.form, canonicalName: FirebaseNames.short(event.shortName ?? event.name))
    if let place = place(of: new) {
      if events[place].event.stages.contains(event.stages) { echoCount += 1 }
      merge(event, into: place)
      return .nothing
    }
    // An upload marks events from long ago.
    let isOld = event.stages == .realTime && stagesFound.contains { $0 != .realTime }
    if isOld { return .nothing }
    guard events.count < keptLimit else { return leave(entry) }
    events.append(new)
    let place = events.count - 1
    index(place, ofStages: event.stages)
    if let time = new.time, time.fractionDigits >= 3 {
      recentEvents.add(
        place,
        under: .moment(name: new.canonicalName, day: time.day, milliseconds: time.milliseconds),
        firstRecent: firstRecent(events.count))
    }
    return .event(place)
  }

  /// The first place that a line may belong to.
  private func firstRecent(_ count: Int) -> Int { count - Self.recentLimit }

  private mutating func index(_ place: Int, ofStages stages: PhoneEvent.Stages) {
    stagesFound.insert(stages)
    recentEvents.add(
      place, under: .stages(name: events[place].canonicalName, stages),
      firstRecent: firstRecent(events.count))
  }

  /// The place of the event that a line reports again; nil for a new event.
  private mutating func place(of new: Event) -> Int? {
    let name = new.canonicalName
    var keys = stagesFound.filter { !$0.contains(new.event.stages) }
      .map { EventKey.stages(name: name, $0) }
    if let time = new.time {
      keys += (-Self.echoMilliseconds...Self.echoMilliseconds).map {
        .moment(name: name, day: time.day, milliseconds: time.milliseconds + $0)
      }
    }
    let first = firstRecent(events.count)
    return keys.compactMap { key in
      recentEvents[key].first { place in
        guard place >= first else { return false }
        comparedCount += 1
        return isSame(place, new)
      }
    }.min()
  }

  /// Whether a line reports a known event again.
  private func isSame(_ place: Int, _ new: Event) -> Bool {
    let known = events[place]
    guard known.canonicalName == new.canonicalName else { return false }
    if known.event.stages.contains(new.event.stages), !isEcho(known, new) { return false }
    return known.event.agrees(with: new.event)
  }

  /// Whether another console wrote the line before, or it has the same precise time.
  private func isEcho(_ known: Event, _ new: Event) -> Bool {
    guard let first = known.time, let other = new.time, first.fractionDigits >= 3,
      other.fractionDigits >= 3, first.day == other.day,
      abs(first.milliseconds - other.milliseconds) <= Self.echoMilliseconds
    else { return false }
    return known.form != new.form || first == other && first.fractionDigits >= 6
  }

  private mutating func merge(_ event: PhoneEvent, into place: Int) {
    let stages = events[place].event.stages
    if !stages.contains(event.stages) {
      recentEvents.remove(place, under: .stages(name: events[place].canonicalName, stages))
      index(place, ofStages: stages.union(event.stages))
    }
    events[place].event.stages.formUnion(event.stages)
    if events[place].event.origin == nil { events[place].event.origin = event.origin }
    if events[place].event.shortName == nil, let short = event.shortName {
      events[place].event.shortName = short
      events[place].event.name = event.name
    }
    for (key, value) in event.parameters.elements
    where events[place].event.value(of: event.shortName(of: key)) == nil {
      events[place].event.parameters[key] = value
      events[place].event.shortNames[key] = event.shortNames[key]
    }
  }

  // MARK: Hits

  private mutating func take(_ hit: PhoneHit, _ entry: PhoneEntry) -> Change {
    let isSent = hit.stage == .sent
    if let place = place(of: hit) {
      if hits[place].stages.contains(hit.stage) { echoCount += 1 }
      hits[place].stages.insert(hit.stage)
      if isSent { hits[place].sentCount += 1 }
      if hit.fields.count > hits[place].fields.count {
        hits[place].fields = hit.fields
        index(place, hit)
      }
      return .nothing
    }
    guard hits.count < keptLimit else { return leave(entry) }
    hits.append(
      Hit(
        number: hits.count + 1, line: entry.line, time: entry.time, text: entry.text,
        fields: hit.fields, stages: [hit.stage], sentCount: isSent ? 1 : 0))
    index(hits.count - 1, hit)
    return .hit(hits.count - 1)
  }

  private mutating func index(_ place: Int, _ hit: PhoneHit) {
    for key in Self.keys(of: hit, isNumbered: [hit["z"] != nil]) {
      recentHits.add(place, under: key, firstRecent: firstRecent(hits.count))
    }
  }

  /// The keys of a hit, or of those that are the same one, which may be numbered or not.
  private static func keys(of hit: PhoneHit, isNumbered: [Bool]) -> [HitKey] {
    let values = same.map { hit[$0] }
    let time = hit["ht"]
    return (hit["z"].map { [.number(values: values, $0)] } ?? [])
      + isNumbered.flatMap { isNumbered in
        time.map { [.time(values: values, $0, order: hit["_s"], isNumbered: isNumbered)] } ?? []
      }
  }

  /// The place of the hit that a line reports again; nil for a new hit.
  private mutating func place(of hit: PhoneHit) -> Int? {
    let first = firstRecent(hits.count)
    let isNumbered = hit["z"] == nil ? [true, false] : [false]
    let lists = Self.keys(of: hit, isNumbered: isNumbered).map { recentHits[$0] }
    let made = hits.indices.suffix(Self.madeLimit).filter { isJustMade($0, hit) }
    return (lists + [made]).compactMap { list in
      list.last { place in
        guard place >= first else { return false }
        comparedCount += 1
        return isSame(place, hit)
      }
    }.max()
  }

  /// The fields in which all lines of a hit are the same.
  private static let same = ["tid", "t", "cd", "ec", "ea", "el"]
  /// The number of last hits that a tag manager may have created.
  private static let madeLimit = 8
  private static let madeAlone: Set = [PhoneHit.Stage.made]

  private func isSame(_ place: Int, _ hit: PhoneHit) -> Bool {
    let known = hits[place]
    func agrees(_ codes: [String]) -> Bool { codes.allSatisfy { known[$0] == hit[$0] } }
    guard agrees(Self.same) else { return false }
    if known["z"] != nil, hit["z"] != nil { return agrees(["z"]) }
    if known["ht"] != nil, hit["ht"] != nil { return agrees(["ht", "_s"]) }
    return isJustMade(place, hit)
      && hit.fields.allSatisfy { field in
        known[field.name].map { $0 == field.value } ?? true
      }
  }

  /// Whether one of them is what the tag manager creates, without number and time: the SDK stores
  /// it right after.
  private func isJustMade(_ place: Int, _ hit: PhoneHit) -> Bool {
    let stages = hits[place].stages
    return (hit.stage == .made || stages == Self.madeAlone) && !stages.contains(hit.stage)
      && place + Self.madeLimit >= hits.count
  }
}

extension PhoneEvent {
  /// The parameters that stages add, by their short names.
  private static let added: Set = ["_dbg", "_r", "_c", "_o"]

  /// Returns the short name of a parameter; any other name is returned as is.
  package func shortName(of parameter: String) -> String {
    shortNames[parameter] ?? FirebaseWireNames.parameter(parameter)
  }

  /// Returns the value of a parameter by its short name.
  package func value(of short: String) -> Value? {
    if let value = parameters[short] { return value }
    return parameters.elements.first { shortName(of: $0.key) == short }?.value
  }

  /// Whether the parameters that both events have are equal.
  func agrees(with other: PhoneEvent) -> Bool {
    other.parameters.elements.allSatisfy { key, value in
      let short = other.shortName(of: key)
      guard !Self.added.contains(short), let own = self.value(of: short) else { return true }
      return own == value
    }
  }

  /// The parameters from the app or from Firebase itself, without those that stages add.
  package var ownParameters: OrderedDictionary<String, Value> {
    parameters.filter { key, _ in !Self.added.contains(shortName(of: key)) }
  }
}

/// The places of the last events, or hits, of a record, by what a line that reports one again has
/// in common with it.
///
/// Under a key there may be places that had it before: whoever looks one up compares.
private struct RecentPlaces<Key: Hashable & Sendable>: Sendable {
  private var places: [Key: [Int]] = [:]

  /// The places under a key, in order.
  subscript(key: Key) -> [Int] { places[key] ?? [] }

  /// Adds a place under a key, and drops those before the first recent one.
  mutating func add(_ place: Int, under key: Key, firstRecent: Int) {
    var known = places.removeValue(forKey: key) ?? []
    known.removeAll { $0 < firstRecent || $0 == place }
    known.insert(place, at: known.lastIndex { $0 < place }.map { $0 + 1 } ?? 0)
    places[key] = known
  }

  mutating func remove(_ place: Int, under key: Key) { places[key]?.removeAll { $0 == place } }
}
