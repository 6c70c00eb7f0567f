import OrderedCollections
import TagRuntime
import TagSimulation
import TestSupport

/// An app with Firebase and a container of the second generation.
enum SongApp {
  static let id = "GTM-SONG"

  /// What Firebase tells of a first opening.
  static let opening = ["first_open", "session_start", "user_engagement"]

  static let app = App(
    name: "Songs", package: "com.example.songs", containers: [AppContainer(id: id)],
    screens: [AppScreen(name: "Home"), AppScreen(name: "Player")])

  static func container(_ version: Int) -> CompiledContainer {
    var version = ContainerBuilder.firebase { container in
      container.version.version = "\(version)"
      container.tag("Count", "__fm", ["action": "measure", "eventName": "counted"])
      container.tag("Block", "__fm", ["action": "block"])
      container.tag("Pixel", "__img", ["url": "https://p.example/"])
      container.rule(when: [.event("played_song")], fires: ["Count"])
      container.rule(when: [.event("secret")], fires: ["Block"])
      container.rule(when: [.event("purchase")], fires: ["Pixel"])
    }
    version.containerID = id
    return CompiledContainer(version)
  }

  /// The world with the app installed, version 1 in its bundle and 2 on the server.
  static func timeline(of app: App = app, isOnline: Bool = true) throws -> Timeline {
    let settings = Settings.with {
      $0.generation = .firebase
      // The engagement of each hour would be one more event in every count.
      $0.engagementPeriod = .days(365)
    }
    var simulation = Simulation(
      app: app, start: SmallShop.start, settings: settings, isOnline: isOnline)
    _ = try simulation.perform(.installDefault(container(1)))
    _ = try simulation.perform(.publish(container(2)))
    return Timeline(simulation)
  }

  /// The app is running, and what it told of its first opening is sent.
  static func opened() throws -> Timeline {
    var timeline = try launched()
    timeline.wait(.seconds(20))
    return timeline
  }

  /// The app is running, and all that its launch led to is over.
  static func launched(isOnline: Bool = true) throws -> Timeline {
    var timeline = try timeline(isOnline: isOnline)
    try timeline.launchAndSettle()
    return timeline
  }
}

extension Timeline {
  mutating func log(_ name: String, _ parameters: OrderedDictionary<String, Value> = [:]) throws {
    try perform(.app(.firebase(.logEvent(name, parameters))))
  }

  /// The long names of the events of the rows after the first ones.
  func events(from number: Int = 0) -> [String] {
    rows(in: 1...).dropFirst(number).compactMap(\.event.update?.event)
  }

  /// The names of the events that the collector has got, in order.
  var received: [String] {
    world.requests.entries.filter(\.isReceived).flatMap(\.request.hits).map(\.hit.title)
  }
}
