public import TagRuntime

/// The facts about the phone that a container can read. The defaults are a phone of early 2014.
public struct Device: Sendable, Hashable {
  /// The advertising id of a phone without a configured one: all simulated phones start alike.
  public static let defaultAdvertisingID = "01234567-89AB-4CDE-8F01-23456789ABCD"

  /// The language code, such as `en`.
  public var language: String
  /// The country code, such as `US`.
  public var country: String
  /// The width of the screen in pixels.
  public var screenWidth: Int
  /// The height of the screen in pixels.
  public var screenHeight: Int
  /// The name of the operating system.
  public var osName: String
  /// The version of the operating system.
  public var osVersion: String
  /// The hardware model.
  public var model: String
  /// The manufacturer; empty if the model includes it.
  public var maker = ""
  /// The name its owner gave it.
  public var deviceName: String
  /// The advertising id; the default belongs to no real phone.
  public var advertisingID: String
  /// The id that Android assigns to the phone; every simulated one has the same.
  public var androidID = "0123456789abcdef"
  /// The owner's answer about tracking; nil if nothing is said of it, which counts as authorized.
  public var tracking: TrackingStatus?
  /// Whether the owner lets advertising track.
  public var isAdvertisingAllowed: Bool {
    get { tracking == nil || tracking == .authorized }
    set { tracking = newValue ? .authorized : .denied }
  }
  /// The currency of its region, such as `EUR`; the SDK reads none.
  public var currency: String?
  /// Its location, in degrees such as `48.85,2.35`; the SDK reads none.
  public var location: String?
  /// Whether the system grants an app the background time that it requests.
  public var grantsBackgroundTasks = true
  /// The time that an app may run in the background after it has requested it.
  ///
  /// Source: observed of iOS 7, Dispatch §9.4; its documentation gives no figure.
  public var backgroundTime = Duration.seconds(180)

  /// Creates a device; the defaults are a phone of early 2014.
  public init(
    language: String = "en", country: String = "US", screenWidth: Int = 640,
    screenHeight: Int = 1136, osName: String = "iOS", osVersion: String = "7.0",
    model: String = "iPhone6,1", deviceName: String = "iPhone",
    advertisingID: String = Device.defaultAdvertisingID, isAdvertisingAllowed: Bool = true
  ) {
    self.language = language
    self.country = country
    self.screenWidth = screenWidth
    self.screenHeight = screenHeight
    self.osName = osName
    self.osVersion = osVersion
    self.model = model
    self.deviceName = deviceName
    self.advertisingID = advertisingID
    tracking = isAdvertisingAllowed ? nil : .denied
  }
}

extension Device {
  /// Creates the default phone for an app of a platform: one of early 2014.
  public init(platform: Platform) {
    self.init()
    guard platform == .android else { return }
    screenWidth = 1080
    screenHeight = 1920
    osName = platform.name
    osVersion = "4.4"
    model = "Nexus 5"
    maker = "LGE"
    deviceName = "Nexus 5"
  }

  /// The version of the system's SDK as an app reads it: the API level on Android.
  ///
  /// Source: Platforms §3; that iOS returns the release of its system is a decision.
  var systemSDK: String {
    guard osName == Platform.android.name else { return osVersion }
    let parts = osVersion.split(separator: ".").prefix(2).compactMap { Int($0) }
    let (major, minor) = (parts.first ?? 0, parts.count > 1 ? parts[1] : 0)
    let known = Self.apiLevels.last { ($0.major, $0.minor) <= (major, minor) }
    return known.map { String($0.level) } ?? osVersion
  }

  /// The API levels of the releases of Android, each from that release on.
  ///
  /// Source: Platforms §3; Google's table of versions.
  private static let apiLevels: [(major: Int, minor: Int, level: Int)] = [
    (2, 3, 10), (3, 0, 11), (3, 1, 12), (3, 2, 13), (4, 0, 15), (4, 1, 16), (4, 2, 17),
    (4, 3, 18), (4, 4, 19), (5, 0, 21), (5, 1, 22), (6, 0, 23), (7, 0, 24), (7, 1, 25), (8, 0, 26),
    (8, 1, 27), (9, 0, 28), (10, 0, 29), (11, 0, 30), (12, 0, 31), (13, 0, 33), (14, 0, 34),
    (15, 0, 35),
  ]

  /// The name of the device as an app reads it: on Android the maker before the model, unless the
  /// model includes it, or it is unknown.
  ///
  /// Source: Platforms §3.
  var nameForApps: String {
    guard !maker.isEmpty, maker != "unknown", !model.hasPrefix(maker) else { return model }
    return maker + " " + model
  }
}

/// Identifiers as apps generate them, drawn from the seed.
enum UUIDText {
  private static let digits = Array("0123456789abcdef")

  /// Returns a random identifier of version 4, such as `0123abcd-4567-4def-89ab-0123456789ab`.
  static func random(_ source: inout RandomSource) -> String {
    var text = ""
    for place in 0..<32 {
      if [8, 12, 16, 20].contains(place) { text.append("-") }
      switch place {
      case 12: text.append("4")
      case 16: text.append(digits[Int(8 + source.next() % 4)])
      default: text.append(digits[Int(source.next() % 16)])
      }
    }
    return text
  }
}
