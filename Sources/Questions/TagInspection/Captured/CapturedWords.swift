import OrderedCollections
import TagRuntime

/// Explains the values of a captured hit.
///
/// Source: Wire §1, Wire §2, Wire §3; Dispatch §4.2.
struct CapturedWords {
  private let values: OrderedDictionary<String, String>
  private let release: SDKVersion?

  /// - Parameter values: the decoded values by their codes.
  init(_ values: OrderedDictionary<String, String>) {
    self.values = values
    release = values["_v"].flatMap(HitMeaning.release)
  }

  /// A description of the hit in one sentence.
  var summary: String {
    var parts = [subject]
    if let sdk = values["_v"].flatMap(sdk) { parts.append(sdk) }
    if let reading = values["_u"].flatMap(usage), reading.sender != .unknown {
      parts.append(reading.sender.words)
    }
    if let sent { parts.append("sent at \(Self.text(of: sent))") }
    return parts.joined(separator: ", ")
  }

  /// Whether the hit may come from an SDK for iOS, whose usage letters are known.
  private var isOfIOS: Bool { values["_v"]?.hasPrefix("mi") ?? true }

  private func usage(_ letters: String) -> UsageReading? {
    isOfIOS ? UsageReading(letters) : nil
  }

  private var subject: String {
    let type = values["t"].map { Self.types[$0] ?? "hit of type \($0)" } ?? "hit without a type"
    let title =
      switch values["t"] {
      case "transaction": values["ti"]
      case "item": values["in"]
      default: values["cd"] ?? [values["ec"], values["ea"]].compactMap { $0 }.joinedWords
      }
    guard let title, !title.isEmpty else { return type }
    return "\(type) \"\(CapturedHit.cut(title))\""
  }

  /// The known types of hits, in words.
  static let types = [
    "screenview": "screen view", "appview": "screen view (as until 3.08)",
    "event": "event", "exception": "exception", "timing": "timing",
    "social": "social interaction", "transaction": "transaction", "item": "transaction item",
    "pageview": "page view", "data": "hit that only contains data",
  ]

  // MARK: Fields

  /// Explains a value that is not obvious; nil for others.
  func meaning(of code: String, _ value: String) -> String? {
    switch code {
    case "v": value == "1" ? "the protocol of Universal Analytics" : "not a protocol of this SDK"
    case "_v": sdk(value)
    case "t":
      Self.types[value].map { $0 == value ? nil : $0 } ?? "not a type that the SDK makes"
    case "tid": property(value)
    case "ht": Int64(value).map { "made at " + Self.text(of: $0) }
    case "qt": waited(value)
    case "z": "the same in every attempt to send the hit"
    case "_u": usage(value)?.sentence ?? (isOfIOS ? nil : "letters for calls; known on iOS only")
    case "_s": Int64(value).map { "hit number \($0) of this app" }
    case "_crc": value == "0" ? "the advertising id has not changed" : nil
    case "a": "increases with each screen view"
    case "sr": scale
    case "sf": "the percentage of tracked clients"
    case "utt": "milliseconds"
    case "sc":
      ["start": "a session begins", "end": "a session ends"][value]
        ?? "neither start nor end: ignored"
    case "aip": "present, so the IP address is anonymized, whatever the value"
    case "ni", "exf", "ate", "je":
      ["1": "yes", "0": "no"][value] ?? "neither 1 nor 0: no documented meaning"
    default: nil
    }
  }

  private func sdk(_ value: String) -> String? {
    if let release { return "iOS SDK \(release)" }
    if value.hasPrefix("ma") { return "Android SDK" }
    if value.hasPrefix("j") { return "analytics.js of a web page, not an SDK" }
    return nil
  }

  private func property(_ value: String) -> String? {
    if CollectorRules.isMeasurementID(value) {
      return "a Google Analytics 4 id, which does not accept such hits"
    }
    guard CollectorRules.isPropertyID(value) else {
      return "not a property id, such as UA-12345-1"
    }
    let parts = value.split(separator: "-")
    return "property \(parts[2]) of account \(parts[1])"
  }

  private var scale: String? {
    guard let release else { return nil }
    if release <= SDKVersion(3, 10) { return "in points" }
    return release >= SDKVersion(3, 14) ? "in pixels" : nil
  }

  // MARK: Times

  /// The time at which it was sent, by the phone's clock.
  private var sent: Int64? {
    guard let made = values["ht"].flatMap({ Int64($0) }) else { return nil }
    let (sent, overflows) = made.addingReportingOverflow(
      values["qt"].flatMap { Int64($0) } ?? 0)
    return overflows ? nil : sent
  }

  private func waited(_ value: String) -> String? {
    guard let waited = Int64(value), waited >= 0 else { return nil }
    let seconds = NumberText.short(Double(waited) / 1000) + " s in the queue"
    return sent.map { seconds + ", sent at " + Self.text(of: $0) } ?? seconds
  }

  /// Formats a time of the phone's clock, in UTC.
  private static func text(of milliseconds: Int64) -> String {
    // Beyond this, a date has a year of more than four digits.
    guard (0..<253_402_300_800_000).contains(milliseconds) else { return "not a time" }
    let (day, rest) = milliseconds.quotientAndRemainder(dividingBy: 86_400_000)
    let date = CivilDate(dayNumber: Int(day))
    func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let thousandths = String(1000 + rest % 1000).dropFirst()
    let time = [rest / 3_600_000, rest / 60_000 % 60, rest / 1000 % 60].map(two)
    return "\(date.year)-\(two(Int64(date.month)))-\(two(Int64(date.day))) "
      + time.joined(separator: ":") + ".\(thousandths) UTC"
  }
}

extension [String] {
  /// The words separated by slashes; nil if there are none.
  fileprivate var joinedWords: String? { isEmpty ? nil : joined(separator: " / ") }
}
