import TagRuntime
import TagSimulation

/// Reads scenario files.
public enum ScenarioParser {
  /// Reads a scenario.
  ///
  /// - Throws: `ScenarioErrors` with the mistakes, at most `ScenarioErrors.limit`.
  /// - Complexity: O(n) in the length of the text.
  public static func parse(
    _ bytes: [UInt8], file: String
  ) throws(ScenarioErrors) -> Scenario {
    let (scenario, errors) = read(bytes, file: file)
    guard errors.isEmpty else { throw errors }
    return scenario
  }

  /// Reads a scenario.
  ///
  /// - Throws: `ScenarioErrors` with the mistakes, at most `ScenarioErrors.limit`.
  public static func parse(_ text: String, file: String) throws(ScenarioErrors) -> Scenario {
    try parse(Array(text.utf8), file: file)
  }

  /// Reads what can be read of a scenario, with the mistakes in what cannot.
  public static func read(
    _ bytes: [UInt8], file: String
  ) -> (scenario: Scenario, errors: ScenarioErrors) {
    do {
      var reader = ScenarioReader(try SourceText(bytes, file: file))
      reader.read()
      return (reader.scenario, reader.lines.errors)
    } catch {
      var errors = ScenarioErrors()
      errors.add(error)
      return (Scenario(file: file), errors)
    }
  }
}
