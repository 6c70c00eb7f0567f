import TagRuntime

/// What a container can learn about the phone. The defaults are a phone of early 2014.
public struct Device: Sendable, Hashable {
  /// The advertising id of a phone that has been given none: every simulated phone starts alike.
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
  /// The name its owner gave it.
  public var deviceName: String
  /// The advertising id; the default is nobody's.
  public var advertisingID: String
  /// Whether the owner lets advertising track.
  public var isAdvertisingAllowed: Bool
  /// How long an app may go on in the background after it has asked for it.
  ///
  /// Source: observed of iOS 7, Dispatch §9.4; its documentation gives no figure.
  public var backgroundTime = Duration.seconds(180)

  /// Creates a device.
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
    self.isAdvertisingAllowed = isAdvertisingAllowed
  }
}

/// Identifiers as apps make them up, drawn from the seed.
enum UUIDText {
  private static let digits = Array("0123456789abcdef")

  /// A random identifier of version 4, such as `0123abcd-4567-4def-89ab-0123456789ab`.
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
