import OrderedCollections
import TagRuntime
import TagSimulation

extension LogSituation {
  /// What the log says in the life of the small shop.
  static func living(_ code: LogCode) throws -> [LogRecord] {
    if [.androidPlayed, .androidPlayedAsIOS, .openingFailed].contains(code) {
      return try launching(code)
    }
    var timeline = try SmallShop.timeline()
    try live(code, &timeline)
    return timeline.lines.map(\.line.record)
  }

  private static func live(_ code: LogCode, _ timeline: inout Timeline) throws {
    switch code {
    case .networkChanged, .refreshFailed:
      try timeline.perform(.network(.offline))
      try timeline.launchAndSettle()
    case .diskChanged, .saveFailed:
      try timeline.perform(.disk(.ioError))
      try timeline.launchAndSettle()
    case .lastingNotKept:
      try timeline.perform(.disk(.ioError))
      try timeline.launchAndSettle()
      try timeline.perform(.app(.push(["a": 1, "gtm": ["lifetime": "1d"]])))
    case .noSuchPreview:
      try timeline.perform(
        .openURL(
          SmallShop.app.previewScheme + "://preview/p?id=GTM-SHOP&gtm_auth=a&gtm_preview=99"))
      timeline.settle()
    case .unknownScheme: try timeline.perform(.openURL("other://preview/p"))
    case .containerHandedOut, .askingNetwork, .refreshed: try timeline.launchAndSettle()
    case .nilHandler:
      try timeline.perform(.setQuirk(.nilHandlerRaises, isOn: true))
      try timeline.launchAndSettle()
      try timeline.perform(.register(.macro, "tier", container: nil, isOn: false))
    case .waitedInVain:
      try timeline.launchAndSettle()
      try timeline.perform(.screen("Home"))
      try timeline.perform(.app(.close(container: nil)))
      try timeline.perform(.open(container: nil, AppOpening(isBlocking: true)))
      try timeline.tap("About")
      try timeline.tap("Buy")
      timeline.settle()
    case .hitTooLarge, .hitLost:
      try timeline.launchAndSettle()
      let long = Value.string(String(repeating: "x", count: Limits.hitBytes))
      try timeline.perform(.app(.push(["event": "openScreen", "screenName": long])))
      try timeline.dispatchAndSettle()
    default:
      try timeline.launchAndSettle()
      try timeline.perform(.screen("Home"))
      try timeline.dispatchAndSettle()
    }
  }

  /// What the log says when an app for Android is launched for the first time.
  private static func launching(_ code: LogCode) throws -> [LogRecord] {
    var settings = Settings(platform: .android)
    if code == .androidPlayedAsIOS { settings.generation = .firebase }
    var timeline = Timeline(
      Simulation(app: SmallShop.app, start: WallTime(milliseconds: 0), settings: settings))
    try timeline.launchAndSettle()
    return timeline.lines.map(\.line.record)
  }
}
