import OrderedCollections
import TagRuntime
import TagSimulation

/// A walk through the history of a run from its beginning: the run as it was after each step that
/// made rows. What is expected of it then is looked at as the statements of that time would have
/// done.
///
/// Every step is done again, so that the whole account of hits is there.
struct RunWalk {
  @Boxed private var whole: ScenarioRun
  /// The run as it was where the walk stands.
  @Boxed private(set) var run: ScenarioRun
  /// How many steps were done again.
  private(set) var step = 0
  /// The rows of the last of them, by their places.
  private(set) var rows = 0..<0
  /// The place in the record of the statement that the step belongs to, or that was done before it.
  private var place = 0
  /// What the history held when that statement began.
  private var start = RunExtent()

  init(through whole: ScenarioRun) {
    self.whole = whole
    run = whole
    run.timeline = whole.timeline.beginning()
    run.last = LastExtents()
    run.branchStarts = [:]
    run.isSought = true
  }

  /// Whether the walk has come to the present.
  var isOver: Bool { step >= whole.timeline.stepCount }

  /// Goes on to the next step that made rows; false where there is none, or after so many steps.
  mutating func next(upToStep limit: Int) -> Bool {
    let before = run.timeline.rows.count
    while run.timeline.rows.count == before {
      guard !isOver, step < limit, !run.timeline.isGivenUp else { return false }
      beginStatement(atStep: step)
      step += 1
      run.timeline.redo(step: step, of: whole.timeline)
      run.last.note(since: start, in: run.timeline)
    }
    rows = before..<run.timeline.rows.count
    return true
  }

  /// What a statement brought counts together.
  private mutating func beginStatement(atStep step: Int) {
    let record = whole.record
    let last = place
    while place + 1 < record.count, record[place + 1].before.steps <= step { place += 1 }
    if place > last || step == 0 { start = RunExtent(of: run.timeline) }
  }
}
