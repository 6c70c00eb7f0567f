import TagSimulation

/// What a few or many rows of the event list say, in one line of bounded length.
enum EventSummary {
  /// How many different rows are told.
  static let partLimit = 5

  /// The rows in order, equal ones in a row counted, and how many more there are.
  ///
  /// - Complexity: O(n) in the number of rows.
  static func text(of rows: some Collection<EventRow>) -> String {
    var parts: [(text: String, count: Int)] = []
    var told = 0
    for row in rows {
      let text = row.summary
      if let last = parts.last, last.text == text {
        parts[parts.count - 1].count += 1
      } else if parts.count < partLimit {
        parts.append((text, 1))
      } else {
        break
      }
      told += 1
    }
    var words = parts.map { $0.count == 1 ? $0.text : "\($0.count)x \($0.text)" }
    let rest = rows.count - told
    if rest > 0 { words.append("and " + Counted.text(rest, "more event")) }
    return words.map { BoundedText.cut($0) }.joined(separator: "; ")
  }
}
