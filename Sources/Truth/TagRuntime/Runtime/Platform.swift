import OrderedCollections

/// The system for which an app is built; its SDK differs in functions, values and limits.
public enum Platform: String, Sendable, Hashable, CaseIterable {
  /// Apple's phones.
  case ios
  case android

  /// Its common name.
  public var name: String { self == .ios ? "iOS" : "Android" }

  /// The rules of its SDK.
  package var rules: PlatformRules { self == .ios ? .ios : .android }
}

/// The differences between the platforms of the legacy SDK, as data; one runtime shares the rest.
///
/// Source: Platforms §2, Platforms §3, Platforms §5, Platforms §6, Platforms §8.
package struct PlatformRules: Sendable {
  // MARK: Values

  /// The value of `_gtmv`; nil is the release of the SDK as its changelog writes it.
  ///
  /// Source: Platforms §3.
  let tagManagerVersion: String?
  /// The runtime version that `_rv` returns; nil depends on the release.
  ///
  /// Source: Platforms §3.
  let runtimeVersion: Int64?
  /// Whether `_av` and `_sv` are whole numbers, and not texts.
  ///
  /// Source: Platforms §3.
  let versionsAreNumbers: Bool
  /// Whether a null of the data layer counts as missing, so that `default_value` applies.
  ///
  /// Source: Platforms §6.
  let nullIsMissing: Bool
  /// Converts a double to text.
  ///
  /// Source: Platforms §6.
  let doubleText: @Sendable (Double) -> String

  // MARK: Refreshing

  /// Whether a part of a token's time counts, and a refusal for lack of tokens moves the time from
  /// which it counts.
  ///
  /// Source: Platforms §5.
  let tokensGrowSteadily: Bool
  /// The log code of a refused refresh.
  ///
  /// Source: Platforms §5.
  let refreshRefusal: LogCode
  /// The maximum random delay of the next load after a success.
  ///
  /// Source: Platforms §5.
  let spreadAfterSuccess: Duration
  /// The maximum random delay of the next load after a failure.
  ///
  /// Source: Platforms §5.
  let spreadAfterFailure: Duration

  // MARK: Opening

  /// Whether an app whose opener finds nothing gets a failed status and no container.
  ///
  /// Source: Platforms §4.
  let openingCanFail: Bool

  // MARK: Hits

  /// The field of the advertising id.
  ///
  /// Source: Platforms §8.
  let advertisingIDField: String
  /// The fields that hits have on iOS, but not on this platform.
  ///
  /// Source: Platforms §8.
  let absentFields: [String]
  /// The release of the Analytics library that `&_v` and the `User-Agent` name; nil is that of the
  /// SDK, as iOS names it.
  ///
  /// Source: Platforms §8.
  let analyticsRelease: String?
  /// The installer of the app that hits name; nil names none.
  ///
  /// Source: Platforms §8.
  let installer: String?
  /// The fields without which a hit is dropped.
  ///
  /// Source: Platforms §8.
  let neededFields: [String]
  /// Whether the tracker of containers stays, so that its credits can run out.
  ///
  /// Source: Platforms §8.
  let keepsContainerTracker: Bool
  /// Whether a dry run stores no hits at all.
  ///
  /// Source: Platforms §8.
  let dryRunStoresNothing: Bool
  /// Escapes a text for a URL.
  ///
  /// Source: Platforms §3.
  let escape: @Sendable (String) -> String
  /// Whether `_enc` writes bytes as a text.
  ///
  /// Source: Platforms §3.
  let writesBytesAsText: Bool
  /// Whether the reader skips characters that are not base64 digits.
  ///
  /// Source: Platforms §3.
  let readsBase64Leniently: Bool
  /// Whether a boolean text may mix small and capital letters.
  ///
  /// Source: Platforms §6.
  let booleansInAnyCase: Bool
  /// The differences in sending; nil is as <doc:Dispatch> describes it.
  ///
  /// Source: Platforms §8.
  let sending: Sending?

  /// The rules for sending hits on a platform where any answer but 200 keeps them.
  struct Sending: Sendable {
    /// The maximum size of a request with several hits.
    let batchBytes: Int
    /// The size in bytes from which a hit travels by POST.
    let getBytes: Int
    /// The answers to a batch after which no batches are sent for some time.
    let statusesAgainstBatches: Set<Int>
    /// The time without batches.
    let batchPause: Duration
  }

  /// iOS, releases 3.x.
  ///
  /// Source: Platforms §3, Platforms §5, Platforms §6, Platforms §8.
  static let ios = PlatformRules(
    tagManagerVersion: nil, runtimeVersion: nil, versionsAreNumbers: false, nullIsMissing: false,
    doubleText: NumberText.plain, tokensGrowSteadily: false, refreshRefusal: .refreshTooOften,
    spreadAfterSuccess: .zero, spreadAfterFailure: .zero, openingCanFail: false,
    advertisingIDField: "&idfa",
    absentFields: [], analyticsRelease: nil, installer: nil, neededFields: [],
    keepsContainerTracker: false, dryRunStoresNothing: false, escape: PercentEncoding.encode,
    writesBytesAsText: true, readsBase64Leniently: false, booleansInAnyCase: false,
    sending: nil)

  /// Android, release 4 as it is in Play services 10.2.
  ///
  /// Source: Platforms §3, Platforms §5, Platforms §6, Platforms §8.
  static let android = PlatformRules(
    tagManagerVersion: "4.00", runtimeVersion: 65_833_898, versionsAreNumbers: true,
    nullIsMissing: true,
    doubleText: NumberText.java, tokensGrowSteadily: true, refreshRefusal: .refreshExcessive,
    spreadAfterSuccess: .hours(2), spreadAfterFailure: .minutes(10), openingCanFail: true,
    advertisingIDField: "&adid",
    absentFields: ["&_u", "&_crc", "&ds", "&dm"], analyticsRelease: "10.2.98",
    installer: "com.android.vending", neededFields: ["&t", "&tid"], keepsContainerTracker: true,
    dryRunStoresNothing: true, escape: PercentEncoding.encodeJava, writesBytesAsText: false,
    readsBase64Leniently: true, booleansInAnyCase: true,
    sending: Sending(
      batchBytes: 8192, getBytes: 2037, statusesAgainstBatches: [404, 502], batchPause: .hours(1)))

  /// Changes the fields that the SDK of the platform adds to a hit.
  func adjust(_ added: inout OrderedDictionary<String, String>) {
    for field in absentFields { added[field] = nil }
    if let analyticsRelease { added["&_v"] = HitStyle.androidMark + analyticsRelease }
    if let installer { added["&aiid"] = installer }
    guard advertisingIDField != "&idfa", let id = added.removeValue(forKey: "&idfa") else { return }
    added[advertisingIDField] = id.lowercased()
  }
}

extension Platform {
  /// Whether a random time is added to the one between two refreshes.
  ///
  /// Source: Platforms §5.
  package var spreadsRefreshes: Bool { rules.spreadAfterSuccess > .zero }

  /// Returns the known parts of the platform that are not simulated, in words; empty for iOS, which
  /// is what this runtime simulates.
  ///
  /// Source: Platforms §11.
  package func unplayed(_ generation: SDKGeneration) -> [String] {
    switch (self, generation) {
    case (.ios, _): []
    case (.android, .firebase): Self.unplayedOfFirebase
    case (.android, .legacy): Self.unplayedOfLegacy
    }
  }

  private static let unplayedOfLegacy = [
    "default containers as raw resources, which are found by name as on iOS",
    "a new version that waits until the app calls getContainer()",
    "handlers that must be registered again for each version", "answers 503 that spread refreshes",
    "Play services, which send hits at their own times", "install referrers",
    "previews by an activity", "Java's numbers",
    "a dispatch of pixels only, and none with a completion handler",
    "the advertising id that a tag collects",
  ]

  /// Source: Platforms §10.
  private static let unplayedOfFirebase = [
    "Google's own interpreter", "requests to /gtm/android and their times",
    "classes with one shared instance", "numbers that a class gets as a Double",
    "the names of the SDK's version and platform",
  ]

  /// Returns the one remark about an app that is not fully simulated; nil if there is nothing to
  /// say.
  package func remark(_ generation: SDKGeneration) -> LogRecord? {
    let unplayed = unplayed(generation)
    if unplayed.isEmpty { return nil }
    return LogRecord(
      generation == .firebase ? .androidPlayedAsIOS : .androidPlayed,
      [unplayed.joined(separator: "; ")])
  }
}

extension Settings {
  /// Creates the defaults of the legacy SDK for a platform.
  ///
  /// Source: Platforms §3, Platforms §5, Platforms §8.
  public init(platform: Platform) {
    self.init()
    self.platform = platform
    guard platform == .android else { return }
    sdkVersion = SDKVersion(4, 0)
    patterns = .java
    firstHitWait = .seconds(5)
    refreshTokens = 5
    dispatchInterval = .seconds(1800)
    pixelRetryPause = .seconds(1800)
  }

  /// The settings that an app runs with: an app with v5 runs as on iOS.
  ///
  /// Source: Platforms §10.
  package var played: Settings {
    guard generation == .firebase, platform != .ios else { return self }
    let ios = Settings()
    var settings = self
    settings.platform = .ios
    settings.patterns = .java
    settings.firstHitWait = nil
    settings.sdkVersion = ios.sdkVersion
    settings.refreshTokens = ios.refreshTokens
    settings.dispatchInterval = ios.dispatchInterval
    settings.pixelRetryPause = ios.pixelRetryPause
    return settings
  }

  /// The release of the SDK, with its platform if that is not iOS: "3.17", "4.00 for Android".
  package var releaseText: String {
    platform.rules.tagManagerVersion.map { "\($0) for \(platform.name)" } ?? sdkVersion.description
  }
}
