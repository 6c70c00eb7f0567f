/// What the releases of the SDK for iOS add to a hit, release by release: one table.
///
/// Source: Wire §2.
package struct HitTrait: Sendable, Hashable {
  /// The code of the field.
  package let code: String
  /// From this release on hits carry it here.
  let since: SDKVersion
  /// From this release on it is known of real hits.
  let known: SDKVersion
  /// Where that is known from.
  let evidence: String

  private init(_ code: String, since: SDKVersion, known: SDKVersion? = nil, _ evidence: String) {
    (self.code, self.since, self.known, self.evidence) = (code, since, known ?? since, evidence)
  }

  static let appID = HitTrait("&aid", since: SDKVersion(3, 6), "the changelog")
  static let hitID = HitTrait("&a", since: SDKVersion(3, 8), "the changelog")
  static let usage = HitTrait("&_u", since: SDKVersion(3, 9), "the code of 3.09")

  /// Whether hits of a release carry it.
  func isPart(of version: SDKVersion) -> Bool { version >= since }
}
