import OrderedCollections
import TagRuntime
import TagSimulation
import TestSupport

/// A phone with an app that hands what its container's tag is given to Braze.
enum BrazePhone {
  static func app(_ provider: BrazeProvider = .swift) -> App {
    App(
      name: "Music", package: "com.example.music",
      containers: [
        AppContainer(
          id: BrazeContainer.id,
          tagFunctions: [
            AppTag(name: "braze", actions: [.braze(provider)])
          ])
      ])
  }

  /// The app runs and has its container.
  static func timeline(_ provider: BrazeProvider = .swift) throws -> Timeline {
    var simulation = Simulation(app: app(provider), start: WallTime(milliseconds: 0))
    _ = try simulation.perform(.installDefault(BrazeContainer.compiled))
    var timeline = Timeline(simulation)
    try timeline.launchAndSettle()
    return timeline
  }
}

extension Timeline {
  /// Pushes the event at which the tag fires, and waits until the world has settled.
  mutating func callBraze(_ parameters: Value) throws {
    try perform(.app(.push(["event": "braze", "parameters": parameters])))
    settle()
  }
}
