import OrderedCollections

/// What Firebase makes of an event before anybody else sees it.
///
/// Source: the table of error codes: an event with a bad name is ignored; a bad or surplus
/// parameter is dropped, and one `firebase_error` takes its place. What is empty is stripped, as
/// users report. A boolean becomes 1 or 0, for it reaches the SDK as a number.
struct FirebaseCheck: Sendable {
  /// The event as it goes on.
  private(set) var event: FirebaseEvent
  /// What Firebase has against it.
  private(set) var faults: [FirebaseFault] = []
  /// Whether it goes nowhere.
  private(set) var isDropped = false

  /// The name under which parameters hold lists of maps.
  static let items = "items"

  /// - Complexity: O(n) in the size of the event.
  init(
    _ event: FirebaseEvent, knownNames: OrderedSet<String>, _ validation: FirebaseValidation
  ) {
    self.event = event
    strip()
    if let fault = FirebaseNameRule.event.fault(of: event.longName) {
      faults.append(fault)
      isDropped = true
    } else if knownNames.count >= Limits.eventNames, !knownNames.contains(event.longName) {
      faults.append(
        FirebaseFault(
          code: 8, subject: event.longName,
          reason: "is one more name than the \(Limits.eventNames) that an installation may log",
          remedy: "tell it by a parameter of an event that you log already"))
      isDropped = true
    }
    let whole = self.event
    // Where all is only marked, the reader is told of the parameters, too.
    if !isDropped || validation == .warn { checkParameters() }
    guard validation == .warn else { return }
    self.event = whole
    isDropped = false
    for index in faults.indices { faults[index].isWarning = true }
  }

  /// The event that Firebase logs in place of one that it ignores.
  static func error(_ fault: FirebaseFault, at logged: WallTime) -> FirebaseEvent {
    var parameters: OrderedDictionary<String, Value> = ["firebase_error": .int(Int64(fault.code))]
    if fault.code != 8, fault.code != 9 {
      parameters["firebase_error_value"] = .string(fault.subject)
    }
    return FirebaseEvent(name: "_err", parameters: parameters, logged: logged)
  }

  private mutating func strip() {
    for (name, value) in event.parameters.elements {
      switch value {
      case .null, .absent, .string(""):
        event.parameters.removeValue(forKey: name)
        faults.append(
          FirebaseFault(
            code: 0, subject: name, reason: "is empty, so Firebase strips it",
            remedy: "leave it out, or log a text such as none", isWarning: true))
      case .bool(let flag): event.parameters[name] = .int(flag ? 1 : 0)
      default: break
      }
    }
  }

  private mutating func checkParameters() {
    var kept: OrderedDictionary<String, Value> = [:]
    var first: FirebaseFault?
    for (name, value) in event.parameters.elements {
      var fault = FirebaseNameRule.parameter.fault(of: name) ?? Self.fault(of: value, name)
      if fault == nil, kept.count >= Limits.eventParameters { fault = Self.surplus(name) }
      guard let fault else {
        kept[name] = value
        continue
      }
      first = first ?? (fault.code > 0 ? fault : nil)
      faults.append(fault)
    }
    if let first {
      kept["firebase_error"] = .int(Int64(first.code))
      if first.code != 5 { kept["firebase_error_value"] = .string(first.subject) }
    }
    event.parameters = kept
  }

  private static func surplus(_ name: String) -> FirebaseFault {
    FirebaseFault(
      code: 5, subject: name,
      reason: "is one more parameter than the \(Limits.eventParameters) that an event may have",
      remedy: "leave out what you do not report on")
  }

  private static func fault(of value: Value, _ name: String) -> FirebaseFault? {
    switch value {
    case .string(let text): return tooLong(text, name)
    case .list(let maps) where name == items:
      for map in maps {
        guard let members = map.members else { return unsupported(value, name) }
        for (key, member) in members.elements {
          guard let text = member.text else { continue }
          if let fault = tooLong(text, "\(items).\(key)") { return fault }
        }
      }
      return nil
    case .list, .map: return unsupported(value, name)
    default: return nil
    }
  }

  private static func tooLong(_ text: String, _ name: String) -> FirebaseFault? {
    let count = text.unicodeScalars.count
    guard count > Limits.parameterTextLength else { return nil }
    return FirebaseFault(
      code: 4, subject: name,
      reason: "has a text of \(count) characters, and \(Limits.parameterTextLength) are allowed",
      remedy: "shorten it")
  }

  private static func unsupported(_ value: Value, _ name: String) -> FirebaseFault {
    FirebaseFault(
      code: 0, subject: name,
      reason: "is a \(value.kindName), so Firebase drops it; only items may be a list of maps",
      remedy: "log a text or a number")
  }
}
