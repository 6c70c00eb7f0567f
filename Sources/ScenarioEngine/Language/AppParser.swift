import TagRuntime
public import TagSimulation

/// Reads app descriptions: files with one `app … end` block.
public enum AppParser {
  /// Reads an app.
  ///
  /// - Throws: `ScenarioErrors` with the mistakes, at most `ScenarioErrors.limit`.
  /// - Complexity: O(n) in the length of the text.
  public static func parse(_ bytes: [UInt8], file: String) throws(ScenarioErrors) -> App {
    var errors = ScenarioErrors()
    do {
      var reader = AppReader(LineReader(try SourceText(bytes, file: file)))
      reader.readFile()
      guard !reader.lines.errors.isEmpty else { return reader.app }
      errors = reader.lines.errors
    } catch {
      errors.add(error)
    }
    throw errors
  }

  /// Reads an app.
  ///
  /// - Throws: `ScenarioErrors` with the mistakes, at most `ScenarioErrors.limit`.
  public static func parse(_ text: String, file: String) throws(ScenarioErrors) -> App {
    try parse(Array(text.utf8), file: file)
  }
}
