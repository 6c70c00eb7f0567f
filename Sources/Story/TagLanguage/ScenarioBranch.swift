import OrderedCollections
import TagRuntime

/// An alternative from a mark of a scenario on: what if another action had been taken.
///
/// ```
/// setup -> story -> mark tunnel -> story -> teardown
///                        |
///                        +-> branch "off until 4:10" -> teardown
/// ```
public struct ScenarioBranch: Sendable, Hashable {
  /// The maximum length of a name in bytes; a name is a part of a file name.
  static let nameLimit = 100

  /// The name of the story itself, which no branch may have.
  package static let storyName = "as written"

  /// The name in the line `branch "NAME" from MARK`, unique in the scenario.
  public let name: String
  /// The mark at which it begins.
  public let mark: String
  /// The file, line and column where the line `branch "NAME" from MARK` begins.
  public internal(set) var location: ScenarioLocation
  /// The number of statements of the story before its own: those up to the mark, with it.
  public internal(set) var position: Int
  /// The statements after the mark; the teardown of the story follows them.
  public internal(set) var statements: [Statement] = []

  /// The title in reports and the monitor: "branch "off until 4:10"".
  package var title: String { "branch " + name.quoted }
}

extension Scenario {
  package static let branchLimit = 64

  /// Every statement: those of the setup, of the story with the teardown, and of the branches.
  package var allStatements: [Statement] {
    setup + statements + branches.flatMap(\.statements)
  }

  /// Returns the scenario with the story of a branch: the story up to the mark, then the branch,
  /// then the teardown.
  package func played(as branch: ScenarioBranch) -> Scenario {
    var played = self
    let teardown = statements.suffix(teardownCount)
    played.statements = statements.prefix(branch.position) + branch.statements + teardown
    played.branches = []
    played.storyPublishes = statements.contains { $0.command.publishes }
    played.branch = branch
    played.variant = [variant, branch.title].compactMap { $0 }.joined(separator: ", ")
    return played
  }
}

// MARK: - Reading

extension ScenarioReader {
  /// Reads `branch "what if it stayed off" from tunnel`.
  mutating func readBranch(_ line: TokenLine) {
    guard isOutside(line) else { return }
    let outer = (section: section, isLeftOut: isLeftOut)
    // Mistakes in a branch that cannot be played are still reported.
    isLeftOut = true
    attempt(line) { (reader, cursor) throws(ScenarioError) in
      cursor.index = 1
      let (name, mark) = try reader.branchNames(&cursor)
      guard !outer.isLeftOut else { return }
      let branch = try reader.branch(name, from: mark, cursor)
      reader.scenario.branches.append(branch)
      reader.isLeftOut = false
    }
    section = .branch
    readBlock(line.first)
    (section, isLeftOut) = outer
  }

  private func branchNames(
    _ cursor: inout TokenCursor
  ) throws(ScenarioError) -> (name: Token, mark: Token) {
    let expected = "the name of the branch, at most \(ScenarioBranch.nameLimit) bytes"
    let name = try cursor.next(expected)
    guard !name.name.isEmpty, name.name.utf8.count <= ScenarioBranch.nameLimit else {
      throw cursor.unexpected(name, expected)
    }
    guard name.name != ScenarioBranch.storyName else {
      throw cursor.failure(
        .misplaced, name,
        expected: "the story itself has this name; choose another one for the branch")
    }
    try cursor.require("from")
    let mark = try cursor.next("the name of a mark")
    guard !mark.name.isEmpty else { throw cursor.unexpected(mark, "the name of a mark") }
    try cursor.end()
    return (name, mark)
  }

  private func branch(
    _ name: Token, from mark: Token, _ cursor: TokenCursor
  ) throws(ScenarioError) -> ScenarioBranch {
    if scenario.branches.contains(where: { $0.name == name.name }) {
      throw cursor.failure(.duplicate(what: "branch"), name)
    }
    if scenario.branches.count >= Scenario.branchLimit {
      throw cursor.failure(
        .misplaced, cursor.line.first,
        expected: "a scenario has at most \(Scenario.branchLimit) branches")
    }
    // A mark that is set repeatedly refers to its last place.
    let position = scenario.statements.lastIndex { $0.command == .mark(mark.name) }
    guard let position else { throw unknown(mark, cursor) }
    let first = cursor.line.first.position
    return ScenarioBranch(
      name: name.name, mark: mark.name,
      location: ScenarioLocation(file: lines.file, line: first.line, column: first.column),
      position: position + 1)
  }

  /// Returns the error for an unknown mark: a branch must begin at a mark of the story before it.
  private func unknown(_ mark: Token, _ cursor: TokenCursor) -> ScenarioError {
    let known = OrderedSet(
      scenario.statements.compactMap {
        if case .mark(let name) = $0.command { name } else { nil }
      })
    return cursor.failure(
      .unknown(what: "mark"), mark,
      expected: known.isEmpty ? "a line" : "a mark of the story before the branch",
      quoted: known.isEmpty
        ? " 'mark \(mark.source)' in the story before the branch"
        : ": " + Array(known).listed(),
      suggestion: Suggestion.nearest(to: mark.name, among: known))
  }
}
