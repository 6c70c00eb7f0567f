package import OrderedCollections
package import TagRuntime

/// The content of a phone's log so far: each event and each hit once, in order.
///
/// An event leaves several lines on its way, and so does a hit; a console may print each line
/// twice. Lines belong to one event if their stages differ, their names are the same and the
/// parameters that they share agree. Lines belong to one hit if their number `z` is the same or, on
/// Android, the time and the number `_s` that the SDK gave it.
package struct PhoneRecord: Sendable {
  /// An event of the phone.
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

  /// A hit of the phone.
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
    /// The line that reports it.
    package let line: Int
    /// The time of that line; nil if nothing says so.
    package let time: PhoneTime?
    /// The beginning of that line, cut to the limit.
    package let text: String
    /// The name of the user property.
    package let name: String
    /// The value; nil if the app cleared it.
    package let value: String?
  }

  /// A flaw and the lines that have it.
  package struct Flaw: Sendable, Hashable {
    /// The kind of the flaw.
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
  /// Custom events of Braze, with their lines.
  package private(set) var brazeEvents: [(line: Int, event: PhoneEvent)] = []
  /// The flaws found so far.
  package private(set) var flaws: [Flaw] = []
  /// Facts about the app and the SDK, each once.
  package private(set) var facts: OrderedSet<PhoneFact> = []
  /// The number of answers from the collector, by status; 0 if the line does not say it.
  package private(set) var answers: OrderedDictionary<Int, Int> = [:]
  /// The number of lines that repeat another one.
  package private(set) var echoCount = 0
  /// The number of events and hits left out because of the limit.
  package private(set) var leftOut = 0

  package init() {}

  /// Records an entry and returns the change.
  ///
  /// - Complexity: O(1): only the last events and hits are compared.
  package mutating func take(_ entry: PhoneEntry) -> Change {
    switch entry.kind {
    case .event(let event): return take(event, entry)
    case .hit(let hit): return take(hit, entry)
    case .property(let name, let value): return take(name, value, entry)
    case .braze(let event):
      if brazeEvents.count < Self.keptLimit { brazeEvents.append((entry.line, event)) }
    case .fact(let fact): if facts.count < Self.flawLimit { facts.append(fact) }
    case .dispatched(_, let status): answers[status ?? 0, default: 0] += 1
    case .flaw(let flaw): take(flaw, entry.line)
    }
    return .nothing
  }

  private mutating func take(_ flaw: PhoneFlaw, _ line: Int) {
    if let index = flaws.firstIndex(where: { $0.kind == flaw.kind && $0.sentence == flaw.sentence })
    {
      flaws[index].count += 1
      if flaws[index].lines.count < Self.flawLimit { flaws[index].lines.append(line) }
    } else if flaws.count < Self.flawLimit {
      flaws.append(Flaw(kind: flaw.kind, sentence: flaw.sentence, lines: [line], count: 1))
    }
  }

  private mutating func take(_ name: String, _ value: String?, _ entry: PhoneEntry) -> Change {
    // "Setting" and "set" report the same change.
    if let last = properties.last(where: { $0.name == name }), last.value == value {
      return .nothing
    }
    guard properties.count < Self.keptLimit else { return .nothing }
    properties.append(
      Property(line: entry.line, time: entry.time, text: entry.text, name: name, value: value))
    return .property(properties.count - 1)
  }

  // MARK: Events

  private mutating func take(_ event: PhoneEvent, _ entry: PhoneEntry) -> Change {
    let new = Event(
      number: events.count + 1, line: entry.line, time: entry.time, text: entry.text, event: event,
      form: entry.form, canonicalName: FirebaseNames.short(event.shortName ?? event.name))
    if let place = events.indices.suffix(Self.recentLimit).first(where: { isSame($0, new) }) {
      if events[place].event.stages.contains(event.stages) { echoCount += 1 }
      merge(event, into: place)
      return .nothing
    }
    // An upload marks events from long ago.
    let isOld = event.stages == .realTime && events.contains { $0.event.stages != .realTime }
    guard !isOld, events.count < Self.keptLimit else {
      if !isOld { leftOut += 1 }
      return .nothing
    }
    events.append(new)
    return .event(events.count - 1)
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
    if let place = hits.indices.suffix(Self.recentLimit).last(where: { isSame($0, hit) }) {
      if hits[place].stages.contains(hit.stage) { echoCount += 1 }
      hits[place].stages.insert(hit.stage)
      if isSent { hits[place].sentCount += 1 }
      if hit.fields.count > hits[place].fields.count { hits[place].fields = hit.fields }
      return .nothing
    }
    guard hits.count < Self.keptLimit else {
      leftOut += 1
      return .nothing
    }
    hits.append(
      Hit(
        number: hits.count + 1, line: entry.line, time: entry.time, text: entry.text,
        fields: hit.fields, stages: [hit.stage], sentCount: isSent ? 1 : 0))
    return .hit(hits.count - 1)
  }

  private func isSame(_ place: Int, _ hit: PhoneHit) -> Bool {
    let known = hits[place]
    func agrees(_ codes: [String]) -> Bool { codes.allSatisfy { known[$0] == hit[$0] } }
    let what = ["tid", "t", "cd", "ec", "ea", "el"]
    guard agrees(what) else { return false }
    if known["z"] != nil, hit["z"] != nil { return agrees(["z"]) }
    if known["ht"] != nil, hit["ht"] != nil { return agrees(["ht", "_s"]) }
    // A hit that the tag manager creates has neither: the SDK stores it right after.
    let made = known.stages == [.made] || hit.stage == .made
    return made && !known.stages.contains(hit.stage) && place + 8 >= hits.count
      && hit.fields.allSatisfy { field in
        known[field.name].map { $0 == field.value } ?? true
      }
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
