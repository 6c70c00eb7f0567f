import OrderedCollections
package import PhoneLog
package import TagRuntime

/// A problem with the hits of a capture.
package struct CaptureFinding: Sendable, Hashable {
  package let fault: CaptureFault
  package internal(set) var hits: [Int]
  /// A sentence that says what is wrong and what to do.
  package let sentence: String
  /// The lines of a log that have the problem; empty for hits.
  package var lines: [Int] = []
  /// Whether they are the numbers of requests.
  package var isOfRequests = false
  /// The number of times it was found.
  package internal(set) var count: Int

  /// Whether something is wrong, and not only remarked on.
  package var isFault: Bool { fault != .log(.sdkRemark) && fault != .log(.cutLog) }
  /// Whether the capture or the log itself has it, and no hit.
  package var isOfLog: Bool { if case .log = fault { true } else { false } }

  /// The hits or lines in words: "hit 3", "hits 3, 5 and 4 more", "line 27".
  package var place: String {
    if hits.isEmpty, lines.isEmpty { return "the capture" }
    let isOfLines = hits.isEmpty
    let numbers = isOfLines ? lines : hits
    let word = isOfLines ? isOfRequests ? "request" : "line" : "hit"
    return word + (numbers.count == 1 ? " " : "s ")
      + numbers.map { String($0) }.listed(upTo: CaptureFault.toldHits)
  }
}

/// The kinds of problems with the hits of a capture.
///
/// A `CollectorFault` excludes a hit from the reports; the other kinds cost a part of the hit, or
/// describe how it was sent.
///
/// Source: Dispatch §5.2, Dispatch §5.4, Dispatch §9.3; the parameter reference of the Measurement
/// Protocol for the lengths and for the queue time.
package enum CaptureFault: Sendable, Hashable {
  /// The collector accepts it, and no report contains it.
  case unreported(CollectorFault.Kind)
  case noAppVersion
  case indexOutOfRange
  case tooLong
  case tooLarge
  case late
  case overdue
  case sentTwice
  case madeTwice
  case refused
  case log(PhoneFlaw.Kind)

  /// All kinds, in the order of the report.
  static let all: [CaptureFault] =
    CollectorFault.Kind.allCases.map { .unreported($0) } + [
      .noAppVersion, .indexOutOfRange, .tooLong, .tooLarge, .late, .overdue, .sentTwice, .madeTwice,
      .refused,
    ] + PhoneFlaw.Kind.allCases.map { .log($0) }

  package var code: String {
    switch self {
    case .unreported(let kind): kind.rawValue
    case .noAppVersion: "no-app-version"
    case .indexOutOfRange: "index-out-of-range"
    case .tooLong: "too-long"
    case .tooLarge: "too-large"
    case .late: "late"
    case .overdue: "overdue"
    case .sentTwice: "sent-twice"
    case .madeTwice: "made-twice"
    case .refused: "refused"
    case .log(let kind): kind.rawValue
    }
  }

  /// The maximum number of hits that a finding lists.
  static let toldHits = 8
  /// The hour of the next day until which a hit counts for its own day.
  static let reportHour: Int64 = 4
  /// The longest time, in hours, after which a hit is certain to be processed.
  static let queueHours: Int64 = 4
  /// The time in milliseconds within which two equal hits count as one that was made twice.
  static let twiceMilliseconds: Int64 = 1000
  /// The maximum length of texts in bytes, by field; `#` is the place of the number in numbered
  /// fields.
  static let lengths: [String: Int] = [
    "&an": 100, "&aid": 150, "&av": 100, "&aiid": 150, "&cd": 2048, "&cg#": 100, "&cd#": 150,
    "&dr": 2048, "&cn": 100, "&cs": 100, "&cm": 50, "&ck": 500, "&cc": 500, "&ci": 100,
    "&sr": 20, "&vp": 20, "&de": 20, "&sd": 20, "&ul": 20, "&fl": 20, "&dl": 2048, "&dh": 100,
    "&dp": 2048, "&dt": 1500, "&ec": 150, "&ea": 500, "&el": 500, "&ti": 500, "&ta": 500,
    "&in": 500, "&ic": 500, "&iv": 500, "&cu": 10, "&pr#id": 500, "&pr#nm": 500, "&pr#br": 500,
    "&pr#ca": 500, "&pr#va": 500, "&pr#cc": 500, "&sn": 50, "&sa": 50, "&st": 2048, "&utc": 150,
    "&utv": 500, "&utl": 500, "&exd": 150,
  ]

  /// Returns the maximum length of a field's text in bytes; nil if there is none.
  static func length(of code: String) -> Int? {
    if let length = lengths[code] { return length }
    guard let start = code.firstIndex(where: \.isNumber) else { return nil }
    let end = code[start...].drop(while: \.isNumber)
    return lengths[code[..<start] + "#" + end]
  }
}

// MARK: - Findings

extension Capture {
  /// The problems with the hits, in the order of the kinds of faults.
  ///
  /// - Complexity: O(n log n) in the hits and their fields.
  package var findings: [CaptureFinding] {
    var found: [CaptureFault: OrderedDictionary<String, [Int]>] = [:]
    func add(_ fault: CaptureFault, _ hit: Int, _ sentence: String) {
      found[fault, default: [:]][sentence, default: []].append(hit)
    }
    let isDated = log.map { $0.saidYear != nil } ?? true
    let guess = isDated ? "" : "; the log names no year: \(year) is a guess"
    // A hit that a log shows when a tag makes it is not yet the hit that is sent.
    for hit in hits where hit.stages != [.made] {
      for (fault, sentence) in hit.faults {
        add(fault, hit.number, sentence + (fault == .unreported(.retired) ? guess : ""))
      }
    }
    findCopies(add)
    findFullSessions(add)
    let ofHits = CaptureFault.all.flatMap { fault in
      (found[fault] ?? [:]).elements.map {
        CaptureFinding(
          fault: fault, hits: $0.value.sorted(), sentence: $0.key, count: $0.value.count)
      }
    }
    let ofLines = (log?.flaws ?? []).map {
      CaptureFinding(
        fault: .log($0.kind), hits: [], sentence: $0.sentence, lines: $0.lines,
        isOfRequests: log?.unit == "request", count: $0.count)
    }
    return ofHits + damage + ofLines
  }

  private var damage: [CaptureFinding] {
    var found: [CaptureFinding] = []
    func add(_ kind: PhoneFlaw.Kind, _ sentence: String, _ count: Int) {
      found.append(CaptureFinding(fault: .log(kind), hits: [], sentence: sentence, count: count))
    }
    if let loss { add(.brokenBody, "the file \(loss), because what follows is lost", 1) }
    if damagedHits > 0 {
      add(
        .damagedSeparators,
        "the separators before \(Counted.text(damagedHits, "hit")) are damaged; they were read as "
          + "separate hits: check how the capture was saved or copied", damagedHits)
    }
    return found
  }

  /// Returns the hits that repeat another one.
  ///
  /// - Complexity: O(n log n) in the fields.
  var repetitions: [Int: Int] {
    var sent: [String: Int] = [:]
    var copies: [Int: Int] = [:]
    for hit in hits where hit.fields["&z"] != nil {
      let whole = hit.payload(without: ["&qt"])
      if let first = sent[whole] { copies[hit.number] = first } else { sent[whole] = hit.number }
    }
    return copies
  }

  /// Finds hits that were sent again, and equal hits that were made at once.
  private func findCopies(_ add: (CaptureFault, Int, String) -> Void) {
    var made: [String: Hit] = [:]
    for hit in hits {
      if let first = copies[hit.number] {
        // A phone tries again what was refused.
        let isRefused = hits[first - 1].status.map { $0 > 0 && !PhoneHit.isTaken($0) } ?? false
        if !isRefused { add(.sentTwice, hit.number, Self.sentTwice(first)) }
        continue
      }
      let own = hit.payload(without: Self.numbering)
      if let first = made[own], let one = first.made, let other = hit.made,
        (other - one).wholeMilliseconds <= CaptureFault.twiceMilliseconds
      {
        add(.madeTwice, hit.number, Self.madeTwice(first.number))
      }
      made[own] = hit
    }
  }

  /// The fields that may differ between two hits with the same content.
  private static let numbering: Set = ["&z", "&qt", "&ht", "&_s", "&_u", "&a", "&_crc"]

  private static func sentTwice(_ first: Int) -> String {
    "the same as hit \(first), with the same number z: it was sent again, and the collector may "
      + "count it twice: look for a lost answer"
  }

  private static func madeTwice(_ first: Int) -> String {
    "is the same as hit \(first), made within a second of it, so it counts twice: look "
      + "for two tags or calls that track the same thing"
  }

  private func findFullSessions(_ add: (CaptureFault, Int, String) -> Void) {
    var sessions = CollectorSessions()
    for hit in hits where hit.pixel == nil {
      // Without a time zone, a day is one of the phone's clock.
      let day = hit.made.map { Int($0.milliseconds / Duration.hours(24).wholeMilliseconds) }
      if let fault = sessions.count({ hit.fields[$0] }, made: hit.made, day: day) {
        add(.unreported(fault.kind), hit.number, fault.finding)
      }
    }
  }
}

extension Capture.Hit {
  /// The problems of this hit alone.
  fileprivate var faults: [(CaptureFault, String)] {
    if pixel != nil { return delivery }
    // A line that is cut says nothing of the fields behind the cut.
    var faults =
      isCut
      ? []
      : CollectorRules.faults(made: made) { fields[$0] }.map {
        (CaptureFault.unreported($0.kind), $0.finding)
      }
    if bytes > Limits.hitBytes {
      faults.append(
        (
          .tooLarge,
          "has \(bytes) bytes, but a hit may have \(Limits.hitBytes): shorten its fields"
        ))
    }
    if !isCut, fields["&an"] != nil, fields["&av"]?.isEmpty ?? true {
      faults.append(
        (
          .noAppVersion,
          "names its app (&an), but no app version (&av), so reports by version lack it: give the "
            + "app a version in its Info.plist or manifest, or set &av"
        ))
    }
    return faults + values + delivery
  }

  /// Returns the fields without some of them, in an arbitrary but fixed order.
  fileprivate func payload(without codes: Set<String>) -> String {
    fields.elements.filter { !codes.contains($0.key) }.map { $0.key + "=" + $0.value }
      .sorted().joined(separator: "&")
  }

  private var values: [(CaptureFault, String)] {
    var faults: [(CaptureFault, String)] = []
    for (code, value) in fields.elements {
      let name = "\(HitField.name(of: code) ?? "field") (\(code))"
      if let range = AnalyticsHit.rangeMissed(by: code) {
        faults.append(
          (
            .indexOutOfRange,
            "\(code) has an index outside \(range.lowerBound) to \(range.upperBound), so it is "
              + "lost: correct the index"
          ))
      }
      if let limit = CaptureFault.length(of: code), value.utf8.count > limit {
        faults.append(
          (
            .tooLong,
            "its \(name) has \(value.utf8.count) bytes, but at most \(limit) are kept: shorten it"
          ))
      }
    }
    return faults
  }

  private var delivery: [(CaptureFault, String)] {
    var faults: [(CaptureFault, String)] = []
    if isLate, let made, let sent {
      faults.append(
        (
          .late,
          "late: made \(sent.clockText(of: made)) by the capture's clock, sent after "
            + "\(NumberText.padded(CaptureFault.reportHour)):00 of the next day, so it is "
            + "missing from the reports of its day"
        ))
    } else if let waited, waited > Duration.hours(CaptureFault.queueHours).wholeMilliseconds {
      faults.append(
        (
          .overdue,
          "waited \(waited / 60_000) minutes (&qt), and after \(CaptureFault.queueHours) hours a "
            + "hit may be dropped: send more often"
        ))
    }
    if let status, !isArrived, let loss = PhoneHit.loss(byStatus: status, isOfAndroid: isOfAndroid)
    {
      faults.append(
        (
          .refused,
          pixel == nil
            ? loss
            : status == 0
              ? "no answer: whether the server received it is unknown"
              : "the server answered \(status): the SDK tries again for up to 4 hours"
        ))
    }
    return faults
  }

  private var waited: Int64? { fields["&qt"].flatMap { Int64($0) } }

  /// Whether it was sent too late for the reports of its day, by the clock of the capture.
  package var isLate: Bool {
    guard let made, let sent else { return false }
    return sent.wall > sent.cutoff(of: made)
  }
}
