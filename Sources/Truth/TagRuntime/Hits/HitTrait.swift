/// The fields that the releases of the SDK for iOS add to a hit, release by release: one table.
///
/// Source: Wire §2.
package struct HitTrait: Sendable, Hashable {
  package let code: String
  /// The release from which simulated hits carry it.
  let since: SDKVersion
  /// The release from which it is known from real hits.
  let known: SDKVersion
  let evidence: String

  private init(_ code: String, since: SDKVersion, known: SDKVersion? = nil, _ evidence: String) {
    (self.code, self.since, self.known, self.evidence) = (code, since, known ?? since, evidence)
  }

  static let appID = HitTrait("&aid", since: SDKVersion(3, 6), "the changelog")
  static let hitID = HitTrait("&a", since: SDKVersion(3, 8), "the changelog")
  static let usage = HitTrait("&_u", since: SDKVersion(3, 9), "the code of 3.09")
  static let advertisingChanges = HitTrait("&_crc", since: SDKVersion(3, 9), "the code of 3.09")
  static let dataSource = HitTrait("&ds", since: SDKVersion(3, 10), "a hit of 3.10")
  /// The changelog of 3.11 mentions the hardware's model.
  static let deviceModel = HitTrait(
    "&dm", since: SDKVersion(3, 11), known: SDKVersion(3, 14), "hits of 3.14 and 3.17")
  static let position = HitTrait(
    "&_s", since: SDKVersion(3, 11), known: SDKVersion(3, 14), "hits of 3.14 and 3.17")
  /// The screen is measured in pixels; before that it is in points.
  static let pixels = HitTrait(
    "&sr", since: SDKVersion(3, 14), "hits of 3.10, in points, and of 3.14, in pixels")

  private static let all = [
    appID, hitID, usage, advertisingChanges, dataSource, deviceModel, position, pixels,
  ]

  /// Whether hits of a release carry it.
  func isPart(of version: SDKVersion) -> Bool { version >= since }

  /// Returns the reason why it is not known that hits of a release carry a field as they do here;
  /// nil if it is.
  static func doubt(of code: String, in version: SDKVersion) -> String? {
    if code == pixels.code, version > SDKVersion(3, 10), version < pixels.known {
      return "in points up to 3.10 and in pixels from 3.14 on, \(version) is not known"
    }
    guard let trait = all.first(where: { $0.code == code }), trait.isPart(of: version),
      version < trait.known
    else { return nil }
    return "known from \(trait.known) on, by \(trait.evidence)"
  }
}
