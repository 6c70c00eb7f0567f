import OrderedCollections
import TagRuntime

/// Another way on from a mark of a scenario: what if something else had been done.
///
/// ```
/// setup -> story -> mark tunnel -> story -> teardown
///                        |
///                        +-> branch "off until 4:10" -> teardown
/// ```
public struct ScenarioBranch: Sendable, Hashable {
  /// The longest name, which is a part of the name of a file, in bytes.
  static let nameLimit = 100

  /// The name of the story itself, which none has.
  package static let storyName = "as written"

  /// What it is called.
  public let name: String
  /// The mark that it begins at.
  public let mark: String
  /// Where it is.
  public internal(set) var location: ScenarioLocation
  /// How many statements of the story come before its own: those up to the mark, with it.
  public internal(set) var position: Int
  /// What is done in it.
  public internal(set) var statements: [Statement] = []

  /// "branch "off until 4:10"", as reports and the monitor name it.
  package var title: String { "branch " + JSONWriter.write(.string(name)) }
}

extension Scenario {
  /// How many branches a scenario has.
  static let branchLimit = 64

  /// Every statement: those of the setup, of the story with the teardown, and of the branches.
  package var allStatements: [Statement] {
    setup + statements + branches.flatMap(\.statements)
  }

  /// The scenario whose story is that of a branch: what it tells up to the mark, then the branch,
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
  /// `branch "what if it stayed off" from tunnel`
  mutating func readBranch(_ line: TokenLine) {
    guard isOutside(line) else { return }
    let outer = (section: section, isLeftOut: isLeftOut)
    // What is wrong in the lines of a branch that cannot be played is told all the same.
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
        expected: "the story itself is called so, a branch needs another name")
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
    // A mark that is set again and again is meant as it was set last.
    let position = scenario.statements.lastIndex { $0.command == .mark(mark.name) }
    guard let position else { throw unknown(mark, cursor) }
    let first = cursor.line.first.position
    return ScenarioBranch(
      name: name.name, mark: mark.name,
      location: ScenarioLocation(file: lines.file, line: first.line, column: first.column),
      position: position + 1)
  }

  /// There is no moment to go on from but one of the story before it.
  private func unknown(_ mark: Token, _ cursor: TokenCursor) -> ScenarioError {
    let known = OrderedSet(
      scenario.statements.compactMap {
        if case .mark(let name) = $0.command { name } else { nil }
      })
    let expected =
      known.isEmpty
      ? "a line 'mark \(mark.source)' in the story before the branch"
      : "a mark of the story before the branch: " + TokenCursor.list(Array(known))
    return cursor.failure(
      .unknown(what: "mark"), mark, expected: expected,
      suggestion: Suggestion.nearest(to: mark.name, among: known))
  }
}
