package import OrderedCollections

/// The reason why a hit that Google's collector accepted is in no report.
///
/// One table for hits that are simulated, captured, or described by a container.
///
/// Source: Dispatch §5.4.
public indirect enum CollectorFault: Sendable, Hashable {
  /// It has no protocol version 1.
  case noVersion
  /// It has no tracking id.
  case noProperty
  /// Its tracking id has another form than UA-12345-1.
  case badProperty(String)
  /// It has neither a client nor a user.
  case noClient
  /// It has no type.
  case noType
  /// Its type is not one of the protocol.
  case unknownType(String)
  /// It lacks fields that its type needs.
  case missingFields(type: String, codes: [String])
  /// A field is not the number that it must be.
  case badNumber(code: String, value: String)
  /// Its session already has the maximum number of hits.
  case fullSession
  /// Its user has already sent the maximum number of hits for a day.
  case fullDay
  /// Universal Analytics no longer processes hits.
  case retired

  /// The reasons without their details, by the words of reports and scenarios.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    case noVersion = "no-version"
    case noProperty = "no-property"
    case badProperty = "bad-property"
    case noClient = "no-client"
    case noType = "no-type"
    case unknownType = "unknown-type"
    case missingField = "missing-field"
    case badNumber = "bad-number"
    case fullSession = "too-many"
    case fullDay = "too-many-a-day"
    case retired
  }

  /// The reason without its details.
  public var kind: Kind {
    switch self {
    case .noVersion: .noVersion
    case .noProperty: .noProperty
    case .badProperty: .badProperty
    case .noClient: .noClient
    case .noType: .noType
    case .unknownType: .unknownType
    case .missingFields: .missingField
    case .badNumber: .badNumber
    case .fullSession: .fullSession
    case .fullDay: .fullDay
    case .retired: .retired
    }
  }

  /// The reason in words that follow "because".
  public var words: String {
    switch self {
    case .noVersion: "it has no protocol version (&v) 1"
    case .noProperty: "it has no tracking id (&tid)"
    case .badProperty(let id) where CollectorRules.isMeasurementID(id):
      "its tracking id \(Self.quoted(id)) belongs to Google Analytics 4, which does not accept "
        + "such hits"
    case .badProperty(let id): "its tracking id \(Self.quoted(id)) is not an id such as UA-12345-1"
    case .noClient: "it has neither a client id (&cid) nor a user id (&uid)"
    case .noType: "it has no type (&t)"
    case .unknownType(let type): "its type \(Self.quoted(type)) is unknown to Analytics"
    case .missingFields(let type, let codes):
      "a hit of type \(type) needs "
        + codes.map(Self.named).joined(separator: " and ")
    case .badNumber(let code, let value):
      "its \(Self.named(code)) \(Self.quoted(value)) is not a "
        + (CollectorRules.wholeNumbers.contains(code) ? "whole number, 0 or more" : "number")
    case .fullSession:
      "its session already has \(CollectorRules.sessionHits) hits, the most that is processed"
    case .fullDay:
      "its user already sent \(NumberText.grouped(CollectorRules.dayHits)) hits that day, the "
        + "maximum that is processed"
    case .retired: "Universal Analytics no longer processes hits"
    }
  }

  /// Names a field in words, such as "event value (&ev)".
  private static func named(_ code: String) -> String {
    "\(HitField.name(of: code) ?? "field") (\(code))"
  }

  private static func quoted(_ text: String) -> String {
    let shown =
      text.count > CollectorRules.quotedCharacters
      ? text.prefix(CollectorRules.quotedCharacters) + "…" : text[...]
    return "\"\(shown)\""
  }
}

/// The collector's requirements for a hit.
///
/// Source: Dispatch §5.4.
package enum CollectorRules {
  /// The end of processing for an ordinary property: the first moment of 1 July 2023, UTC.
  package static let end = WallTime(milliseconds: 1_688_169_600_000)
  /// The end of processing for a property of 360, a year later.
  package static let endOf360 = WallTime(milliseconds: 1_719_792_000_000)
  /// The number of hits of a session that are processed.
  package static let sessionHits = 500
  /// The number of hits of a user that are processed in a day.
  package static let dayHits = 200_000
  /// The number of minutes without a hit after which a session is over.
  package static let sessionMinutes: Int64 = 30
  /// The number of characters of a value that a reason quotes.
  package static let quotedCharacters = 60

  /// Types of hits, by `&t`. Source: Dispatch §4.3, Dispatch §5.4.
  package static let types = [
    "appview", "screenview", "pageview", "event", "social", "transaction", "item", "exception",
    "timing", "data",
  ]

  /// The fields that each type of hit needs besides the common ones.
  package static let needs: OrderedDictionary<String, [String]> = [
    "event": ["&ec", "&ea"], "screenview": ["&cd"], "appview": ["&cd"],
    "transaction": ["&ti"], "item": ["&ti", "&in"], "social": ["&sn", "&sa", "&st"],
    "timing": ["&utc", "&utv", "&utt"],
  ]

  /// Fields that are whole numbers from 0.
  package static let wholeNumbers = ["&ev", "&utt", "&iq", "&qt"]
  package static let numbers = ["&tr", "&ts", "&tt", "&ip"]

  /// Whether a text is an id of a property, such as UA-12345-1.
  package static func isPropertyID(_ text: String) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, ["UA", "MO", "YT"].contains(parts[0]) else { return false }
    return parts.dropFirst().allSatisfy { part in
      !part.isEmpty && part.utf8.allSatisfy(\.isDigit)
    }
  }

  /// Whether a text is an id of a data stream of Google Analytics 4, such as G-AB12CD34EF.
  package static func isMeasurementID(_ text: String) -> Bool {
    text.hasPrefix("G-") && text.utf8.count > 2
  }

  /// Returns the reason why a value is not the number that its field requires; nil if it is, or if
  /// the field may hold any text.
  package static func fault(ofNumber value: String, in code: String) -> CollectorFault? {
    let isWhole = wholeNumbers.contains(code)
    guard !value.isEmpty, isWhole || numbers.contains(code) else { return nil }
    let isValid =
      isWhole ? (Int64(value) ?? -1) >= 0 : ValueConversion.number(value) != nil
    return isValid ? nil : .badNumber(code: code, value: value)
  }

  /// Returns the reason why the collector counts nothing for a tracking id; nil if it does.
  package static func fault(ofProperty id: String?) -> CollectorFault? {
    guard let id, !id.isEmpty else { return .noProperty }
    return isPropertyID(id) ? nil : .badProperty(id)
  }

  /// Returns everything that keeps a captured hit out of the reports, including the end of
  /// Universal Analytics by the time at which the hit was made.
  package static func faults(
    made: WallTime?, of field: (String) -> String?
  ) -> [CollectorFault] {
    faults(of: field) + (made.map { $0 >= end } ?? false ? [.retired] : [])
  }

  /// Returns everything in a hit itself that keeps it out of the reports, the first reason first.
  ///
  /// - Parameter field: returns the value of a field by its code, such as `&tid`.
  package static func faults(of field: (String) -> String?) -> [CollectorFault] {
    func isEmpty(_ code: String) -> Bool { field(code)?.isEmpty ?? true }
    var faults: [CollectorFault] = []
    if field("&v") != "1" { faults.append(.noVersion) }
    if let fault = fault(ofProperty: field("&tid")) { faults.append(fault) }
    if isEmpty("&cid"), isEmpty("&uid") { faults.append(.noClient) }
    if let type = field("&t"), !type.isEmpty {
      if !types.contains(type) { faults.append(.unknownType(type)) }
      var missing = (needs[type] ?? []).filter(isEmpty)
      if type == "pageview", isEmpty("&dl"), isEmpty("&dh") || isEmpty("&dp") {
        missing = ["&dl"]
      }
      if !missing.isEmpty { faults.append(.missingFields(type: type, codes: missing)) }
    } else {
      faults.append(.noType)
    }
    return faults
      + (wholeNumbers + numbers).compactMap { code in
        field(code).flatMap { fault(ofNumber: $0, in: code) }
      }
  }
}

/// The sessions of users as the collector counts them, to find hits beyond the limits.
///
/// Source: Dispatch §5.4.
package struct CollectorSessions: Sendable {
  /// The number of users of properties that are remembered; the oldest is forgotten first.
  package static let remembered = 1000

  private struct Session: Sendable {
    var hits = 0
    var last: WallTime?
    var day: Int?
    var dayHits = 0
    /// Whether the next hit begins a new session.
    var hasEnded = false
  }

  private var sessions: OrderedDictionary<String, Session> = [:]

  package init() {}

  /// Counts a hit, and returns the reason if it is beyond a limit.
  ///
  /// - Parameters:
  ///   - field: returns the value of a field by its code.
  ///   - made: when it was made; nil if unknown.
  ///   - day: the number of that day in the zone of the reports.
  package mutating func count(
    _ field: (String) -> String?, made: WallTime?, day: Int?
  ) -> CollectorFault? {
    let user = field("&uid") ?? field("&cid") ?? ""
    let key = (field("&tid") ?? "") + " " + user
    var session = sessions[key] ?? Session()
    let isNewDay = day != session.day
    let isOver = session.last.flatMap { last in
      made.map { $0 - last > .minutes(CollectorRules.sessionMinutes) }
    }
    if isNewDay || isOver ?? false || session.hasEnded || field("&sc") == "start" {
      session.hits = 0
    }
    if isNewDay { session.dayHits = 0 }
    session.hits += 1
    session.dayHits += 1
    session.last = made ?? session.last
    session.day = day
    session.hasEnded = field("&sc") == "end"
    if sessions[key] == nil, sessions.count >= Self.remembered { sessions.removeFirst() }
    sessions[key] = session
    if session.dayHits > CollectorRules.dayHits { return .fullDay }
    return session.hits > CollectorRules.sessionHits ? .fullSession : nil
  }
}

extension CollectorFault {
  /// A remedy for the fault.
  public var advice: String {
    switch self {
    case .noVersion: "send v=1"
    case .noProperty: "add the id of a property to the tracker or the tag"
    case .badProperty(let id) where CollectorRules.isMeasurementID(id):
      "use the id of a property of Universal Analytics, or log events with Firebase"
    case .badProperty: "correct it"
    case .noClient: "send one of them"
    case .noType: "choose what it tracks"
    case .unknownType: "use one of " + CollectorRules.types.joined(separator: ", ")
    case .missingFields: "fill it in"
    case .badNumber(let code, _):
      CollectorRules.wholeNumbers.contains(code) ? "use a whole number" : "correct it"
    case .fullSession, .fullDay: "track less"
    case .retired:
      "move to Google Analytics 4; 360 properties were processed a year longer, until July 2024"
    }
  }

  /// The reason as a finding on a hit, with a remedy.
  package var finding: String { words + ", so it is in no report: " + advice }
}
