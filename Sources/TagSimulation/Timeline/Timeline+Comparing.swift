/// Two histories side by side.
extension Timeline {
  /// How many rows at the beginning two histories are known to share without a look at them: one of
  /// them is a copy of the other that went on by itself.
  ///
  /// They may share more, which a look at the rows tells.
  ///
  /// - Complexity: O(n) in the stretches of the history.
  package func knownSharedRows(with other: Timeline) -> Int {
    var rows = 0
    for (own, others) in zip(self.rows.history.stretches, other.rows.history.stretches) {
      guard own === others else { break }
      rows = own.end.rows
    }
    return rows
  }

  /// Looks at the worlds after some numbers of steps, which are given in order. A step between two
  /// of them is done once.
  ///
  /// - Complexity: O(n) in the steps between the first and the last, or less.
  package func look(afterSteps steps: [Int], _ look: (Simulation) -> Void) {
    guard var done = steps.first else { return }
    var world = simulation(afterStep: done)
    for step in steps {
      if step - done > History.stretchSteps {
        world = simulation(afterStep: step)
      } else if step > done {
        for number in done + 1...step { _ = rows.history.step(number).redo(on: &world) }
      }
      done = max(done, step)
      look(world)
    }
  }
}
