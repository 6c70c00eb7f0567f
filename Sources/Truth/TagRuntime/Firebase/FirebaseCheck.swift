import OrderedCollections

/// Firebase's check of an event before anything else sees it.
///
/// Source: Firebase §2.2, Firebase §2.3; an event with a bad name is ignored; a bad or surplus
/// parameter is dropped, and one `firebase_error` takes its place. Empty values are stripped, as
/// users report. A boolean becomes 1 or 0, because it reaches the SDK as a number.
struct FirebaseCheck: Sendable {
  /// The event after the check.
  private(set) var event: FirebaseEvent
  /// Firebase's objections.
  private(set) var faults: [FirebaseFault] = []
  private(set) var isDropped = false
  /// The maximum length of the text of a parameter.
  private let textLength: Int

  /// The name under which parameters hold lists of maps.
  static let items = "items"

  /// - Complexity: O(n) in the size of the event.
  init(
    _ event: FirebaseEvent, knownNames: OrderedSet<String>, _ validation: FirebaseValidation,
    textLength: Int = Limits.parameterTextLength, reservesScreens: Bool = false
  ) {
    self.event = event
    self.textLength = textLength
    strip()
    var rule = FirebaseNameRule.event
    if reservesScreens { rule.reserved.append("screen_view") }
    if let fault = rule.fault(of: event.longName) {
      faults.append(fault)
      isDropped = true
    } else if knownNames.count >= Limits.eventNames, !knownNames.contains(event.longName) {
      faults.append(
        FirebaseFault(
          code: 8, subject: event.longName,
          reason: "is one name more than the \(Limits.eventNames) that an installation may log",
          remedy: "use a parameter of an event that you already log"))
      isDropped = true
    }
    let whole = self.event
    // If faults are only marked, the reader sees those of the parameters, too.
    if !isDropped || validation == .warn { checkParameters(validation) }
    guard validation == .warn else { return }
    self.event = whole
    isDropped = false
    for index in faults.indices { faults[index].isWarning = true }
  }

  /// Returns the event that Firebase logs in place of one that it ignores.
  static func error(_ fault: FirebaseFault, at logged: WallTime) -> FirebaseEvent {
    FirebaseEvent(name: "_err", parameters: fault.parameters, logged: logged)
  }

  private mutating func strip() {
    for (name, value) in event.parameters.elements {
      switch value {
      case .null, .absent, .string(""):
        event.parameters.removeValue(forKey: name)
        faults.append(
          FirebaseFault(
            code: 0, subject: name, reason: "is empty, so Firebase strips it",
            remedy: "remove it, or log text such as none", isWarning: true))
      case .bool(let flag): event.parameters[name] = .int(flag ? 1 : 0)
      default: break
      }
    }
  }

  private mutating func checkParameters(_ validation: FirebaseValidation) {
    var kept = event.parameters
    var first: FirebaseFault?
    var count = 0
    for name in event.parameters.keys.sorted() {
      guard let value = event.parameters[name] else { continue }
      // Firebase's own parameters are logged as a phone shows them.
      let isOwn = validation == .warn && FirebaseWireNames.parameter(name) != name
      var fault =
        (isOwn ? nil : FirebaseNameRule.parameter.fault(of: name)) ?? fault(of: value, name)
      if fault == nil, count >= Limits.eventParameters { fault = Self.surplus(name) }
      guard let fault else {
        count += 1
        continue
      }
      kept[name] = nil
      first = first ?? (fault.code > 0 ? fault : nil)
      faults.append(fault)
    }
    event.parameters = kept.merging(first?.parameters ?? [:]) { $1 }
  }

  private static func surplus(_ name: String) -> FirebaseFault {
    FirebaseFault(
      code: 5, subject: name,
      reason: "is one parameter more than the \(Limits.eventParameters) that an event may have",
      remedy: "remove those that you do not report on")
  }

  private func fault(of value: Value, _ name: String) -> FirebaseFault? {
    switch value {
    case .string(let text): return tooLong(text, name)
    case .list(let maps) where name == Self.items:
      for map in maps {
        guard let members = map.members else { return Self.unsupported(value, name) }
        for (key, member) in members.elements {
          guard let text = member.text else { continue }
          if let fault = tooLong(text, "\(Self.items).\(key)") { return fault }
        }
      }
      return nil
    case .list, .map: return Self.unsupported(value, name)
    default: return nil
    }
  }

  private func tooLong(_ text: String, _ name: String) -> FirebaseFault? {
    let count = text.unicodeScalars.count
    guard count > textLength else { return nil }
    return FirebaseFault(
      code: 4, subject: name,
      reason: "has text of \(count) characters, but \(textLength) are allowed",
      remedy: "shorten it", valueLength: count)
  }

  private static func unsupported(_ value: Value, _ name: String) -> FirebaseFault {
    let type = value.members == nil ? "__NSArrayM" : "__NSDictionaryM"
    return FirebaseFault(
      code: 0, subject: name,
      reason: "is a \(value.kindName), so Firebase drops it; only items may be a list of maps",
      remedy: "log text or a number",
      line: name == items
        ? LogRecord(.valueUnsupported, ["Type: \(type).", JavaScript.text(value)])
        : LogRecord(.valueOfOtherType, [type]))
  }
}

/// The rules for names in Firebase: letters, digits and underscores after a letter.
///
/// Source: Firebase §1.1. That letters of any script are letters is what its users report.
package struct FirebaseNameRule: Sendable {
  /// The maximum length of a name in characters.
  var limit: Int
  var invalidCode: Int
  var reservedCode: Int
  /// The kind of thing that it names, such as "event".
  package var subject: String
  /// The names that only Firebase gives, apart from those with its prefixes.
  var reserved: OrderedSet<String> = []

  package static let event = FirebaseNameRule(
    limit: Limits.eventNameLength, invalidCode: 2, reservedCode: 13, subject: "event",
    reserved: FirebaseReserved.events)
  package static let parameter = FirebaseNameRule(
    limit: Limits.eventNameLength, invalidCode: 3, reservedCode: 14, subject: "parameter")
  package static let userProperty = FirebaseNameRule(
    limit: Limits.userPropertyNameLength, invalidCode: 6, reservedCode: 15,
    subject: "user property", reserved: FirebaseReserved.userProperties)

  /// Returns Firebase's objection to a name; nil for none. Tags may only use letters of English.
  ///
  /// - Complexity: O(n) in its length.
  package func fault(of name: String, inTag: Bool = false) -> FirebaseFault? {
    let reason: String
    let line: LogRecord
    var code = reservedCode
    if let prefix = FirebaseReserved.prefix(of: name) {
      reason = "begins with \(prefix), which is reserved"
      line =
        invalidCode == Self.parameter.invalidCode
        ? LogRecord(.parameterReserved, [name])
        : LogRecord(.nameReserved, [title, title.lowercased(), name])
    } else if reserved.contains(name) {
      reason = "is a name that only Firebase uses"
      line = LogRecord(invalidCode == 2 ? .eventReserved : .propertyReserved, [name])
    } else if let trouble = trouble(with: name, inTag) {
      (reason, line, code) = (trouble.reason, trouble.line, invalidCode)
    } else {
      return nil
    }
    return FirebaseFault(
      code: code, subject: name, reason: reason, remedy: "name it " + remedy(for: name, inTag),
      line: line)
  }

  /// The kind of thing that it names, as the lines of a phone begin.
  private var title: String {
    if subject == "parameter" { return "Event parameter" }
    return subject.prefix(1).uppercased() + subject.dropFirst()
  }

  /// Returns Firebase's objection to a name that a container waits for; nil for one of its own.
  package func objection(to name: String) -> FirebaseFault? {
    let short = FirebaseWireNames.property(FirebaseWireNames.parameter(FirebaseNames.short(name)))
    let isOwn =
      short.hasPrefix("_") || reserved.contains(name) || name == FirebaseFlow.containerLoad
    return isOwn ? nil : fault(of: name)
  }

  private func trouble(with name: String, _ inTag: Bool) -> (reason: String, line: LogRecord)? {
    guard let first = name.unicodeScalars.first else {
      return ("is empty", LogRecord(.nameEmpty, [title]))
    }
    if let bad = name.unicodeScalars.first(where: { !Self.isAllowed($0, inTag) }) {
      let shown = bad == " " ? "a space" : "\"\(bad)\""
      let allowed = "only \(inTag ? "a to z" : "letters"), digits and _ are allowed"
      return ("has \(shown), but \(allowed)", LogRecord(.nameSigns, [title, name]))
    }
    if !first.properties.isAlphabetic {
      return ("does not begin with a letter", LogRecord(.nameStart, [title, name]))
    }
    let count = name.unicodeScalars.count
    guard count > limit else { return nil }
    let line = LogRecord(.nameLength, [title, String(limit), name])
    return ("has \(count) characters, but \(limit) are allowed", line)
  }

  static func isAllowed(_ scalar: Unicode.Scalar, _ inTag: Bool = false) -> Bool {
    scalar == "_" || ("a"..."z").contains(scalar)
      || (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
        && (!inTag || scalar.isASCII)
  }

  /// The values of the constants whose names Firebase does not accept, by the letters in which the
  /// names of all platforms end.
  ///
  /// They stand in the references of FirebaseAnalytics.UserProperty and AnalyticsUserProperty.
  private static let constants: KeyValuePairs = [
    "allowadpersonalizationsignals": "allow_personalized_ads", "signupmethod": "sign_up_method",
  ]

  /// Returns the value of a constant, or the nearest name that Firebase accepts.
  private func remedy(for name: String, _ inTag: Bool) -> String {
    let letters = name.lowercased().filter { $0 != "_" }
    if let value = Self.constants.first(where: { letters.hasSuffix($0.key) })?.value {
      return value + ", the value of this constant"
    }
    var made = String.UnicodeScalarView()
    for scalar in name.unicodeScalars { made.append(Self.isAllowed(scalar, inTag) ? scalar : "_") }
    var near = String(made.drop { !$0.properties.isAlphabetic })
    while let prefix = FirebaseReserved.prefix(of: near) {
      near = String(
        near.unicodeScalars.dropFirst(prefix.count).drop { !$0.properties.isAlphabetic })
    }
    if near.isEmpty { return "my_" + subject.replacing(" ", with: "_") }
    return String(((reserved.contains(near) ? "my_" : "") + near).unicodeScalars.prefix(limit))
  }
}

/// The names that Firebase reserves.
///
/// Source: Firebase §1.2; the reference of `logEvent`, and the constants of user properties.
package enum FirebaseReserved {
  /// The prefixes that no name of an app may have.
  private static let prefixes = ["firebase_", "google_", "ga_"]

  /// Events that only Firebase logs.
  static let events: OrderedSet<String> = [
    "ad_activeview", "ad_click", "ad_exposure", "ad_query", "ad_reward", "adunit_exposure",
    "app_background", "app_clear_data", "app_exception", "app_remove", "app_store_refund",
    "app_store_subscription_cancel", "app_store_subscription_convert",
    "app_store_subscription_renew", "app_update", "app_upgrade", "dynamic_link_app_open",
    "dynamic_link_app_update", "dynamic_link_first_open", "error", "first_open", "first_visit",
    "in_app_purchase", "notification_dismiss", "notification_foreground", "notification_open",
    "notification_receive", "os_update", "session_start", "session_start_with_rollout",
    "user_engagement",
  ]

  /// User properties that only Firebase sets.
  static let userProperties: OrderedSet<String> = [
    "first_open_after_install", "first_open_time", "first_visit_time", "last_deep_link_referrer",
    "user_id",
  ]

  /// Returns the reserved prefix of a name; nil for none.
  static func prefix(of name: String) -> String? { prefixes.first { name.hasPrefix($0) } }
}

/// Firebase's objection to an event, a parameter or a user property.
public struct FirebaseFault: Sendable, Hashable {
  /// The number that Firebase reports as `firebase_error`.
  public var code: Int
  /// The name that it concerns, as the app wrote it.
  public var subject: String
  /// The fault, in words without a full stop.
  public var reason: String
  /// The remedy, in words without a full stop.
  public var remedy: String
  /// Whether it is only reported, and changes nothing.
  public var isWarning = false
  /// The number of characters of a value that is too long; nil if the name is at fault.
  var valueLength: Int?
  /// The line of a phone about it; nil if its words are unknown.
  var line: LogRecord?

  /// The parameters of an event that report it.
  ///
  /// Source: Firebase §2.2.
  var parameters: OrderedDictionary<String, Value> {
    var parameters: OrderedDictionary<String, Value> = ["firebase_error": .int(Int64(code))]
    if [5, 8, 9].contains(code) { return parameters }
    let name = subject.unicodeScalars
    let limit =
      [6, 7, 15].contains(code) ? Limits.userPropertyNameLength : Limits.eventNameLength
    parameters["firebase_error_value"] = .string(
      name.count > limit ? String(name.prefix(limit)) + "..." : subject)
    let length = [2, 3, 6, 13, 15].contains(code) ? name.count : valueLength
    parameters["firebase_error_length"] = length.map { .int(Int64($0)) }
    return parameters
  }

  /// The lines of the log about it: that of a phone, and that of this program.
  var lines: [FirebaseFlow.Action] {
    let code: LogCode =
      code == 0 ? .parameterDropped : isWarning ? .firebaseWarning : .firebaseError
    let own = LogRecord(
      code, (self.code == 0 ? [] : [String(self.code)]) + [subject, reason, remedy])
    return [isWarning ? nil : line, own].compactMap { $0.map { .log($0) } }
  }
}

extension FirebaseCall {
  /// Firebase's objections to a call alone, for what is read and not run.
  package var faults: [FirebaseFault] {
    switch self {
    case .logEvent(let name, let parameters):
      let event = FirebaseEvent(name: FirebaseNames.short(name), parameters: parameters)
      return FirebaseCheck(event, knownNames: [], .warn).faults
    case .setDefaultParameters(let parameters):
      return Self.logEvent("e", parameters?.filter { $0.value != .null } ?? [:]).faults
    case .setUserProperty(let name, let value):
      return FirebaseFault(ofUserProperty: name, value, known: []).map { [$0] } ?? []
    case .setUserID(let id):
      return FirebaseFault(ofValue: id, "user_id", limit: Limits.userIDLength).map { [$0] } ?? []
    case .setCollection, .setDebugMode, .setConsent, .resetAnalytics: return []
    }
  }
}

// MARK: - Users

extension FirebaseFault {
  /// The fault and its remedy, for what is read and not run: "'played song' has a space, …".
  package var sentence: String {
    let cut = subject.unicodeScalars.prefix(100)
    let more = cut.endIndex == subject.endIndex ? "" : "…"
    return "'\(String(cut))\(more)' \(reason): \(remedy)"
  }

  /// Finds Firebase's objection to a user property; nil for none.
  ///
  /// `known` has the names of those that were set before.
  init?(ofUserProperty name: String, _ value: String?, known: OrderedSet<String>) {
    if let fault = FirebaseNameRule.userProperty.fault(of: name) {
      self = fault
    } else if known.count >= Limits.userProperties, !known.contains(name) {
      self.init(
        code: 9, subject: name,
        reason: "is one user property more than the \(Limits.userProperties) allowed",
        remedy: "set only those that you report on")
    } else {
      self.init(ofValue: value, name, limit: Limits.userPropertyLength)
    }
  }

  /// Finds Firebase's objection to a value for a user; nil for none.
  init?(ofValue value: String?, _ name: String, limit: Int) {
    let count = value?.unicodeScalars.count ?? 0
    guard count > limit else { return nil }
    self.init(
      code: 7, subject: name,
      reason: "has a value of \(count) characters, but \(limit) are allowed",
      remedy: "shorten it")
    valueLength = count
  }
}

/// The treatment of an event that Firebase objects to.
public enum FirebaseValidation: String, Sendable, Hashable, CaseIterable {
  /// As Firebase's documentation says: it is dropped, changed or left out.
  case drop
  /// It passes unchanged and is only marked, so that you can examine a container with names that
  /// Firebase refuses.
  case warn
}
