import OrderedCollections
import TagRuntime
import TagSimulation

/// The world around the app: containers on the phone and the server, the network, the disk, the
/// device, and the build of the app.
extension Verb {
  static let world: [Verb] = [
    Verb(
      "container",
      "container default FILE [name=NAME] [target=no] [id=ID] | "
        + "container default unreadable [name=NAME] [id=ID] | "
        + "container saved FILE|unreadable [age=DURATION] [id=ID] | "
        + "container used FILE [id=ID]",
      "Gives the phone a container, or an unreadable file: in the app's bundle, saved by an "
        + "earlier run, or in use at once as if just downloaded.",
      "container saved containers/GTM-AB12-v7.json age=13h"
    ) { reader throws(ScenarioError) in try reader.container() },
    Verb(
      "publish",
      "publish FILE|unreadable [version=VERSION] [id=ID]",
      "Puts a container on the server; the phone gets it when it refreshes.",
      "publish containers/GTM-AB12-v8.json"
    ) { reader throws(ScenarioError) in try reader.publish(isDraft: false) },
    Verb(
      "draft",
      "draft FILE [version=VERSION] [id=ID]",
      "Puts a draft on the server, visible only through a preview link.",
      "draft containers/GTM-AB12-v9-fix.json"
    ) { reader throws(ScenarioError) in try reader.publish(isDraft: true) },
    Verb(
      "sdk",
      "sdk v3|v5",
      "Builds the app with the legacy SDK or the Firebase one, before it is launched.",
      "sdk v5"
    ) { reader throws(ScenarioError) in
      let sdk: ScenarioHeader.SDK = try reader.cursor.choice("sdk")
      return .act(.setGeneration(sdk.generation))
    },
    Verb(
      "seed",
      "seed N",
      "Sets the seed for random choices, before the first action; also possible in the "
        + "header.", "seed 7"
    ) { reader throws(ScenarioError) in .act(.setSeed(try reader.seed())) },
    Verb(
      "network",
      "network online|offline|status N|timeout|reset|captive|answers-lost|lossy N%|"
        + "blocked HOST|slow latency=D [jitter=D]",
      "Changes the network.", "network status 503"
    ) { reader throws(ScenarioError) in
      .act(.network(try reader.network()))
    },
    Verb(
      "reachability",
      "reachability online|offline|honest",
      "What the phone believes about its network, whatever the truth.", "reachability online"
    ) { reader throws(ScenarioError) in
      .act(.reachability(try reader.reachability()))
    },
    Verb(
      "collector",
      "collector universal-analytics on|off|as-was [property=standard|360]",
      "Whether Universal Analytics processes hits; by default, as on the date of the scenario; "
        + "360 properties were processed for another year.",
      "collector universal-analytics as-was property=360"
    ) { reader throws(ScenarioError) in
      .act(try reader.collector())
    },
    Verb(
      "disk",
      "disk ok|io-error|damaged|empty",
      "Changes how the disk treats saved containers, or removes everything but the hits.",
      "disk io-error"
    ) { reader throws(ScenarioError) in
      .act(try reader.disk())
    },
    Verb(
      "set",
      "set refresh-mode standard|default-container | set refresh-timer PERIOD|off | set log-level "
        + "LEVEL | set logger default|custom | set wording sdk|plain | set sdk-version VERSION | "
        + "set delivery sdk|strict | set analytics-log-level LEVEL | set firebase-validation "
        + "drop|warn | set QUIRK on|off",
      "Changes a setting of the app or its SDK; versions, delivery, validation, quirks and the "
        + "app's refresh timer take effect at the next launch.",
      "set refresh-mode default-container"
    ) { reader throws(ScenarioError) in
      try reader.set()
    },
    Verb(
      "device",
      "device [language=L] [country=C] [screen=WxH] [os=V] [model=M] [name=N] [currency=EUR] "
        + "[location=LAT,LON]",
      "Changes the phone.", "device language=es country=ES screen=640x1136"
    ) { reader throws(ScenarioError) in
      .device(try reader.cursor.deviceSettings())
    },
    Verb(
      "background-task",
      "background-task granted|refused",
      "Whether the system grants background time to apps.",
      "background-task refused"
    ) { reader throws(ScenarioError) in
      let isGranted = try reader.cursor.choice("answer", of: TaskAnswer.self) == .granted
      return .device(DeviceSettings(grantsBackgroundTasks: isGranted))
    },
    Verb(
      "idfa",
      "idfa on|off", "Whether apps may read the phone's advertising identifier.", "idfa off"
    ) { reader throws(ScenarioError) in
      .device(DeviceSettings(isAdvertisingAllowed: try reader.cursor.isOn()))
    },
  ]
}

/// The answer of the system to an app that requests background time.
private enum TaskAnswer: String, CaseIterable {
  case granted, refused
}

extension StatementReader {
  mutating func seed() throws(ScenarioError) -> UInt64 {
    let expected = "an integer that is not negative"
    let token = try cursor.next(expected)
    guard let seed = UInt64(token.word ?? "") else { throw cursor.unexpected(token, expected) }
    return seed
  }
}

// MARK: - Containers

extension StatementReader {
  private enum ContainerPlace: String, CaseIterable {
    case `default`
    case saved
    case used
  }

  /// Whether the app's target contains a file of the project.
  private enum Target: String, CaseIterable {
    case yes
    case no
  }

  mutating func container() throws(ScenarioError) -> Command {
    let place = try cursor.choice("container", of: ContainerPlace.self)
    if place == .used { return .containerUsed(path: try filePath(), id: try optionalID()) }
    let isUnreadable = cursor.take("unreadable")
    let path = isUnreadable ? "" : try filePath()
    var id: String?
    var name: String?
    var age: Duration?
    var target = Target.yes
    var keys = KnownKeys(
      place == .saved
        ? (isUnreadable ? ["id"] : ["age", "id"])
        : isUnreadable ? ["id", "name"] : ["id", "name", "target"])
    while cursor.peek != nil {
      switch try keys.take(from: &cursor) {
      case "id": id = try containerID()
      case "name": name = try cursor.name("a file name")
      case "target": target = try cursor.choice("target")
      default: age = try cursor.duration()
      }
    }
    if isUnreadable {
      return place == .saved
        ? .act(.damageSaved(container: id))
        : .act(.installUnreadable(container: id, name: name))
    }
    return place == .saved
      ? .containerSaved(path: path, id: id, age: age)
      : .containerDefault(path: path, id: id, name: name, isInTarget: target == .yes)
  }

  mutating func publish(isDraft: Bool) throws(ScenarioError) -> Command {
    if !isDraft, cursor.take("unreadable") {
      return .act(.publishUnreadable(container: try optionalID()))
    }
    let path = try filePath()
    var id: String?
    var version: String?
    var keys = KnownKeys(["version", "id"])
    while cursor.peek != nil {
      if try keys.take(from: &cursor) == "id" {
        id = try containerID()
      } else {
        version = try cursor.name("a version")
      }
    }
    return isDraft
      ? .draft(path: path, id: id, version: version)
      : .publish(path: path, id: id, version: version)
  }

  private mutating func filePath() throws(ScenarioError) -> String {
    path = cursor.peek
    return try cursor.name("a file")
  }
}

// MARK: - Network and disk

extension StatementReader {
  private enum NetworkWord: String, CaseIterable {
    case online, offline, slow, status, timeout, reset, captive, lossy, blocked
    case answersLost = "answers-lost"
  }

  mutating func network() throws(ScenarioError) -> NetworkCondition {
    if let token = cursor.peek, let word = token.word, Int(word) != nil {
      throw cursor.unexpected(token, "a state of the network", suggestion: "status " + word)
    }
    switch try cursor.choice("network", of: NetworkWord.self) {
    case .online: return .online
    case .offline: return .offline
    case .timeout: return .timeout
    case .reset: return .reset
    case .captive: return .captive
    case .status: return .status(try status())
    case .slow: return try slow()
    case .lossy: return .lossy(percent: try percent())
    case .answersLost: return .answersLost
    case .blocked: return .blocked(host: try cursor.name("a host such as ssl.google-analytics.com"))
    }
  }

  private mutating func percent() throws(ScenarioError) -> Int {
    let expected = "a share such as 30%"
    let token = try cursor.next(expected)
    guard let word = token.word, word.hasSuffix("%"), let percent = Int(word.dropLast()),
      (0...100).contains(percent)
    else { throw cursor.unexpected(token, expected, suggestion: token.word.map { $0 + "%" }) }
    return percent
  }

  private enum ReachabilityWord: String, CaseIterable {
    case online, offline, honest
  }

  mutating func reachability() throws(ScenarioError) -> Bool? {
    switch try cursor.choice("reachability", of: ReachabilityWord.self) {
    case .online: true
    case .offline: false
    case .honest: nil
    }
  }

  mutating func collector() throws(ScenarioError) -> Act {
    try cursor.require("universal-analytics")
    let service = try cursor.choice("state", of: Collector.Service.self)
    var edition = Collector.Edition.standard
    var keys = KnownKeys(["property"])
    while cursor.peek != nil {
      _ = try keys.take(from: &cursor)
      edition = try cursor.choice("kind of property", of: Collector.Edition.self)
    }
    return .collector(service, edition)
  }

  private mutating func status() throws(ScenarioError) -> Int {
    let expected = "an HTTP status such as 503"
    let token = try cursor.next(expected)
    guard let status = Int(token.word ?? ""), (0...999).contains(status) else {
      throw cursor.unexpected(token, expected)
    }
    return status
  }

  private mutating func slow() throws(ScenarioError) -> NetworkCondition {
    var latency: Duration?
    var jitter = Duration.zero
    var keys = KnownKeys(["latency", "jitter"])
    while let token = cursor.peek {
      guard cursor.isAtPair else {
        throw cursor.unexpected(
          token, "latency=3s or jitter=1s", suggestion: "latency=" + token.source)
      }
      if try keys.take(from: &cursor) == "latency" {
        latency = try cursor.duration()
      } else {
        jitter = try cursor.duration()
      }
    }
    guard let latency else {
      _ = try cursor.next("latency=3s")
      return .online
    }
    return .slow(latency: latency, jitter: jitter)
  }

  private enum DiskWord: String, CaseIterable {
    case ok
    case ioError = "io-error"
    case damaged, empty
  }

  mutating func disk() throws(ScenarioError) -> Act {
    switch try cursor.choice("disk", of: DiskWord.self) {
    case .ok: .disk(.ok)
    case .ioError: .disk(.ioError)
    case .damaged: .disk(.damaged)
    case .empty: .emptyDisk
    }
  }
}

// MARK: - Settings

extension StatementReader {
  /// The names of settings for `set`.
  private static let settingNames =
    [
      "refresh-mode", "refresh-timer", "log-level", "logger", "wording", "sdk-version", "delivery",
      "analytics-log-level", "firebase-validation", "system-rows", "reader", "mouse",
      "differences", "borders", "copy-command",
    ]
    + Quirk.allCases.map(\.rawValue)

  private enum LoggerWord: String, CaseIterable {
    case `default`, custom
  }

  mutating func set() throws(ScenarioError) -> Command {
    let token = try cursor.next("the name of a setting")
    switch token.name {
    case "refresh-mode": return .act(.app(.setRefreshMode(try cursor.choice("refresh mode"))))
    case "refresh-timer":
      if cursor.peek?.name == "off" {
        _ = try cursor.next("a period")
        return .act(.setRefreshTimer(nil))
      }
      return .act(.setRefreshTimer(try cursor.refreshPeriod()))
    case "log-level": return .logger(level: try logLevel(among: LogLevel.allCases), isCustom: nil)
    case "analytics-log-level":
      // The logger of Analytics has no debug level.
      let level = try logLevel(among: LogLevel.allCases.filter { $0 != .debug })
      return .act(.app(.setAnalyticsLogger(Logger(level: level))))
    case "logger":
      let isCustom = try cursor.choice("logger", of: LoggerWord.self) == .custom
      return .logger(level: nil, isCustom: isCustom)
    case "sdk-version":
      let expected = "a release such as 3.09"
      let token = try cursor.next(expected)
      guard let version = SDKVersion(token.word ?? ""), version.major >= 3 else {
        throw cursor.unexpected(token, expected)
      }
      return .act(.setSDKVersion(version))
    case "firebase-validation": return .act(.setFirebaseValidation(try cursor.choice("validation")))
    case "delivery": return .act(.setDelivery(try cursor.choice("profile of delivery")))
    case "wording": return .wording(try cursor.choice("wording"))
    case "system-rows": return try screenSwitch(.systemRows)
    case "reader": return try screenSwitch(.reader)
    case "differences": return try screenSwitch(.differences)
    case "mouse": return try screenSwitch(.mouse)
    case "copy-command":
      return try finding(.copyCommand, "a command such as \"pbcopy\", or off")
    case "borders":
      let token = try cursor.next("utf8, ascii or none")
      let names = ["utf8", "ascii", "none"]
      guard names.contains(token.name) else { throw cursor.unknown(token, "borders", among: names) }
      return .view(ViewCommand(.borders, words: [token.name]))
    default:
      guard let quirk = Quirk(rawValue: token.name) else {
        throw cursor.unknown(token, "setting", among: Self.settingNames)
      }
      return .act(.setQuirk(quirk, isOn: try cursor.isOn()))
    }
  }

  /// Reads the command for a part of the screen that is on or off.
  private mutating func screenSwitch(_ kind: ViewCommand.Kind) throws(ScenarioError) -> Command {
    .view(ViewCommand(kind, words: [try cursor.isOn() ? "on" : "off"]))
  }

  mutating func logLevel(among levels: [LogLevel]) throws(ScenarioError) -> LogLevel {
    let token = try cursor.next(levels.map(\.name).listed())
    guard let level = levels.first(where: { $0.name == token.word }) else {
      throw cursor.unknown(token, "log level", among: levels.map(\.name))
    }
    return level
  }
}
