import TagSimulation

/// An expectation that was true at a moment of a run, to be added to a recording of it.
package struct KeptExpectation: Sendable, Hashable {
  package let text: String
  /// The moment at which it was true.
  let at: Progress
}

extension ScenarioRun {
  /// The maximum number of stored expectations; further ones are refused.
  package static let keptLimit = 1_000

  /// Adds an expectation that is true after a row to the recording.
  ///
  /// Its line is right after the act that made the row, or, inside a wait, at the time of the row.
  /// A line cannot be inside another act: then it must also be true at the end of the act.
  ///
  /// - Parameters:
  ///   - statement: the expectation.
  ///   - row: the number of the row; nil for the present.
  /// - Returns: the reason why it cannot be stored; nil if it is.
  package mutating func keep(_ statement: Statement, afterRow row: Int?) -> String? {
    guard kept.count < Self.keptLimit else {
      return "\(Self.keptLimit) expectations are kept, which is the limit"
    }
    var then = self
    if let row { then.cutBack(toRow: row) }
    var asked = then
    guard asked.execute(statement).outcome == .passed else { return "it is not true here" }
    var place = then.progress
    if let last = then.record.last, last.isClipped, !last.statement.command.isTimed {
      let end = record[then.record.count - 1].end
      var whole = self
      whole.cutBack(beforeRecord: then.record.count)
      guard whole.execute(statement).outcome == .passed else {
        return "it is true in the middle of '\(last.statement.text)', but not at its end"
      }
      place = end
    }
    let expectation = KeptExpectation(text: statement.text, at: place)
    guard !kept.contains(expectation) else { return "it is in the recording already" }
    kept.append(expectation)
    return nil
  }

  /// Removes some of the stored expectations.
  mutating func forget(kept texts: [String]) { kept.removeAll { texts.contains($0.text) } }
}

extension Command {
  /// Whether it only lets time pass, so that it can be split.
  var isTimed: Bool { traits.contains(.timed) }
}
