/// The constants of the SDK, each with its default and its source.
public struct Settings: Sendable, Hashable {
  /// The time after which an opener stops waiting and returns the container that it has.
  ///
  /// Source: LegacySDK §3.2; TAGContainerOpener, 2.0 s.
  ///
  /// Legacy name: TAGContainerOpener defaultTimeout
  public var openTimeout: Duration = .seconds(2)
  /// The timeout from which the opener warns that seconds were meant.
  ///
  /// Source: LegacySDK §3.2; TAGContainerOpener 3.09, 100 s.
  public var excessiveOpenTimeout: Duration = .seconds(100)
  /// The time for which a container counts as fresh, after which it is requested again.
  ///
  /// Source: LegacySDK §4.6; TAGContainer, 43,200,000 ms.
  public var refreshPeriod: Duration = .hours(12)
  /// The time after a failure until the next request to the network.
  ///
  /// Source: LegacySDK §4.6; TAGContainer, 3,600,000 ms.
  public var refreshRetry: Duration = .hours(1)
  /// The number of refreshes that may be requested in a row.
  ///
  /// Source: LegacySDK §5.2; TAGContainer, 30.
  public var refreshTokens = 30
  /// The time until another token is added.
  ///
  /// Source: LegacySDK §5.2; TAGContainer, 900,000 ms.
  public var refreshTokenPeriod: Duration = .minutes(15)
  /// The time after an accepted refresh during which the next one is refused.
  ///
  /// Source: LegacySDK §5.2; TAGContainer, 5,000 ms.
  public var refreshBurst: Duration = .seconds(5)
  /// The period of automatic dispatch; nil switches it off.
  ///
  /// Source: Dispatch §2.4; TAGManager and GAI dispatchInterval, 120 s.
  public var dispatchInterval: Duration? = .seconds(120)
  /// The shortest period; anything less counts as off.
  ///
  /// Source: Dispatch §2.4; the guide's value.
  public static let shortestDispatchInterval: Duration = .seconds(1)
  /// The time after launch at which hits of an earlier run are sent.
  ///
  /// Source: Dispatch §6.1; GAIBatchingDispatcher and TAGDispatcher 3.09, 1 s after init.
  public var initialDispatch: Duration = .seconds(1)
  /// The time from a hit to its dispatch while no dispatch of the last period is known; nil if hits
  /// wait for the period, as on iOS.
  ///
  /// Source: Platforms §8; 5 s.
  package var firstHitWait: Duration?
  /// The age at which a waiting hit is deleted.
  ///
  /// Source: Dispatch §6.2; GAIBatchingDispatcher maxHitAge, 2,592,000 s.
  public var hitAge: Duration = .days(30)
  /// The time that a pixel may fail after its first attempt before it is deleted.
  ///
  /// Source: Dispatch §7; TAGDispatcher 3.09, 14,400 s.
  public var pixelGiveUp: Duration = .hours(4)
  /// The pause after an attempt to send a pixel.
  ///
  /// Source: Dispatch §7; TAGDispatcher 3.09, 120 s.
  public var pixelRetryPause: Duration = .seconds(120)
  /// The rules by which answers settle hits; the SDK's rules by default.
  ///
  /// Source: Dispatch §8.
  public var delivery = DeliveryProfile.sdk
  /// The runtime version that the macro `_rv` returns and a request to the tag server contains.
  ///
  /// Source: Wire §6; that of 3.09 is observed, earlier releases have that of the Android twin, and
  /// later ones that of 3.09 (inferred).
  public var runtimeVersion: Int64 {
    platform.rules.runtimeVersion
      ?? (sdkVersion >= SDKVersion(3, 9) ? 72_183_736 : 62_676_326)
  }
  /// The deviations of certain releases from their header; none by default.
  ///
  /// Source: LegacySDK §16.
  public var quirks: Set<Quirk> = []
  /// The pattern language of containers; nil is that of iOS.
  ///
  /// Source: Platforms §6, Platforms §10.
  var patterns: PatternLanguage?
  /// The version of the SDK, which the macro `_gtmv` returns; the functions of a container depend
  /// on it.
  ///
  /// Source: LegacySDK §1.2; 3.17 is the last release of the changelog.
  public var sdkVersion = SDKVersion(3, 17)
  /// The release of Firebase, which `set sdk-version` gives an app that is built with v5. The
  /// default is the last one whose Tag Manager may have the library of Universal Analytics.
  ///
  /// Source: Firebase §8.
  package var firebaseVersion: SDKVersion {
    sdkVersion.major >= 4 ? sdkVersion : SDKVersion(11, 15)
  }
  /// The release of the Analytics library that makes hits: in an app that is built with v5 the one
  /// that Tag Manager brings.
  ///
  /// Source: Firebase §8.
  var analyticsVersion: SDKVersion {
    guard generation == .firebase, sdkVersion.major >= 4 else { return sdkVersion }
    return SDKVersion(3, sdkVersion.major < 8 ? 17 : sdkVersion.major < 10 ? 20 : 23)
  }
  /// The platform that the app is built for.
  ///
  /// Source: Platforms §1.
  public internal(set) var platform = Platform.ios
  /// The generation of the SDK that the app is built with.
  public var generation = SDKGeneration.legacy
  /// The maximum length of the text of a parameter.
  var parameterTextLength: Int {
    quirks.contains(.analytics360) ? 500 : Limits.parameterTextLength
  }
  /// The treatment of an event that Firebase objects to.
  ///
  /// Source: Firebase §2.4.
  public var firebaseValidation = FirebaseValidation.drop
  /// The time from a successful upload to the next one.
  ///
  /// Source: Firebase §6.1; 3,600 s.
  public var eventUpload: Duration = .hours(1)
  /// The time from a stored event, or from the launch, to the upload if that time is over.
  ///
  /// Source: Firebase §6.1; 15 s.
  public var eventUploadSoon: Duration = .seconds(15)
  /// The time from a successful upload to the next one in debug mode.
  ///
  /// Source: Firebase §6.6; 1 s.
  public var eventUploadInDebugMode: Duration = .seconds(1)
  /// The time after which a failed upload is tried again; twice as long after each further failure.
  ///
  /// Source: Firebase §6.3; 1800 s.
  public var eventUploadRetry: Duration = .minutes(30)
  /// The number of times that a failed upload is tried again.
  ///
  /// Source: Firebase §6.3; 6.
  public var eventUploadRetries: Int64 = 6
  /// The time without uploads after the server asked for it.
  ///
  /// Source: Firebase §6.3; 43,200 s.
  public var eventUploadRest: Duration = .hours(12)
  /// The age at which Firebase's configuration is fetched again.
  ///
  /// Source: Firebase §6.7; 24 hours.
  public var configurationAge: Duration = .hours(24)
  /// The age at which a waiting event is deleted.
  ///
  /// Source: Firebase §6.2; the measurement library for Android.
  public var eventAge: Duration = .days(28)
  /// The time without activity after which a session ends.
  ///
  /// Source: Firebase §4.2; `setSessionTimeoutInterval`, 1800 s.
  public var sessionTimeout: Duration = .minutes(30)
  /// The shortest time at a screen that is logged as engagement when another one is shown.
  ///
  /// Source: Firebase §4.3; 1 s.
  public var shortestEngagement: Duration = .seconds(1)
  /// The time in the foreground after which engagement is logged, again and again.
  ///
  /// Source: Firebase §4.3; 3,600 s.
  public var engagementPeriod: Duration = .hours(1)
  /// The seed of the macro `_r`.
  public var seed: UInt64 = 1

  /// Creates the default settings.
  public init() {}
}

/// A version of the SDK as its changelog writes it: "3.09", "3.17".
///
/// The parts are numbers: 3.9 is 3.09, and 3.10 comes after it.
public struct SDKVersion: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// The part before the point.
  public let major: Int
  /// The part after the point.
  public let minor: Int

  /// Creates a version from its parts.
  public init(_ major: Int, _ minor: Int) {
    self.major = major
    self.minor = minor
  }

  /// Reads two numbers with a point between them; nil if it is anything else.
  public init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, let major = Self.number(parts[0]), let minor = Self.number(parts[1])
    else { return nil }
    self.init(major, minor)
  }

  /// Reads a release as hits carry it, such as "3.1.7" for 3.17; nil for anything else.
  package init?(dotted text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let major = Self.number(parts[0]), let tens = Self.number(parts[1]),
      let ones = Self.number(parts[2]), (0...9).contains(ones), (0...99).contains(tens)
    else { return nil }
    self.init(major, tens * 10 + ones)
  }

  private static func number(_ text: Substring) -> Int? {
    text.utf8.allSatisfy(\.isDigit) ? Int(text) : nil
  }

  /// The version as the SDK writes it: the minor part has two digits, unless it is 0.
  public var description: String {
    "\(major)." + ((1...9).contains(minor) ? "0" : "") + "\(minor)"
  }

  /// The version as Firebase writes it: "10.3".
  package var firebaseText: String { "\(major).\(minor)" }

  /// The version with its last digit separate, as hits carry it: 3.09 is "3.0.9".
  ///
  /// Source: Dispatch §3.2.
  var dotted: String { "\(major).\(minor / 10).\(minor % 10)" }

  /// Whether one version was released before another.
  public static func < (left: SDKVersion, right: SDKVersion) -> Bool {
    (left.major, left.minor) < (right.major, right.minor)
  }
}

/// The deviations of certain SDK releases from their header, or from what a careful reader would
/// expect. Each is off until a scenario sets it: `set boolean-as-integer on`.
///
/// Source: LegacySDK §16; the article Quirks covers the rest.
public enum Quirk: String, Sendable, Hashable, CaseIterable {
  /// A nil handler raises an exception; the header says that it unregisters.
  case nilHandlerRaises = "nil-handler-raises"
  /// PreferFresh takes any saved container of any age: seconds are compared with milliseconds.
  case preferFreshTakesAny = "prefer-fresh-takes-any"
  /// A boolean of the data layer or of a handler reaches the container as 1 or 0, and is not a
  /// boolean when read.
  case booleanAsInteger = "boolean-as-integer"
  /// Rules, tags and macros are held in sets: tags fire in an arbitrary order, and if several
  /// definitions of a macro apply, any one of them counts.
  case unorderedSets = "unordered-sets"
  /// The exception of a tag ends the evaluation: the tags after it do not fire. Handlers are
  /// guarded, so it takes a fault of the SDK itself: a pixel without a URL, as before 3.11.
  case tagExceptionEndsEvaluation = "tag-exception-ends-evaluation"
  /// The app opens its container on a thread without a run loop: the opener's timer never fires.
  case openerWithoutRunLoop = "opener-without-run-loop"
  /// Opting out lasts as long as the process; the header says that it is stored.
  case optOutForgotten = "opt-out-forgotten"
  /// A future's `get` checks only every 0.1 s whether the container is there.
  case futurePolls = "future-polls"
  /// A double of the app is written with 17 significant digits, as newer systems do.
  case seventeenDigits = "seventeen-digits"
  /// An Analytics request without an answer counts as answered with status -1, and its hits are
  /// removed; with 3.09 they stay.
  case unansweredRemoved = "unanswered-removed"
  /// A v5 tag with a field to set that has no value does nothing; other runtimes leave the field
  /// out.
  case unsetFieldStops = "unset-field-stops"
  /// A v5 tag that reads its e-commerce from the event sends nothing at an event that is not a shop
  /// event; all other runtimes send the plain hit.
  case shopEventsOnly = "shop-events-only"
  /// The property is one of Analytics 360: texts of parameters have up to 500 characters.
  case analytics360 = "analytics-360"

  /// The release in which it was observed.
  public var version: String {
    switch self {
    case .unsetFieldStops: "7.2.0, by a user's report"
    case .shopEventsOnly: "5, one container's runtime of 2017"
    case .seventeenDigits: "any, on newer systems"
    case .unansweredRemoved: "3.14 and 3.17, by two logs"
    case .analytics360: "Firebase for Android 22.0.1, by its users"
    default: "3.09"
    }
  }

  /// The effect of the quirk, in one sentence.
  public var summary: String {
    switch self {
    case .nilHandlerRaises: "registering a nil handler raises instead of unregistering"
    case .preferFreshTakesAny: "prefer-fresh takes a saved container of any age"
    case .booleanAsInteger: "the app's true and false reach the container as 1 and 0"
    case .unorderedSets: "tags fire, and macros are chosen, in an order drawn from the seed"
    case .tagExceptionEndsEvaluation: "a pixel without a URL raises, and no further tag fires"
    case .openerWithoutRunLoop: "the opener's timeout never fires"
    case .optOutForgotten: "an opt-out is forgotten when the process ends"
    case .futurePolls: "get returns up to 0.1 s late"
    case .unansweredRemoved: "hits are removed even without an answer (status -1)"
    case .seventeenDigits: "a double is written with 17 significant digits"
    case .unsetFieldStops: "a tag does nothing if a field that it sets has no value"
    case .analytics360: "texts of parameters have up to 500 characters"
    case .shopEventsOnly: "a tag that reads e-commerce from the event sends no hit without it"
    }
  }
}

/// The facts about the phone and the app that the macros of a container can read.
///
/// Source: LegacySDK §10.3; the values are the defaults for a phone without a description.
public struct DeviceFacts: Sendable, Hashable {
  /// Two letters, lower case (`_l`).
  public var language = "en"
  /// Two letters, upper case; empty if no region is set.
  public var country = ""
  /// The width of the screen in pixels (`_rs`).
  public var screenWidth = 640
  /// The height of the screen in pixels (`_rs`).
  public var screenHeight = 1136
  /// The release of the operating system (`_ov`).
  public var osVersion = "7.0"
  /// The API level or system version number (`_sv`); a whole number on Android.
  public var sdkVersion = "7.0"
  /// Manufacturer and model (`_dn`).
  public var deviceName = "iPhone"
  /// The model alone.
  public var model = "iPhone"
  /// The platform as containers compare it (`_p`).
  public var platform = "iOS"
  /// The package or bundle id (`_ai`).
  public var appID = "com.example.app"
  /// The label of the app (`_an`).
  public var appName = "App"
  /// The version or build of the app (`_av`).
  public var appVersion = "1"
  /// The version of the app that users see (`_avn`).
  public var appVersionName = "1.0"
  /// The id by which Analytics knows this installation (`&cid`).
  public var clientID = "00000000-0000-4000-8000-000000000000"
  /// The number of hits that Analytics has counted at this installation; the next one continues it
  /// (`&_s`).
  public var hitCount: Int64 = 0
  /// The id that Android assigns to a phone (`_did`, `_awid`); iOS has none.
  ///
  /// Source: Platforms §2.
  public var androidID = "0123456789abcdef"
  /// The advertising id (`_aid`); nil if the app cannot have it.
  public var advertisingID: String?
  /// Whether the app has the library of the advertising id.
  public var hasAdvertisingLibrary = true
  /// The user's answer about tracking; nil if nothing is said of it.
  public var tracking: TrackingStatus?
  /// The settings of consent mode that the app's information file makes.
  public var consentDefaults = Consent()
  /// Whether the phone lets advertising track (`_ate`).
  public var isAdvertisingTrackingEnabled = false

  /// Creates the facts of a default phone.
  public init() {}
}
