import ScenarioEngine
import TagRuntime

/// The runs that were begun here, as a tree: one is at hand in the monitor, the others wait.
package struct Branches: Sendable {
  /// How many runs are kept.
  package static let limit = 32
  /// How many moves can be taken back and done again.
  package static let undoLimit = 100
  /// The name of the run that all others branch from.
  package static let firstName = ScenarioBranch.storyName

  /// A run with its place in the tree.
  struct Branch: Sendable {
    /// Its number; names may change.
    let id: Int
    var name: String
    /// The run from which it branched; nil for the first.
    let parent: Int?
    /// The number of the row after which it began.
    let row: Int
    /// How many statements had been recorded then.
    var start: Int
    /// Whether somebody asked for it; else an act in the past began it.
    let isAskedFor: Bool
    /// How many statements were done at its beginning as one act, which is taken back with it.
    var acts = 0

    /// Whether the scenario tells of it.
    var isOfScenario = false

    /// Whether it tells a scenario from its beginning: as it is written, or in another way.
    var isStory: Bool { parent == nil || start == 0 }

    /// The run as it was left; nil while it is at hand.
    var run: ScenarioRun?
    /// The row that was looked at when it was left; nil for the present.
    var cursor: Int?
    /// The rows that were marked by hand when it was left.
    var marks: [Int] = []
  }

  /// The run at hand as it is left, to be come back to.
  struct Left: Sendable {
    let run: ScenarioRun
    let cursor: Int?
    let marks: [Int]
  }

  /// A branch as it stands in a list of the tree.
  struct Listed {
    let branch: Branch
    /// Whether a line goes on beside it, for each branch above it in the tree.
    let rails: [Bool]
    /// Whether no other one of the same run follows.
    let isLast: Bool
  }

  private(set) var all: [Branch]
  /// The number of the one at hand.
  private(set) var current = 0
  /// The one that was dropped last, until something else is done.
  private(set) var dropped: Branch?
  /// The number of the next one.
  private var next = 1

  init(of name: String = firstName) {
    all = [
      Branch(
        id: 0, name: name, parent: nil, row: 0, start: 0, isAskedFor: true)
    ]
  }

  /// The names of all, the first one first.
  package var names: [String] { all.map(\.name) }

  /// The name of the one at hand.
  package var currentName: String { at(current)?.name ?? Self.firstName }

  /// The name of the run from which one branched; nil for the first, and for one that is not there.
  package func parentName(of name: String) -> String? {
    named(name)?.parent.flatMap { at($0)?.name }
  }

  /// Whether there is no room for another one.
  var isFull: Bool { all.count >= Self.limit }

  /// The one at hand.
  var here: Branch { at(current) ?? all[0] }

  func at(_ id: Int) -> Branch? { all.first { $0.id == id } }

  func named(_ name: String) -> Branch? { all.first { $0.name == name } }

  /// All of them, each below the one from which it branched.
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

  /// Whether the run that all others branch from is at hand.
  var isAtFirst: Bool { current == all[0].id }

  // MARK: Changing

  /// Changes the run that all others branch from, where another one is at hand.
  mutating func changeFirst(_ change: (inout ScenarioRun) -> Void) {
    guard all[0].run != nil else { return }
    if var run = all[0].run {
      all[0].run = nil
      change(&run)
      all[0].run = run
    }
  }

  /// Has what was done so far on the run that all others branch from be no act of the user's.
  mutating func beginFirst(after statements: Int) { all[0].start = statements }

  /// Up to which row the run at hand is the one that all others branch from; nil for all of it.
  var sharedRows: Int? {
    var shared: Int?
    var branch = here
    while let parent = branch.parent.flatMap(at) {
      shared = min(shared ?? branch.row, branch.row)
      branch = parent
    }
    return shared
  }

  /// A name that none has, nor any of other trees: "b1", "b2".
  private func freeName(besides others: [Branches] = []) -> String {
    var number = all.count { !$0.isOfScenario }
    while ([self] + others).contains(where: { $0.named("b\(number)") != nil }) { number += 1 }
    return "b\(number)"
  }

  /// Begins one from the run at hand, which is left as it is.
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

  /// Keeps a run beside the one at hand.
  ///
  /// - Returns: its name.
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

  /// Puts the run at hand away.
  private mutating func leave(_ left: Left) {
    change(current) {
      $0.run = left.run
      $0.cursor = left.cursor
      $0.marks = left.marks
    }
  }

  /// Goes to another one and leaves the one at hand.
  ///
  /// - Returns: the run that is at hand now, as it was left.
  mutating func go(to id: Int, leaving left: Left) -> Left? {
    guard id != current, let target = at(id), let next = target.run else { return nil }
    leave(left)
    change(id) { $0.run = nil }
    current = id
    return Left(run: next, cursor: target.cursor, marks: target.marks)
  }

  /// Has what was done so far be no act of the user's.
  mutating func begin(after statements: Int) { change(current) { $0.start = statements } }

  /// Counts what was done on the one at hand so far as one act, which is taken back with it.
  mutating func countAsOne(_ acts: Int) { change(current) { $0.acts = acts } }

  /// Has another run stand in the place of one that is not at hand.
  mutating func renew(_ id: Int, with run: ScenarioRun) {
    if id != current { change(id) { $0.run = run } }
  }

  mutating func rename(_ id: Int, to name: String) { change(id) { $0.name = name } }

  /// Forgets one that no other branched from.
  mutating func remove(_ id: Int) { all.removeAll { $0.id == id && id != 0 } }

  /// Forgets one for now; it can be brought back until something else is done.
  mutating func drop(_ id: Int) {
    dropped = at(id)
    remove(id)
  }

  /// The name that the dropped one has when it is back, here and in other trees: its own may have
  /// been given away.
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

/// What was taken back, to be done again.
struct Undone: Sendable {
  @Boxed private(set) var left: Branches.Left
  /// The branches as they were, with what became of others of them since.
  var branches: Branches
  /// What was taken back, in a few words.
  let words: String
}
