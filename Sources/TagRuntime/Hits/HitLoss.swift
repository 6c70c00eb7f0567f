/// Why a hit was given up.
public enum HitLoss: Sendable, Hashable {
  /// Its payload is larger than `Limits.hitBytes`.
  case tooLarge
  /// It waited longer than `Settings.hitAge`.
  case tooOld
  /// The store was full, and it was the oldest.
  case storeFull
  /// The collector refused it, and the SDK deletes it all the same.
  case refused(status: Int)
  /// A captive portal answered in place of the collector.
  case swallowed
  /// A pixel that still failed after `Settings.pixelGiveUp`.
  case gaveUp(status: Int)

  /// The reason in words.
  public var words: String {
    switch self {
    case .tooLarge: "larger than \(Limits.hitBytes) bytes"
    case .tooOld: "older than 30 days"
    case .storeFull: "the store was full (\(Limits.storedHits) hits)"
    case .refused(let status): "the collector answered \(status); the SDK deletes it all the same"
    case .swallowed: "a captive portal answered it; the SDK counts it as sent"
    case .gaveUp(let status): "still answered \(status) 4 hours after its first attempt"
    }
  }
}
