package import TagRuntime

/// The text of a hit of Analytics on its way, and the fields that the SDK adds to it.
///
/// Source: Wire §1, Wire §2, Wire §4, Wire §5, Dispatch §3.2, Dispatch §5.1, Dispatch §5.2.
package struct ReferencePayload: Sendable {
  /// The phone and the app that hits are sent from.
  package struct Phone: Sendable {
    package var release = SDKVersion(3, 17)
    /// The id of the installation.
    package var clientID = ""
    /// The name of the app, sent as `&an`; if it is empty, the bundle id is sent there.
    package var appName = ""
    /// The bundle id of the app.
    package var appID = ""
    /// The version of the app that people see.
    package var appVersion = ""
    package var language = ""
    package var country = ""
    package var system = ""
    package var model = ""
    /// The width of the screen in pixels.
    package var width = 0
    /// The height of the screen in pixels.
    package var height = 0

    package init() {}
  }

  /// The most bytes of a request, and of one hit.
  package static let requestBytes = 8192
  /// From this many bytes on, a hit travels by POST.
  package static func getBytes(isAndroid: Bool) -> Int { isAndroid ? 2037 : 2000 }

  // MARK: Fields

  /// The fields that the SDK adds to every hit, without those that it counts: `&a`, `&_u`, `&_s`.
  package static func added(on phone: Phone) -> [String: String] {
    let release = phone.release
    var added = [
      "&v": "1",
      "&_v": "mi\(release.major).\(release.minor / 10).\(release.minor % 10)",
      "&cid": phone.clientID, "&an": phone.appName.isEmpty ? phone.appID : phone.appName,
      "&av": phone.appVersion, "&ul": language(of: phone),
    ]
    // A point of the phone that is simulated is two pixels wide.
    let scale = release < SDKVersion(3, 14) && phone.width == 640 ? 2 : 1
    added["&sr"] = "\(phone.width / scale)x\(phone.height / scale)"
    if release >= SDKVersion(3, 6) { added["&aid"] = phone.appID }
    if release >= SDKVersion(3, 9) { added["&_crc"] = "0" }
    if release >= SDKVersion(3, 10) { added["&ds"] = "app" }
    if release >= SDKVersion(3, 11) { added["&dm"] = phone.model }
    return added
  }

  private static func language(of phone: Phone) -> String {
    let language = phone.language.lowercased()
    let region = "-" + phone.country.lowercased()
    let isNew = (Int(phone.system.split(separator: ".").first ?? "") ?? 0) >= 9
    return isNew && region != "-" && !language.hasSuffix(region) ? language + region : language
  }

  /// The name by which requests identify themselves.
  package static func userAgent(of phone: Phone) -> String {
    let release = phone.release
    let minor = (release.minor < 10 ? "0" : "") + "\(release.minor)"
    let region = phone.country.isEmpty ? "" : "-" + phone.country.lowercased()
    return "GoogleAnalytics/\(release.major).\(minor) (iPhone; U; CPU iPhone OS \(phone.system) "
      + "like Mac OS X; \(language(of: phone))\(region))"
  }

  // MARK: Text

  /// The line of a hit in a request.
  ///
  /// - Parameters:
  ///   - fields: the fields in their order.
  ///   - created: when the hit was made, in milliseconds.
  ///   - now: when the request leaves, in milliseconds.
  ///   - cacheBuster: the number that keeps caches from answering; nil on Android, where a hit that
  ///     travels securely has none.
  package static func line(
    _ fields: [(key: String, value: String)], created: Int64, now: Int64, cacheBuster: UInt64?
  ) -> String {
    let isAndroid = cacheBuster == nil
    func encoded(_ text: String) -> String {
      let kept = ReferenceText.percentEncoded(text, sparing: isAndroid ? "-._* " : "-._~' ")
      return kept.contains(" ") ? String(kept.map { $0 == " " ? "+" : $0 }) : kept
    }
    var pairs = fields.filter { $0.key.hasPrefix("&") && $0.key != "&" }.map { field in
      let code = encoded(String(field.key.dropFirst()))
      return field.value.isEmpty && !isAndroid ? code : code + "=" + encoded(field.value)
    }
    pairs.append("ht=\(created)")
    if isAndroid || now - created >= 1 { pairs.append("qt=\(now - created)") }
    if let cacheBuster { pairs.append("z=\(cacheBuster)") }
    return pairs.joined(separator: "&")
  }

  /// How many of the next hits travel together, of which none is too large by itself.
  ///
  /// - Parameters:
  ///   - lines: the lines of the hits, and whether they travel securely.
  ///   - most: the most hits of a request.
  package static func batch(_ lines: [(text: String, isSecure: Bool)], most: Int) -> Int {
    var bytes = 0
    var count = 0
    for line in lines {
      bytes += line.text.utf8.count + (count > 0 ? 1 : 0)
      let isWhole = count == 0 || bytes <= requestBytes && line.isSecure == lines[0].isSecure
      guard isWhole, count < most else { break }
      count += 1
    }
    return count
  }
}
