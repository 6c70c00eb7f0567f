import Following
import OrderedCollections
import PhoneLog
import ScenarioEngine
import TagInspection
import TagRuntime
import TerminalKit
import TextKit

/// The report of `tagsim import` on a capture.
struct ImportReport {
  /// The most hosts of other requests that are named.
  private static let hostLimit = 5
  /// The most characters of a host's name that are shown: the limit of DNS.
  private static let hostNameLimit = 253
  /// The most uploads that are described.
  private static let uploadLimit = 100
  /// The most hits in the table.
  private static let hitLimit = 1000
  /// The width of a hit's title in columns.
  private static let titleColumns = 40

  let name: String
  let capture: Capture
  let findings: [CaptureFinding]
  /// The hits tried in a run; nil if that was not requested.
  @Boxed private(set) var scenario: CaptureScenario?
  /// The events of a phone's log, played; nil if they were not played.
  @Boxed private(set) var followed: FollowedPhone?

  // MARK: Text

  var lines: [String] {
    ["\(name): " + headline] + others.map { "  " + $0 } + [""]
      + (capture.hits.isEmpty ? [] : table) + events + wrong + explained + matches
  }

  /// Returns a hit with its fields; nil if there is no hit with that number.
  func lines(ofHit number: Int) -> [String]? {
    guard capture.hits.indices.contains(number - 1) else { return nil }
    let hit = capture.hits[number - 1]
    var lines = ["hit \(number): " + state(of: hit)] + CapturedHits.lines(of: hit.told)
    for finding in findings where finding.hits.contains(number) {
      lines += ["", "wrong: \(finding.sentence)  [\(finding.fault.code)]"]
    }
    if let entry = explanations[number] { lines += [""] + self.lines(of: entry) }
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
    return parts.map(TerminalText.visible)
  }

  private var isOfSeveralDays: Bool {
    let days = capture.hits.compactMap { hit in
      hit.made.map { (hit.sent ?? CaptureTime(wall: $0)).dayText(of: $0) }
    }
    return days.contains { $0 != days[0] }
  }

  private var table: [String] {
    let isOfSeveralDays = isOfSeveralDays
    var rows = [["#", "time", "type", "name", "state"]]
    for hit in capture.hits.prefix(Self.hitLimit) {
      rows.append([
        String(hit.number), time(of: hit, withDay: isOfSeveralDays),
        TerminalText.visible(hit.typeName),
        TerminalText.visible(hit.title), state(of: hit),
      ])
    }
    let lines = FollowReport.table(rows, numbers: 1, widest: Self.titleColumns)
    let more = capture.hits.count - Self.hitLimit
    return lines + (more > 0 ? ["  and \(more) more hits; --json has all"] : [])
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
    case let status? where !(200..<400).contains(status):
      hit.pixel == nil ? "LOST \(status)" : "FAILED \(status)"
    case _ where !hit.stages.isEmpty: hit.stages.words
    case nil where !hit.isLate: "captured"
    default: hit.isLate ? "sent LATE" : "sent"
    }
  }

  /// Whether a limit was reached, and the rest was not read or not traced.
  var isPart: Bool {
    capture.hitsLeftOut + capture.entriesLeftOut + (scenario?.replay.leftOut ?? 0) > 0
  }

  private var wrong: [String] {
    let what = isPart ? "those that were read" : capture.log == nil ? "them" : "it"
    return findings.isEmpty ? ["", "Nothing is wrong with \(what)."] : Self.lines(of: findings)
  }

  /// What is wrong, and what healthy apps have, too.
  static func lines(of findings: [CaptureFinding]) -> [String] {
    [(true, "What is wrong:"), (false, "Healthy apps have this, too:")].flatMap { isFault, head in
      let told = findings.filter { $0.isFault == isFault }.map {
        TerminalText.visible("  \($0.place): \($0.sentence)  [\($0.fault.code)]")
      }
      return told.isEmpty ? [] : ["", head] + told
    }
  }

  // MARK: Events

  /// The events that were played, by their numbers.
  private var played: [Int: PhonePlayer.Played] {
    Dictionary((followed?.events ?? []).map { ($0.number, $0) }) { first, _ in first }
  }

  /// The events of a log, with their tags if they were played.
  private var events: [String] {
    guard let log = capture.log, !log.events.isEmpty else { return [] }
    let played = played
    var lines = capture.hits.isEmpty ? [] : [""]
    for event in log.events.prefix(Self.hitLimit) {
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
      lines.append(
        TerminalText.visible(
          "  event \(event.number): \(clock ?? "-") \(name)\(by) "
            + (parameters + evidence).joined(separator: " ")))
      if let played = played[event.number] {
        lines.append("    " + TerminalText.visible(played.action))
      }
    }
    let more = log.events.count - Self.hitLimit
    return lines + (more > 0 ? ["  and \(more) more events; --json has all"] : [])
  }

  /// The parameters of an event: all of an upload, and those that no line of a log adds.
  private func shown(_ event: PhoneRecord.Event) -> OrderedDictionary<String, Value> {
    event.isOnlyUploaded ? event.event.parameters : event.event.ownParameters
  }

  /// The comparison of the phone with the container.
  private var matches: [String] {
    let matches = followed?.matches ?? []
    let more = matches.count - Self.hitLimit
    let parts = [
      ("In the container:", followed?.dropped ?? []),
      (
        "The phone compared with the container:",
        matches.prefix(Self.hitLimit).flatMap(\.lines)
          + (more > 0 ? ["and \(more) more; --json has all"] : [])
      ),
    ]
    return parts.filter { !$0.1.isEmpty }.flatMap { head, lines in
      ["", head] + lines.map { "  " + TerminalText.visible($0) }
    }
  }

  // MARK: Explained

  private var explanations: [Int: CaptureReplay.Explained] {
    let all = scenario?.replay.explained ?? []
    return Dictionary(all.map { ($0.number, $0) }) { first, _ in first }
  }

  private var explained: [String] {
    guard let replay = scenario?.replay else { return [] }
    var lines = ["", "Tags that made them:"]
    for entry in replay.explained { lines += self.lines(of: entry).map { "  " + $0 } }
    if replay.leftOut > 0 {
      lines.append("  \(Counted.text(replay.leftOut, "hit")) more not traced")
    }
    if !replay.idleTags.isEmpty {
      lines += ["", "Never sent a hit: " + replay.idleTags.joined(separator: ", ")]
    }
    return lines
  }

  private func lines(of entry: CaptureReplay.Explained) -> [String] {
    let start = "hit \(entry.number): "
    if let reason = entry.reason { return [start + reason] }
    guard let tag = entry.tag else { return [start + "reproduced as the app's own"] }
    if let first = entry.with { return [start + tag + ", by the push of hit \(first)"] }
    let pushed = entry.pushed.elements.map { $0.key + "=" + JSONWriter.write($0.value) }
    var lines = [start + tag + ", of push " + pushed.joined(separator: " ")]
    let remarks: [(String, [String])] = [
      ("example values that a rule requires, not in the hit: ", entry.guessed),
      ("not compared, set by the phone or the app's code: ", entry.unchecked),
      ("the push also makes, missing in the capture: ", entry.surplus),
      ("could also be made by ", entry.others),
    ]
    for (words, names) in remarks where !names.isEmpty {
      lines.append("  " + words + names.joined(separator: ", "))
    }
    return lines
  }

  // MARK: JSON

  /// The whole report, for machines.
  var json: Value {
    var members: OrderedDictionary<String, Value> = [
      "file": .string(name), "form": .string(capture.form.rawValue),
      "requests": .int(Int64(capture.requestCount)),
      "firebaseUploads": .int(Int64(capture.firebaseUploads)),
      "foreign": .map(foreign.mapValues { .int(Int64($0)) }),
      "unreadCount": .int(Int64(capture.unreadCount)),
      "unread": .list(capture.unread.map { .string($0) }),
      "leftOutHits": .int(Int64(capture.hitsLeftOut)),
      "leftOutRequests": .int(Int64(capture.entriesLeftOut)),
      "hits": .list(capture.hits.map(json)),
      "findings": .list(
        findings.map { finding in
          let numbers = Value.list(finding.lines.map { .int(Int64($0)) })
          let isOfRequests = finding.isOfRequests
          var members: OrderedDictionary<String, Value> = [
            "code": .string(finding.fault.code), "sentence": .string(finding.sentence),
            "hits": .list(finding.hits.map { .int(Int64($0)) }),
            "lines": isOfRequests ? .list([]) : numbers,
          ]
          if isOfRequests { members["requests"] = numbers }
          return .map(members)
        }),
    ]
    let played = played
    if let log = capture.log {
      members["events"] = .list(log.events.map { json($0, played[$0.number]) })
    }
    if let log = capture.log, !log.uploads.isEmpty {
      members["uploads"] = .list(log.uploads.map(json))
      members["unknownFields"] = .map(log.unknownFields)
    }
    if let followed { members["matches"] = .list(followed.matches.map(\.json)) }
    if let replay = scenario?.replay {
      members["explained"] = .list(replay.explained.map(json))
      members["idleTags"] = .list(replay.idleTags.map { .string($0) })
      members["notLookedUp"] = .int(Int64(replay.leftOut))
    }
    return .map(members)
  }

  private func json(_ event: PhoneRecord.Event, _ played: PhonePlayer.Played?) -> Value {
    var members: OrderedDictionary<String, Value> = [
      "number": .int(Int64(event.number)),
      "line": event.isOfRequest ? .null : .int(Int64(event.line)),
      "name": .string(event.event.name), "origin": event.event.origin.map { .string($0) } ?? .null,
      "time": event.time.map { .int($0.wall(inYear: capture.year).milliseconds) } ?? .null,
      "parameters": .map(shown(event)),
      "fired": .list((played?.fired ?? []).map { .string($0) }),
    ]
    if event.isOfRequest { members["request"] = .int(Int64(event.line)) }
    if let evidence = event.event.evidence {
      members["evidence"] = .string(evidence)
      members["count"] = event.event.count.map { .int($0) } ?? .null
      members["shortName"] = event.event.shortName.map { .string($0) } ?? .null
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
      request == nil ? "line" : "request": .int(Int64(upload.line)),
      "host": request?.host.map { .string($0) } ?? .null,
      "status": request?.status.map { .int(Int64($0)) } ?? .null,
      "delivered": request?.isDelivered.map { .bool($0) } ?? .null,
      "events": .int(Int64(upload.eventCount)), "fields": .map(upload.fields),
      "userProperties": .map(upload.properties),
      "removed": .list(upload.removed.map { .string($0) }),
    ]
  }

  private func json(_ hit: Capture.Hit) -> Value {
    [
      "number": .int(Int64(hit.number)), "entry": hit.entry.map { .int(Int64($0)) } ?? .null,
      "made": hit.made.map { .int($0.milliseconds) } ?? .null,
      "sent": hit.sent.map { .int($0.wall.milliseconds) } ?? .null,
      "status": hit.status.map { .int(Int64($0)) } ?? .null, "late": .bool(hit.isLate),
      "type": .string(hit.typeName), "title": .string(hit.title),
      "summary": .string(hit.told.summary),
      "fields": .map(
        OrderedDictionary(
          hit.fields.elements.map {
            // The address of a pixel has no prefix.
            let isAddress = hit.pixel != nil && $0.key == PixelAddress.base
            return (isAddress ? $0.key : String($0.key.dropFirst()), .string($0.value))
          }, uniquingKeysWith: { first, _ in first })),
      "request": hit.pixel.map { .string($0) } ?? .null,
    ]
  }

  private func json(_ entry: CaptureReplay.Explained) -> Value {
    func texts(_ texts: [String]) -> Value { .list(texts.map { .string($0) }) }
    return [
      "hit": .int(Int64(entry.number)), "tag": entry.tag.map { .string($0) } ?? .null,
      "pushed": .map(entry.pushed), "withHit": entry.with.map { .int(Int64($0)) } ?? .null,
      "guessed": texts(entry.guessed), "unchecked": texts(entry.unchecked),
      "surplus": texts(entry.surplus), "others": texts(entry.others),
      "reason": entry.reason.map { .string($0) } ?? .null,
    ]
  }
}

extension PhoneEvent {
  /// What an upload says of the event; nil if none has it.
  fileprivate var evidence: String? {
    guard stages.contains(.uploaded) else { return nil }
    let isLost = stages.contains(.undelivered) && !stages.contains(.delivered)
    return (isLost ? "not delivered" : "uploaded") + (count.map { ", count \($0)" } ?? "")
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
  /// Source: PhoneLines §8.
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
