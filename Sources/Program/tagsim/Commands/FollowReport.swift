import Following
import OrderedCollections
import PhoneLog
import ScenarioEngine
import TagInspection
import TagRuntime

/// The report of `tagsim follow` on a phone and a container.
struct FollowReport: Reported {
  /// The most events, and the most tag effects, that a report for people lists.
  private static let rowLimit = 500

  let log: String
  @Boxed private(set) var capture: Capture
  let container: String
  @Boxed private(set) var followed: FollowedPhone
  /// The record of its lines, or of its uploads; empty for a capture without any.
  @Boxed private var record: PhoneRecord
  /// The traits that the phone reveals about itself.
  private let traits: PhoneTraits
  /// What the log says that must not pass unnoticed, and what healthy apps have, too.
  private let findings: [CaptureFinding]

  init(log: String, capture: Capture, container: String, followed: FollowedPhone) {
    (self.log, self.container) = (log, container)
    _capture = Boxed(wrappedValue: capture)
    _followed = Boxed(wrappedValue: followed)
    _record = Boxed(wrappedValue: capture.log ?? PhoneRecord())
    traits = PhoneTraits(of: capture)
    findings = capture.findings.filter(\.isOfLog)
  }

  /// The amount that was read, such as "29 lines, 3 events, 3 hits".
  private var amount: String {
    let whole =
      capture.form == .log
      ? Counted.text(record.lineCount, "line") : Counted.text(capture.requestCount, "request")
    let events = capture.log.map { [Counted.text($0.events.count, "event")] } ?? []
    let hits =
      capture.form == .log || capture.log == nil || !capture.hits.isEmpty
      ? [Counted.text(capture.form == .log ? record.hits.count : capture.hits.count, "hit")] : []
    return ([whole] + events + hits).joined(separator: ", ")
  }

  var count: OrderedDictionary<PhoneMatch.State, Int> {
    OrderedDictionary(
      uniqueKeysWithValues: PhoneMatch.State.allCases.map { state in
        (state, followed.matches.count { $0.state == state })
      })
  }

  /// Whether the phone did not do what a tag must do, the log names a fault, or it was not read to
  /// its end.
  var hasFaults: Bool {
    followed.matches.contains { $0.state.isFailed } || findings.contains(where: \.isFault)
      || followed.leftOut > 0
  }

  /// Why nothing of what the container must make can be seen; nil if something can.
  var blindness: String? {
    followed.matches.allSatisfy { $0.state == .hidden } ? followed.matches.first?.reason : nil
  }

  // MARK: Texts

  private var headline: String {
    let facts = record.facts.map(\.words)
    return amount + (facts.isEmpty ? "" : " (" + facts.joined(separator: ", ") + ")")
  }

  private var sum: String {
    count.elements.filter { $0.value > 0 || $0.key == .seen }
      .map { "\($0.value) \($0.key.words)" }.joined(separator: ", ")
  }

  /// The known traits of the phone, and the names of the unknown ones.
  private var phone: String {
    let told = traits.told.joined(separator: ", ")
    let untold = traits.untold.joined(separator: ", ")
    return "phone: "
      + [told, untold.isEmpty ? "" : "not known: " + untold].filter { !$0.isEmpty }
      .joined(separator: "; ")
  }

  private func time(of event: PhonePlayer.Played) -> String {
    CaptureTime(wall: event.time, offsetSeconds: followed.offsetSeconds).clockText(of: event.time)
  }

  var page: HandedReport {
    var parts: [ReportPart] = [.text(headline, .plain), .text(phone, .plain)]
    if !followed.events.isEmpty {
      let table = ReportTable(
        columns: ["#", "line", "time", "event", "tags"], numbers: [0, 1],
        rows: followed.events.prefix(Self.rowLimit).map { event in
          ReportTable.Row(cells: [
            String(event.number), String(event.line), time(of: event), event.name, event.action,
          ])
        })
      parts += [.heading("Events", level: 2), .table(table)] + more(followed.events.count)
    }
    let matches = followed.matches.prefix(Self.rowLimit)
    parts += PhoneMatch.parts(of: matches.isEmpty ? [] : Array(matches))
    if matches.isEmpty { parts.append(.text("no tag has anything to show", .plain)) }
    parts += more(followed.matches.count) + [.text(sum, .caption)]
    parts += ReportPart.chapter("In the container", followed.dropped)
    parts += ReportPart.chapter("Not played", followed.unplayed)
    return HandedReport(
      title: "\(log) against \(container)", parts: parts + CaptureFinding.parts(of: findings))
  }

  private func more(_ count: Int) -> [ReportPart] {
    count > Self.rowLimit
      ? [.text("and \(count - Self.rowLimit) more; --report json has all", .plain)] : []
  }

  /// A case for each fault of the log, and for each thing that a tag must do.
  var chapters: [ReportChapter] {
    let faults = findings.filter(\.isFault).map {
      ReportCheck(.failure, "\($0.fault.code) at \($0.place)", [$0.sentence])
    }
    return [ReportChapter(of: log, faults + followed.matches.map(\.check))]
  }

  // MARK: JSON

  var document: String { JSONWriter.write(json) }

  private var json: Value {
    [
      "log": .string(log), "container": .string(container), "lines": .count(record.lineCount),
      "facts": .texts(record.facts.map(\.words)),
      "phone": ["told": .texts(traits.told), "unknown": .texts(traits.untold)],
      "unplayed": .texts(followed.unplayed),
      "events": .list(
        followed.events.map { event in
          [
            "number": .count(event.number), "line": .count(event.line), "name": .text(event.name),
            "origin": .text(event.origin),
            "time": .int(event.time.milliseconds),
            "fired": .texts(event.fired), "keptBackBy": .texts(event.blockedBy),
            "notPlayed": .text(event.reason),
          ]
        }),
      "matches": .list(followed.matches.map(\.json)),
      "counts": .map(
        OrderedDictionary(
          uniqueKeysWithValues: count.elements.map { ($0.key.rawValue, .count($0.value)) })),
      "findings": .list(
        findings.map { finding in
          [
            "code": .string(finding.fault.code), "sentence": .text(finding.sentence),
            "lines": .list(finding.lines.map { .count($0) }), "count": .count(finding.count),
          ]
        }),
    ]
  }
}

extension CaptureFinding {
  /// Returns what is wrong, and what healthy apps have, too.
  static func parts(of findings: [CaptureFinding]) -> [ReportPart] {
    [(true, "What is wrong"), (false, "Healthy apps have this, too")].flatMap { isFault, head in
      ReportPart.chapter(
        head,
        findings.filter { $0.isFault == isFault }.map {
          "\($0.place): \($0.sentence)  [\($0.fault.code)]"
        })
    }
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

extension PhoneMatch.State {
  /// Whether the phone did not do what a tag must do, or something else.
  fileprivate var isFailed: Bool {
    switch self {
    case .missing, .differs, .surplus: true
    case .seen, .hidden, .awaited: false
    }
  }
}
