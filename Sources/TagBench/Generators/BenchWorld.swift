import OrderedCollections
package import TagRuntime
import TagSimulation

/// The worlds in which workloads play.
package enum BenchWorld {
  /// When they begin: 2014-03-01T00:00:00Z.
  package static let start = WallTime(milliseconds: 1_393_632_000_000)

  /// The app: one container, one tracker.
  static var app: App {
    var app = App(
      name: "Bench", package: "com.example.bench",
      containers: [AppContainer(id: SampleContainer.id)],
      screens: [AppScreen(name: "Home", texts: [["Home"]])])
    app.trackers = [AppTracker(trackingID: "UA-1-1")]
    return app
  }

  /// A world whose app runs, with a container in its bundle and the same one on the server.
  static func running(_ container: SampleContainer) throws(WorkloadFailure) -> Simulation {
    try history(container).live
  }

  /// Such a world with its history.
  static func history(_ container: SampleContainer) throws(WorkloadFailure) -> Timeline {
    var timeline = Timeline(Simulation(app: app, start: start))
    let compiled = container.compiled
    try timeline.act(.installDefault(compiled))
    try timeline.act(.publish(compiled))
    try timeline.act(.launch(isCold: true, kind: nil, timeout: nil))
    timeline.settle()
    return timeline
  }
}

extension Timeline {
  /// Does something that has to work.
  mutating func act(_ act: Act) throws(WorkloadFailure) {
    do throws(ActError) {
      try perform(act)
    } catch {
      throw WorkloadFailure(error.sentence)
    }
  }

  /// Lets time pass up to so much after the beginning.
  mutating func wait(until time: Duration) { wait(Instant.start + time - live.now.instant) }
}
