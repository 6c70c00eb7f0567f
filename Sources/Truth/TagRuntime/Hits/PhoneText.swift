/// The phone's data in hits and requests of Analytics.
///
/// Source: Wire §1, Wire §5.
enum PhoneText {
  /// Returns the preferred language in lower case; from iOS 9 on, and on Android, with the region,
  /// if one is set.
  ///
  /// Source: Wire §1, Platforms §8.
  static func language(_ facts: DeviceFacts) -> String {
    let language = facts.language.lowercased()
    let country = facts.country.lowercased()
    let release = facts.osVersion.prefix { $0 != "." }
    guard !country.isEmpty, facts.platform != "iOS" || (Int(release) ?? 0) >= 9,
      !language.hasSuffix("-" + country)
    else {
      return language
    }
    return language + "-" + country
  }

  /// Returns the screen size, in pixels or in points; one whose scale is unknown stays in pixels.
  static func screen(_ facts: DeviceFacts, inPixels: Bool) -> String {
    let pixels = "\(facts.screenWidth)x\(facts.screenHeight)"
    let scale = inPixels ? 1 : scales[pixels] ?? 1
    return "\(facts.screenWidth / scale)x\(facts.screenHeight / scale)"
  }

  /// The width of a point in pixels, by the pixels of a screen.
  ///
  /// Source: inferred; Apple's tables of its phones and tablets.
  private static let scales: [String: Int] = [
    "640x960": 2, "640x1136": 2, "750x1334": 2, "828x1792": 2, "1242x2208": 3, "1125x2436": 3,
    "1242x2688": 3, "1170x2532": 3, "1284x2778": 3, "1179x2556": 3, "1290x2796": 3,
    "1536x2048": 2, "1668x2224": 2, "1668x2388": 2, "2048x2732": 2, "1620x2160": 2,
    "1640x2360": 2, "1488x2266": 2,
  ]

  /// Returns the user agent of an Analytics request.
  ///
  /// Source: Wire §5.
  static func userAgent(_ facts: DeviceFacts, _ version: SDKVersion) -> String {
    let language = [language(facts), facts.country.lowercased()].filter { !$0.isEmpty }
    return "GoogleAnalytics/\(version) (\(family(of: facts.deviceName)); U; CPU iPhone OS "
      + "\(facts.osVersion) like Mac OS X; \(language.joined(separator: "-")))"
  }

  /// Returns the user agent of a library for Android. The phone's build of the system is not
  /// modelled; `unknown` is what Android itself reports for one without.
  ///
  /// Source: Platforms §8.
  static func androidUserAgent(_ library: String, _ facts: DeviceFacts) -> String {
    "\(library) (Linux; U; Android \(facts.osVersion); \(language(facts)); \(facts.model) "
      + "Build/unknown)"
  }

  /// Returns the family of a model, as the system names it: "iPhone" of "iPhone6,1".
  private static func family(of model: String) -> String {
    if model.hasPrefix("iPod") { return "iPod touch" }
    return ["iPhone", "iPad"].first { model.hasPrefix($0) } ?? model
  }
}
