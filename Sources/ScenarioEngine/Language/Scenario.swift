public import OrderedCollections
public import TagRuntime
public import TagSimulation

/// A scenario file that was read: its world, its steps and the files it needs.
public struct Scenario: Sendable, Hashable {
  /// The name of the file, as it was given.
  public var file: String
  /// Which of several ways to play it this is, such as "sdk=v5", with the branch; nil where there
  /// is one.
  public var variant: String?
  /// The world it starts from.
  @Boxed public var header: ScenarioHeader
  /// The apps described in the scenario itself.
  public var apps: [App]
  /// The text in which the first of them is described; nil where none is.
  var appText: String?
  /// Where the time zones of its first app's trackers are named, by the places of the trackers.
  var zonePlaces: [Int: ScenarioLocation] = [:]
  /// The statements of `setup` blocks.
  public var setup: [Statement]
  /// All other statements.
  public var statements: [Statement]
  /// How many of the last statements are those of `teardown` blocks: they are done at the end also
  /// where a failure ends the rest.
  public var teardownCount = 0
  /// Other ways on from marks of its story, in the order of the text.
  public internal(set) var branches: [ScenarioBranch] = []
  /// The branch whose story this is; nil for the story as it is written.
  public internal(set) var branch: ScenarioBranch?
  /// Whether the story publishes a container, also where a branch of it does not come to that.
  var storyPublishes = false
  /// The files it names, in the order of the text.
  public var references: [FileReference]
  /// Every way to play it that the matrix of its header gives; empty where there is none.
  package var ways: [Scenario] = []

  /// How many statements a scenario has.
  static let statementLimit = 100_000

  /// What reports call it.
  public var name: String { file + (variant.map { " [\($0)]" } ?? "") }

  /// Where a statement is, as reports tell it.
  func place(of statement: Statement) -> String {
    let location = statement.location
    return "\(location.file):\(location.line)" + (variant.map { " [\($0)]" } ?? "")
  }

  /// The generation that its last launch is played with.
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

  /// The same scenario once for everything that its header lets vary.
  public var variants: [Scenario] { ways.isEmpty ? [self] : ways }

  /// Has everything that is left to chance go by a seed, whatever the scenario says itself.
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

  /// Creates a scenario.
  package init(
    file: String, header: ScenarioHeader = ScenarioHeader(), apps: [App] = [],
    setup: [Statement] = [], statements: [Statement] = [], references: [FileReference] = []
  ) {
    self.file = file
    self.header = header
    self.apps = apps
    self.setup = setup
    self.statements = statements
    self.references = references
  }
}

/// The world a scenario starts from, as its header tells.
public struct ScenarioHeader: Sendable, Hashable {
  /// The keys of a header with what they say.
  package static let keys: [(word: String, meaning: String)] = [
    ("title", "what the scenario is called"),
    ("about", "what it teaches, in one sentence, for its title card"),
    ("tags", "words to choose scenarios by, separated by commas"),
    ("sdk", "v3, the legacy SDK, or v5, the one on Firebase"),
    ("app", "the file of the app, as seen from the scenario"),
    ("start", "the time at which it begins, such as 2014-03-01T10:00:00+01:00"),
    ("zone", "the time zone of the phone, such as Europe/Madrid"),
    ("report-zone", "the time zone of the report view; the phone's unless told"),
    ("device", "the phone, such as language=es country=ES screen=640x1136"),
    ("seed", "the number that chance is drawn from"),
    (
      "matrix",
      "what varies, as in sdk=v3,v5; every line is one thing, and it is played in all ways"
    ),
    ("next", "the names of lessons to go on with, separated by commas"),
  ]

  /// The generation of the SDK.
  public enum SDK: String, Sendable, Hashable, CaseIterable {
    /// The legacy SDK with a data layer.
    case v3
    /// The SDK whose data layer is Firebase Analytics.
    case v5

    /// The generation, as the runtime calls it.
    public var generation: SDKGeneration { self == .v3 ? .legacy : .firebase }

    /// The word for a generation.
    package init(_ generation: SDKGeneration) { self = generation == .legacy ? .v3 : .v5 }

    /// Why a container of the other generation cannot be used, and what to do.
    ///
    /// - Parameter isExport: whether it is an export of the web interface.
    package func refusal(isExport: Bool = false) -> String {
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

  /// Whether it is played under several generations of the SDK.
  package var variesSDK: Bool { matrix.contains { $0.use == .sdk } }

  /// The title, or nil without one.
  public var title: String?
  /// What it teaches, or nil where it does not say.
  public var about: String?
  /// The names of the scenarios that are worth seeing after it.
  public var next: [String] = []
  /// The tags to choose scenarios by.
  public var tags: [String]
  /// What its lines say, as it is written, by their keys.
  var texts: [String: String] = [:]

  /// Gives it another title and beginning, as if its lines had said so.
  package mutating func begin(at wall: WallTime, titled title: String) {
    start = wall
    self.title = title
    let civil = CivilTime(wall, offsetSeconds: startOffsetSeconds)
    texts["start"] = civil.isoText(offsetSeconds: startOffsetSeconds)
    texts["title"] = title
    texts["about"] = nil
    texts["tags"] = nil
  }
  /// The generation of the SDK.
  public var sdk: SDK
  /// What varies between the ways to play it; empty where there is one.
  public var matrix: [MatrixAxis] = []
  /// What this way chooses of the matrix, as it is written, by its name.
  public var choices: OrderedDictionary<String, String> = [:]
  /// The container that stands in for the published one; nil for none.
  var published: String?
  /// The path of the app description, or nil if it is in the scenario.
  public var app: String?
  /// When the scenario starts.
  public var start: WallTime?
  /// Seconds east of UTC in the text of `start`.
  public var startOffsetSeconds: Int
  /// The name of the phone's time zone.
  public var zone: String?
  /// Where the phone's time zone is named.
  package var zoneLocation: ScenarioLocation?
  /// The name of the time zone of the report view; nil is that of the phone.
  public var reportZone: String?
  /// Where the time zone of the report view is named.
  package var reportZoneLocation: ScenarioLocation?
  /// Changes to the default device.
  public var device: DeviceSettings
  /// The seed of everything that is left to chance.
  public var seed: UInt64?

  /// Creates a header.
  package init(
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

/// Changes to a device; what is nil stays.
public struct DeviceSettings: Sendable, Hashable {
  /// The size of a screen in pixels.
  public struct Screen: Sendable, Hashable {
    /// The width.
    public var width: Int
    /// The height.
    public var height: Int

    /// Creates a size.
    package init(width: Int, height: Int) {
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
  /// The code of the currency.
  public var currency: String?
  /// Where it is, in degrees.
  public var location: String?
  /// Whether the system grants apps the time in the background that they ask for.
  public var grantsBackgroundTasks: Bool?

  /// Creates changes.
  package init(
    language: String? = nil, country: String? = nil, screen: Screen? = nil,
    osVersion: String? = nil, model: String? = nil, deviceName: String? = nil,
    isAdvertisingAllowed: Bool? = nil, currency: String? = nil, location: String? = nil,
    grantsBackgroundTasks: Bool? = nil
  ) {
    self.language = language
    self.country = country
    self.screen = screen
    self.osVersion = osVersion
    self.model = model
    self.deviceName = deviceName
    self.isAdvertisingAllowed = isAdvertisingAllowed
    self.currency = currency
    self.location = location
    self.grantsBackgroundTasks = grantsBackgroundTasks
  }

  /// The device with the changes made.
  package func applied(to device: Device) -> Device {
    var changed = device
    changed.language = language ?? device.language
    changed.country = country ?? device.country
    changed.screenWidth = screen?.width ?? device.screenWidth
    changed.screenHeight = screen?.height ?? device.screenHeight
    changed.osVersion = osVersion ?? device.osVersion
    changed.model = model ?? device.model
    changed.deviceName = deviceName ?? device.deviceName
    changed.isAdvertisingAllowed = isAdvertisingAllowed ?? device.isAdvertisingAllowed
    changed.currency = currency ?? device.currency
    changed.location = location ?? device.location
    changed.grantsBackgroundTasks = grantsBackgroundTasks ?? device.grantsBackgroundTasks
    return changed
  }
}
