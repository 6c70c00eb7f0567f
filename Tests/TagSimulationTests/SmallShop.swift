import OrderedCollections
import TagRuntime
import TagSimulation
import TestSupport

/// A small app with a container: two screens, a button, a handler that pushes.
enum SmallShop {
  static let start = WallTime(milliseconds: 1_393_714_620_000)

  static let app = App(
    name: "Shop", package: "com.example.shop", containers: [container],
    onLaunch: [push("event", "appStart")],
    screens: [
      AppScreen(
        name: "Home", onView: [push("event", "openScreen", "screenName", "Home")],
        buttons: [
          AppButton(
            title: "Buy",
            actions: [
              .push(
                PushTemplate(parts: [
                  .init(path: ["event"], value: .constant("buy")),
                  .init(path: ["price"], value: .parameter(name: "price", default: 5)),
                ]))
            ]),
          AppButton(title: "About", actions: [.goes(screen: "About")]),
        ]),
      AppScreen(name: "About"),
    ])

  static let container = AppContainer(
    id: "GTM-SHOP", onContainer: [push("event", "ready")],
    macroFunctions: [
      AppMacro(
        name: "tier",
        cases: [
          .init(conditions: [.init(name: "language", value: "es")], outcome: .value("gold")),
          .init(outcome: .value("plain")),
        ])
    ],
    tagFunctions: [
      AppTag(
        name: "celebrate",
        actions: [
          .pushes(PushTemplate(parts: [.init(path: ["event"], value: .constant("party"))]))
        ])
    ])

  /// A push of constant texts: keys and values by turns.
  private static func push(_ pairs: String...) -> AppAction {
    let parts = stride(from: 0, to: pairs.count, by: 2).map { index in
      PushTemplate.Part(path: [pairs[index]], value: .constant(.string(pairs[index + 1])))
    }
    return .push(PushTemplate(parts: parts))
  }

  /// A version of the container; its number is what `title` reads.
  static func container(_ version: Int) -> CompiledContainer {
    ContainerBuilder(version: "\(version)") { container in
      container.constant("title", .constant(.string("v\(version)")))
      container.variable("screenName")
      container.variable("price")
      container.functionMacro("tier")
      container.macro("dice", "_r", ["min": 1, "max": 6])
      container.analyticsTag("Screen", ["&t": "screenview", "&cd": .macro("screenName")])
      container.analyticsTag("Purchase", ["&t": "event", "&ev": .macro("price")])
      container.tag("Pixel", "_img", ["url": "https://p.example/"])
      container.functionTag("celebrate")
      container.rule(when: [.event("openScreen")], fires: ["Screen"])
      container.rule(when: [.event("buy")], fires: ["Purchase", "celebrate"])
      container.rule(when: [.event("buy"), .equals("tier", "gold")], fires: ["Pixel"])
      container.rule(when: [.event("party"), .equals("dice", "6")], fires: ["Pixel"])
    }.compiled
  }

  /// The world with the app installed, version 1 in its bundle and 2 on the server.
  static func simulation(
    of app: App = app, settings: Settings = Settings(), isOnline: Bool = true
  ) throws -> Simulation {
    var simulation = Simulation(app: app, start: start, settings: settings, isOnline: isOnline)
    _ = try simulation.perform(.installDefault(container(1)))
    _ = try simulation.perform(.publish(container(2)))
    return simulation
  }

  static func timeline(
    of app: App = app, settings: Settings = Settings(), isOnline: Bool = true
  ) throws -> Timeline {
    Timeline(try simulation(of: app, settings: settings, isOnline: isOnline))
  }

  /// The app is running with its container.
  static func launched(of app: App = app, isOnline: Bool = true) throws -> Timeline {
    var timeline = try timeline(of: app, isOnline: isOnline)
    try timeline.launchAndSettle()
    return timeline
  }

  /// The app with a container that it opens in another way.
  static func app(opening: AppOpening, refreshTimer: Duration? = nil) -> App {
    var app = app
    app.containers[0].opening = opening
    app.containers[0].refreshTimer = refreshTimer
    return app
  }
}
