import OrderedCollections
import TagRuntime
import TagSimulation

extension TokenCursor {
  static let deviceKeys = [
    "language", "country", "screen", "os", "model", "name", "currency", "location",
  ]

  /// Reads the rest of the line as settings of a device.
  mutating func deviceSettings() throws(ScenarioError) -> DeviceSettings {
    var settings = DeviceSettings()
    var keys = KnownKeys(Self.deviceKeys)
    repeat {
      switch try keys.take(from: &self) {
      case "language":
        settings.language = try code("a language of two small letters such as es") {
          $0.lowercased()
        }
      case "country":
        settings.country = try code("a country of two capital letters such as ES") {
          $0.uppercased()
        }
      case "currency":
        settings.currency = try code("a currency of three capital letters such as EUR", length: 3) {
          $0.uppercased()
        }
      case "location": settings.location = try location()
      case "screen": settings.screen = try screenSize()
      case "os": settings.osVersion = try name("a version")
      case "model": settings.model = try name("a model")
      default: settings.deviceName = try name("a name")
      }
    } while peek != nil
    return settings
  }

  private mutating func code(
    _ expected: String, length: Int = 2, _ spelling: (String) -> String
  ) throws(ScenarioError) -> String {
    let token = try next(expected)
    let code = token.name
    guard code.utf8.count == length, code.utf8.allSatisfy(\.isLetter) else {
      throw unexpected(token, expected)
    }
    let right = spelling(code)
    if right != code { throw unexpected(token, expected, suggestion: right) }
    return code
  }

  private mutating func location() throws(ScenarioError) -> String {
    let expected = "a latitude and a longitude in degrees such as 48.85,2.35"
    let token = try next(expected)
    let parts = token.name.split(separator: ",", omittingEmptySubsequences: false).map {
      ValueConversion.number(String($0))?.double
    }
    guard parts.count == 2, let latitude = parts[0], let longitude = parts[1],
      (-90...90).contains(latitude), (-180...180).contains(longitude)
    else { throw unexpected(token, expected) }
    return token.name
  }

  private mutating func screenSize() throws(ScenarioError) -> DeviceSettings.Screen {
    let expected = "a size such as 640x1136"
    let token = try next(expected)
    let sides = (token.word ?? "").split(separator: "x", omittingEmptySubsequences: false)
    guard sides.count == 2, let width = Int(sides[0]), let height = Int(sides[1]),
      (1...100_000).contains(width), (1...100_000).contains(height)
    else { throw unexpected(token, expected) }
    return DeviceSettings.Screen(width: width, height: height)
  }
}

// MARK: - Opening

extension TokenCursor {
  /// Reads how a container is opened: `prefer-fresh timeout=2s blocking`.
  mutating func opening(
    allowsID: Bool
  ) throws(ScenarioError) -> (opening: AppOpening, id: String?) {
    let kind: OpenKind = try choice("way to open")
    var opening = AppOpening(kind: kind)
    var id: String?
    var keys = KnownKeys(allowsID ? ["timeout", "id"] : ["timeout"])
    while let token = peek {
      if token.word == "blocking", !isAtPair {
        guard kind.isOpener else {
          throw unexpected(token, "no 'blocking': the container is available at once")
        }
        if opening.isBlocking { throw failure(.duplicate(what: "word"), token) }
        index += 1
        opening.isBlocking = true
        continue
      }
      guard isAtPair else {
        throw unexpected(
          token, "blocking or timeout=…",
          suggestion: Suggestion.nearest(to: token.source, among: ["blocking"]))
      }
      let key = token
      if try keys.take(from: &self) == "id" {
        id = try name("a container such as GTM-AB12")
      } else if kind.isOpener {
        opening.timeout = try duration()
      } else {
        throw unexpected(key, "no timeout: the container is available at once")
      }
    }
    return (opening, id)
  }
}

// MARK: - Consent

extension TokenCursor {
  /// Reads `ad_storage=denied ad_user_data=granted`.
  mutating func consent(isDefault: Bool = false) throws(ScenarioError) -> Consent {
    var keys = KnownKeys(ConsentSetting.allCases.map(\.rawValue))
    var consent = Consent()
    repeat {
      let key = try keys.take(from: &self)
      guard let setting = ConsentSetting(rawValue: key) else { continue }
      let token = peek
      let status: ConsentStatus = try choice("answer")
      if let token, status == .euConsentPolicy, !isDefault || setting.isStorage {
        throw unexpected(token, "granted or denied")
      }
      consent[setting] = status
    } while isAtPair
    return consent
  }
}

// MARK: - Push

extension TokenCursor {
  /// The maximum depth of a key with dots.
  package static let keyDepthLimit = 32

  /// Reads `key=value` pairs, or a JSON map, up to the first token that is neither.
  ///
  /// The dots of a bare key create nested maps; a key in quotes stays unchanged.
  mutating func pushTemplate(allowsParameters: Bool) throws(ScenarioError) -> PushTemplate {
    try template(allowsParameters: allowsParameters, splitsKeys: true)
  }

  /// Reads the parameters of a Firebase event, whose keys do not nest.
  mutating func parameterTemplate(
    allowsParameters: Bool
  ) throws(ScenarioError) -> PushTemplate {
    try template(allowsParameters: allowsParameters, splitsKeys: false)
  }

  private mutating func template(
    allowsParameters: Bool, splitsKeys: Bool
  ) throws(ScenarioError) -> PushTemplate {
    if let token = peek, case .json(.map(let members)) = token.kind {
      index += 1
      return PushTemplate(
        parts: members.elements.map { .init(path: [$0.key], value: .constant($0.value)) })
    }
    var parts: [PushTemplate.Part] = []
    var paths = KeyPaths()
    repeat {
      let key = try key()
      let path = splitsKeys ? try path(of: key) : [key.name]
      guard paths.insert(path) else { throw failure(.duplicate(what: "key"), key) }
      parts.append(.init(path: path, value: try pushValue(allowsParameters)))
    } while isAtPair
    return PushTemplate(parts: parts)
  }

  private mutating func pushValue(_ allowsParameters: Bool) throws(ScenarioError) -> PushValue {
    if allowsParameters, let token = peek, case .parameter(let name, let fallback) = token.kind {
      index += 1
      return .parameter(name: name, default: fallback)
    }
    return .constant(try value())
  }

  private func path(of key: Token) throws(ScenarioError) -> [String] {
    guard let word = key.word else { return [key.name] }
    let path = word.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    if path.count > Self.keyDepthLimit {
      throw unexpected(key, "a key with at most \(Self.keyDepthLimit) parts")
    }
    if path.contains("") { throw unexpected(key, "a key without empty parts") }
    return path
  }
}

// MARK: - Tracker

extension TokenCursor {
  /// Reads `UA-1-1 [name=orders]`, and `report-zone=Europe/Madrid` if it is among the keys.
  ///
  /// - Returns: the tracker, and the token with its time zone.
  mutating func tracker(
    keys: [String]
  ) throws(ScenarioError) -> (tracker: AppTracker, zone: Token?) {
    var tracker = AppTracker(trackingID: try name("a tracking id such as UA-1-1"))
    var zone: Token?
    var keys = KnownKeys(keys)
    while isAtPair {
      if try keys.take(from: &self) == "name" {
        tracker.name = try name("the name of the tracker")
      } else {
        zone = peek
        tracker.reportZone = try name("a time zone such as Europe/Madrid")
      }
    }
    return (tracker, zone)
  }
}

/// The keys of one push, to find those that are repeated or nested in another's value.
struct KeyPaths {
  private var values: Set<[String]> = []
  private var maps: Set<[String]> = []

  /// Whether a path is new and none of its keys has a value already.
  mutating func insert(_ path: [String]) -> Bool {
    guard !maps.contains(path), values.insert(path).inserted else { return false }
    for count in 1..<max(1, path.count) {
      let outer = Array(path.prefix(count))
      if values.contains(outer) { return false }
      maps.insert(outer)
    }
    return true
  }
}
