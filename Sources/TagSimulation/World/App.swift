/// An instrumented app as a scenario describes it: what it does at launch, its screens and
/// buttons, and the functions it registers with its container.
public struct App: Sendable, Hashable {
  /// The shortest period of the refresh timer.
  public static let shortestRefreshTimer = Duration.seconds(1)

  /// The name people call it by.
  public var name: String
  /// The package or bundle name, such as `com.example.shop`.
  public var package: String
  /// The container it opens, such as `GTM-AB12`.
  public var containerID: String
  /// How it opens its container at launch.
  public var opening: AppOpening
  /// The version people see.
  public var version: String
  /// The build number.
  public var build: Int64
  /// What it does when it is launched.
  public var onLaunch: [AppAction]
  /// What it does when its container becomes available.
  public var onContainer: [AppAction]
  /// How often it refreshes its container, or nil if it never does so by itself.
  public var refreshTimer: Duration?
  /// The values it reads from its container.
  public var reads: [TypedRead]
  /// Its screens, in the order of the description.
  public var screens: [AppScreen]
  /// The function-call macros it registers.
  public var macroFunctions: [AppMacro]
  /// The function-call tags it registers.
  public var tagFunctions: [AppTag]

  /// Creates an app.
  public init(
    name: String, package: String, containerID: String, opening: AppOpening = AppOpening(),
    version: String = "1.0", build: Int64 = 1, onLaunch: [AppAction] = [],
    onContainer: [AppAction] = [], refreshTimer: Duration? = nil, reads: [TypedRead] = [],
    screens: [AppScreen] = [], macroFunctions: [AppMacro] = [],
    tagFunctions: [AppTag] = []
  ) {
    self.name = name
    self.package = package
    self.containerID = containerID
    self.opening = opening
    self.version = version
    self.build = build
    self.onLaunch = onLaunch
    self.onContainer = onContainer
    self.refreshTimer = refreshTimer
    self.reads = reads
    self.screens = screens
    self.macroFunctions = macroFunctions
    self.tagFunctions = tagFunctions
  }

  /// The screen of a name, or nil.
  public func screen(named name: String) -> AppScreen? {
    screens.first { $0.name == name }
  }
}
