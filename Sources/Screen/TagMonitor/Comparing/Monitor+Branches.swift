import OrderedCollections
package import ScenarioEngine
import TagPanes
import TagRuntime
import TagSimulation

extension Monitor {
  /// Returns the run with a name, possibly the current one; nil if there is none.
  package func run(named name: String) -> ScenarioRun? {
    guard let branch = comparing.branches.named(name) else { return nil }
    return branch.id == comparing.branches.current ? run : branch.run
  }

  /// The world on which keys act, as of the selected event; in the past, an action branches there.
  var actedWorld: Simulation {
    guard let cursor else { return run.timeline.live }
    func world() -> Simulation {
      run.timeline.simulation(afterStep: run.step(ofBranchAt: cursor))
    }
    return drawn?.actedWorld(world) ?? world()
  }

  // MARK: Beginning

  /// Begins a branch from the selected moment, and makes it the current run.
  ///
  /// - Parameter name: its name; nil for a short automatic name.
  /// - Returns: Whether it began; if not, a message says why.
  @discardableResult
  package mutating func beginBranch(named name: String? = nil) -> Bool {
    beginBranch(named: name, isAskedFor: true)
  }

  /// Begins a branch from the selected moment, or from before a statement of the record.
  mutating func beginBranch(
    named name: String?, isAskedFor: Bool, beforeRecord place: Int? = nil
  ) -> Bool {
    if let why = whyNoBranch(name) {
      message = .failure(why)
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
    comparing.branches.begin(
      name, from: next.timeline.rowCount, start: next.record.count, isAskedFor: isAskedFor,
      leaving: Branches.Left(run: run, cursor: at, marks: finding.marks))
    if at == nil, place == nil {
      run = next
    } else {
      enter(next, at: nil)
    }
    return true
  }

  /// Begins a branch with the current run done again in another way, and shows it.
  ///
  /// - Parameters:
  ///   - shared: the number of rows that both are known to share.
  ///   - row: the row to select; nil for the present.
  ///   - again: does the run again; nil if it cannot be.
  /// - Returns: whether it began; if not, a message says why.
  mutating func beginBranch(
    from shared: Int, at row: Int?, again: (ScenarioRun) -> ScenarioRun?
  ) -> Bool {
    if let why = whyNoBranch(nil) {
      message = .failure(why)
      return false
    }
    let tour = telling.playback.tour
    guard keepUndone() else { return false }
    finishWait()
    guard let next = again(run) else {
      message = .failure("no file of this run has the container: it cannot be played with another")
      return false
    }
    close()
    comparing.branches.begin(
      nil, from: shared, start: next.record.count, isAskedFor: true, leaving: left)
    enter(next, at: row)
    telling.playback.tour = tour
    return true
  }

  /// Returns why no branch can begin; nil if one can.
  private func whyNoBranch(_ name: String?) -> String? {
    if comparing.isOneWorld {
      return "a phone with its disk in a file cannot branch: start without --device"
    }
    if comparing.branches.isFull {
      return "there are already \(Branches.limit) branches, the limit: drop one in :branches with "
        + "Del"
    }
    if let name, comparing.branches.named(name) != nil {
      return "branch \"\(name)\" already exists"
    }
    return nil
  }

  /// Handles `B` and `:branch`: begins a branch and reports it.
  mutating func branchHere(named name: String? = nil) {
    let from = comparing.branches.currentName
    guard beginBranch(named: name) else { return }
    refreshView()
    message = .ok(
      "New branch \(comparing.branches.currentName) from #\(comparing.branches.here.row); "
        + "\"\(from)\" is kept. z: undo, C: compare")
  }

  // MARK: Switching

  /// Makes another branch the current run.
  mutating func go(toBranch id: Int) {
    // Steps undone here stay here.
    guard id != comparing.branches.current, keepUndone() else { return }
    finishWait()
    guard let next = comparing.branches.go(to: id, leaving: left) else { return }
    enter(next.run, at: next.cursor, marks: next.marks)
    message = .ok(
      "this is \"\(comparing.branches.currentName)\", "
        + Counted.text(run.timeline.rowCount, "event") + ": go back with :branches")
  }

  /// The state of the current run, for a later return.
  private var left: Branches.Left {
    Branches.Left(run: run, cursor: cursor, marks: finding.marks)
  }

  /// Shows a run from a row on, without cached answers about another one.
  ///
  /// - Parameters:
  ///   - next: the run.
  ///   - row: the selected row; nil for the present.
  ///   - marks: the rows that are marked there; nil for those that it shares with the run before.
  mutating func enter(_ next: ScenarioRun, at row: Int?, marks: [Int]? = nil) {
    endLooks(ofChapter: true)
    telling.playback = Playback()
    run = next
    telling.tracing.switches += 1
    takeStory(of: next.scenario)
    // A question that was open when the run was left is still open.
    if let told = run.record.last(where: \.isTold), case .ask = told.statement.command {
      telling.playback.isAsking = true
    }
    telling.memory = ExplainMemory()
    telling.asked = nil
    finding.marks = marks ?? finding.marks.filter { $0 <= run.timeline.rowCount }
    selection.opened = []
    selection.tops = [:]
    view = WorldView(run.timeline.live)
    cursor = row.flatMap { $0 >= 1 && $0 <= run.timeline.rowCount ? $0 : nil }
    refreshView()
    settle()
  }

  /// Lets the rest of a playing wait pass, so that the run is between statements.
  private mutating func finishWait() {
    guard telling.playback.wait != nil else { return }
    let at = cursor
    endWait()
    cursor = at
  }

  // MARK: Actions

  /// Returns whether a statement can be executed. In the past, or after an undo, first keeps as a
  /// branch what would be lost.
  mutating func prepareAct() -> Bool {
    guard cursor != nil else { return prepareGoingOn() }
    return beginBranch(named: nil, isAskedFor: false)
  }

  /// Removes a branch that was begun for an action which then failed.
  mutating func takeBackEmptyBranch() {
    let here = comparing.branches.here
    guard let parent = here.parent, !here.isAskedFor,
      let next = comparing.branches.go(to: parent, leaving: left)
    else { return }
    comparing.branches.remove(here.id)
    enter(next.run, at: next.cursor, marks: next.marks)
  }

  /// Returns the remark on an action: its branch, and how to undo it.
  func actRemark(wasBack: Bool) -> String? {
    if comparing.isOneWorld { return nil }
    guard wasBack, let parent = comparing.branches.parentName(of: comparing.branches.currentName)
    else {
      return comparing.keptUndone.map { "the undone future is kept as \"\($0)\"; z undoes" }
        ?? "z undoes"
    }
    let here = comparing.branches.here
    return "branch \"\(here.name)\" from #\(here.row), \"\(parent)\" is kept; z undoes"
  }

  // MARK: Undo

  /// Handles `z`: returns to the moment before the user's last action on this branch.
  mutating func undo() {
    if comparing.isOneWorld { return say(.hint("a phone with its disk in a file cannot undo")) }
    if let name = comparing.branches.nameOfDropped(besides: comparing.undone.map(\.branches)) {
      changeBranches { $0.restoreDropped(as: name) }
      return say(.ok("\"\(name)\" is back"))
    }
    let here = comparing.branches.here
    // A branch stays as it was when its children began, and so does one of the scenario's.
    let isLeft =
      here.parent != nil && !here.isOfScenario && !comparing.branches.hasChildren(here.id)
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
      message = .hint("nothing of yours\(own) left to undo: , steps back, B branches there")
    }
  }

  /// The place in the record of the user's last change to the world, ignoring failed statements.
  private var lastAct: Int? {
    run.record.lastIndex { entry in
      guard entry.origin == .hand, entry.statement.command.changesWorld else { return false }
      if case .error = entry.outcome { return false }
      return true
    }
  }

  /// Undoes the statements from a place in the record on, and removes a branch that is then empty.
  private mutating func takeBack(_ words: String, to place: Int, isLeft: Bool) {
    finishWait()
    comparing.undone.append(Undone(left: left, branches: comparing.branches, words: words))
    if comparing.undone.count > Branches.undoLimit { forgetOneUndone() }
    if isLeft { return leaveBranch("undone: \(words)") }
    var next = run
    next.cutBack(beforeRecord: place)
    comparing.branches.countAsOne(0)
    enter(next, at: nil)
    message = .ok("undone: \(words)   Z: redo")
  }

  /// Drops the second of two states of the same branch: the first includes the steps of the others.
  private mutating func forgetOneUndone() {
    let place = comparing.undone.indices.dropFirst().first {
      comparing.undone[$0].branches.current == comparing.undone[$0 - 1].branches.current
    }
    comparing.undone.remove(at: place ?? comparing.undone.count - 1)
  }

  /// Changes the branches, also in the states that `Z` restores.
  mutating func changeBranches(_ change: (inout Branches) -> Void) {
    change(&comparing.branches)
    for place in comparing.undone.indices { change(&comparing.undone[place].branches) }
  }

  /// Handles `Z`: redoes the last undone step. It restores the branches of that time, but keeps
  /// later changes to names and dropped branches.
  mutating func redo() {
    guard let last = comparing.undone.popLast() else {
      return say(.hint("nothing to redo: z undoes your last action"))
    }
    comparing.branches = last.branches
    comparing.branches.forgetDropped()
    enter(last.left.run, at: last.left.cursor, marks: last.left.marks)
    message = .ok("redone: \(last.words)   z: undo")
  }

  /// Returns to the parent of a branch that no longer exists.
  private mutating func leaveBranch(_ said: String) {
    let here = comparing.branches.here
    guard let parent = here.parent, let next = comparing.branches.go(to: parent, leaving: left)
    else {
      return
    }
    comparing.branches.remove(here.id)
    enter(next.run, at: next.cursor, marks: next.marks)
    let place = cursor.map { ", back at #\($0)" } ?? ""
    message = .ok("\(said): this is \"\(comparing.branches.currentName)\"\(place)   Z: redo")
  }

  /// Keeps the undone steps as a branch, before other steps replace them.
  ///
  /// - Returns: whether there was room; if not, a message says why.
  mutating func keepUndone() -> Bool {
    comparing.keptUndone = nil
    comparing.branches.forgetDropped()
    // The first state of each branch includes all undone steps there.
    var lost: [Undone] = []
    for state in comparing.undone
    where !lost.contains(where: { $0.branches.current == state.branches.current }) {
      lost.append(state)
    }
    guard !lost.isEmpty else { return true }
    if comparing.branches.all.count + lost.count > Branches.limit {
      message = .failure(
        "the undone future would be lost, and there are already \(Branches.limit) branches: press "
          + "Z to redo, or drop a branch in :branches with Del")
      return false
    }
    comparing.keptUndone = lost.map { keep($0) }.joined(separator: "\", \"")
    comparing.undone = []
    return true
  }

  /// Keeps the undone steps of one branch, and restores the branch if it is gone.
  ///
  /// - Returns: the name of the branch.
  private mutating func keep(_ lost: Undone) -> String {
    let branch = lost.branches.here
    let run = lost.left.run
    guard let here = comparing.branches.at(branch.id) else {
      let parent = branch.parent.flatMap { comparing.branches.at($0)?.id } ?? 0
      return comparing.branches.keep(
        run, name: branch.name, below: parent, from: branch.row, start: branch.start)
    }
    let kept = here.run ?? self.run
    return comparing.branches.keep(
      run, below: here.id, from: kept.timeline.rowCount, start: kept.record.count)
  }
}

extension Command {
  /// Whether it queries the current world, and changes nothing.
  var isAsked: Bool { traits.contains(.looks) }
  /// Whether doing it in the past would discard what follows.
  var changesWorld: Bool {
    if case .settle = self { true } else { isAct }
  }
}

extension Monitor {
  /// The subject of `B`: the tag that is selected, or explained.
  private var subjectOfBranch: Explained {
    if let explaining { return explaining.top.subject }
    return focus == .tags ? context.explained : .nothing("")
  }

  /// Whether `B` tries something here instead of only beginning a branch.
  var canTry: Bool { !comparing.isOneWorld && context.trialPush(of: subjectOfBranch) != nil }

  /// Handles `B`: tries the nearest miss of the selected or explained tag on a branch; elsewhere
  /// begins a branch from the selected moment.
  mutating func branchOrTry() {
    let subject = subjectOfBranch
    guard let miss = context.trialPush(of: subject), let event = view.eventRow,
      case .tag(let name, let container) = subject
    else {
      close()
      return branchHere()
    }
    close()
    guard beginBranch(before: event) else { return }
    perform(line: miss.line)
    guard message?.kind == .ok else {
      let failure = message
      takeBackEmptyBranch()
      message = failure
      return
    }
    let tag = view.tags.first { $0.name == name && $0.containerID == container }
    let came = tag.map { $0.didFire ? "fires" : "does not fire" } ?? "is not evaluated"
    let here = comparing.branches.here
    message = .ok("\(name) \(came) with \(miss.words)")
    message?.remark = "branch \"\(here.name)\" from #\(here.row); z: undo"
    focus = .tags
    display.tab = .tags
    selection.tag =
      view.tags.firstIndex { $0.name == name && $0.containerID == container } ?? selection.tag
  }

  /// Begins a branch with the world before an event, so that it happens once; an event of the setup
  /// stays, and happens again.
  private mutating func beginBranch(before event: Timeline.Row) -> Bool {
    let isCut = event.number > 1 && run.step(ofBranchAt: event.number - 1) < event.step
    // If a statement cannot be split, its other effects must be repeated, too.
    let place = run.record.lastIndex { $0.rows.contains(event.number - 1) && $0.origin != .setup }
    if !isCut, let place {
      return beginBranch(named: nil, isAskedFor: false, beforeRecord: place)
    }
    cursor = isCut ? event.number - 1 : event.number
    refreshView()
    return beginBranch(named: nil, isAskedFor: false)
  }
}
