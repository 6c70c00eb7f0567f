import TagRuntime
import TagSimulation
import Testing

extension SmallShop {
  /// The app with a tracker, launched and at rest; every request carries one hit unless told.
  static func tracking(
    version: SDKVersion = SDKVersion(3, 9), start: String? = nil, reportZone: ZoneRules? = nil,
    propertyZones: [String: ZoneRules] = [:], settings: Settings = Settings(),
    isOnline: Bool = true, _ change: (inout App) -> Void = { _ in }
  ) throws -> Timeline {
    var app = app
    app.trackers = [AppTracker(trackingID: "UA-1-1")]
    change(&app)
    var settings = settings
    settings.sdkVersion = version
    let wall = try start.map { try #require(CivilTime.parseISO($0)).wall }
    var timeline = Timeline(
      Simulation(
        app: app, start: wall ?? Self.start, reportZone: reportZone,
        propertyZones: propertyZones, settings: settings, isOnline: isOnline))
    try timeline.launchAndSettle()
    timeline.wait(.seconds(3))
    return timeline
  }
}

extension Timeline {
  /// Sends screen views through the default tracker.
  mutating func send(_ screens: String...) throws {
    for screen in screens {
      try perform(.app(.send(HitBuilder.screenView(name: screen).fields, tracker: nil)))
    }
  }
}
