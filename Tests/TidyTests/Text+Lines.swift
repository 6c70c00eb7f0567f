extension String {
  /// The lines with their numbers, from 1.
  var numberedLines: [(Int, Substring)] {
    Array(split(separator: "\n", omittingEmptySubsequences: false).enumerated())
      .map { ($0.offset + 1, $0.element) }
  }

  /// Without spaces at the ends.
  var trimmed: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}

extension StringProtocol {
  /// The names, keywords and numbers.
  var words: [SubSequence] { split { !$0.isLetter && !$0.isNumber && $0 != "_" } }
}
