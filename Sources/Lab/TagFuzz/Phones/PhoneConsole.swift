import OrderedCollections
import TagRuntime

/// A console that shows what phones log: what stands before a message, and which messages there
/// are.
///
/// Source: PhoneLines §1, PhoneLines §5; what iOS and the first generation log is what the
/// simulation logs.
struct PhoneConsole: Sendable {
  let name: String
  let generation: SDKGeneration
  let platform: Platform
  /// What stands before a message: `%Y` is the year, `%D` and `%S` the day as logcat and syslog
  /// write it, `%C` the clock, `%M` its milliseconds, `%Z` the zone, `%T` the tag.
  let head: String

  var hasTimes: Bool { head.contains("%C") }
  var hasMilliseconds: Bool { head.contains("%M") }
  var showsRequests: Bool { platform == .ios && generation == .legacy }
  var hasZone: Bool { head.contains("%Z") }

  static let all: [PhoneConsole] = [
    .init("Xcode", .firebase, .ios, "%Y-%D %C.%M129%Z Shop[1796:898990] "),
    .init("Xcode 15", .firebase, .ios, ""),
    .init("idevicesyslog", .firebase, .ios, "%S %C phone Shop(%T)[278] <Notice>: "),
    .init(
      "log stream", .firebase, .ios,
      "%Y-%D %C.%M129%Z 0x1a2b     Default     0x0                  278    0    Shop: (%T) "),
    .init("logcat threadtime", .firebase, .android, "%D %C.%M  1626  1644 V %T: "),
    .init("logcat brief", .firebase, .android, "V/%T( 1626): "),
    .init(
      "Android Studio", .firebase, .android,
      "%Y-%D %C.%M  1626-1644  %T      com.example.shop      V  "),
    .init("Xcode, v3", .legacy, .ios, "%Y-%D %C.%M Shop[1234:60b] "),
    .init("syslog, v3", .legacy, .ios, "%S %C phone Shop[278] <Warning>: "),
    .init("logcat time, v4", .legacy, .android, "%D %C.%M V/%T( 1626): "),
    .init("logcat brief, v4", .legacy, .android, "V/%T( 1626): "),
  ]

  private init(
    _ name: String, _ generation: SDKGeneration, _ platform: Platform, _ head: String
  ) {
    (self.name, self.generation, self.platform) = (name, generation, platform)
    self.head = head
  }

  // MARK: Heads

  /// The lines of a moment, by a clock that is so many seconds ahead of UTC.
  func lines(of moment: LoggedPhone.Moment, zone: Int) -> [String] {
    messages(of: moment.kind).flatMap { tag, message in
      let text =
        head(of: tag, at: moment.time, zone) + (isOfAndroid ? message : Self.spread(message))
      return text.split(separator: "\n").map(String.init)
    }
  }

  private func head(of tag: String, at time: WallTime, _ zone: Int) -> String {
    let (day, milliseconds) = (time + .seconds(zone)).dayAndTime
    let (date, seconds) = (CivilDate(dayNumber: day), milliseconds / 1000)
    func two(_ number: Int) -> String { NumberText.padded(number) }
    let clock = [seconds / 3600, seconds / 60 % 60, seconds % 60].map(two).joined(separator: ":")
    let month = Self.months[date.month - 1]
    return [
      ("%Y", "\(date.year)"), ("%D", "\(two(date.month))-\(two(date.day))"),
      ("%S", month + (date.day < 10 ? "  " : " ") + "\(date.day)"), ("%C", clock),
      ("%M", NumberText.padded(milliseconds % 1000, to: 3)),
      ("%Z", (zone < 0 ? "-" : "+") + two(abs(zone) / 3600) + two(abs(zone) / 60 % 60)),
      ("%T", tag),
    ].reduce(head) { text, part in text.replacing(part.0, with: part.1) }
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Writes the fields of a dictionary on lines of their own, as iOS does.
  private static func spread(_ message: String) -> String {
    var (text, isInside, last) = ("", false, Character(" "))
    for sign in message {
      if sign == "\"", last != "\\" { isInside.toggle() }
      text += !isInside && sign == " " && (last == ";" || last == "{") ? "\n    " : String(sign)
      last = last == "\\" ? " " : sign
    }
    return text
  }

  // MARK: Messages

  private var isOfAndroid: Bool { platform == .android }
  private static let manager = "GoogleTagManager"

  /// The messages of a moment, each with its tag.
  private func messages(of kind: LoggedPhone.Moment.Kind) -> [(tag: String, text: String)] {
    switch kind {
    case .silent: return []
    case .loading:
      guard generation == .firebase else { return [] }
      let sign = isOfAndroid ? "" : ":"
      return [
        (
          Self.manager,
          (isOfAndroid ? "" : Self.manager + " info: ") + "Loading container\(sign) GTM-AB12"
        )
      ]
    case .fault(let line):
      let words = ConsoleLine.filled(line.words, with: ["x", "y", "z"])
      if isOfAndroid { return [(line.tag, words)] }
      return line.tag == "Firebase"
        ? [firebase(words)] : [(Self.manager, Self.manager + " error: " + words)]
    case .property(let name, let value):
      if isOfAndroid { return [("FA", "Setting user property (FE): \(name), \(value)")] }
      return [
        firebase(
          value.isEmpty
            ? "User property removed. Name: \(name)"
            : "[I-ACS023087] User property set. Name, value: \(name), \(value)")
      ]
    case .event(let outcome): return isOfAndroid ? android(outcome) : apple(outcome)
    case .made(let event):
      return isOfAndroid
        ? [("FA", "Logging event (FE): \(event.longName), \(Self.bundle(of: event, by: "gtm"))")]
        : [firebase(PhoneLine.logged(event).text)]
    case .hit(let hit): return [message(of: hit)]
    case .request(let request, let status): return messages(of: request, status)
    }
  }

  private func firebase(_ text: String) -> (tag: String, text: String) {
    ("FirebaseAnalytics", "10.27.0 - [FirebaseAnalytics]" + text)
  }

  private func apple(_ outcome: FirebaseOutcome) -> [(tag: String, text: String)] {
    var outcome = outcome
    outcome.logged.parameters["_o"] = .string(outcome.source == .app ? "app" : "auto")
    let processed = PhoneLine.processing(outcome.logged).text
    return [firebase(PhoneLine.logging(outcome).text)]
      + (outcome.isError ? [] : [(Self.manager, Self.manager + " info: " + processed)])
  }

  private func android(_ outcome: FirebaseOutcome) -> [(tag: String, text: String)] {
    let event = outcome.logged
    let (long, short) = (event.longName, FirebaseNames.short(event.longName))
    let passes = outcome.passed.contains { $0.tag == nil }
    let origin = outcome.source == .app ? "app" : "auto"
    let name = long == short ? long : "\(long)(\(short))"
    let logging = "Logging event (FE): \(name), \(Self.bundle(of: event, by: origin))"
    return
      (outcome.source == .app
      ? [
        ("FA", "Passing event to registered event handler (FE): \(name), \(Self.bundle(of: event))")
      ]
      : []) + (passes || outcome.isError ? [("FA", logging)] : [])
  }

  private static func bundle(of event: FirebaseEvent, by origin: String? = nil) -> String {
    let members = event.parameters.elements.filter { $0.key != "_o" }
      .map { "\($0.key)=\(ValueConversion.text($0.value))" }
    let first = origin.map { ["ga_event_origin(_o)=\($0)"] } ?? []
    return "Bundle[{" + (first + members).joined(separator: ", ") + "}]"
  }

  private func message(of hit: Hit) -> (tag: String, text: String) {
    guard case .analytics(let fields) = hit.kind else { return ("", "") }
    switch (generation, platform) {
    case (.firebase, .android):
      let map = fields.elements.map { "\($0.key)=\($0.value)" }.joined(separator: ", ")
      return (Self.manager, "Sending universal analytics hit: {\(map)}")
    case (.firebase, .ios):
      return (Self.manager, Self.manager + " info: " + PhoneLine.sendingHit(fields).text)
    case (.legacy, .android): return ("GAv4", PhoneLine.stored(hit).text)
    case (.legacy, .ios):
      return ("", Self.batching + "persist:] (…): " + PhoneLine.stored(hit).text)
    }
  }

  private static let batching =
    manager + " verbose: GoogleAnalytics 3.14 -[GAIBatchingDispatcher "

  private func messages(
    of request: HitRequest, _ status: Int?
  ) -> [(tag: String, text: String)] {
    guard showsRequests else { return [] }
    let body = request.body.isEmpty ? "" : "\n" + request.body
    let answer = status.map {
      Self.batching + "didSendHits:response:data:error:] (…): Hit(s) dispatched: HTTP status \($0)"
    }
    return [("", Self.batching + "beacon:] (…): " + PhoneLine.sending(request).text + body)]
      + (answer.map { [("", $0)] } ?? [])
  }
}
