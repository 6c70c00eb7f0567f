import ScenarioEngine
import TagRuntime

/// The runs that were begun here, as a tree: one is the monitor's current run, the others wait.
package struct Branches: Sendable {
  /// The maximum number of kept runs.
  package static let limit = 32
  /// The maximum number of moves that can be undone and redone.
  package static let undoLimit = 100
  /// The name of the run that all others branch from.
  package static let firstName = ScenarioBranch.storyName

  /// A run with its place in the tree.
  struct Branch: Sendable {
    /// The number of the branch; names can change.
    let id: Int
    var name: String
    /// The run from which it branched; nil for the first.
    let parent: Int?
    /// The number of the row after which it began.
    let row: Int
    /// The number of statements that were recorded before it began.
    var start: Int
    /// Whether the user asked for it; otherwise an action in the past began it.
    let isAskedFor: Bool
    /// The number of its first statements that form one action, which is undone with the branch.
    var acts = 0

    /// Whether the scenario defines it.
    var isOfScenario = false

    /// Whether it plays a scenario from its beginning: as written, or in another way.
    var isStory: Bool { parent == nil || start == 0 }

    /// The run as it was left; nil for the current run.
    var run: ScenarioRun?
    /// The row that was selected when it was left; nil for the present.
    var cursor: Int?
    /// The rows that the user had marked when it was left.
    var marks: [Int] = []
  }

  /// The state of a run that is left, for a later return.
  struct Left: Sendable {
    let run: ScenarioRun
    let cursor: Int?
    let marks: [Int]
  }

  struct Listed {
    let branch: Branch
    /// Whether a line continues beside it, for each branch above it in the tree.
    let rails: [Bool]
    /// Whether it is the last child of its parent.
    let isLast: Bool
  }

  private(set) var all: [Branch]
  private(set) var current = 0
  /// The branch that was dropped last, until the user does something else.
  private(set) var dropped: Branch?
  /// The number of the next branch.
  private var next = 1

  init(of name: String = firstName) {
    all = [
      Branch(
        id: 0, name: name, parent: nil, row: 0, start: 0, isAskedFor: true)
    ]
  }

  /// The names of all branches, that of the first run first.
  package var names: [String] { all.map(\.name) }

  package var currentName: String { at(current)?.name ?? Self.firstName }

  /// Returns the name of a branch's parent; nil for the first branch, and for an unknown name.
  package func parentName(of name: String) -> String? {
    named(name)?.parent.flatMap { at($0)?.name }
  }

  var isFull: Bool { all.count >= Self.limit }

  var here: Branch { at(current) ?? all[0] }

  func at(_ id: Int) -> Branch? { all.first { $0.id == id } }

  func named(_ name: String) -> Branch? { all.first { $0.name == name } }

  /// All branches, each below its parent.
  var tree: [Listed] {
    func below(_ parent: Branch, _ rails: [Bool]) -> [Listed] {
      let children = all.filter { $0.parent == parent.id }
      return children.enumerated().flatMap { place, child in
        let isLast = place == children.count - 1
        return [Listed(branch: child, rails: rails, isLast: isLast)]
          + below(child, rails + [!isLast])
      }
    }
    return [Listed(branch: all[0], rails: [], isLast: true)] + below(all[0], [])
  }

  /// Whether the current run is the one that all others branch from.
  var isAtFirst: Bool { current == all[0].id }

  // MARK: Changing

  /// Changes the run that all others branch from, if it is not the current one.
  mutating func changeFirst(_ change: (inout ScenarioRun) -> Void) {
    guard all[0].run != nil else { return }
    if var run = all[0].run {
      all[0].run = nil
      change(&run)
      all[0].run = run
    }
  }

  /// Marks the statements so far, on the run that all others branch from, as not the user's own.
  mutating func beginFirst(after statements: Int) { all[0].start = statements }

  /// The last row shared with the run that all others branch from; nil for all rows.
  var sharedRows: Int? {
    var shared: Int?
    var branch = here
    while let parent = branch.parent.flatMap(at) {
      shared = min(shared ?? branch.row, branch.row)
      branch = parent
    }
    return shared
  }

  /// Returns a name that is not in use, here or in the other trees: "b1", "b2".
  private func freeName(besides others: [Branches] = []) -> String {
    var number = all.count { !$0.isOfScenario }
    while ([self] + others).contains(where: { $0.named("b\(number)") != nil }) { number += 1 }
    return "b\(number)"
  }

  /// Begins a branch from the current run, which is left as it is.
  mutating func begin(
    _ name: String?, from row: Int, start: Int, isAskedFor: Bool, leaving left: Left,
    below parent: Int? = nil
  ) {
    leave(left)
    all.append(
      Branch(
        id: next, name: name ?? freeName(), parent: parent ?? current, row: row, start: start,
        isAskedFor: isAskedFor))
    current = next
    next += 1
  }

  /// Adds a run beside the current one.
  ///
  /// - Returns: the name of its branch.
  mutating func keep(
    _ run: ScenarioRun, name: String? = nil, below parent: Int, from row: Int, start: Int,
    isOfScenario: Bool = false
  ) -> String {
    let name = name.flatMap { named($0) == nil ? $0 : nil } ?? freeName()
    all.append(
      Branch(
        id: next, name: name, parent: parent, row: row, start: start, isAskedFor: true,
        isOfScenario: isOfScenario, run: run))
    next += 1
    return name
  }

  /// Stores the current run in its branch.
  private mutating func leave(_ left: Left) {
    change(current) {
      $0.run = left.run
      $0.cursor = left.cursor
      $0.marks = left.marks
    }
  }

  /// Switches to another branch and leaves the current one.
  ///
  /// - Returns: the new current run, as it was left.
  mutating func go(to id: Int, leaving left: Left) -> Left? {
    guard id != current, let target = at(id), let next = target.run else { return nil }
    leave(left)
    change(id) { $0.run = nil }
    current = id
    return Left(run: next, cursor: target.cursor, marks: target.marks)
  }

  /// Marks the statements so far, on the current branch, as not the user's own.
  mutating func begin(after statements: Int) { change(current) { $0.start = statements } }

  /// Counts the statements so far on the current branch as one action, which is undone with it.
  mutating func countAsOne(_ acts: Int) { change(current) { $0.acts = acts } }

  /// Replaces the run of a branch that is not the current one.
  mutating func renew(_ id: Int, with run: ScenarioRun) {
    if id != current { change(id) { $0.run = run } }
  }

  mutating func rename(_ id: Int, to name: String) { change(id) { $0.name = name } }

  /// Removes a branch that has no children.
  mutating func remove(_ id: Int) { all.removeAll { $0.id == id && id != 0 } }

  /// Removes a branch for now; it can be restored until the user does something else.
  mutating func drop(_ id: Int) {
    dropped = at(id)
    remove(id)
  }

  /// Returns the name that the dropped branch gets when it is restored, here and in other trees:
  /// its old name may be in use again.
  func nameOfDropped(besides others: [Branches]) -> String? {
    guard let name = dropped?.name else { return nil }
    let isTaken = ([self] + others).contains { $0.named(name) != nil }
    return isTaken ? freeName(besides: others) : name
  }

  mutating func restoreDropped(as name: String) {
    if var dropped {
      dropped.name = name
      all.append(dropped)
    }
    dropped = nil
  }

  mutating func forgetDropped() { dropped = nil }

  func hasChildren(_ id: Int) -> Bool { all.contains { $0.parent == id } }

  private mutating func change(_ id: Int, _ change: (inout Branch) -> Void) {
    guard let index = all.firstIndex(where: { $0.id == id }) else { return }
    change(&all[index])
  }
}

/// A step that was undone and can be redone.
struct Undone: Sendable {
  @Boxed private(set) var left: Branches.Left
  /// The branches before the undo, with later changes to other branches.
  @Boxed var branches: Branches
  /// The undone step in a few words.
  let words: String
}
