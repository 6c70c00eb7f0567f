import TagRuntime

extension Timeline {
  /// A step that was repeated with tracing on.
  package struct RetracedStep {
    /// Its number, from 1.
    package let number: Int
    /// The act of the step; nil if time passed or an event was due.
    package let act: Act?
    /// The world before it.
    package let before: Simulation
    /// The rows that it made, with explanations, in order.
    package let rows: [EventRow]
    /// The number of the first of its rows, from 1.
    package let firstRow: Int
  }

  /// Repeats all steps after the first ones with tracing on, and passes each to a closure.
  ///
  /// - Parameters:
  ///   - steps: the number of steps that are skipped at the beginning.
  ///   - limit: the number of steps that are repeated at most.
  ///   - rows: the number of rows that those made.
  ///   - look: inspects a step and its rows.
  /// - Complexity: O(n) in the steps; each event is evaluated slowly.
  package func retrace(
    afterStep steps: Int = 0, row rows: Int = 0, limit: Int = .max,
    _ look: (RetracedStep) -> Void
  ) {
    var world = simulation(afterStep: steps)
    world.isTracing = true
    var row = rows
    for (number, step) in zip((steps + 1)..., self.steps(from: steps).prefix(limit)) {
      let before = world
      let made = step.redo(on: &world).rows
      var act: Act?
      if case .act(let done, _) = step { act = done }
      look(
        RetracedStep(
          number: number, act: act, before: before, rows: made, firstRow: row + 1))
      row += made.count
    }
  }

  package struct RedoneStep {
    /// Its number, from 1.
    package let number: Int
    /// The act of the step; nil if time passed or an event was due.
    package let act: Act?
    /// The world before it.
    package let before: Simulation
    /// The world after it.
    package let after: Simulation
    /// The results of the step.
    package let record: StepRecord
    fileprivate let step: HistoryStep

    /// The rows of the step with explanations, as the world before it gives them.
    ///
    /// - Complexity: as doing the step once.
    package func tracedRows() -> [EventRow] {
      var world = before
      world.isTracing = true
      return step.redo(on: &world).rows
    }
  }

  /// Repeats all steps and passes each to a closure, with the worlds before and after it, until the
  /// closure ends the loop.
  ///
  /// - Parameter look: inspects a step; false ends the loop.
  /// - Complexity: O(n) in the steps.
  package func redo(_ look: (RedoneStep) -> Bool) {
    var world = history.firstWorld
    for (number, step) in zip(1..., history.steps(upTo: stepCount)) {
      let before = world
      let record = step.redo(on: &world)
      var act: Act?
      if case .act(let done, _) = step { act = done }
      let redone = RedoneStep(
        number: number, act: act, before: before, after: world, record: record, step: step)
      guard look(redone) else { return }
    }
  }
}
