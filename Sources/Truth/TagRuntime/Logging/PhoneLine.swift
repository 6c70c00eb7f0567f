package import OrderedCollections

/// The lines that phones log at the most verbose level, in the form in which consoles show them;
/// the text before the message there (the time, the process, the method) is left out.
///
/// They are made only if the app asked for every line.
///
/// Source: LegacySDK §14.3.
package enum PhoneLine {
  // MARK: Analytics

  package static func stored(_ hit: Hit) -> LogRecord {
    let fields = sortedFields(of: hit)
    switch hit.style {
    case .ios:
      let list = oldStyleList(fields)
      return LogRecord(.hitSaved, ["{ parameters = \(list); timestamp = \"\(time(of: hit))\"; }"])
    case .android:
      let told = fields.map { "\($0.name.dropFirst())=\($0.value)" }.joined(separator: ", ")
      return LogRecord(.hitDelivery, ["ht=\(hit.created.milliseconds), " + told])
    }
  }

  /// Reports a request that is sent.
  package static func sending(_ request: HitRequest) -> LogRecord {
    LogRecord(.hitsLeaving, [request.method.rawValue, request.url])
  }

  /// Returns the fields of a hit that travel, by name.
  private static func sortedFields(of hit: Hit) -> [(name: String, value: String)] {
    guard case .analytics(let fields) = hit.kind else { return [] }
    let number = hit.style == .ios ? hit.numbers.map { [("&z", String($0.cacheBuster))] } : nil
    return
      ((Array(fields.elements) + Array(hit.added.elements)).map { ($0.key, $0.value) }
      + (number ?? []))
      .filter { $0.0.hasPrefix("&") }
      .map { (name: $0.0, value: $0.1) }
      .sorted { $0.name < $1.name }
  }

  private static func time(of hit: Hit) -> String {
    let (dayNumber, milliseconds) = hit.created.dayAndTime
    let date = CivilDate(dayNumber: dayNumber)
    let seconds = milliseconds / 1000
    let clock = [seconds / 3600, seconds / 60 % 60, seconds % 60].map { NumberText.padded($0) }
    return "\(date.year)-\(NumberText.padded(date.month))-\(NumberText.padded(date.day)) "
      + clock.joined(separator: ":") + " +0000"
  }

  // MARK: Firebase

  /// Reports an event that is logged, by the app or by Firebase itself.
  package static func logging(_ outcome: FirebaseOutcome) -> LogRecord {
    LogRecord(
      .eventLogging,
      [
        outcome.source == .app ? "app" : "auto", bothNames(of: outcome.logged),
        firebaseList(outcome.logged),
      ])
  }

  /// Reports an event that is stored.
  package static func logged(_ event: FirebaseEvent) -> LogRecord {
    LogRecord(.eventLogged, [bothNames(of: event), firebaseList(event)])
  }

  /// Reports an event that the container judges.
  package static func processing(_ event: FirebaseEvent) -> LogRecord {
    let parameters = event.parameters.elements.map {
      (name: FirebaseWireNames.parameter($0.key), value: JavaScript.text($0.value))
    }
    return LogRecord(.eventProcessing, [event.name, oldStyleList(parameters)])
  }

  /// Reports a hit of Universal Analytics that a container made.
  package static func sendingHit(_ fields: OrderedDictionary<String, String>) -> LogRecord {
    LogRecord(
      .analyticsSending,
      [oldStyleList(fields.elements.map { (name: $0.key, value: $0.value) })])
  }

  /// Reports an upload that is planned after a delay.
  static func planned(uploadIn delay: Duration) -> LogRecord {
    LogRecord(.uploadPlanned, [JavaScript.text(.double(Double(delay.wholeMilliseconds) / 1000))])
  }

  /// Reports a request with events that is sent.
  static func uploading(_ request: HitRequest) -> LogRecord {
    LogRecord(.uploadBegun, [request.url])
  }

  /// Returns the long name of an event, with its short one: "screen_view (_vs)".
  private static func bothNames(of event: FirebaseEvent) -> String {
    let (long, short) = (event.longName, FirebaseNames.short(event.longName))
    return long == short ? long : "\(long) (\(short))"
  }

  /// Writes the parameters of an event as Firebase does, without quotes.
  private static func firebaseList(_ event: FirebaseEvent) -> String {
    let members = event.parameters.elements.map { name, value in
      "\(name) = \(JavaScript.text(value)); "
    }
    return "{ " + members.joined() + "}"
  }

  // MARK: Lists

  /// Writes a dictionary as iOS describes it, on one line.
  private static func oldStyleList(_ members: [(name: String, value: String)]) -> String {
    "{ " + members.map { "\(quoted($0.name)) = \(quoted($0.value)); " }.joined() + "}"
  }

  /// Quotes a text, unless it has only letters and digits; other letters become `\U` and their
  /// number.
  private static func quoted(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0.isLetter || $0.isDigit }), !text.isEmpty { return text }
    let units = text.utf16.map { unit -> String in
      switch unit {
      case UInt16(UInt8(ascii: "\"")): return "\\\""
      case UInt16(UInt8(ascii: "\\")): return "\\\\"
      case UInt16(UInt8(ascii: "\n")): return "\\n"
      case 0x20..<0x7F: return String(UnicodeScalar(UInt8(unit)))
      default:
        return "\\U" + NumberText.padded(unit, to: 4, radix: 16)
      }
    }
    return "\"" + units.joined() + "\""
  }
}

extension Runtime {
  /// Logs a phone line, if the app asked for its level.
  mutating func sayAsPhone(
    _ record: @autoclosure () -> LogRecord, at level: LogLevel = .verbose,
    ofAnalytics: Bool = false
  ) {
    if (ofAnalytics ? analytics.logger : logger).level <= level { say(record()) }
  }
}
