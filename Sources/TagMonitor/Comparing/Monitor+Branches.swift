package import ScenarioEngine
import TagRuntime
import TagSimulation

extension Monitor {
  /// The run of a name, the one at hand among them; nil where there is none of it.
  package func run(named name: String) -> ScenarioRun? {
    guard let branch = branches.named(name) else { return nil }
    return branch.id == branches.current ? run : branch.run
  }

  /// The world that the user looks at, on which keys act: in the past an act begins a branch there.
  var actedWorld: Simulation {
    guard let cursor else { return run.timeline.live }
    return run.timeline.simulation(afterStep: run.step(ofBranchAt: cursor))
  }

  // MARK: Beginning

  /// Begins a branch from the moment that is looked at; it becomes the run at hand.
  ///
  /// - Parameter name: what it is called; nil for a short name of its own.
  /// - Returns: Whether it began; a message says why not.
  @discardableResult
  package mutating func beginBranch(named name: String? = nil) -> Bool {
    beginBranch(named: name, isAskedFor: true)
  }

  /// Begins a branch from the moment that is looked at, or from before a statement of the record.
  mutating func beginBranch(
    named name: String?, isAskedFor: Bool, beforeRecord place: Int? = nil
  ) -> Bool {
    if let why = whyNoBranch(name) {
      message = Message(kind: .failure, text: why)
      return false
    }
    guard keepUndone() else { return false }
    let at = cursor
    finishWait()
    var next = run
    if let place {
      next.cutBack(beforeRecord: place)
    } else if let at {
      next.cutBack(toRow: at)
    }
    branches.begin(
      name, from: next.timeline.rows.count, start: next.record.count, isAskedFor: isAskedFor,
      leaving: Branches.Left(run: run, cursor: at, marks: finding.marks))
    if at == nil, place == nil {
      run = next
    } else {
      enter(next, at: nil)
    }
    return true
  }

  /// Why no branch can begin; nil where one can.
  private func whyNoBranch(_ name: String?) -> String? {
    if isOneWorld {
      return "a phone whose disk is kept in a file has one world: leave out --device to branch"
    }
    if branches.isFull {
      return "there are \(Branches.limit) branches, as many as are kept: :branches, then Del on one"
    }
    if let name, branches.named(name) != nil { return "there is a branch \"\(name)\" already" }
    return nil
  }

  /// `B` and `:branch`: begins a branch and says so.
  mutating func branchHere(named name: String? = nil) {
    let from = branches.currentName
    guard beginBranch(named: name) else { return }
    refreshView()
    message = Message(
      kind: .ok,
      text:
        "branch \"\(branches.currentName)\" from #\(branches.here.row) of \"\(from)\", which is "
        + "kept: z takes it back, C compares")
  }

  // MARK: Going

  /// Makes another branch the run at hand.
  mutating func go(toBranch id: Int) {
    // What was taken back here belongs here.
    guard id != branches.current, keepUndone() else { return }
    finishWait()
    guard let next = branches.go(to: id, leaving: left) else { return }
    enter(next.run, at: next.cursor, marks: next.marks)
    message = Message(
      kind: .ok,
      text: "this is \"\(branches.currentName)\", "
        + Counted.text(run.timeline.rows.count, "event") + ": :branches leads back")
  }

  /// The run at hand, as it is left.
  private var left: Branches.Left {
    Branches.Left(run: run, cursor: cursor, marks: finding.marks)
  }

  /// Shows a run from a row on; nothing that was found out about another one is kept.
  ///
  /// - Parameters:
  ///   - next: the run.
  ///   - row: the row that is looked at; nil for the present.
  ///   - marks: the rows that are marked there; nil for those that it shares with the run before.
  mutating func enter(_ next: ScenarioRun, at row: Int?, marks: [Int]? = nil) {
    let (pace, speed, lessons) = (playback.pace, playback.speed, playback.lessons)
    let (ways, storyBranches) = (playback.ways, playback.storyBranches)
    endLooks(ofChapter: true)
    playback = Playback()
    (playback.pace, playback.speed, playback.lessons) = (pace, speed, lessons)
    (playback.ways, playback.storyBranches) = (ways, storyBranches)
    run = next
    tracing.switches += 1
    takeStory(of: next.scenario)
    // A question that was open when the run was left is open still.
    if let told = run.record.last(where: \.isTold), case .ask = told.statement.command {
      playback.isAsking = true
    }
    memory = ExplainMemory()
    asked = nil
    finding.marks = marks ?? finding.marks.filter { $0 <= run.timeline.rows.count }
    selection.opened = []
    selection.tops = [:]
    view = WorldView(run.timeline.live)
    cursor = row.flatMap { $0 >= 1 && $0 <= run.timeline.rows.count ? $0 : nil }
    refreshView()
    settle()
  }

  /// Lets the rest of a wait pass that is being played, so that the run stands between statements.
  private mutating func finishWait() {
    guard playback.wait != nil else { return }
    let at = cursor
    endWait()
    cursor = at
  }

  // MARK: Acts

  /// Whether a statement can be done; in the past, or where something was taken back, what would be
  /// lost is kept as a branch first.
  mutating func prepareAct() -> Bool {
    guard cursor != nil else { return prepareGoingOn() }
    return beginBranch(named: nil, isAskedFor: false)
  }

  /// Takes a branch back that was begun for an act which could not be done.
  mutating func takeBackEmptyBranch() {
    let here = branches.here
    guard let parent = here.parent, !here.isAskedFor,
      let next = branches.go(to: parent, leaving: left)
    else { return }
    branches.remove(here.id)
    enter(next.run, at: next.cursor, marks: next.marks)
  }

  /// What is said behind what an act did: where it led, and how to take it back.
  func actRemark(wasBack: Bool) -> String? {
    if isOneWorld { return nil }
    guard wasBack, let parent = branches.parentName(of: branches.currentName) else {
      return keptUndone.map { "what was undone is kept as \"\($0)\"; z undoes" } ?? "z undoes"
    }
    let here = branches.here
    return "branch \"\(here.name)\" from #\(here.row), \"\(parent)\" is kept; z undoes"
  }
}

// MARK: - Undo

extension Monitor {
  /// `z`: returns to the moment before the last act of the user on this branch.
  mutating func undo() {
    if isOneWorld {
      message = Message(
        kind: .hint, text: "a phone whose disk is kept in a file has one world: nothing is undone")
      return
    }
    if let name = branches.nameOfDropped(besides: undone.map(\.branches)) {
      changeBranches { $0.restoreDropped(as: name) }
      message = Message(kind: .ok, text: "\"\(name)\" is back")
      return
    }
    let here = branches.here
    // Others go on from what is there when this one began: it stays as it was then. So does one
    // that the scenario began.
    let isLeft = here.parent != nil && !here.isOfScenario && !branches.hasChildren(here.id)
    let place = lastAct
    if here.acts > 0, run.record.count == here.start + here.acts {
      takeBack("branch \"\(here.name)\"", to: here.start, isLeft: isLeft)
    } else if let place, place >= here.start {
      let isFirst = place == here.start && !here.isAskedFor
      takeBack(run.record[place].statement.text, to: place, isLeft: isLeft && isFirst)
    } else if isLeft, run.record.count == here.start {
      takeBack("branch \"\(here.name)\"", to: here.start, isLeft: true)
    } else {
      let own = here.parent == nil ? "" : " since \"\(here.name)\" began"
      message = Message(
        kind: .hint,
        text: "nothing that you did\(own) is left to undo: , goes back to look, B branches there")
    }
  }

  /// The place in the record of what the user did last to the world; what could not be done did
  /// nothing.
  private var lastAct: Int? {
    run.record.lastIndex { entry in
      guard entry.origin == .hand, entry.statement.command.changesWorld else { return false }
      if case .error = entry.outcome { return false }
      return true
    }
  }

  /// Takes back what was done from a place in the record on; with the branch, where nothing is left
  /// of it.
  private mutating func takeBack(_ words: String, to place: Int, isLeft: Bool) {
    finishWait()
    undone.append(Undone(left: left, branches: branches, words: words))
    if undone.count > Branches.undoLimit { forgetOneUndone() }
    if isLeft { return leaveBranch("undone: \(words)") }
    var next = run
    next.cutBack(beforeRecord: place)
    branches.countAsOne(0)
    enter(next, at: nil)
    message = Message(kind: .ok, text: "undone: \(words)   Z does it again")
  }

  /// Leaves out the second of two that belong to one branch: the first holds all that the others
  /// hold.
  private mutating func forgetOneUndone() {
    let place = undone.indices.dropFirst().first {
      undone[$0].branches.current == undone[$0 - 1].branches.current
    }
    undone.remove(at: place ?? undone.count - 1)
  }

  /// Changes the branches, and those that `Z` leads back to with them.
  mutating func changeBranches(_ change: (inout Branches) -> Void) {
    change(&branches)
    for place in undone.indices { change(&undone[place].branches) }
  }

  /// `Z`: does again what was taken back last. The branches are those of then, but what was named,
  /// dropped or brought back since is so still.
  mutating func redo() {
    guard let last = undone.popLast() else {
      message = Message(kind: .hint, text: "nothing was undone: z takes back what you did last")
      return
    }
    branches = last.branches
    branches.forgetDropped()
    enter(last.left.run, at: last.left.cursor, marks: last.left.marks)
    message = Message(kind: .ok, text: "done again: \(last.words)   z undoes")
  }

  /// Goes back to where a branch began, which is there no more.
  private mutating func leaveBranch(_ said: String) {
    let here = branches.here
    guard let parent = here.parent, let next = branches.go(to: parent, leaving: left) else {
      return
    }
    branches.remove(here.id)
    enter(next.run, at: next.cursor, marks: next.marks)
    let place = cursor.map { ", back at #\($0)" } ?? ""
    message = Message(
      kind: .ok, text: "\(said): this is \"\(branches.currentName)\"\(place)   Z does it again")
  }

  /// Keeps what was taken back as a branch, before something else is done in its place.
  ///
  /// - Returns: whether that could be done; a message says why not.
  mutating func keepUndone() -> Bool {
    keptUndone = nil
    branches.forgetDropped()
    // The first of each branch is the whole of what was taken back there.
    var lost: [Undone] = []
    for state in undone
    where !lost.contains(where: { $0.branches.current == state.branches.current }) {
      lost.append(state)
    }
    guard !lost.isEmpty else { return true }
    if branches.all.count + lost.count > Branches.limit {
      message = Message(
        kind: .failure,
        text: "what was undone would be lost, and there are \(Branches.limit) branches: Z does it "
          + "again, or :branches and Del make room")
      return false
    }
    keptUndone = lost.map { keep($0) }.joined(separator: "\", \"")
    undone = []
    return true
  }

  /// Keeps what was taken back of one branch; one that is gone is there again.
  ///
  /// - Returns: its name.
  private mutating func keep(_ lost: Undone) -> String {
    let branch = lost.branches.here
    let run = lost.left.run
    guard let here = branches.at(branch.id) else {
      let parent = branch.parent.flatMap { branches.at($0)?.id } ?? 0
      return branches.keep(
        run, name: branch.name, below: parent, from: branch.row, start: branch.start)
    }
    let kept = here.run ?? self.run
    return branches.keep(
      run, below: here.id, from: kept.timeline.rows.count, start: kept.record.count)
  }
}

extension Command {
  /// Whether it asks about the world as it is, and changes nothing.
  var isAsked: Bool { traits.contains(.looks) }
  /// Whether something is lost by it in the past.
  var changesWorld: Bool {
    if case .settle = self { true } else { isAct }
  }
}
