/// What the macros of a container can ask of the phone and the app.
public struct DeviceFacts: Sendable, Hashable {
  /// Two letters, lower case (`_l`).
  public var language = "en"
  /// Pixels of the screen (`_rs`).
  public var screenWidth = 640
  /// Pixels of the screen (`_rs`).
  public var screenHeight = 1136
  /// The release of the operating system (`_ov`).
  public var osVersion = "7.0"
  /// The API level or system version number (`_sv`).
  public var sdkVersion = "7.0"
  /// Manufacturer and model (`_dn`).
  public var deviceName = "iPhone"
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
  /// The advertising id (`_aid`); nil where the app cannot have it.
  public var advertisingID: String?
  /// Whether the phone lets advertising track (`_ate`).
  public var isAdvertisingTrackingEnabled = false

  /// Creates the defaults.
  public init() {}
}
