public import TagRuntime

/// The world a scenario starts from, as its header tells.
public struct ScenarioHeader: Sendable, Hashable {
  /// The generation of the SDK.
  public enum SDK: String, Sendable, Hashable, CaseIterable {
    /// The legacy SDK with a data layer.
    case v3
    /// The SDK whose data layer is Firebase Analytics.
    case v5

    /// The generation, as the runtime calls it.
    public var generation: SDKGeneration { self == .v3 ? .legacy : .firebase }

    /// The word for a generation.
    public init(_ generation: SDKGeneration) { self = generation == .legacy ? .v3 : .v5 }

    /// Why a container of the other generation cannot be used, and what to do.
    ///
    /// - Parameter isExport: whether it is an export of the web interface.
    public func refusal(isExport: Bool = false) -> String {
      let what = isExport ? "an export of a container" : "a container"
      return switch self {
      case .v3:
        "this is \(what) of the second generation (Firebase, v5), and the app is built with v3: "
          + "say 'sdk: v5' in the header, or use a container of the legacy SDK"
      case .v5:
        "this is \(what) of the legacy SDK, and the app is built with v5: say 'sdk: v3' in the "
          + "header, or use a container of the second generation (Firebase)"
      }
    }
  }

  /// The title, or nil without one.
  public var title: String?
  /// The tags to choose scenarios by.
  public var tags: [String]
  /// The generation of the SDK.
  public var sdk: SDK
  /// The generations to play it under, one after the other; empty is just `sdk`.
  public var matrix: [SDK] = []
  /// The path of the app description, or nil if it is in the scenario.
  public var app: String?
  /// When the scenario starts.
  public var start: WallTime?
  /// Seconds east of UTC in the text of `start`.
  public var startOffsetSeconds: Int
  /// The name of the phone's time zone.
  public var zone: String?
  /// Where the phone's time zone is named.
  public var zoneLocation: ScenarioLocation?
  /// The name of the time zone of the report view; nil is that of the phone.
  public var reportZone: String?
  /// Where the time zone of the report view is named.
  public var reportZoneLocation: ScenarioLocation?
  /// Changes to the default device.
  public var device: DeviceSettings
  /// The seed of everything that is left to chance.
  public var seed: UInt64?

  /// Creates a header.
  public init(
    title: String? = nil, tags: [String] = [], sdk: SDK = .v3, app: String? = nil,
    start: WallTime? = nil, startOffsetSeconds: Int = 0, zone: String? = nil,
    reportZone: String? = nil, device: DeviceSettings = DeviceSettings(), seed: UInt64? = nil
  ) {
    self.title = title
    self.tags = tags
    self.sdk = sdk
    self.app = app
    self.start = start
    self.startOffsetSeconds = startOffsetSeconds
    self.zone = zone
    self.reportZone = reportZone
    self.device = device
    self.seed = seed
  }
}
