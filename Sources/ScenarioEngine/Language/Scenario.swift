public import TagRuntime
public import TagSimulation

/// A scenario file that was read: its world, its steps and the files it needs.
public struct Scenario: Sendable, Hashable {
  /// The name of the file, as it was given.
  public var file: String
  /// Which of several ways to play it this is, such as "sdk=v5"; nil where there is one.
  public var variant: String?
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

  /// What reports call it.
  public var name: String { file + (variant.map { " [\($0)]" } ?? "") }

  /// Where a statement is, as reports tell it.
  func place(of statement: Statement) -> String {
    let location = statement.location
    return "\(location.file):\(location.line)" + (variant.map { " [\($0)]" } ?? "")
  }

  /// The generation that its last launch is played with.
  public var generation: SDKGeneration {
    let words = (setup + statements).compactMap { statement -> ScenarioHeader.SDK? in
      if case .sdk(let sdk) = statement.command { sdk } else { nil }
    }
    return (words.last ?? header.sdk).generation
  }

  /// The same scenario once for everything that its header lets vary.
  public var variants: [Scenario] {
    if header.matrix.isEmpty { return [self] }
    return header.matrix.map { sdk in
      var scenario = self
      scenario.header.sdk = sdk
      scenario.variant = "sdk=" + sdk.rawValue
      return scenario
    }
  }

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
