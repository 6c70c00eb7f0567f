import OrderedCollections
import TagRuntime

/// Something that is wrong with hits of a capture.
package struct CaptureFinding: Sendable, Hashable {
  /// What it is about.
  package let fault: CaptureFault
  /// The numbers of the hits.
  package internal(set) var hits: [Int]
  /// What is wrong, and what to do.
  package let sentence: String

  /// The hits in words: "hit 3", "hits 3, 5 and 4 more".
  package var place: String {
    let told = hits.prefix(CaptureFault.toldHits).map(String.init).joined(separator: ", ")
    let more = hits.count - CaptureFault.toldHits
    return (hits.count == 1 ? "hit " : "hits ") + told + (more > 0 ? " and \(more) more" : "")
  }
}

/// What can be wrong with hits of a capture.
///
/// Source: Dispatch §5.2, Dispatch §9.3; the parameter reference of the Measurement Protocol for
/// what each type of hit needs, for the lengths and for the queue time.
package enum CaptureFault: String, Sendable, Hashable, CaseIterable {
  case noVersion = "no-version"
  case noProperty = "no-property"
  case badProperty = "bad-property"
  case noClient = "no-client"
  case noType = "no-type"
  case unknownType = "unknown-type"
  case missingField = "missing-field"
  case badNumber = "bad-number"
  case indexOutOfRange = "index-out-of-range"
  case tooLong = "too-long"
  case tooLarge = "too-large"
  case late
  case overdue
  case sentTwice = "sent-twice"
  case madeTwice = "made-twice"
  case refused
  case tooMany = "too-many"

  /// Hits that a finding names one by one.
  static let toldHits = 8
  /// Up to which hour of the next day a hit counts for its own.
  static let reportHour: Int64 = 4
  /// How long a hit may wait and surely be processed, in hours.
  static let queueHours: Int64 = 4
  /// Within how many milliseconds two equal hits are one that was made twice.
  static let twiceMilliseconds: Int64 = 1000
  /// Hits that a session may have.
  static let sessionHits = 500
  /// After how many minutes without a hit a session is over.
  static let sessionMinutes: Int64 = 30

  /// What each type of hit needs besides what all need.
  static let needs: OrderedDictionary<String, [String]> = [
    "event": ["&ec", "&ea"], "screenview": ["&cd"], "appview": ["&cd"],
    "transaction": ["&ti"], "item": ["&ti", "&in"], "social": ["&sn", "&sa", "&st"],
    "timing": ["&utc", "&utv", "&utt"],
  ]

  /// Fields that are whole numbers from 0 on.
  static let wholeNumbers = ["&ev", "&utt", "&iq", "&qt"]
  /// Fields that are numbers.
  static let numbers = ["&tr", "&ts", "&tt", "&ip"]

  /// The most bytes of texts, by field; those of numbered fields by what stands around the number.
  static let lengths: [String: Int] = [
    "&an": 100, "&aid": 150, "&av": 100, "&aiid": 150, "&cd": 2048, "&cg#": 100, "&cd#": 150,
    "&dr": 2048, "&cn": 100, "&cs": 100, "&cm": 50, "&ck": 500, "&cc": 500, "&ci": 100,
    "&sr": 20, "&vp": 20, "&de": 20, "&sd": 20, "&ul": 20, "&fl": 20, "&dl": 2048, "&dh": 100,
    "&dp": 2048, "&dt": 1500, "&ec": 150, "&ea": 500, "&el": 500, "&ti": 500, "&ta": 500,
    "&in": 500, "&ic": 500, "&iv": 500, "&cu": 10, "&pr#id": 500, "&pr#nm": 500, "&pr#br": 500,
    "&pr#ca": 500, "&pr#va": 500, "&pr#cc": 500, "&sn": 50, "&sa": 50, "&st": 2048, "&utc": 150,
    "&utv": 500, "&utl": 500, "&exd": 150,
  ]

  /// The most bytes of the text of a field; nil where none is told.
  static func length(of code: String) -> Int? {
    if let length = lengths[code] { return length }
    guard let start = code.firstIndex(where: \.isNumber) else { return nil }
    let end = code[start...].drop(while: \.isNumber)
    return lengths[code[..<start] + "#" + end]
  }
}

// MARK: - Looking

extension Capture {
  /// What is wrong with the hits, in the order of the kinds of faults.
  ///
  /// - Complexity: O(n log n) in the hits and their fields.
  package var findings: [CaptureFinding] {
    var found: [CaptureFault: OrderedDictionary<String, [Int]>] = [:]
    func add(_ fault: CaptureFault, _ hit: Int, _ sentence: String) {
      found[fault, default: [:]][sentence, default: []].append(hit)
    }
    for hit in hits {
      for (fault, sentence) in hit.faults { add(fault, hit.number, sentence) }
    }
    findCopies(add)
    findFullSessions(add)
    return CaptureFault.allCases.flatMap { fault in
      (found[fault] ?? [:]).elements.map {
        CaptureFinding(fault: fault, hits: $0.value.sorted(), sentence: $0.key)
      }
    }
  }

  /// Hits that are another one, sent again: their numbers, with the number of the first.
  ///
  /// - Complexity: O(n log n) in the fields.
  package var copies: [Int: Int] {
    var sent: [String: Int] = [:]
    var copies: [Int: Int] = [:]
    for hit in hits where hit.fields["&z"] != nil {
      let whole = hit.payload(without: ["&qt"])
      if let first = sent[whole] { copies[hit.number] = first } else { sent[whole] = hit.number }
    }
    return copies
  }

  /// Hits that were sent again, and those that are equal and were made at once.
  private func findCopies(_ add: (CaptureFault, Int, String) -> Void) {
    let copies = copies
    var made: [String: Hit] = [:]
    for hit in hits {
      if let first = copies[hit.number] {
        add(.sentTwice, hit.number, Self.sentTwice(first))
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

  /// What differs between two hits that say the same.
  private static let numbering: Set = ["&z", "&qt", "&ht", "&_s", "&_u", "&a", "&_crc"]

  private static func sentTwice(_ first: Int) -> String {
    "the same as hit \(first), with the same number z: it was sent again, and the collector may "
      + "count it twice: look for an answer that was lost"
  }

  private static func madeTwice(_ first: Int) -> String {
    "says what hit \(first) says, and was made within a second of it: it is counted twice: look "
      + "for two tags, or two calls, that track the same"
  }

  private func findFullSessions(_ add: (CaptureFault, Int, String) -> Void) {
    var sessions: [String: (count: Int, last: WallTime?)] = [:]
    for hit in hits {
      let key = (hit.fields["&tid"] ?? "") + " " + (hit.fields["&cid"] ?? "")
      var session = sessions[key] ?? (0, nil)
      if let last = session.last, let made = hit.made,
        (made - last).wholeMilliseconds
          > Duration.minutes(CaptureFault.sessionMinutes).wholeMilliseconds
      {
        session.count = 0
      }
      session = (session.count + 1, hit.made ?? session.last)
      sessions[key] = session
      if session.count > CaptureFault.sessionHits {
        add(
          .tooMany, hit.number,
          "more than \(CaptureFault.sessionHits) hits in one session, and Analytics drops the "
            + "rest: track less")
      }
    }
  }
}

extension Capture.Hit {
  /// What is wrong with it alone.
  fileprivate var faults: [(CaptureFault, String)] {
    general + typed + values + delivery
  }

  /// The fields without some of them, in an order that says nothing.
  fileprivate func payload(without codes: Set<String>) -> String {
    fields.elements.filter { !codes.contains($0.key) }.map { $0.key + "=" + $0.value }
      .sorted().joined(separator: "&")
  }

  private func isEmpty(_ code: String) -> Bool { fields[code]?.isEmpty ?? true }

  private var general: [(CaptureFault, String)] {
    var faults: [(CaptureFault, String)] = []
    if fields["&v"] != "1" {
      faults.append(
        (.noVersion, "no protocol version (&v) 1, and the collector drops such a hit: send v=1"))
    }
    if isEmpty("&tid") {
      faults.append(
        (
          .noProperty,
          "no tracking id (&tid), so nobody counts it: give the tracker or the tag one"
        ))
    } else if let id = fields["&tid"], !AnalyticsHit.isPropertyID(id) {
      faults.append(
        (.badProperty, "the tracking id \(quoted(id)) is none such as UA-12345-1: correct it"))
    }
    if isEmpty("&cid"), isEmpty("&uid") {
      faults.append(
        (.noClient, "neither a client id (&cid) nor a user id (&uid), so it belongs to nobody"))
    }
    if bytes > Limits.hitBytes {
      faults.append(
        (
          .tooLarge,
          "has \(bytes) bytes and a hit may have \(Limits.hitBytes): shorten its fields"
        ))
    }
    return faults
  }

  private var typed: [(CaptureFault, String)] {
    guard let type = fields["&t"], !type.isEmpty else {
      return [(.noType, "no type (&t), and the collector drops such a hit: say what it tracks")]
    }
    guard CapturedWords.types[type] != nil else {
      return [
        (
          .unknownType,
          "its type \(quoted(type)) is not known: use one of "
            + AnalyticsHit.types.joined(separator: ", ")
        )
      ]
    }
    let missing = (CaptureFault.needs[type] ?? []).filter(isEmpty)
    if missing.isEmpty { return [] }
    let names = missing.map { "\(HitField.name(of: $0) ?? "field") (\($0))" }
    return [
      (
        .missingField,
        "\(type == "event" || type == "appview" || type == "item" ? "an" : "a") \(type) without "
          + names.joined(separator: " and ") + ": fill it in"
      )
    ]
  }

  private var values: [(CaptureFault, String)] {
    var faults: [(CaptureFault, String)] = []
    for (code, value) in fields.elements {
      let name = "\(HitField.name(of: code) ?? "field") (\(code))"
      if let range = AnalyticsHit.rangeMissed(by: code) {
        faults.append(
          (
            .indexOutOfRange,
            "\(code) has an index outside of \(range.lowerBound) to \(range.upperBound), so it is "
              + "lost: correct the index"
          ))
      }
      if let limit = CaptureFault.length(of: code), value.utf8.count > limit {
        faults.append(
          (
            .tooLong,
            "its \(name) has \(value.utf8.count) bytes, and at most \(limit) are kept: shorten it"
          ))
      }
      let isWhole = CaptureFault.wholeNumbers.contains(code)
      guard !value.isEmpty, isWhole || CaptureFault.numbers.contains(code) else { continue }
      if isWhole ? (Int64(value) ?? -1) < 0 : ValueConversion.number(value) == nil {
        faults.append(
          (
            .badNumber,
            "its \(name) \(quoted(value)) is no \(isWhole ? "whole number from 0 on" : "number"): "
              + "correct it"
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
          "late: made \(sent.clockText(of: made)) by the clock of the capture, sent after "
            + "\(NumberText.padded(CaptureFault.reportHour)):00 of the next day, so that it is "
            + "missing in the reports of its day"
        ))
    } else if let waited, waited > Duration.hours(CaptureFault.queueHours).wholeMilliseconds {
      faults.append(
        (
          .overdue,
          "waited \(waited / 60_000) minutes (&qt), and after \(CaptureFault.queueHours) hours a "
            + "hit may be dropped: send more often"
        ))
    }
    if let status, !(200..<400).contains(status) {
      faults.append(
        (
          .refused,
          status == 0
            ? "no answer: whether the collector has it is not known"
            : "the collector answered \(status), and the SDK does not try again: the hit is lost"
        ))
    }
    return faults
  }

  private var waited: Int64? { fields["&qt"].flatMap { Int64($0) } }

  /// Whether it left too late for the reports of its day, by the clock of the capture.
  package var isLate: Bool {
    guard let made, let sent else { return false }
    return sent.wall > sent.cutoff(of: made)
  }

  private func quoted(_ text: String) -> String { "\"\(CapturedHit.cut(text))\"" }
}
