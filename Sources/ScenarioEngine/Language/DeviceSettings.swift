public import TagSimulation

/// Changes to a device; what is nil stays.
public struct DeviceSettings: Sendable, Hashable {
  /// The size of a screen in pixels.
  public struct Screen: Sendable, Hashable {
    /// The width.
    public var width: Int
    /// The height.
    public var height: Int

    /// Creates a size.
    public init(width: Int, height: Int) {
      self.width = width
      self.height = height
    }
  }

  /// The language code.
  public var language: String?
  /// The country code.
  public var country: String?
  /// The size of the screen.
  public var screen: Screen?
  /// The version of the operating system.
  public var osVersion: String?
  /// The hardware model.
  public var model: String?
  /// The name its owner gave it.
  public var deviceName: String?
  /// Whether apps may learn the advertising identifier.
  public var isAdvertisingAllowed: Bool?

  /// Creates changes.
  public init(
    language: String? = nil, country: String? = nil, screen: Screen? = nil,
    osVersion: String? = nil, model: String? = nil, deviceName: String? = nil,
    isAdvertisingAllowed: Bool? = nil
  ) {
    self.language = language
    self.country = country
    self.screen = screen
    self.osVersion = osVersion
    self.model = model
    self.deviceName = deviceName
    self.isAdvertisingAllowed = isAdvertisingAllowed
  }

  /// The device with the changes made.
  public func applied(to device: Device) -> Device {
    var changed = device
    changed.language = language ?? device.language
    changed.country = country ?? device.country
    changed.screenWidth = screen?.width ?? device.screenWidth
    changed.screenHeight = screen?.height ?? device.screenHeight
    changed.osVersion = osVersion ?? device.osVersion
    changed.model = model ?? device.model
    changed.deviceName = deviceName ?? device.deviceName
    changed.isAdvertisingAllowed = isAdvertisingAllowed ?? device.isAdvertisingAllowed
    return changed
  }
}
