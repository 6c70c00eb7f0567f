import OrderedCollections

/// A setting of consent mode.
///
/// Source: Firebase §7.1.
public enum ConsentSetting: String, Sendable, Hashable, CaseIterable {
  case adStorage = "ad_storage"
  case analyticsStorage = "analytics_storage"
  case adUserData = "ad_user_data"
  case adPersonalization = "ad_personalization"

  /// The first release of Firebase that knows it.
  ///
  /// Source: Firebase §8.
  private var first: SDKVersion { isStorage ? SDKVersion(7, 0) : SDKVersion(10, 17) }
  /// That release in words.
  var since: String { first.firebaseText }
  func isKnown(in release: SDKVersion) -> Bool { release >= first }

  /// The first release in which a denial does not reset the installation.
  ///
  /// Source: Firebase §7.3.
  static let firstKeepingData = SDKVersion(10, 23)

  /// Whether it is one of the two storages, which are in the field `gcs`.
  package var isStorage: Bool { self == .adStorage || self == .analyticsStorage }
}

/// The answer to a setting of consent mode.
public enum ConsentStatus: String, Sendable, Hashable, CaseIterable {
  case granted
  case denied
  /// Denied for users in the regions of the policy only; just a default has it.
  case euConsentPolicy = "eu_consent_policy"

  /// The answer that the user property `allow_personalized_ads` gives; nil if it is another text.
  init?(ofPersonalizedAds text: String?) {
    guard text == "true" || text == "false" else { return nil }
    self = text == "true" ? .granted : .denied
  }

  /// Whether no source says what it changes on iOS: the region of a policy is the server's.
  ///
  /// Source: Firebase §7.1, Firebase §7.2.
  func isUnknown(for setting: ConsentSetting) -> Bool {
    self == .euConsentPolicy || self == .denied && setting == .adUserData
  }
}

/// The settings of consent mode that are made; the others count as granted.
///
/// Source: Firebase §7.1.
public struct Consent: Sendable, Hashable {
  private var adStorage: ConsentStatus?
  private var analyticsStorage: ConsentStatus?
  private var adUserData: ConsentStatus?
  private var adPersonalization: ConsentStatus?

  /// Creates consent without any setting.
  public init() {}

  /// The answer to a setting; nil if it is not set.
  public subscript(setting: ConsentSetting) -> ConsentStatus? {
    get {
      switch setting {
      case .adStorage: adStorage
      case .analyticsStorage: analyticsStorage
      case .adUserData: adUserData
      case .adPersonalization: adPersonalization
      }
    }
    set {
      switch setting {
      case .adStorage: adStorage = newValue
      case .analyticsStorage: analyticsStorage = newValue
      case .adUserData: adUserData = newValue
      case .adPersonalization: adPersonalization = newValue
      }
    }
  }

  /// Whether no setting is made.
  package var isEmpty: Bool { self == Consent() }

  /// The settings that are made, in the order of their names in consent mode.
  package var made: [(setting: ConsentSetting, status: ConsentStatus)] {
    ConsentSetting.allCases.compactMap { setting in self[setting].map { (setting, $0) } }
  }

  /// Whether a setting is denied. The region of a policy is known to the server alone.
  package func denies(_ setting: ConsentSetting) -> Bool { self[setting] == .denied }

  /// The settings as a value of a map, and read from one.
  var value: Value {
    .map(
      OrderedDictionary(
        uniqueKeysWithValues: made.map {
          ($0.setting.rawValue, .string($0.status.rawValue))
        }))
  }

  init(_ answers: OrderedDictionary<String, Value>) {
    for (name, status) in answers.elements {
      guard let setting = ConsentSetting(rawValue: name) else { continue }
      self[setting] = status.text.flatMap(ConsentStatus.init)
    }
  }

  /// Returns the settings that a release knows.
  func known(in release: SDKVersion) -> Consent {
    var known = Consent()
    for (setting, status) in made where setting.isKnown(in: release) { known[setting] = status }
    return known
  }

  /// Returns these settings over others.
  package func over(_ other: Consent) -> Consent {
    var all = other
    for (setting, status) in made { all[setting] = status }
    return all
  }

  /// The storages as they travel: `G1`, then `1`, `0` or `-` for `ad_storage` and
  /// `analytics_storage`.
  ///
  /// Source: Firebase §7.2; observed of Android's library.
  package var gcs: String {
    "G1"
      + [ConsentSetting.adStorage, .analyticsStorage].map {
        switch self[$0] {
        case .granted: "1"
        case .denied: "0"
        case .euConsentPolicy, nil: "-"
        }
      }.joined()
  }

  /// The settings as a scenario writes them: `ad_storage=denied ad_user_data=granted`.
  package var words: String {
    made.map { "\($0.setting.rawValue)=\($0.status.rawValue)" }.joined(separator: " ")
  }
}

/// The user's answer to the question of iOS whether an app may track.
///
/// Source: Firebase §7.5.
public enum TrackingStatus: String, Sendable, Hashable, CaseIterable {
  case notDetermined = "not-determined"
  case restricted
  case denied
  case authorized
}
