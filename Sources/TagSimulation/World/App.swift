/// An instrumented app as a scenario describes it: the containers it opens, what it does at launch,
/// its screens and buttons.
public struct App: Sendable, Hashable {
  /// The shortest period of a refresh timer.
  public static let shortestRefreshTimer = Duration.seconds(1)

  /// The name people call it by.
  public var name: String
  /// The package or bundle name, such as `com.example.shop`.
  public var package: String
  /// The containers it opens at launch, in this order; the first is the one that is meant where
  /// none is named.
  public var containers: [AppContainer]
  /// The version people see.
  public var version: String
  /// The build number.
  public var build: Int64
  /// The trackers that it makes when it is launched; the first is its default.
  public var trackers: [AppTracker] = []
  /// The classes that containers of the second generation (v5) may name by their paths.
  public var classes: [AppClass] = []
  /// Whether it sends what waits when it goes into the background.
  public var sendsHitsInBackground = false
  /// The period of dispatch that it sets when it comes back; nil sets none.
  public var foregroundInterval: Duration?
  /// What it does when it is launched, after it has begun to open its containers.
  public var onLaunch: [AppAction]
  /// Its screens, in the order of the description.
  public var screens: [AppScreen]

  /// Creates an app.
  public init(
    name: String, package: String, containers: [AppContainer] = [], version: String = "1.0",
    build: Int64 = 1, onLaunch: [AppAction] = [], screens: [AppScreen] = []
  ) {
    self.name = name
    self.package = package
    self.containers = containers
    self.version = version
    self.build = build
    self.onLaunch = onLaunch
    self.screens = screens
  }

  /// The id of its first container; empty where it has none.
  public var containerID: String { containers.first?.id ?? "" }

  /// The scheme of the links that preview its containers.
  ///
  /// Source: the guide on previews; the app registers it with the phone.
  public var previewScheme: String { "tagmanager.c." + package }

  /// The container of an id, or nil.
  public func container(_ id: String) -> AppContainer? { containers.first { $0.id == id } }

  /// The class of a path, or nil; capital letters count.
  public func appClass(_ path: String) -> AppClass? { classes.first { $0.path == path } }

  /// Whether any of its code hands something to Braze.
  public var usesBraze: Bool {
    let actions = classes.flatMap(\.actions) + containers.flatMap(\.tagFunctions).flatMap(\.actions)
    return actions.contains { if case .braze = $0 { true } else { false } }
  }

  /// The screen of a name, or nil.
  public func screen(named name: String) -> AppScreen? {
    screens.first { $0.name == name }
  }
}
