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
    /// Whether a request has it and no line.
    package var isOfRequest: Bool { form == .request }
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
    /// The last answer to it; 0 or less for no answer, nil if the log does not say it.
    package internal(set) var status: Int?
    /// The time that the SDK gave it, of `ht` or of the line; nil if there is none.
    package internal(set) var stamp: WallTime?
    /// Whether the line with these fields is cut, so that fields may be missing.
    package internal(set) var isCut: Bool
    package let isOfAndroid: Bool

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
    package internal(set) var kind: PhoneFlaw.Kind
    /// A sentence that says what is wrong and what to do.
    package let sentence: String
    /// The first lines that have it.
    package internal(set) var lines: [Int]
    /// The number of times it was found.
    package internal(set) var count: Int
    /// The sentence without values that vary; nil if there are none.
    var general: String?
    /// What the phone sends again, as long as nothing says that this succeeded.
    var kept: PhoneFlaw.Kept?
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
  /// The maximum number of flaws that differ only in their values; the others are counted together.
  package static let similarLimit = 8
  /// The maximum number of hits in a request of Android, and of those that wait for it.
  ///
  /// Source: PhoneLines §7; the library for Android has 20 hits in a batch, and 2000 in its store.
  private static let batch = (hits: 20, waiting: 2000)
  /// The time in milliseconds within which two consoles write the same line.
  package static let echoMilliseconds = 2
  /// The time in milliseconds between an event and the line that reports it.
  static let uploadMilliseconds = 5000

  /// The events, in the order of their first lines.
  package private(set) var events: [Event] = []
  /// The hits, in the order of their first lines.
  package private(set) var hits: [Hit] = []
  /// The user properties, once for each setting.
  package private(set) var properties: [Property] = []
  /// The bundles of Firebase's uploads.
  package private(set) var uploads: [PhoneUpload] = []
  /// The fields of uploads without a known name: the first value under each path of numbers.
  package private(set) var unknownFields: OrderedDictionary<String, Value> = [:]
  package private(set) var brazeEvents: [(line: Int, event: PhoneEvent)] = []
  package var flaws: [Flaw] { found + leftOutFlaw }
  /// Whether a line of an SDK names a fault.
  package var namesFaults: Bool { found.contains { $0.kind == .sdkFault } }
  /// What the numbers of lines count: the lines of a log, or the requests of a capture.
  package private(set) var unit = "line"
  /// Facts about the app and the SDK, each once.
  package private(set) var facts: OrderedSet<PhoneFact> = []
  /// The number of lines of a log that was read as a whole.
  package internal(set) var lineCount = 0
  /// What tells several phones apart.
  private(set) var split = PhoneSplit()
  /// The line of the last entry, and the last time; 0 or nil if there is none.
  @Boxed package private(set) var last = (line: 0, time: nil as PhoneTime?)
  /// The number of lines left out because of the limit.
  private var leftOut = 0
  /// The number of comparisons of a line with a known event or hit.
  package private(set) var comparedCount = 0

  private let keptLimit: Int
  private var found: [Flaw] = []
  private var firstLeftOut = 0
  /// The hits that were sent and have no answer yet.
  private var unanswered: [Int] = []
  /// The events that are in an upload of which nothing says yet whether the server took it.
  private var unansweredEvents: [Int] = []
  /// The number of events that the server did not take, and has not taken later.
  private var undeliveredCount = 0
  private var lastStatus: Int?
  private var showsSent = false
  /// The first hit that may still be stored.
  private var firstStored = 0
  /// The places of the last settings of user properties, by their names.
  private var lastProperties: [String: Int] = [:]
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
    if entry.form == .request { unit = "request" } else { last.time = entry.time ?? last.time }
    last.line = max(last.line, entry.line)
    split.take(entry)
    switch entry.kind {
    case .event(let event): return take(event, entry)
    case .hit(let hit): return take(hit, entry)
    case .property(let name, let value): return take(name, value, entry)
    case .braze(let event):
      guard brazeEvents.count < keptLimit else { return leave(entry) }
      brazeEvents.append((entry.line, event))
    case .upload(let upload): return take(upload, entry)
    case .unknown(let path, let value):
      if unknownFields.count < Self.flawLimit, unknownFields[path] == nil {
        unknownFields[path] = value
      }
    case .fact(let fact):
      if facts.count >= Self.flawLimit, !facts.contains(fact) { return leave(entry) }
      facts.append(fact)
    case .dispatched(let count, let status): settle(count, status)
    case .posted(let isBatch): post(isBatch ? Self.batch.hits : 1)
    case .uploadAnswered(let isTaken):
      for place in unansweredEvents { add(isTaken ? .delivered : .undelivered, to: place) }
      unansweredEvents = []
      if isTaken, undeliveredCount == 0 { close(.upload) }
    case .handedOver: if !hits.isEmpty { hits[hits.count - 1].stages.insert(.handedOver) }
    case .flaw(let flaw): return take(flaw, entry)
    }
    return .nothing
  }

  private mutating func take(_ flaw: PhoneFlaw, _ entry: PhoneEntry) -> Change {
    func isSame(_ known: Flaw, _ sentence: String) -> Bool {
      known.kind == flaw.kind && known.sentence == sentence
    }
    var sentence = flaw.sentence
    var place = found.firstIndex { isSame($0, sentence) }
    if place == nil, let general = flaw.general,
      found.count(where: { $0.general == general }) >= Self.similarLimit
    {
      sentence = general
      place = found.firstIndex { isSame($0, sentence) }
    }
    if let place {
      found[place].count += 1
      if found[place].lines.count < Self.flawLimit { found[place].lines.append(entry.line) }
    } else if found.count < Self.flawLimit {
      found.append(
        Flaw(
          kind: flaw.kind, sentence: sentence, lines: [entry.line], count: 1,
          general: flaw.general, kept: flaw.kept))
    } else {
      return leave(entry)
    }
    return .nothing
  }

  /// Notes that the phone has sent what it could not send before: nothing is lost.
  private mutating func close(_ kept: PhoneFlaw.Kept) {
    for index in found.indices where found[index].kept == kept {
      (found[index].kind, found[index].kept) = (.sdkRemark, nil)
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
      + "events, hits and user properties are kept, and \(Self.flawLimit) findings: split the log, "
      + "and read its parts"
    return [Flaw(kind: .leftOut, sentence: sentence, lines: [firstLeftOut], count: 1)]
  }

  private mutating func take(_ upload: PhoneUpload, _ entry: PhoneEntry) -> Change {
    guard uploads.count < keptLimit else { return leave(entry) }
    var upload = upload
    // An upload has all user properties that are set.
    let before =
      upload.isWhole ? uploads.last { $0.fields["app_id"] == upload.fields["app_id"] } : nil
    let properties = upload.properties
    upload.removed = (before?.properties.keys ?? []).filter { properties[$0] == nil }
    uploads.append(upload)
    for name in upload.removed {
      _ = take(name == "_id" ? "user_id" : name, nil as String?, entry)
    }
    return .nothing
  }

  private mutating func take(_ name: String, _ value: String?, _ entry: PhoneEntry) -> Change {
    // "Setting" and "set" report the same change.
    if let last = lastProperties[name], properties[last].value == value { return .nothing }
    guard properties.count < keptLimit else { return leave(entry) }
    lastProperties[name] = properties.count
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
      merge(event, into: place)
      return .nothing
    }
    // An upload marks events from long ago.
    let isOld = event.stages == .realTime && stagesFound.contains { $0 != .realTime }
    if isOld { return .nothing }
    guard events.count < keptLimit else { return leave(entry) }
    events.append(new)
    let place = events.count - 1
    if event.stages.isLost { undeliveredCount += 1 }
    index(place, ofStages: event.stages)
    awaitAnswer(place, event.stages)
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
    let wasUploaded = known.event.stages.contains(.uploaded)
    if new.event.stages.contains(.uploaded) {
      // Firebase sends the events of an upload again that was not delivered.
      guard wasUploaded ? known.line != new.line && known.time == new.time : isOneMoment(known, new)
      else { return false }
    } else if wasUploaded || known.event.stages.contains(new.event.stages) && !isEcho(known, new) {
      return false
    }
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

  /// Whether a line and an upload may mean the same moment, in whatever zones.
  private func isOneMoment(_ known: Event, _ new: Event) -> Bool {
    guard let first = known.time, let other = new.time else { return true }
    let quarter = 15 * 60 * 1000
    let apart = abs(first.milliseconds - other.milliseconds) % quarter
    return min(apart, quarter - apart) <= Self.uploadMilliseconds
  }

  private mutating func add(_ added: PhoneEvent.Stages, to place: Int) {
    let stages = events[place].event.stages
    guard !stages.contains(added) else { return }
    recentEvents.remove(place, under: .stages(name: events[place].canonicalName, stages))
    index(place, ofStages: stages.union(added))
    events[place].event.stages.formUnion(added)
    let change = (stages.union(added).isLost ? 1 : 0) - (stages.isLost ? 1 : 0)
    undeliveredCount += change
    if change < 0, undeliveredCount == 0 { close(.upload) }
  }

  /// Remembers that nothing says yet whether an upload arrived.
  private mutating func awaitAnswer(_ place: Int, _ stages: PhoneEvent.Stages) {
    if stages == .uploaded { unansweredEvents.append(place) }
  }

  private mutating func merge(_ event: PhoneEvent, into place: Int) {
    add(event.stages, to: place)
    awaitAnswer(place, event.stages)
    if !event.isCut { events[place].event.isCut = false }
    events[place].event.count = events[place].event.count ?? event.count
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
    if isSent { showsSent = true }
    if let place = place(of: hit) {
      hits[place].stages.insert(hit.stage)
      if isSent { unanswered.append(place) }
      hits[place].stamp = hits[place].stamp ?? Self.stamp(of: hit)
      if hit.fields.count > hits[place].fields.count {
        hits[place].fields = hit.fields
        hits[place].isCut = hit.isCut
        index(place, hit)
      }
      return .nothing
    }
    guard hits.count < keptLimit else { return leave(entry) }
    hits.append(
      Hit(
        number: hits.count + 1, line: entry.line, time: entry.time, text: entry.text,
        fields: hit.fields, stages: [hit.stage],
        stamp: Self.stamp(of: hit), isCut: hit.isCut,
        isOfAndroid: hit.isOfAndroid || hit["_v"]?.hasPrefix("ma") ?? false))
    if isSent { unanswered.append(hits.count - 1) }
    index(hits.count - 1, hit)
    return .hit(hits.count - 1)
  }

  /// The times of hits that can be dates, in milliseconds.
  private static let stamps: Range<Int64> = 0..<253_402_300_800_000

  private static func stamp(of hit: PhoneHit) -> WallTime? {
    let time = hit["ht"].flatMap { Int64($0) }.flatMap { stamps.contains($0) ? $0 : nil }
    return time.map { WallTime(milliseconds: $0) } ?? hit.stamp
  }

  /// Gives the hits that were sent the answer to them.
  ///
  /// Where a log only says how many were sent and shows none, they are the oldest that are stored:
  /// inferred from the order in which the SDK sends.
  private mutating func settle(_ count: Int?, _ status: Int?) {
    if let status {
      for place in unanswered { hits[place].status = status }
      (unanswered, lastStatus) = ([], status)
      if PhoneHit.isTaken(status) { close(.hits) }
    }
    guard var count, !showsSent else { return }
    while count > 0, firstStored < hits.count {
      if hits[firstStored].stages == [.stored] {
        hits[firstStored].stages.insert(.sent)
        hits[firstStored].status = lastStatus
        count -= 1
      }
      firstStored += 1
    }
  }

  /// Takes the stored hits that a request carries, of which its line shows none: inferred from the
  /// order in which the SDK sends, the oldest first.
  private mutating func post(_ count: Int) {
    while firstStored < hits.count, !waits(firstStored) { firstStored += 1 }
    unanswered = Array(
      (firstStored..<min(hits.count, firstStored + Self.batch.waiting)).lazy.filter(waits)
        .prefix(count))
    for place in unanswered { hits[place].stages.insert(.sent) }
  }

  /// Whether a hit is in the store of an Android phone.
  private func waits(_ place: Int) -> Bool {
    hits[place].stages.isDisjoint(with: [.handedOver, .discarded, .dryRun])
      && hits[place].stages.contains(.stored)
      && !(hits[place].status.map(PhoneHit.isTaken) ?? false)
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
      return own.typed == value.typed
    }
  }

  /// The parameters from the app or from Firebase itself, without those that stages add.
  package var ownParameters: OrderedDictionary<String, Value> {
    parameters.filter { key, _ in !Self.added.contains(shortName(of: key)) }
  }
}

extension Value {
  /// The value with texts that look like numbers as numbers: a log does not distinguish them.
  package var typed: Value {
    switch self {
    case .string(let text):
      if let number = Int64(text), String(number) == text { return .int(number) }
      let isPlain = text.utf8.allSatisfy {
        $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") || $0 == UInt8(ascii: ".")
          || $0 == UInt8(ascii: "-")
      }
      if isPlain, text.contains("."), let number = Double(text), number.description == text {
        return .double(number)
      }
      return self
    case .list(let elements): return .list(elements.map(\.typed))
    case .map(let members): return .map(members.mapValues(\.typed))
    case .null, .bool, .int, .double, .absent: return self
    }
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
