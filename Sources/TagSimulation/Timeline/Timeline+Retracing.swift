import TagRuntime

extension Timeline {
  /// A step that was done once more with tracing on.
  package struct RetracedStep {
    /// Its number, from 1.
    package let number: Int
    /// What was done; nil where time passed or something was due.
    package let act: Act?
    /// The world before it.
    package let before: Simulation
    /// The rows that it made, with explanations, in order.
    package let rows: [EventRow]
    /// The number of the first of its rows, from 1.
    package let firstRow: Int
  }

  /// Does all steps behind some first ones once more with tracing on, and shows each to somebody.
  ///
  /// - Parameters:
  ///   - steps: how many steps are left out at the beginning.
  ///   - rows: how many rows those made.
  ///   - look: looks at a step and what it did.
  /// - Complexity: O(n) in the steps; each event is evaluated slowly.
  package func retrace(
    afterStep steps: Int = 0, row rows: Int = 0, _ look: (RetracedStep) -> Void
  ) {
    var world = simulation(afterStep: steps)
    world.isTracing = true
    var row = rows
    for (number, step) in zip((steps + 1)..., self.steps(from: steps)) {
      let before = world
      let made = step.redo(on: &world).rows
      var act: Act?
      if case .act(let done) = step { act = done }
      look(
        RetracedStep(
          number: number, act: act, before: before, rows: made, firstRow: row + 1))
      row += made.count
    }
  }

  /// A step that was done once more.
  package struct RedoneStep {
    /// Its number, from 1.
    package let number: Int
    /// What was done; nil where time passed or something was due.
    package let act: Act?
    /// The world before it.
    package let before: Simulation
    /// The world after it.
    package let after: Simulation
    /// What it did.
    package let record: StepRecord
  }

  /// Does all steps once more and shows each to somebody, with the worlds before and after it,
  /// until they have seen enough.
  ///
  /// - Parameter look: looks at a step; false ends it.
  /// - Complexity: O(n) in the steps.
  package func redo(_ look: (RedoneStep) -> Bool) {
    var world = history.firstWorld
    for (number, step) in zip(1..., history.steps(upTo: stepCount)) {
      let before = world
      let record = step.redo(on: &world)
      var act: Act?
      if case .act(let done) = step { act = done }
      let redone = RedoneStep(
        number: number, act: act, before: before, after: world, record: record)
      guard look(redone) else { return }
    }
  }
}
