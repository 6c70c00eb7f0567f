/// The constants of the SDK, each with its default and its source.
public struct Settings: Sendable, Hashable {
  /// How long an opener waits before it hands out what there is.
  ///
  /// Source: LegacySDK §3.2; TAGContainerOpener, 2.0 s.
  ///
  /// Legacy name: TAGContainerOpener defaultTimeout
  public var openTimeout: Duration = .seconds(2)
  /// From this timeout on the opener warns that seconds were meant.
  ///
  /// Source: LegacySDK §3.2; TAGContainerOpener 3.09, 100 s.
  public var excessiveOpenTimeout: Duration = .seconds(100)
  /// How long a container counts as fresh and when it is asked for again after success.
  ///
  /// Source: LegacySDK §4.6; TAGContainer, 43,200,000 ms.
  public var refreshPeriod: Duration = .hours(12)
  /// When the network is asked again after a failure.
  ///
  /// Source: LegacySDK §4.6; TAGContainer, 3,600,000 ms.
  public var refreshRetry: Duration = .hours(1)
  /// Refreshes that may be asked for in a row.
  ///
  /// Source: LegacySDK §5.2; TAGContainer, 30.
  public var refreshTokens = 30
  /// How long it takes until another token is added.
  ///
  /// Source: LegacySDK §5.2; TAGContainer, 900,000 ms.
  public var refreshTokenPeriod: Duration = .minutes(15)
  /// A refresh sooner than this after the last accepted one is refused.
  ///
  /// Source: LegacySDK §5.2; TAGContainer, 5,000 ms.
  public var refreshBurst: Duration = .seconds(5)
  /// The period of automatic dispatch; nil switches it off.
  ///
  /// Source: Dispatch §2.4; TAGManager and GAI dispatchInterval, 120 s.
  public var dispatchInterval: Duration? = .seconds(120)
  /// Less than this counts as off.
  ///
  /// Source: Dispatch §2.4; the guide's value.
  public static let shortestDispatchInterval: Duration = .seconds(1)
  /// When hits of an earlier run are sent after launch.
  ///
  /// Source: Dispatch §6.1; GAIBatchingDispatcher and TAGDispatcher 3.09, 1 s after init.
  public var initialDispatch: Duration = .seconds(1)
  /// After this long a hit that still waits is deleted.
  ///
  /// Source: Dispatch §6.2; GAIBatchingDispatcher maxHitAge, 2,592,000 s.
  public var hitAge: Duration = .days(30)
  /// How long a pixel may fail after its first attempt before it is deleted.
  ///
  /// Source: Dispatch §7; TAGDispatcher 3.09, 14,400 s.
  public var pixelGiveUp: Duration = .hours(4)
  /// How long a pixel that was tried is left alone.
  ///
  /// Source: Dispatch §7; TAGDispatcher 3.09, 120 s.
  public var pixelRetryPause: Duration = .seconds(120)
  /// By what rules answers settle hits; the SDK's own unless somebody asks for others.
  ///
  /// Source: Dispatch §8.
  public var delivery = DeliveryProfile.sdk
  /// The runtime version that the macro `_rv` gives and a question to the tag server tells.
  ///
  /// Source: Wire §6; that of 3.09 is observed, earlier releases have that of the Android twin, and
  /// later ones that of 3.09 (inferred).
  public var runtimeVersion: Int64 {
    platform.rules.runtimeVersion
      ?? (sdkVersion >= SDKVersion(3, 9) ? 72_183_736 : 62_676_326)
  }
  /// What certain releases did otherwise than their header says; none unless somebody asks for it.
  ///
  /// Source: LegacySDK §16.
  public var quirks: Set<Quirk> = []
  /// How patterns of a v5 container are read; nil is as on iOS.
  ///
  /// Source: Platforms §10.
  var patterns: PatternLanguage?
  /// The version of the SDK, which the macro `_gtmv` gives and what a container may use depends on.
  ///
  /// Source: LegacySDK §1.2; 3.17 is the last release of the changelog.
  public var sdkVersion = SDKVersion(3, 17)
  /// For which platform the app is built.
  ///
  /// Source: Platforms §1.
  public internal(set) var platform = Platform.ios
  /// Which generation of the SDK the app is built with.
  public var generation = SDKGeneration.legacy
  /// What becomes of an event that Firebase has something against.
  ///
  /// Source: Firebase §2.4.
  public var firebaseValidation = FirebaseValidation.drop
  /// When waiting events are sent after the first of them was logged.
  ///
  /// Source: Firebase §6.1; about an hour by the guide on DebugView, 3,600,000 ms in the
  /// measurement library for Android.
  public var eventUpload: Duration = .hours(1)
  /// When an upload that failed is tried again.
  ///
  /// Source: Firebase §6.1; the measurement library for Android.
  public var eventUploadRetry: Duration = .minutes(30)
  /// When an upload that was due while the app did not run is made after its launch.
  ///
  /// Source: Firebase §6.1; the measurement library for Android.
  public var eventUploadAfterLaunch: Duration = .seconds(15)
  /// When the events of the first opening are sent.
  ///
  /// Source: Firebase §6.1; about 15 s in real traffic.
  public var eventUploadAfterFirstOpening: Duration = .seconds(15)
  /// After this long an event that still waits is deleted.
  ///
  /// Source: Firebase §6.2; the measurement library for Android.
  public var eventAge: Duration = .days(28)
  /// After this long out of use a session ends.
  ///
  /// Source: Firebase §4.2; `setSessionTimeoutInterval`, 1800 s.
  public var sessionTimeout: Duration = .minutes(30)
  /// Less time in the foreground than this is no engagement.
  ///
  /// Source: Firebase §4.3; 1 s.
  public var shortestEngagement: Duration = .seconds(1)
  /// The seed of the macro `_r`.
  public var seed: UInt64 = 1

  /// Creates the defaults.
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

  /// Reads two numbers with a point between them, or gives nil.
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
    let isNumber = text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    return isNumber ? Int(text) : nil
  }

  /// The version as the SDK writes it: the minor part has two digits, unless it is 0.
  public var description: String {
    "\(major)." + ((1...9).contains(minor) ? "0" : "") + "\(minor)"
  }

  /// The version with its last digit apart, as hits carry it: 3.09 is "3.0.9".
  ///
  /// Source: Dispatch §3.2.
  var dotted: String { "\(major).\(minor / 10).\(minor % 10)" }

  /// Whether one version came out before another.
  public static func < (left: SDKVersion, right: SDKVersion) -> Bool {
    (left.major, left.minor) < (right.major, right.minor)
  }
}

/// What certain releases of the SDK did otherwise than its header says, or than a careful reader
/// would expect. Each is off until a scenario sets it: `set boolean-as-integer on`.
///
/// Source: LegacySDK §16; the article Quirks tells what became of the rest.
public enum Quirk: String, Sendable, Hashable, CaseIterable {
  /// A nil handler raises an exception; by the header it unregisters.
  case nilHandlerRaises = "nil-handler-raises"
  /// PreferFresh takes any saved container, however old: seconds are compared with milliseconds.
  case preferFreshTakesAny = "prefer-fresh-takes-any"
  /// A boolean of the data layer or of a handler reaches the container as 1 or 0, and is no boolean
  /// when read.
  case booleanAsInteger = "boolean-as-integer"
  /// Rules, tags and macros are held in sets: tags fire in an order that nobody chose, and of
  /// several definitions of a macro that apply, any one counts.
  case unorderedSets = "unordered-sets"
  /// The exception of a tag ends the evaluation: the tags after it do not fire. Handlers are
  /// guarded, so it takes a fault of the SDK itself: a pixel without a URL, as before 3.11.
  case tagExceptionEndsEvaluation = "tag-exception-ends-evaluation"
  /// The app opens its container on a thread without a run loop: the opener's timer never fires.
  case openerWithoutRunLoop = "opener-without-run-loop"
  /// Opting out lasts as long as the process; by the header it is kept.
  case optOutForgotten = "opt-out-forgotten"
  /// A future's `get` looks every 0.1 s only whether the container is there.
  case futurePolls = "future-polls"
  /// A double of the app is written with 17 significant digits, as newer systems do.
  case seventeenDigits = "seventeen-digits"
  /// A request of Analytics that nobody answers counts as answered with status -1, and its hits are
  /// removed; by 3.09 they stay.
  case unansweredRemoved = "unanswered-removed"
  /// A v5 tag with a field to set that has no value does nothing, where other runtimes leave the
  /// field out.
  case unsetFieldStops = "unset-field-stops"
  /// A v5 tag that reads its e-commerce from the event sends nothing at an event that is none of a
  /// shop, where all other runtimes send the plain hit.
  case shopEventsOnly = "shop-events-only"

  /// The release in which it was seen.
  public var version: String {
    switch self {
    case .unsetFieldStops: "7.2.0, by a user's report"
    case .shopEventsOnly: "5, one container's runtime of 2017"
    case .seventeenDigits: "any, on newer systems"
    case .unansweredRemoved: "3.14 and 3.17, by two logs"
    default: "3.09"
    }
  }

  /// What it does, in one sentence.
  public var summary: String {
    switch self {
    case .nilHandlerRaises: "registering a nil handler raises instead of unregistering"
    case .preferFreshTakesAny: "prefer-fresh takes a saved container of any age"
    case .booleanAsInteger: "true and false of the app reach the container as 1 and 0"
    case .unorderedSets: "tags fire, and macros are chosen, in an order drawn from the seed"
    case .tagExceptionEndsEvaluation: "a pixel without a URL raises, and no further tag fires"
    case .openerWithoutRunLoop: "the opener's timeout never fires"
    case .optOutForgotten: "an opt-out is forgotten when the process ends"
    case .futurePolls: "get returns up to 0.1 s late"
    case .unansweredRemoved: "hits are removed though nobody answered (status -1)"
    case .seventeenDigits: "a double is written with 17 significant digits"
    case .unsetFieldStops: "a tag with a field to set that has no value does nothing"
    case .shopEventsOnly: "no hit goes without e-commerce where a tag reads it from the event"
    }
  }
}

/// What the macros of a container can ask of the phone and the app.
///
/// Source: LegacySDK §10.3; the values are those of a phone that nobody has described.
public struct DeviceFacts: Sendable, Hashable {
  /// Two letters, lower case (`_l`).
  public var language = "en"
  /// Two letters, upper case; empty where no region is set.
  public var country = ""
  /// Pixels of the screen (`_rs`).
  public var screenWidth = 640
  /// Pixels of the screen (`_rs`).
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
  /// The version of the app that people see (`_avn`).
  public var appVersionName = "1.0"
  /// The id by which Analytics knows this installation (`&cid`).
  public var clientID = "00000000-0000-4000-8000-000000000000"
  /// How many hits Analytics has counted at this installation, which the next one goes on from
  /// (`&_s`).
  public var hitCount: Int64 = 0
  /// The id that Android gives a phone (`_did`, `_awid`); iOS has none.
  ///
  /// Source: Platforms §2.
  public var androidID = "0123456789abcdef"
  /// The advertising id (`_aid`); nil where the app cannot have it.
  public var advertisingID: String?
  /// Whether the app has the library of the advertising id.
  public var hasAdvertisingLibrary = true
  /// Whether the phone lets advertising track (`_ate`).
  public var isAdvertisingTrackingEnabled = false

  /// Creates the defaults.
  public init() {}
}
