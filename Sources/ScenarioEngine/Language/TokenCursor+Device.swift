extension TokenCursor {
  /// The rest of the line as settings of a device.
  mutating func deviceSettings() throws(ScenarioError) -> DeviceSettings {
    var settings = DeviceSettings()
    var keys = KnownKeys(["language", "country", "screen", "os", "model", "name"])
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
      case "screen": settings.screen = try screenSize()
      case "os": settings.osVersion = try name("a version")
      case "model": settings.model = try name("a model")
      default: settings.deviceName = try name("a name")
      }
    } while peek != nil
    return settings
  }

  private mutating func code(
    _ expected: String, _ spelling: (String) -> String
  ) throws(ScenarioError) -> String {
    let token = try next(expected)
    let code = token.name
    guard code.utf8.count == 2, code.utf8.allSatisfy(isLetter) else {
      throw unexpected(token, expected)
    }
    let right = spelling(code)
    if right != code { throw unexpected(token, expected, suggestion: right) }
    return code
  }

  private func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
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
