/// Reads scenario files.
public enum ScenarioParser {
  /// Reads a scenario.
  ///
  /// - Throws: `ScenarioErrors` with the mistakes, at most `ScenarioErrors.limit`.
  /// - Complexity: O(n) in the statements that its blocks result in.
  public static func parse(
    _ bytes: [UInt8], file: String, texts: @escaping IncludedTexts = noTexts
  ) throws(ScenarioErrors) -> Scenario {
    let read = read(bytes, file: file, texts: texts)
    guard read.errors.isEmpty else { throw read.errors }
    return read.scenario
  }

  /// Reads a scenario.
  ///
  /// - Throws: `ScenarioErrors` with the mistakes, at most `ScenarioErrors.limit`.
  public static func parse(_ text: String, file: String) throws(ScenarioErrors) -> Scenario {
    try parse(Array(text.utf8), file: file)
  }

  /// Reads the valid parts of a scenario, with the mistakes of the others.
  package static func read(
    _ bytes: [UInt8], file: String, texts: @escaping IncludedTexts = noTexts
  ) -> ReadScenario {
    do {
      var reader = ScenarioReader(try SourceText(bytes, file: file), texts: texts)
      reader.read()
      return ReadScenario(
        scenario: reader.scenario, errors: reader.lines.errors, isAppWhole: reader.isAppWhole)
    } catch {
      var errors = ScenarioErrors()
      errors.add(error)
      return ReadScenario(scenario: Scenario(file: file), errors: errors, isAppWhole: false)
    }
  }

  /// Finds the paths of the files that a text includes, without reading anything else.
  ///
  /// - Complexity: O(n) in the length of the text.
  package static func includedPaths(in bytes: [UInt8], file: String) -> [String] {
    guard let source = try? SourceText(bytes, file: file) else { return [] }
    var lines = LineReader(source)
    var paths: [String] = []
    while let line = lines.next() {
      let place = line.tokens.firstIndex { $0.word == "include" }
      guard let place, place + 1 < line.tokens.count else { continue }
      if place == 0 || line.first.word == "under" { paths.append(line.tokens[place + 1].name) }
    }
    return paths
  }

  /// Whether the first word of a text opens a line of a scenario.
  package static func beginsWithVerb(_ bytes: [UInt8], file: String) -> Bool {
    guard let source = try? SourceText(bytes, file: file) else { return false }
    var lines = LineReader(source)
    guard let word = lines.next()?.first.word else { return false }
    return Form(verb: word) != nil || FormTable[.block][word] != nil
  }

  /// Rejects every file, for callers without files.
  public static func noTexts(_ path: String) throws(LoadFailure) -> [UInt8] {
    throw LoadFailure("\(path): only scenarios in files can include files")
  }
}

/// A scenario as far as it could be read.
package struct ReadScenario: Sendable {
  /// The scenario without invalid lines.
  package let scenario: Scenario
  package let errors: ScenarioErrors
  /// Whether every described app could be read, so that names can be checked.
  package let isAppWhole: Bool
}
