package import ScenarioEngine
import TagRuntime

/// What is wrong with a configuration.
package struct ConfigurationMistakes: Sendable {
  /// The most mistakes that are told.
  private static let limit = 20

  /// The first mistakes, with their places.
  package private(set) var told: [LoadProblem] = []
  /// How many there are, the ones that are not told among them.
  package private(set) var count = 0

  /// Creates mistakes.
  package init(_ problems: [LoadProblem] = []) {
    for problem in problems { add(problem) }
  }

  /// Adds one more.
  package mutating func add(_ problem: LoadProblem) {
    count += 1
    if told.count < Self.limit { told.append(problem) }
  }
}

/// The configuration: lines of the language that say how the screen looks and what keys do.
extension Monitor {
  /// The most bytes of a configuration.
  package static let configurationLimit = 1_000_000

  /// Obeys the lines of a configuration. One that is wrong is left out, and the others hold.
  ///
  /// - Parameters:
  ///   - text: the configuration.
  ///   - file: what mistakes call the file.
  /// - Returns: what is wrong, with the places.
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
          "'\(verb)' cannot stand in a configuration, which has theme, layout, speed, bind, and "
            + "set borders, copy-command, mouse, reader and system-rows: put it into a scenario",
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
  /// Whether it says how a user likes the screen, and nothing of what is looked at.
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
