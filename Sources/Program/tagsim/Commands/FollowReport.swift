import Following
import MeasurementPlan
import OrderedCollections
import PhoneLog
import PlanChecking
import ScenarioEngine
import TagInspection
import TagRuntime

/// The report of `tagsim follow` on a phone's log or a capture, and on the container if there is
/// one.
struct FollowReport: Reported {
  /// The name of the schema, with its version, which changes with the members.
  static let schema = "tagsim.follow/1"
  /// The most hosts of other requests that are named.
  private static let hostLimit = 5
  /// The most characters of a host's name that are shown: the limit of DNS.
  private static let hostNameLimit = 253
  /// The most uploads that are described.
  private static let uploadLimit = 100
  /// The most hits, events and matches that a report for people lists.
  private static let rowLimit = 1000

  let name: String
  @Boxed private(set) var capture: Capture
  let container: String?
  /// The phone, followed; nil if that was not requested.
  @Boxed private(set) var followed: FollowedPhone?
  /// Its events, held against a plan; nil if that was not requested.
  @Boxed private var plan: PlanReport?
  private let findings: [CaptureFinding]
  /// The traits that the phone reveals about itself.
  private let traits: PhoneTraits

  init(
    name: String, capture: Capture, container: String?, followed: FollowedPhone?,
    plan: PlanReport? = nil
  ) {
    (self.name, self.container) = (name, container)
    _capture = Boxed(wrappedValue: capture)
    _followed = Boxed(wrappedValue: followed)
    _plan = Boxed(wrappedValue: plan)
    findings = capture.findings
    traits = PhoneTraits(of: capture)
  }

  private var matches: [PhoneMatch] { followed?.matches ?? [] }

  /// How many matches are in each state.
  private var count: OrderedDictionary<PhoneMatch.State, Int> {
    OrderedDictionary(
      uniqueKeysWithValues: PhoneMatch.State.allCases.map { state in
        (state, matches.count { $0.state == state })
      })
  }

  /// Whether the phone did not do what a tag must do, the log names a fault, or it was not read to
  /// its end. Without a container, what is wrong with a hit counts; a container may require it.
  var hasFaults: Bool {
    !faults.isEmpty || isPart || matches.contains { $0.state.isFailed } || !deviations.isEmpty
  }

  private var deviations: [PlanFinding] {
    plan?.comparison.findings.filter { $0.level == .deviation } ?? []
  }

  private var faults: [CaptureFinding] { findings.filter { $0.isFault && counts($0) } }

  private func counts(_ finding: CaptureFinding) -> Bool { container == nil || finding.isOfLog }

  private func chapter(_ head: String, _ findings: [CaptureFinding]) -> [ReportPart] {
    ReportPart.chapter(
      head, findings.map { "\($0.place): \($0.sentence)  [\($0.fault.code)]" })
  }

  /// Whether a limit was reached, and the rest was not read or not traced.
  private var isPart: Bool {
    capture.hitsLeftOut + capture.entriesLeftOut + (followed?.follower.player.leftOut ?? 0) > 0
  }

  /// Why nothing of what the container must make can be seen; nil if something can.
  var blindness: String? {
    matches.allSatisfy { $0.state == .hidden } ? matches.first?.reason : nil
  }

  // MARK: Text

  var page: HandedReport {
    var parts: [ReportPart] = container == nil ? [] : [.text(headline + known, .plain), phone]
    parts += others.map { .text($0, .plain) } + hits + events
    if container != nil {
      parts += PhoneMatch.parts(of: Array(matches.prefix(Self.rowLimit)))
      parts += more(of: matches.count, "matches") + [.text(sum, .caption)]
    }
    if findings.isEmpty, deviations.isEmpty, container == nil {
      let what = isPart ? "those that were read" : capture.log == nil ? "them" : "it"
      parts += ReportPart.chapter("What is wrong", ["Nothing is wrong with \(what)."])
    }
    parts += chapter("What is wrong", faults)
    parts += chapter("Other problems of the hits", findings.filter { $0.isFault && !counts($0) })
    parts += chapter("Healthy apps have this, too", findings.filter { !$0.isFault }) + explained
    parts += ReportPart.chapter("In the container", followed?.dropped ?? [])
    parts += ReportPart.chapter("Not played", followed?.follower.unplayed ?? [])
    if let plan { parts += [.heading("The plan " + plan.title, level: 2)] + plan.findings }
    return HandedReport(
      title: name + (container.map { " against " + $0 } ?? ": " + headline), parts: parts)
  }

  private func more(of count: Int, _ nouns: String) -> [ReportPart] {
    let more = count - Self.rowLimit
    return more > 0 ? [.text("and \(more) more \(nouns); --json has all", .plain)] : []
  }

  private var sum: String {
    if matches.isEmpty { return "no tag has anything to show" }
    return count.elements.filter { $0.value > 0 || $0.key == .seen }
      .map { "\($0.value) \($0.key.words)" }.joined(separator: "; ")
  }

  /// What the log says of the SDK and the app.
  private var known: String {
    let facts = capture.log?.facts.map(\.words) ?? []
    return facts.isEmpty ? "" : " (" + facts.joined(separator: ", ") + ")"
  }

  /// The known traits of the phone, and the names of the unknown ones.
  private var phone: ReportPart {
    let untold = traits.untold.joined(separator: ", ")
    let words = [
      traits.told.joined(separator: ", "), untold.isEmpty ? "" : "not known: " + untold,
    ]
    return .text("phone: " + words.filter { !$0.isEmpty }.joined(separator: "; "), .plain)
  }

  /// A case for each fault, and for each thing that a tag must do.
  var chapters: [ReportChapter] {
    let faults = faults.map {
      ReportCheck(.failure, "\($0.fault.code) at \($0.place)", [$0.sentence])
    }
    // Nothing but skipped cases would pass.
    let blind = blindness.map { [ReportCheck(.error, "anything of the container is seen", [$0])] }
    let checks = faults + (blind ?? []) + matches.map(\.check)
    return [ReportChapter(of: name, checks + (plan?.checks ?? []))]
  }

  /// Returns a hit with its fields; nil if there is no hit with that number.
  func lines(ofHit number: Int) -> [String]? {
    guard capture.hits.indices.contains(number - 1) else { return nil }
    let hit = capture.hits[number - 1]
    var lines = ["hit \(number): " + state(of: hit)] + CapturedHits.lines(of: hit.told)
    for finding in findings where finding.hits.contains(number) {
      lines += ["", "wrong: \(finding.sentence)  [\(finding.fault.code)]"]
    }
    if let entry = explanations[number] {
      let (sentence, remarks) = words(of: entry)
      lines += ["", sentence] + remarks.map { "  " + $0 }
    }
    return lines
  }

  private var headline: String {
    let form = capture.form == .har ? "a HAR" : capture.form.words
    if let log = capture.log, capture.requestCount == 0 {
      return form + " with " + Counted.text(log.events.count, "event") + " and "
        + Counted.text(capture.hits.count, "hit")
    }
    let requests =
      capture.form == .lines ? "" : " of \(Counted.text(capture.requestCount, "request"))"
    let events = capture.log.map { Counted.text($0.events.count, "event") + " and " } ?? ""
    return form + requests + " with " + events + Counted.text(capture.hits.count, "hit")
  }

  /// The number of requests to each other host, by its displayed name.
  private var foreign: OrderedDictionary<String, Int> {
    var told: OrderedDictionary<String, Int> = [:]
    for (host, count) in capture.foreign.elements {
      told[Self.told(host: host), default: 0] += count
    }
    return told
  }

  private static func told(host: String) -> String {
    guard host.unicodeScalars.count > hostNameLimit else { return host }
    return String(String.UnicodeScalarView(host.unicodeScalars.prefix(hostNameLimit))) + "…"
  }

  /// The contents of a capture other than its hits.
  var others: [String] {
    var parts: [String] = []
    if capture.hitsLeftOut > 0 { parts.append("\(capture.hitsLeftOut) more hits not shown") }
    if capture.entriesLeftOut > 0 {
      parts.append("\(capture.entriesLeftOut) more requests not read")
    }
    parts += uploads
    if capture.foreignCount > 0 {
      let hosts = capture.foreign.elements.prefix(Self.hostLimit).map {
        "\(Self.told(host: $0.key)) \($0.value)"
      }
      let more = capture.foreign.count - hosts.count
      parts.append(
        Counted.text(capture.foreignCount, "request") + " to other hosts ignored ("
          + hosts.joined(separator: ", ") + (more > 0 ? ", and \(more) more hosts" : "") + ")")
    }
    if capture.unreadCount > 0 {
      let more = capture.unreadCount - capture.unread.count
      parts.append(
        "not read: " + capture.unread.joined(separator: ", ") + (more > 0 ? ", \(more) more" : ""))
    }
    return parts
  }

  /// The uploads of Firebase, and their user properties.
  private var uploads: [String] {
    guard let log = capture.log, !log.uploads.isEmpty else { return [] }
    var parts: [String] = []
    for upload in log.uploads.prefix(Self.uploadLimit) {
      parts.append(upload.words)
      let properties = upload.properties.elements.map {
        FirebaseWireNames.bothOfProperty($0.key) + "=" + JSONWriter.write($0.value)
      }
      if !properties.isEmpty {
        parts.append("  user properties: " + properties.joined(separator: ", "))
      }
      if !upload.removed.isEmpty {
        parts.append("  no longer set: " + upload.removed.joined(separator: ", "))
      }
    }
    let more = log.uploads.count - Self.uploadLimit
    if more > 0 { parts.append("and \(more) more bundles; --json has all") }
    let unknown = log.unknownFields.elements.map { "\($0.key) = \(JSONWriter.write($0.value))" }
    if !unknown.isEmpty {
      parts.append("fields without a known name: " + unknown.joined(separator: ", "))
    }
    return parts
  }

  private var isOfSeveralDays: Bool {
    let days = capture.hits.compactMap { hit in
      hit.made.map { (hit.sent ?? CaptureTime(wall: $0)).dayText(of: $0) }
    }
    return days.contains { $0 != days[0] }
  }

  private var hits: [ReportPart] {
    if capture.hits.isEmpty { return [] }
    let isOfSeveralDays = isOfSeveralDays
    let table = ReportTable(
      columns: ["#", "time", "type", "name", "state"], numbers: [0],
      rows: capture.hits.prefix(Self.rowLimit).map { hit in
        ReportTable.Row(cells: [
          String(hit.number), time(of: hit, withDay: isOfSeveralDays), hit.typeName, hit.title,
          state(of: hit),
        ])
      })
    return [.heading("Hits", level: 2), .table(table)] + more(of: capture.hits.count, "hits")
  }

  /// Returns the time at which a hit was made.
  private func time(of hit: Capture.Hit, withDay: Bool) -> String {
    guard let made = hit.made else { return "-" }
    let clock = hit.sent ?? CaptureTime(wall: made)
    return (withDay ? clock.dayText(of: made) + " " : "") + clock.clockText(of: made)
  }

  private func state(of hit: Capture.Hit) -> String {
    switch hit.status {
    case let status? where status <= 0: "no answer"
    case let status? where !PhoneHit.isTaken(status):
      hit.pixel != nil
        ? "FAILED \(status)" : (hit.isOfAndroid ? "kept, " : "LOST ") + String(status)
    case _ where !hit.stages.isEmpty: hit.stages.words
    case nil where !hit.isLate: "captured"
    default: hit.isLate ? "sent LATE" : "sent"
    }
  }

  // MARK: Events

  /// The events that were played, by their numbers.
  private var played: [Int: PhonePlayer.Played] {
    Dictionary((followed?.events ?? []).map { ($0.number, $0) }) { first, _ in first }
  }

  /// What deviates from the plan, by the lines that show it.
  private var deviated: [Int: [String]] {
    var lines: [Int: [String]] = [:]
    for finding in deviations {
      for place in finding.places {
        lines[place.line, default: []].append("\(finding.code.id) \(finding.sentence)")
      }
    }
    return lines
  }

  /// The events of a log, with their tags if they were played.
  private var events: [ReportPart] {
    guard let log = capture.log, !log.events.isEmpty else { return [] }
    let played = played
    let deviated = deviated
    let items = log.events.prefix(Self.rowLimit).map { event in
      let clock = event.time.map { time in
        let clock = CaptureTime(
          wall: time.wall(inYear: capture.year), offsetSeconds: time.offsetSeconds ?? 0)
        return clock.clockText(of: clock.wall)
      }
      let by = event.event.origin.map { " by \($0)" } ?? ""
      // An upload has the short names.
      func both(_ name: String, _ short: String?) -> String {
        event.isOnlyUploaded ? short.map { "\(name)(\($0))" } ?? name : name
      }
      let parameters = shown(event).elements.map { key, value in
        both(key, event.event.shortNames[key]) + "=" + JSONWriter.write(value)
      }
      let evidence = event.event.evidence.map { ["[\($0)]"] } ?? []
      let name = both(event.event.name, event.event.shortName)
      return ReportItem(
        sentence: (["event \(event.number): \(clock ?? "-") \(name)\(by)"] + parameters + evidence)
          .joined(separator: " "),
        details: (played[event.number].map { [$0.action] } ?? [])
          + (deviated[event.line] ?? []))
    }
    return [.heading("Events", level: 2), .list(items)] + more(of: log.events.count, "events")
  }

  /// The parameters of an event: all of an upload, and those that no line of a log adds.
  private func shown(_ event: PhoneRecord.Event) -> OrderedDictionary<String, Value> {
    event.isOnlyUploaded ? event.event.parameters : event.event.ownParameters
  }

  // MARK: Explained

  private var explanations: [Int: PhonePlayer.Played] {
    let all = followed?.follower.player.explained ?? []
    return Dictionary(all.map { ($0.number, $0) }) { first, _ in first }
  }

  private var explained: [ReportPart] {
    guard let player = followed?.follower.player, !player.showsEvents else { return [] }
    var items = player.explained.map { entry in
      let (sentence, remarks) = words(of: entry)
      return ReportItem(sentence: sentence, details: remarks)
    }
    if player.leftOut > 0 {
      items.append(
        ReportItem(sentence: "\(Counted.text(player.leftOut, "hit")) more not traced"))
    }
    let idle = player.idleTags.joined(separator: ", ")
    return [.heading("Tags that made them", level: 2), .list(items)]
      + ReportPart.chapter("Never sent a hit", idle.isEmpty ? [] : [idle])
  }

  private func words(
    of entry: PhonePlayer.Played
  ) -> (sentence: String, remarks: [String]) {
    let start = "hit \(entry.number): "
    if let reason = entry.reason { return (start + reason, []) }
    guard let tag = entry.tag else { return (start + "reproduced as the app's own", []) }
    if let first = entry.with { return (start + tag + ", by the push of hit \(first)", []) }
    let pushed = entry.pushed.elements.map { $0.key + "=" + JSONWriter.write($0.value) }
    let remarks: [(String, [String])] = [
      ("example values that a rule requires, not in the hit: ", entry.guessed),
      ("not compared, set by the phone or the app's code: ", entry.unchecked),
      ("the push also makes, missing in the capture: ", entry.surplus),
      ("could also be made by ", entry.others),
    ]
    return (
      start + tag + ", of push " + pushed.joined(separator: " "),
      remarks.filter { !$0.1.isEmpty }.map { $0 + $1.joined(separator: ", ") }
    )
  }

  // MARK: JSON

  var document: String { JSONWriter.write(json) }

  fileprivate var json: Value {
    let log = capture.log
    var members: OrderedDictionary<String, Value> = [
      "schema": .string(Self.schema), "file": .string(name), "log": .string(name),
      "container": .text(container), "form": .string(capture.form.rawValue),
      "lines": .count(log?.lineCount ?? 0),
      "requests": .count(capture.requestCount),
      "facts": .texts(log?.facts.map(\.words) ?? []),
      "phone": ["told": .texts(traits.told), "unknown": .texts(traits.untold)],
      "firebaseUploads": .count(capture.firebaseUploads),
      "foreign": .map(foreign.mapValues { .count($0) }),
      "unreadCount": .count(capture.unreadCount),
      "unread": .texts(capture.unread),
      "leftOutHits": .count(capture.hitsLeftOut),
      "leftOutRequests": .count(capture.entriesLeftOut),
      "unplayed": .texts(followed?.follower.unplayed ?? []),
      "hits": .list(capture.hits.map(json)),
      "findings": .list(findings.map(json)),
    ]
    let played = played
    if let log { members["events"] = .list(log.events.map { json($0, played[$0.number]) }) }
    if let log, !log.uploads.isEmpty {
      members["uploads"] = .list(log.uploads.map(json))
      members["unknownFields"] = .map(log.unknownFields)
    }
    if let plan {
      members["plan"] = [
        "files": .texts(plan.comparison.plan.files.map(\.name)),
        "findings": .list(plan.comparison.findings.map(plan.json)),
        "remarks": .texts(plan.comparison.remarks),
      ]
    }
    if container != nil {
      members["matches"] = .list(matches.map(\.json))
      members["counts"] = .map(
        OrderedDictionary(
          uniqueKeysWithValues: count.elements.map { ($0.key.rawValue, .count($0.value)) }))
    }
    if let player = followed?.follower.player, !player.showsEvents {
      members["explained"] = .list(player.explained.map(json))
      members["idleTags"] = .texts(player.idleTags)
      members["notLookedUp"] = .count(player.leftOut)
    }
    return .map(members)
  }

  private func json(_ finding: CaptureFinding) -> Value {
    let numbers = Value.list(finding.lines.map { .count($0) })
    let isOfRequests = finding.isOfRequests
    var members: OrderedDictionary<String, Value> = [
      "code": .string(finding.fault.code), "sentence": .string(finding.sentence),
      "hits": .list(finding.hits.map { .count($0) }),
      "lines": isOfRequests ? .list([]) : numbers, "count": .count(finding.count),
    ]
    if isOfRequests { members["requests"] = numbers }
    return .map(members)
  }

  private func json(_ event: PhoneRecord.Event, _ played: PhonePlayer.Played?) -> Value {
    var members: OrderedDictionary<String, Value> = [
      "number": .count(event.number),
      "line": event.isOfRequest ? .null : .count(event.line),
      "name": .string(event.event.name), "origin": .text(event.event.origin),
      "time": event.time.map { time in
        .int((played?.time ?? time.wall(inYear: capture.year)).milliseconds)
      } ?? .null,
      "parameters": .map(shown(event)),
      "fired": .texts(played?.fired ?? []), "keptBackBy": .texts(played?.blockedBy ?? []),
      "notPlayed": .text(played?.reason),
    ]
    if event.isOfRequest { members["request"] = .count(event.line) }
    if let evidence = event.event.evidence {
      members["evidence"] = .string(evidence)
      members["count"] = event.event.count.map { .int($0) } ?? .null
      members["shortName"] = .text(event.event.shortName)
      var names: OrderedDictionary<String, Value> = [:]
      for name in event.event.parameters.keys {
        if let short = event.event.shortNames[name] { names[name] = .string(short) }
      }
      members["shortNames"] = .map(names)
    }
    return .map(members)
  }

  private func json(_ upload: PhoneUpload) -> Value {
    let request = upload.request
    return [
      request == nil ? "line" : "request": .count(upload.line),
      "host": .text(request?.host),
      "status": .count(request?.status),
      "delivered": request?.isDelivered.map { .bool($0) } ?? .null,
      "events": .count(upload.eventCount), "fields": .map(upload.fields),
      "userProperties": .map(upload.properties),
      "removed": .texts(upload.removed),
    ]
  }

  private func json(_ hit: Capture.Hit) -> Value {
    [
      "number": .count(hit.number), "entry": .count(hit.entry),
      "made": hit.made.map { .int($0.milliseconds) } ?? .null,
      "sent": hit.sent.map { .int($0.wall.milliseconds) } ?? .null,
      "status": .count(hit.status), "late": .bool(hit.isLate),
      "type": .string(hit.typeName), "title": .string(hit.title),
      "summary": .string(hit.told.summary),
      "fields": .map(
        OrderedDictionary(
          hit.fields.elements.map {
            // The address of a pixel has no prefix.
            let isAddress = hit.pixel != nil && $0.key == PixelAddress.base
            return (isAddress ? $0.key : String($0.key.dropFirst()), .string($0.value))
          }, uniquingKeysWith: { first, _ in first })),
      "request": .text(hit.pixel),
    ]
  }

  private func json(_ entry: PhonePlayer.Played) -> Value {
    [
      "hit": .count(entry.number), "tag": .text(entry.tag),
      "pushed": .map(entry.pushed), "withHit": .count(entry.with),
      "guessed": .texts(entry.guessed), "unchecked": .texts(entry.unchecked),
      "surplus": .texts(entry.surplus), "others": .texts(entry.others),
      "reason": .text(entry.reason),
    ]
  }
}

extension PhoneEvent {
  /// What an upload says of the event; nil if none has it.
  fileprivate var evidence: String? {
    guard stages.contains(.uploaded) else { return nil }
    let fate = stages.contains(.delivered) ? "uploaded" : "in an upload"
    return (stages.isLost ? "not delivered" : fate) + (count.map { ", count \($0)" } ?? "")
  }
}

extension PhoneRecord.Event {
  /// Whether no line of a log has it.
  fileprivate var isOnlyUploaded: Bool {
    event.stages.isSubset(of: [.uploaded, .delivered, .undelivered])
  }
}

extension PhoneUpload {
  /// Where the bundle went, of which app it is, and what the user allows.
  ///
  /// The signs of `ad_storage` and `analytics_storage` follow `G1`.
  ///
  /// Source: PhoneLines §9.
  fileprivate var words: String {
    var place = request == nil ? "line \(line)" : "request \(line)"
    if let host = request?.host { place += " to \(host)" }
    if let status = request?.status {
      place += status == 0 ? ", no answer" : ", answered \(status)"
    }
    let told = ["app_id", "app_version", "platform", "os_version"].compactMap { fields[$0]?.text }
    var parts = [told.joined(separator: " ")]
    if let consent = fields["consent_signals"]?.text {
      let states: [Character: String] = ["1": "granted", "0": "denied", "-": "not set"]
      let signs = consent.dropFirst(2).compactMap { states[$0] }
      parts.append("consent \(consent)")
      if signs.count == 2 { parts.append("ad_storage \(signs[0]), analytics_storage \(signs[1])") }
    }
    return (["Firebase upload (\(place))"] + parts.filter { !$0.isEmpty }).joined(separator: ", ")
      + ": " + Counted.text(eventCount, "event")
  }
}

extension Set<PhoneHit.Stage> {
  /// How far the hit got according to the log.
  fileprivate var words: String {
    if contains(.discarded) { return "LOST: discarded" }
    if contains(.sent) { return "sent" }
    if contains(.dryRun) { return "dry run" }
    if contains(.handedOver) { return "handed over" }
    return contains(.stored) ? "stored" : "made"
  }
}

/// The reports on the phones that wrote one log, each under its id.
struct PhonesReport: Reported {
  let name: String
  let ids: [String]
  let reports: [FollowReport]

  var page: HandedReport {
    HandedReport(
      title: "\(name): the log of \(Counted.text(ids.count, "phone"))",
      parts: zip(ids, reports).flatMap { [.heading("Phone \($0)", level: 2)] + $1.page.parts })
  }

  var chapters: [ReportChapter] { reports.flatMap(\.chapters) }

  var document: String {
    JSONWriter.write([
      "schema": .string(FollowReport.schema), "file": .string(name),
      "phones": .list(
        zip(ids, reports).map { id, report in ["phone": .string(id), "report": report.json] }),
    ])
  }
}

extension PhoneMatch {
  /// Returns what tags must do, with what the phone did.
  static func parts(of matches: [PhoneMatch]) -> [ReportPart] {
    [
      .heading("The phone compared with the container", level: 2),
      .list(
        matches.map { match in
          let place = match.place.isEmpty ? "" : " (\(match.place))"
          return ReportItem(
            sentence: "\(match.state.sign) \(match.what): \(match.state.words)\(place)",
            tone: match.state.isFailed ? .attention : .plain, details: match.remarks)
        }),
    ]
  }

  private var place: String {
    [tag, event.map { "at event \($0)" }, source?.words].compactMap { $0 }
      .joined(separator: ", ")
  }

  fileprivate var check: ReportCheck {
    let place = event.map { " at event \($0)" } ?? line.map { " at line \($0)" } ?? ""
    let first = ([state.words] + remarks.prefix(1)).joined(separator: ": ")
    return ReportCheck(
      state == .seen ? .held : state.isFailed ? .failure : .skipped,
      what + (tag.map { " of " + $0 } ?? "") + place, [first] + remarks.dropFirst())
  }

  var json: Value {
    [
      "state": .string(state.rawValue), "what": .string(what), "tag": .text(tag),
      "event": .count(event), "line": .count(line), "differences": .texts(differences),
      "reason": .text(reason),
    ]
  }
}

extension PhonePlayer.Played {
  /// What the container did at the event.
  var action: String {
    if let reason { return "not played: " + reason }
    let tags = fired.isEmpty ? "no tag fires" : "fires " + fired.joined(separator: ", ")
    return blockedBy.isEmpty ? tags : tags + "; blocked by " + blockedBy.joined(separator: ", ")
  }
}
