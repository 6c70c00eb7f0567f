import OrderedCollections
package import TagRuntime
package import TagSimulation

/// The worlds in which workloads run.
package enum BenchWorld {
  /// The time at which they begin: 2014-03-01T00:00:00Z.
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

  /// Returns a world with a running app that has the same container in its bundle and on the
  /// server.
  static func running(_ container: SampleContainer) throws(WorkloadFailure) -> Simulation {
    try history(container).live
  }

  /// Returns such a world with its history.
  package static func history(_ container: SampleContainer) throws(WorkloadFailure) -> Timeline {
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
  /// Performs an act that must succeed.
  package mutating func act(_ act: Act) throws(WorkloadFailure) {
    do throws(ActError) {
      try perform(act)
    } catch {
      throw WorkloadFailure(error.sentence)
    }
  }

  /// Lets time pass until a given time after the beginning.
  package mutating func wait(until time: Duration) { wait(Instant.start + time - live.now.instant) }
}

// MARK: - Hits

extension BenchWorld {
  /// W3: waiting hits, numbered from 1, with about 600 bytes of content each: a screen view with
  /// custom dimensions.
  package static func hits(_ count: Int, seed: UInt32 = 3) -> [StoredHit] {
    var generator = LinearGenerator(seed: seed)
    return (1...max(1, count)).map { number in
      var fields: OrderedDictionary<String, String> = [
        "&t": "screenview", "&cd": "screen-\(number % 50)", "&tid": "UA-1-1",
      ]
      for dimension in 1...11 {
        fields["&cd\(dimension)"] = "dimension \(dimension) \(generator.next(1_000_000))"
      }
      let added: OrderedDictionary<String, String> = [
        "&an": "Bench", "&aid": "com.example.bench", "&av": "1.0", "&ul": "en-us",
        "&sr": "640x1136", "&cid": "6b1f2a34-0000-4000-8000-\(100_000 + generator.next(900_000))",
      ]
      return StoredHit(
        id: Int64(number),
        hit: Hit(
          kind: .analytics(fields: fields), tag: "Screen view", tracker: "UA-1-1", added: added,
          created: start + .seconds(number)))
    }
  }
}
