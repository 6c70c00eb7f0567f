import TagRuntime

/// The size of a recording.
package struct RecordedSum: Sendable, Hashable {
  /// The number of the user's actions.
  package var acts: Int
  /// The number of expectations.
  package var expected: Int

  /// Creates it from its parts.
  package init(acts: Int, expected: Int) {
    self.acts = acts
    self.expected = expected
  }

  /// "5 acts", "5 acts, 2 expected"
  package var words: String {
    Counted.text(acts, "act") + (expected > 0 ? ", \(expected) expected" : "")
  }
}
