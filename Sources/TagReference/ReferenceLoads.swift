/// When a container may be asked for, and when it is: the purse of tokens and the times of the next
/// question.
///
/// Source: LegacySDK §4.6, LegacySDK §5.2.
public struct ReferenceLoads: Sendable {
  private static let period: Int64 = 15 * 60_000
  private static let burst: Int64 = 5000
  private static let most = 30

  private var tokens = most
  private var lastAccepted: Int64?

  /// Creates a full purse.
  public init() {}

  /// Whether a refresh that the app asks for is accepted, at a moment in milliseconds.
  public mutating func accepts(at now: Int64) -> Bool {
    guard let last = lastAccepted else {
      tokens -= 1
      lastAccepted = now
      return true
    }
    let earned = min(Self.most, tokens + Int(clamping: (now - last) / Self.period))
    if now - last < Self.burst || earned == 0 { return false }
    tokens = earned - 1
    lastAccepted = now
    return true
  }

  /// How long after the end of a load the next question is due, in milliseconds: half a day after
  /// success, an hour after failure.
  public static func untilNext(afterSuccess: Bool) -> Int64 {
    afterSuccess ? 12 * 3_600_000 : 3_600_000
  }

  /// How long after a saved copy was found the first question is due; what was saved in the future,
  /// before the clock was set back, is as fresh as can be.
  public static func untilNext(savedAgo age: Int64) -> Int64 {
    max(0, min(12 * 3_600_000, 12 * 3_600_000 - age))
  }

  /// Whether an opener that wants a fresh copy is content with one of this age.
  public static func isFresh(savedAgo age: Int64) -> Bool { age < 12 * 3_600_000 }
}

/// The preview of containers: which link begins one, and which ends it.
///
/// Source: LegacySDK §6.1.
public struct ReferencePreview: Sendable {
  /// The container that is previewed.
  public private(set) var container: String?

  /// Creates one in which nothing is previewed.
  public init() {}

  /// Takes a link that the app hands on; nil where this reference does not know what it means.
  ///
  /// - Returns: whether the link means something to the SDK.
  public mutating func open(_ link: String) -> Bool {
    guard let separator = link.range(of: "://preview/p?id="), link.hasPrefix("tagmanager.c."),
      separator > "tagmanager.c.".count, !link.contains(where: \.isWhitespace)
    else { return false }
    let query = String(link.dropFirst(separator + "://preview/p?id=".count))
    let parts = query.split(separator: "&", omittingEmptySubsequences: false).map(String.init)
    guard let id = parts.first, !id.isEmpty else { return false }
    if parts.count == 3, parts[1].hasPrefix("gtm_auth="), parts[1].count > 9,
      parts[2].hasPrefix("gtm_preview="), parts[2].count > 12,
      parts[2].dropFirst(12).allSatisfy({ "0123456789".contains($0) })
    {
      container = id
      return true
    }
    if parts.count == 2, parts[1] == "gtm_preview=", container == id {
      container = nil
      return true
    }
    return false
  }

  /// The process ends, and the preview with it.
  public mutating func end() { container = nil }
}

extension String {
  /// Where another text begins in it, counted in characters; nil for nowhere.
  fileprivate func range(of other: String) -> Int? {
    guard count >= other.count else { return nil }
    return (0...(count - other.count)).first { dropFirst($0).hasPrefix(other) }
  }
}
