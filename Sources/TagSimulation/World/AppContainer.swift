public import TagRuntime

/// A container that an app opens, with what the app does with it.
public struct AppContainer: Sendable, Hashable {
  /// The public id, such as `GTM-AB12`.
  public var id: String
  /// The generation of the SDK that it is for; nil is the one that the app is built with.
  public var generation: SDKGeneration?
  /// How the app opens it at launch.
  public var opening: AppOpening
  /// What the app does when it has the container in its hands.
  public var onContainer: [AppAction]
  /// How often the app refreshes it, or nil if it never does so by itself.
  public var refreshTimer: Duration?
  /// The values it reads from it.
  public var reads: [TypedRead]
  /// The function-call macros it registers with it.
  public var macroFunctions: [AppMacro]
  /// The function-call tags it registers with it.
  public var tagFunctions: [AppTag]

  /// Creates a container of an app.
  public init(
    id: String, generation: SDKGeneration? = nil, opening: AppOpening = AppOpening(),
    onContainer: [AppAction] = [],
    refreshTimer: Duration? = nil, reads: [TypedRead] = [], macroFunctions: [AppMacro] = [],
    tagFunctions: [AppTag] = []
  ) {
    self.id = id
    self.generation = generation
    self.opening = opening
    self.onContainer = onContainer
    self.refreshTimer = refreshTimer
    self.reads = reads
    self.macroFunctions = macroFunctions
    self.tagFunctions = tagFunctions
  }
}
