import OrderedCollections
import TagRuntime
import TagSimulation

/// The world around the app: containers on the phone and the server, the network, the disk, the
/// device, and the build of the app.
extension Form {
  static let worldVerbs: [Form] = [
    .verb(
      "container default FILE [name=NAME] [target=no] [id=ID] | "
        + "container default unreadable [name=NAME] [id=ID] | "
        + "container saved FILE [age=DURATION] [id=ID] | "
        + "container saved unreadable [id=ID] | container used FILE [id=ID]",
      "Gives the phone a container, or an unreadable file: in the app's bundle, saved by an "
        + "earlier run, or in use at once as if just downloaded.",
      "container saved containers/GTM-AB12-v7.json age=13h"
    ) { reader throws(ScenarioError) in try reader.container() },
    .verb(
      "publish FILE [version=VERSION] [id=ID] | publish unreadable [id=ID]",
      "Puts a container on the server; the phone gets it when it refreshes.",
      "publish containers/GTM-AB12-v8.json"
    ) { reader throws(ScenarioError) in try reader.publish(isDraft: false) },
    .verb(
      "draft FILE [version=VERSION] [id=ID]",
      "Puts a draft on the server, visible only through a preview link.",
      "draft containers/GTM-AB12-v9-fix.json"
    ) { reader throws(ScenarioError) in try reader.publish(isDraft: true) },
    .verb(
      "sdk v3|v5",
      "Builds the app with the legacy SDK or the Firebase one, before it is launched.",
      "sdk v5"
    ) { reader throws(ScenarioError) in
      let sdk: ScenarioHeader.SDK = try reader.cursor.choice("sdk")
      return .act(.setGeneration(sdk.generation))
    },
    .verb(
      "seed N",
      "Sets the seed for random choices, before the first action; also possible in the "
        + "header.", "seed 7"
    ) { reader throws(ScenarioError) in .act(.setSeed(try reader.seed())) },
    .verb(
      "network online|offline|timeout|reset|captive|answers-lost | network status N | "
        + "network lossy N% | network blocked HOST | network slow latency=D [jitter=D]",
      "Changes the network.", "network status 503"
    ) { reader throws(ScenarioError) in
      .act(.network(try reader.network()))
    },
    .verb(
      "reachability online|offline|honest",
      "What the phone believes about its network, whatever the truth.", "reachability online"
    ) { reader throws(ScenarioError) in
      .act(
        .reachability(
          try reader.cursor.choice(
            "reachability", ["online": true, "offline": false, "honest": nil])))
    },
    .verb(
      "collector universal-analytics on|off|as-was [property=standard|360]",
      "Whether Universal Analytics processes hits; by default, as on the date of the scenario; "
        + "360 properties were processed for another year.",
      "collector universal-analytics as-was property=360"
    ) { reader throws(ScenarioError) in
      .act(try reader.collector())
    },
    .verb(
      "disk ok|io-error|damaged|empty",
      "Changes how the disk treats saved containers, or removes everything but the hits.",
      "disk io-error"
    ) { reader throws(ScenarioError) in
      .act(
        try reader.cursor.choice(
          "disk",
          [
            "ok": .disk(.ok), "io-error": .disk(.ioError), "damaged": .disk(.damaged),
            "empty": .emptyDisk,
          ]))
    },
    .verb(
      "set ...",
      "Changes a setting of the app or its SDK; versions, delivery, validation, quirks and the "
        + "app's refresh timer take effect at the next launch.",
      "set refresh-mode default-container"
    ) { reader throws(ScenarioError) in
      try reader.set()
    },
    .verb(
      "device [language=L] [country=C] [screen=WxH] [os=V] [model=M] [name=NAME] [currency=EUR] "
        + "[location=LAT,LON]",
      "Changes the phone.", "device language=es country=ES screen=640x1136"
    ) { reader throws(ScenarioError) in
      .device(try reader.cursor.deviceSettings())
    },
    .verb(
      "background-task granted|refused",
      "Whether the system grants background time to apps.",
      "background-task refused"
    ) { reader throws(ScenarioError) in
      let isGranted = try reader.cursor.choice("answer", ["granted": true, "refused": false])
      return .device(DeviceSettings(grantsBackgroundTasks: isGranted))
    },
    .isOn("idfa", "Whether apps may read the phone's advertising identifier.", example: "off") {
      .device(DeviceSettings(tracking: $0 ? .authorized : .denied))
    },
    .verb(
      "tracking not-determined|restricted|denied|authorized",
      "The user's answer to the question whether the app may track; only authorized gives it the "
        + "phone's advertising identifier.", "tracking denied"
    ) { reader throws(ScenarioError) in
      .device(DeviceSettings(tracking: try reader.cursor.choice("answer about tracking")))
    },
  ]
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

  mutating func container() throws(ScenarioError) -> Command {
    let place = try cursor.choice("container", of: ContainerPlace.self)
    if place == .used { return .containerUsed(path: try filePath(), id: try optionalID()) }
    let isUnreadable = cursor.take("unreadable")
    let path = isUnreadable ? "" : try filePath()
    var id: String?
    var name: String?
    var age: Duration?
    var isInTarget = true
    var keys = KnownKeys(
      place == .saved
        ? (isUnreadable ? ["id"] : ["age", "id"])
        : isUnreadable ? ["id", "name"] : ["id", "name", "target"])
    while cursor.peek != nil {
      switch try keys.take(from: &cursor) {
      case "id": id = try containerID()
      case "name": name = try cursor.name("a file name")
      case "target": isInTarget = try cursor.choice("target", ["yes": true, "no": false])
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
      : .containerDefault(path: path, id: id, name: name, isInTarget: isInTarget)
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
    else {
      let meant = token.word.flatMap { Int($0) }.flatMap { (0...100).contains($0) ? "\($0)%" : nil }
      throw cursor.unexpected(token, expected + ", from 0% to 100%", suggestion: meant)
    }
    return percent
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
}
