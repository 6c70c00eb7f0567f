/// One statement of a scenario or of the prompt.
public struct Statement: Sendable, Hashable {
  /// Where it is.
  public var location: ScenarioLocation
  /// Its source text on one line, without the comment.
  public var text: String
  /// The label it was given.
  public var label: String?
  /// Whether its failure counts only under `--strict`.
  public var isOptional: Bool
  /// What it does or expects.
  public var command: Command

  /// Creates a statement.
  public init(
    location: ScenarioLocation, text: String, label: String? = nil, isOptional: Bool = false,
    command: Command
  ) {
    self.location = location
    self.text = text
    self.label = label
    self.isOptional = isOptional
    self.command = command
  }
}
