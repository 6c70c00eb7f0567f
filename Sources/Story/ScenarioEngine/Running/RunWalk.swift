import OrderedCollections
import TagRuntime
import TagSimulation

/// A walk through the history of a run from its beginning: the state of the run after each step
/// that made rows. Expectations are checked as statements of that time would have checked them.
///
/// The walk repeats every step, so that the whole record of hits is available.
struct RunWalk {
  @Boxed private var whole: ScenarioRun
  @Boxed private(set) var run: ScenarioRun
  private(set) var step = 0
  /// The range of rows made by the last of them.
  private(set) var rows = 0..<0
  /// The place in the record of the statement that the step belongs to, or that was executed before
  /// it.
  private var place = 0
  /// The extent of the history when that statement began.
  private var start = RunExtent()

  init(through whole: ScenarioRun) {
    self.whole = whole
    run = whole
    run.timeline = whole.timeline.beginning()
    run.last = LastExtents()
    run.branchStarts = [:]
    run.isSought = true
  }

  /// Whether the walk has reached the present.
  var isOver: Bool { step >= whole.timeline.stepCount }

  /// Advances to the next step that made rows; false if there is none, or the limit of steps is
  /// reached.
  mutating func next(upToStep limit: Int) -> Bool {
    let before = run.timeline.rowCount
    while run.timeline.rowCount == before {
      guard !isOver, step < limit, !run.timeline.isGivenUp else { return false }
      beginStatement(atStep: step)
      step += 1
      run.timeline.redo(step: step, of: whole.timeline)
      run.last.note(since: start, in: run.timeline)
    }
    rows = before..<run.timeline.rowCount
    return true
  }

  /// Begins a statement; all its effects count together.
  private mutating func beginStatement(atStep step: Int) {
    let record = whole.record
    let last = place
    while place + 1 < record.count, record[place + 1].before.steps <= step { place += 1 }
    if place > last || step == 0 { start = RunExtent(of: run.timeline) }
  }
}
