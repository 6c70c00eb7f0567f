extension TokenCursor {
  /// The rest of the line as settings of a device.
  mutating func deviceSettings() throws(ScenarioError) -> DeviceSettings {
    var settings = DeviceSettings()
    var keys = KnownKeys(["language", "country", "screen", "os", "model", "name"])
    repeat {
      switch try keys.take(from: &self) {
      case "language": settings.language = try name("a language")
      case "country": settings.country = try name("a country")
      case "screen": settings.screen = try screenSize()
      case "os": settings.osVersion = try name("a version")
      case "model": settings.model = try name("a model")
      default: settings.deviceName = try name("a name")
      }
    } while peek != nil
    return settings
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
