public import OrderedCollections
public import TagRuntime
public import TagSimulation
// The words of rows and the filters belong to the engine for its users.
@_exported public import TagWords

/// A scenario file after reading: its world, its steps and the files that it needs.
public struct Scenario: Sendable, Hashable {
  /// The file name, as passed to the reader.
  public var file: String
  /// The name of this way among several, such as "sdk=v5", with the branch; nil if there is only
  /// one.
  public var variant: String?
  /// The initial world of the scenario.
  @Boxed public var header = ScenarioHeader()
  /// The apps described in the scenario itself.
  public var apps: [App] = []
  /// The text of the first description; nil if there is none.
  package var appText: String?
  /// The places where the time zones of its first app's trackers are named, by the indices of the
  /// trackers.
  var zonePlaces: [Int: ScenarioLocation] = [:]
  /// What the code of its first app does, in the order of the text.
  @Boxed var appActions: [PlacedAction] = []
  /// The statements of `setup` blocks.
  public var setup: [Statement] = []
  /// The statements of the story; those of `teardown` blocks are at the end.
  public var statements: [Statement] = []
  /// The number of statements at the end that come from `teardown` blocks: they run at the end even
  /// after a failure.
  public var teardownCount = 0
  /// The alternatives that begin at marks of its story, in the order of the text.
  public internal(set) var branches: [ScenarioBranch] = []
  /// The branch in this story; nil for the story as written.
  public internal(set) var branch: ScenarioBranch?
  /// Whether the story publishes a container, even if a branch ends before that.
  package var storyPublishes = false
  /// The files that it references, in the order of the text.
  public var references: [FileReference] = []
  /// Every way to play it according to the matrix of its header; empty without a matrix.
  package var ways: [Scenario] = []

  package static let statementLimit = 100_000

  /// The name in reports.
  public var name: String { file + (variant.map { " [\($0)]" } ?? "") }

  /// The SDK generation of its last launch.
  public var generation: SDKGeneration {
    let words = (setup + statements).compactMap { statement -> ScenarioHeader.SDK? in
      if case .act(.setGeneration(let generation)) = statement.command {
        ScenarioHeader.SDK(generation)
      } else {
        nil
      }
    }
    return (words.last ?? header.sdk).generation
  }

  /// The ways to play the scenario, at least one.
  public var variants: [Scenario] { ways.isEmpty ? [self] : ways }

  /// Makes everything random depend on a seed, whatever the scenario says.
  package mutating func seed(with seed: UInt64) {
    header.seed = seed
    func isSeed(_ statement: Statement) -> Bool {
      if case .act(.setSeed) = statement.command { true } else { false }
    }
    for index in branches.indices {
      branches[index].position -= statements.prefix(branches[index].position).count(where: isSeed)
      branches[index].statements.removeAll(where: isSeed)
    }
    setup.removeAll(where: isSeed)
    statements.removeAll(where: isSeed)
  }

  package init(file: String) { self.file = file }
}

/// The initial world of a scenario, from its header.
public struct ScenarioHeader: Sendable, Hashable {
  /// The generations of the SDK, by their names in a header.
  public enum SDK: String, Sendable, Hashable, CaseIterable {
    /// The legacy SDK with a data layer.
    case v3
    /// The SDK whose data layer is Firebase Analytics.
    case v5

    /// The generation as a type of the runtime.
    public var generation: SDKGeneration { self == .v3 ? .legacy : .firebase }

    package init(_ generation: SDKGeneration) { self = generation == .legacy ? .v3 : .v5 }

    /// Explains why a container of the other generation cannot be used, and what to do.
    ///
    /// - Parameter isExport: whether it is an export of the web interface.
    package func refusal(isExport: Bool = false) -> String {
      let what = isExport ? "an export of a container" : "a container"
      return switch self {
      case .v3:
        "this is \(what) of the second generation (Firebase, v5), but the app is built with v3: "
          + "write 'sdk: v5' in the header, or use a container for the legacy SDK"
      case .v5:
        "this is \(what) for the legacy SDK, but the app is built with v5: write 'sdk: v3' in the "
          + "header, or use a container of the second generation (Firebase)"
      }
    }
  }

  /// Whether several generations of the SDK play it.
  package var variesSDK: Bool { matrix.contains { $0.use == .sdk } }

  /// The title, or nil without one.
  public var title: String?
  /// The subject that it teaches, or nil if it has no such line.
  public var about: String?
  /// The names of recommended scenarios to see next.
  public var next: [String] = []
  /// The tags for choosing scenarios.
  public var tags: [String] = []
  /// The original values of its lines, by their keys.
  package var texts: [String: String] = [:]

  /// Sets another title and start, as if its lines had them.
  package mutating func begin(at wall: WallTime, titled title: String) {
    start = wall
    self.title = title
    let civil = CivilTime(wall, offsetSeconds: startOffsetSeconds)
    texts["start"] = civil.isoText(offsetSeconds: startOffsetSeconds)
    texts["title"] = title
    texts["about"] = nil
    texts["tags"] = nil
  }
  /// The SDK generation of the scenario.
  public var sdk = SDK.v3
  /// The axes of the matrix; empty if there is only one way to play it.
  public var matrix: [MatrixAxis] = []
  /// The values that this way chooses in the matrix, unchanged, by name.
  public var choices: OrderedDictionary<String, String> = [:]
  /// The container that replaces the published one; nil for none.
  package var published: String?
  /// The path of the app description, or nil if it is in the scenario.
  public var app: String?
  /// The phone's time at the start; nil means 2014-03-01T23:00:00Z.
  public var start: WallTime?
  /// Seconds east of UTC in the text of `start`.
  public var startOffsetSeconds = 0
  /// The name of the phone's time zone.
  public var zone: String?
  /// The place of the phone's time zone in the scenario.
  package var zoneLocation: ScenarioLocation?
  /// The name of the time zone of the report view; nil is that of the phone.
  public var reportZone: String?
  /// The place of the report view's time zone in the scenario.
  package var reportZoneLocation: ScenarioLocation?
  /// Changes to the default device.
  public var device = DeviceSettings()
  /// The seed of everything random.
  public var seed: UInt64?

  /// Creates the header of a scenario that has none.
  package init() {}
}

/// Changes to a device; nil leaves a setting unchanged.
public struct DeviceSettings: Sendable, Hashable {
  /// The size of a screen in pixels.
  public struct Screen: Sendable, Hashable {
    /// The width in pixels.
    public var width: Int
    /// The height in pixels.
    public var height: Int
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
  /// The name that its owner chose.
  public var deviceName: String?
  /// The answer to the question whether apps may track.
  public var tracking: TrackingStatus?
  /// The code of the currency.
  public var currency: String?
  /// The location in degrees.
  public var location: String?
  /// Whether the system grants apps the background time that they request.
  public var grantsBackgroundTasks: Bool?

  package func applied(to device: Device) -> Device {
    var changed = device
    changed.language = language ?? device.language
    changed.country = country ?? device.country
    changed.screenWidth = screen?.width ?? device.screenWidth
    changed.screenHeight = screen?.height ?? device.screenHeight
    changed.osVersion = osVersion ?? device.osVersion
    changed.model = model ?? device.model
    changed.deviceName = deviceName ?? device.deviceName
    changed.tracking = tracking ?? device.tracking
    changed.currency = currency ?? device.currency
    changed.location = location ?? device.location
    changed.grantsBackgroundTasks = grantsBackgroundTasks ?? device.grantsBackgroundTasks
    return changed
  }
}
