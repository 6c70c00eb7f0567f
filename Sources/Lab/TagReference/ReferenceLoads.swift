package import TagRuntime

/// When a container may be asked for, and when it is: the purse of tokens and the times of the next
/// question; and which file is there before any answer.
///
/// Source: LegacySDK §4.1, LegacySDK §4.6, LegacySDK §5.2, Firebase §5.1, Platforms §5.
package struct ReferenceLoads: Sendable {
  private static let period: Int64 = 15 * 60_000
  private static let burst: Int64 = 5000
  private static let most = 30

  private var tokens = most
  private var lastAccepted: Int64?
  /// What a phone with Android has saved up, in milliseconds of waiting; nil on iOS.
  private var saved: Int64?

  package init(isAndroid: Bool = false) { saved = isAndroid ? 5 * Self.period : nil }

  /// Whether a refresh that the app asks for is accepted, at a moment in milliseconds.
  package mutating func accepts(at now: Int64) -> Bool {
    if let saved { return accepts(at: now, with: saved) }
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

  /// Parts of a quarter of an hour count, and also who asks in vain begins a new wait.
  private mutating func accepts(at now: Int64, with saved: Int64) -> Bool {
    let pause = now - (lastAccepted ?? now - Self.burst)
    if pause < Self.burst { return false }
    let credit = min(5 * Self.period, saved + (lastAccepted == nil ? 0 : pause))
    lastAccepted = now
    self.saved = credit < Self.period ? credit : credit - Self.period
    return credit >= Self.period
  }

  /// How long after the end of a load the next question is due, in milliseconds: half a day after
  /// success, an hour after failure, and on Android up to a sixth more at random.
  package static func untilNext(afterSuccess: Bool, isAndroid: Bool) -> ClosedRange<Int64> {
    let wait: Int64 = afterSuccess ? 12 * 3_600_000 : 3_600_000
    return wait...(isAndroid ? wait + wait / 6 - 1 : wait)
  }

  /// How long after a saved copy was found the first question is due; what was saved in the future,
  /// before the clock was set back, is as fresh as can be.
  package static func untilNext(savedAgo age: Int64) -> Int64 {
    max(0, min(12 * 3_600_000, 12 * 3_600_000 - age))
  }

  /// Whether an opener that wants a fresh copy is content with one of this age.
  package static func isFresh(savedAgo age: Int64) -> Bool { age < 12 * 3_600_000 }

  /// The file of the app that is the default container; nil where none can be.
  package static func defaultFile(
    of id: String, among files: [String: ContainerVersion.Format], isFirebase: Bool
  ) -> String? {
    let names =
      isFirebase ? ["container/\(id).json", id + ".json"] : [id, id + ".plist", id + ".json"]
    return names.first { name in
      switch files[name] {
      case .firebase?: isFirebase
      case .binary?: name == id
      // An export stands for what the product makes of it.
      case .export?: isFirebase || name == id
      case .plist?: name.hasSuffix(".plist")
      case .simpleJSON?: !isFirebase && name.hasSuffix(".json")
      case nil: false
      }
    }
  }
}

/// The preview of containers: which link begins one, and which ends it.
///
/// Source: LegacySDK §6.1.
package struct ReferencePreview: Sendable {
  /// The package id of the previewed container; nil while nothing is previewed.
  package private(set) var container: String?

  package init() {}

  /// Takes a link that the app hands on; nil where this reference does not know what it means.
  ///
  /// - Returns: whether the link means something to the SDK.
  package mutating func open(_ link: String) -> Bool {
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
  package mutating func end() { container = nil }
}

extension String {
  /// Where another text begins in it, counted in characters; nil for nowhere.
  fileprivate func range(of other: String) -> Int? {
    guard count >= other.count else { return nil }
    return (0...(count - other.count)).first { dropFirst($0).hasPrefix(other) }
  }
}
