public import TagSimulation

/// A scenario file that was read: its world, its steps and the files it needs.
public struct Scenario: Sendable, Hashable {
  /// The name of the file, as it was given.
  public var file: String
  /// The world it starts from.
  public var header: ScenarioHeader
  /// The apps described in the scenario itself.
  public var apps: [App]
  /// The statements of `setup` blocks.
  public var setup: [Statement]
  /// All other statements.
  public var statements: [Statement]
  /// The files it names, in the order of the text.
  public var references: [FileReference]

  /// Creates a scenario.
  public init(
    file: String, header: ScenarioHeader = ScenarioHeader(), apps: [App] = [],
    setup: [Statement] = [], statements: [Statement] = [], references: [FileReference] = []
  ) {
    self.file = file
    self.header = header
    self.apps = apps
    self.setup = setup
    self.statements = statements
    self.references = references
  }
}
