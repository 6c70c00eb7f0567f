import TagRuntime
import TagSimulation
import Testing

@testable import ScenarioEngine

extension ScenarioError {
  /// The column and the sentence, for tables of single lines.
  var told: String { "\(position.column): \(sentence)" }
}

extension String {
  /// Whether it is a text of which parts may be left out: "found 'x' … did you mean 'y'?".
  func reads(_ pattern: String) -> Bool {
    let parts = (" " + pattern).split(separator: " …", omittingEmptySubsequences: false)
    guard (" " + self).hasPrefix(parts[0]) else { return false }
    var rest = (" " + self).dropFirst(parts[0].count)
    for part in parts.dropFirst().dropLast() where !part.isEmpty {
      guard let place = rest.firstRange(of: part) else { return false }
      rest = rest[place.upperBound...]
    }
    return parts.count == 1 ? rest.isEmpty : rest.hasSuffix(parts[parts.count - 1])
  }
}

/// A line is a mistake, and a part of what is said of it.
func expectMistake(
  _ line: String, _ told: String, sourceLocation: Testing.SourceLocation = #_sourceLocation
) {
  let error = #expect(throws: ScenarioError.self, sourceLocation: sourceLocation) {
    try StatementParser.parse(line: line)
  }
  #expect(
    error?.told.reads(told) == true, "\(line): \(error?.told ?? "")",
    sourceLocation: sourceLocation)
}

/// An app with some lines, from the fourth line of its file.
func app(of lines: String) throws(ScenarioErrors) -> App {
  try AppParser.parse("app \"X\"\npackage p\ncontainer c\n\(lines)\nend", file: "a")
}

/// Lines of an app are a mistake.
func expectAppMistake(
  _ lines: String, _ told: String, sourceLocation: Testing.SourceLocation = #_sourceLocation
) {
  let errors = #expect(throws: ScenarioErrors.self, sourceLocation: sourceLocation) {
    try app(of: lines)
  }
  let text = errors?.description ?? ""
  #expect(text.reads(told), "\(text)", sourceLocation: sourceLocation)
}

/// A line is a command, and is kept as it was written.
func expectCommand(
  _ line: String, _ command: Command,
  sourceLocation: Testing.SourceLocation = #_sourceLocation
) throws {
  let statement = try StatementParser.parse(line: line)
  #expect(statement?.command == command, sourceLocation: sourceLocation)
}

/// What is expected now can be expected later, or never.
func expectExpectation(
  _ text: String, _ expectation: ScenarioEngine.Expectation,
  sourceLocation: Testing.SourceLocation = #_sourceLocation
) throws {
  for (start, command) in [
    ("expect ", Command.expect(expectation)),
    ("eventually within 5s expect ", .eventually(within: .seconds(5), expectation)),
    ("never for 5s expect ", .never(for: .seconds(5), expectation)),
  ] {
    try expectCommand(start + text, command, sourceLocation: sourceLocation)
  }
}
