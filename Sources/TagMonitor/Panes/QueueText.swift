/// The text of the queue pane, and which of its lines belong to which hit.
struct QueueText: Sendable, Hashable {
  var lines: [Line]
  var rows: [Range<Int>] = []

  /// The lines of a hit by its place; nil where there is none.
  func selection(_ index: Int) -> Range<Int>? { rows.indices.contains(index) ? rows[index] : nil }
}
