public import OrderedCollections
public import TagRuntime
public import TagSimulation

/// What a run needs and the engine cannot fetch: the files that the scenario names, read by
/// whoever may read files, and the rules of its time zones.
public struct RunInputs: Sendable {
  /// The app.
  public var app: App
  /// The containers by the path that the scenario writes.
  public var containers: OrderedDictionary<String, CompiledContainer>
  /// The rules of the phone's time zone.
  public var zone: ZoneRules
  /// The rules of the report view's time zone; nil is that of the phone.
  public var reportZone: ZoneRules?
  /// A container that stands in for every published one.
  public var publishedOverride: CompiledContainer?
  /// What the phone has on its disk before the setup of the scenario.
  public var disk = Disk()

  /// Creates inputs.
  public init(
    app: App, containers: OrderedDictionary<String, CompiledContainer> = [:],
    zone: ZoneRules = .utc, reportZone: ZoneRules? = nil,
    publishedOverride: CompiledContainer? = nil
  ) {
    self.app = app
    self.containers = containers
    self.zone = zone
    self.reportZone = reportZone
    self.publishedOverride = publishedOverride
  }
}
