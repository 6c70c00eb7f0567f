package import ScenarioEngine
import TagRuntime

package struct ConfigurationMistakes: Sendable {
  /// The maximum number of reported mistakes.
  private static let limit = 20

  /// The first mistakes, with their places.
  package private(set) var told: [LoadProblem] = []
  /// The number of mistakes, including those that are not reported.
  package private(set) var count = 0

  package init(_ problems: [LoadProblem] = []) {
    for problem in problems { add(problem) }
  }

  /// Adds a mistake; beyond the limit it is only counted.
  package mutating func add(_ problem: LoadProblem) {
    count += 1
    if told.count < Self.limit { told.append(problem) }
  }
}

/// The configuration: lines of the language that set how the screen looks and what keys do.
extension Monitor {
  /// The largest size of a configuration, in bytes.
  package static let configurationLimit = 1_000_000

  /// Applies the lines of a configuration. A wrong line is skipped and the others still apply.
  ///
  /// - Parameters:
  ///   - text: the configuration.
  ///   - file: the file name to use in mistakes.
  /// - Returns: the mistakes, with their places.
  package mutating func configure(_ text: String, file: String) -> ConfigurationMistakes {
    var mistakes = ConfigurationMistakes()
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() {
      if let problem = configure(line: String(line), number: index + 1, file: file) {
        mistakes.add(problem)
      }
    }
    message = nil
    return mistakes
  }

  private mutating func configure(line: String, number: Int, file: String) -> LoadProblem? {
    do throws(ScenarioError) {
      guard let statement = try StatementParser.parse(line: line, file: file) else { return nil }
      let place = ScenarioLocation(file: file, line: number, column: statement.location.column)
      guard case .view(let command) = statement.command, command.kind.isPreference else {
        let verb = line.trimmedSpaces.prefix { $0 != " " }
        return LoadProblem(
          "'\(verb)' is not allowed in a configuration, which takes theme, layout, speed, bind, "
            + "and set borders, copy-command, mouse, reader and system-rows: put it in a scenario",
          at: place)
      }
      message = nil
      obey(command)
      guard let message, message.kind == .failure else { return nil }
      return LoadProblem(message.said, at: place)
    } catch {
      return LoadProblem(
        error.sentence,
        at: ScenarioLocation(file: file, line: number, column: error.position.column))
    }
  }
}

extension ViewCommand.Kind {
  /// Whether the command is a preference about the screen, not about what it shows.
  fileprivate var isPreference: Bool {
    switch self {
    case .speed, .layout, .theme, .systemRows, .reader, .borders, .bind, .mouse,
      .copyCommand:
      true
    case .focus, .zoom, .highlight, .branches, .compare, .first, .when, .find, .filter,
      .differences:
      false
    }
  }
}
