/// Something that was found to hold at a moment of a run, to be expected of a recording of it.
package struct KeptExpectation: Sendable, Hashable {
  /// The line that expects it.
  package let text: String
  /// When it held.
  let at: Progress
}

extension ScenarioRun {
  /// How many expectations are kept; the next is refused.
  package static let keptLimit = 1_000

  /// Has a recording expect what holds after a row.
  ///
  /// It stands right after the act that made the row, and in the middle of a wait at the time of
  /// the row. In the middle of another act no line can stand: it has to hold at its end, too.
  ///
  /// - Parameters:
  ///   - statement: what is expected.
  ///   - row: the number of the row; nil for the present.
  /// - Returns: why it cannot be kept; nil where it is.
  package mutating func keep(_ statement: Statement, afterRow row: Int?) -> String? {
    guard kept.count < Self.keptLimit else {
      return "\(Self.keptLimit) expectations are kept, as many as there can be"
    }
    var then = self
    if let row { then.cutBack(toRow: row) }
    var asked = then
    guard asked.execute(statement).outcome == .passed else { return "it does not hold" }
    var place = then.progress
    if let last = then.record.last, last.isClipped, !last.statement.command.isTimed {
      let end = record[then.record.count - 1].end
      var whole = self
      whole.cutBack(beforeRecord: then.record.count)
      guard whole.execute(statement).outcome == .passed else {
        return "it holds in the middle of '\(last.statement.text)', and not at its end"
      }
      place = end
    }
    let expectation = KeptExpectation(text: statement.text, at: place)
    guard !kept.contains(expectation) else { return "it is in the recording already" }
    kept.append(expectation)
    return nil
  }

  /// Forgets some of what was found to hold.
  mutating func forget(kept texts: [String]) { kept.removeAll { texts.contains($0.text) } }
}

extension Command {
  /// Whether it lets time pass and nothing else, so that it can be cut in two.
  var isTimed: Bool { traits.contains(.timed) }
}
