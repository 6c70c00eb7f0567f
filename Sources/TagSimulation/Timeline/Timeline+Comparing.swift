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
}
