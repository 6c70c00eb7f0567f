import OrderedCollections
import TagRuntime
import TagSimulation

/// The statements about the network, the disk and settings.
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

  mutating func disk() throws(ScenarioError) -> DiskCondition? {
    switch try cursor.choice("disk", of: DiskWord.self) {
    case .ok: .ok
    case .ioError: .ioError
    case .damaged: .damaged
    case .empty: nil
    }
  }

  private enum LoggerWord: String, CaseIterable {
    case `default`, custom
  }

  mutating func set() throws(ScenarioError) -> SettingChange {
    let token = try cursor.next("the name of a setting")
    switch token.name {
    case "refresh-mode": return .refreshMode(try cursor.choice("refresh mode"))
    case "log-level": return .logLevel(try logLevel(among: LogLevel.allCases))
    case "analytics-log-level":
      // The logger of Analytics knows no debug.
      return .analyticsLogLevel(try logLevel(among: LogLevel.allCases.filter { $0 != .debug }))
    case "logger":
      return .logger(isCustom: try cursor.choice("logger", of: LoggerWord.self) == .custom)
    case "sdk-version":
      let expected = "a release such as 3.09"
      let token = try cursor.next(expected)
      guard let version = SDKVersion(token.word ?? ""), version.major >= 3 else {
        throw cursor.unexpected(token, expected)
      }
      return .sdkVersion(version)
    case "delivery": return .delivery(try cursor.choice("profile of delivery"))
    case "wording": return .wording(try cursor.choice("wording"))
    default:
      guard let quirk = Quirk(rawValue: token.name) else {
        throw cursor.unknown(token, "setting", among: SettingChange.names)
      }
      return .quirk(quirk, isOn: try cursor.isOn())
    }
  }

  mutating func logLevel(among levels: [LogLevel]) throws(ScenarioError) -> LogLevel {
    let token = try cursor.next(TokenCursor.list(levels.map(\.name)))
    guard let level = levels.first(where: { $0.name == token.word }) else {
      throw cursor.unknown(token, "log level", among: levels.map(\.name))
    }
    return level
  }
}
