import OrderedCollections
import TagRuntime
import TagSimulation
import TestSupport

/// The small shop with a second container, for advertising.
enum TwoContainers {
  static let ads = "GTM-ADS"

  static let app = app()

  static func app(
    first: AppOpening = AppOpening(), second: AppOpening = AppOpening(),
    timers: [Duration?] = [nil, nil]
  ) -> App {
    var app = SmallShop.app(opening: first, refreshTimer: timers[0])
    app.containers.append(
      AppContainer(
        id: ads, opening: second, refreshTimer: timers[1],
        macroFunctions: [AppMacro(name: "tier", cases: [.init(outcome: .value("anybody"))])],
        tagFunctions: [AppTag(name: "track")]))
    return app
  }

  /// It asks for a handler `celebrate`, which the app registers with the first container only.
  static func container(_ version: Int) -> CompiledContainer {
    ContainerBuilder(version: "\(version)") { container in
      container.constant("title", .constant(.string("ads v\(version)")))
      container.functionMacro("tier")
      container.functionTag("track")
      container.functionTag("celebrate")
      container.rule(when: [.event("buy")], fires: ["track", "celebrate"])
    }.compiled
  }

  /// Version 11 of the second container is in the bundle, 12 on the server.
  static func timeline(
    of app: App = app, settings: Settings = Settings(), isOnline: Bool = true
  ) throws -> Timeline {
    var simulation = try SmallShop.simulation(of: app, settings: settings, isOnline: isOnline)
    _ = try simulation.perform(.installDefault(container(11), container: ads))
    _ = try simulation.perform(.publish(container(12), container: ads))
    return Timeline(simulation)
  }
}
