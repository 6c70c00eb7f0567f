/// A place in a scenario, an app description or at the prompt.
public struct ScenarioLocation: Sendable, Hashable, CustomStringConvertible {
  /// The name of the file, as it was given.
  public var file: String
  /// The line, from 1.
  public var line: Int
  /// The column in Unicode scalars, from 1.
  public var column: Int

  /// Creates a location.
  public init(file: String, line: Int, column: Int) {
    self.file = file
    self.line = line
    self.column = column
  }

  /// The place as `offline.scenario:31:8`.
  public var description: String { "\(file):\(line):\(column)" }
}
