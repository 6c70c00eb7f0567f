/// One kind of condition that the SDK implements.
package struct PredicateFunction: Sendable {
  /// How the two sides are compared.
  package enum Comparison: Sendable {
    /// As texts, case-sensitive.
    case text(@Sendable (_ left: String, _ right: String) -> Bool)
    /// As numbers: exact when both are integers, else as doubles; -1, 0 or 1 in order.
    case number(@Sendable (_ order: Int) -> Bool)
    /// The right side is a pattern that is looked for in the left one.
    case pattern
  }

  package let id: String
  /// How people read it: "equals".
  package let words: String
  /// How people read its opposite: "does not equal".
  package let negatedWords: String
  package let comparison: Comparison
}

extension PredicateFunction {
  /// Every condition of this runtime; adding one means a file and a line here.
  package static let all: [PredicateFunction] = [
    .equals, .contains, .startsWith, .endsWith, .matches, .greater, .greaterOrEquals, .less,
    .lessOrEquals,
  ]

  private static let byID = Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0) })

  package static func named(_ id: String) -> PredicateFunction? { byID[id] }
}

// MARK: - Equals

extension PredicateFunction {
  /// The texts of both sides are the same, including case.
  package static let equals = PredicateFunction(
    id: "_eq", words: "equals", negatedWords: "does not equal",
    comparison: .text { ByteText.isSame($0, $1) })
}

// MARK: - Contains

extension PredicateFunction {
  /// The right text stands somewhere in the left one.
  static let contains = PredicateFunction(
    id: "_cn", words: "contains", negatedWords: "does not contain",
    comparison: .text { ByteText.contains($0, $1) })
}

// MARK: - Starts with

extension PredicateFunction {
  /// The left text begins with the right one.
  static let startsWith = PredicateFunction(
    id: "_sw", words: "starts with", negatedWords: "does not start with",
    comparison: .text { ByteText.begins($0, with: $1) })
}

// MARK: - Ends with

extension PredicateFunction {
  /// The left text ends with the right one.
  static let endsWith = PredicateFunction(
    id: "_ew", words: "ends with", negatedWords: "does not end with",
    comparison: .text { ByteText.ends($0, with: $1) })
}

// MARK: - Matches

extension PredicateFunction {
  /// The pattern is found somewhere in the left text; case counts unless `ignore_case` is set.
  package static let matches = PredicateFunction(
    id: "_re", words: "matches", negatedWords: "does not match", comparison: .pattern)
}

// MARK: - Greater

extension PredicateFunction {
  /// The left number is greater.
  static let greater = PredicateFunction(
    id: "_gt", words: "is greater than", negatedWords: "is not greater than",
    comparison: .number { $0 > 0 })
}

// MARK: - Greater or equals

extension PredicateFunction {
  /// The left number is greater or the same.
  static let greaterOrEquals = PredicateFunction(
    id: "_ge", words: "is at least", negatedWords: "is not at least",
    comparison: .number { $0 >= 0 })
}

// MARK: - Less

extension PredicateFunction {
  /// The left number is less.
  static let less = PredicateFunction(
    id: "_lt", words: "is less than", negatedWords: "is not less than",
    comparison: .number { $0 < 0 })
}

// MARK: - Less or equals

extension PredicateFunction {
  /// The left number is less or the same.
  static let lessOrEquals = PredicateFunction(
    id: "_le", words: "is at most", negatedWords: "is not at most", comparison: .number { $0 <= 0 })
}

/// Comparisons of texts as the SDK makes them: unit by unit, with no regard to characters that look
/// the same or belong together. (Swift's own would find "é" equal in both its spellings.)
package enum ByteText {
  package static func isSame(_ left: String, _ right: String) -> Bool {
    left.utf8.elementsEqual(right.utf8)
  }

  static func begins(_ text: String, with start: String) -> Bool {
    text.utf8.starts(with: start.utf8)
  }

  static func ends(_ text: String, with end: String) -> Bool {
    text.utf8.count >= end.utf8.count
      && text.utf8.suffix(end.utf8.count).elementsEqual(end.utf8)
  }

  /// Whether a text stands somewhere in another (Knuth, Morris and Pratt).
  ///
  /// - Complexity: O(n + m), whatever the texts are.
  static func contains(_ text: String, _ wanted: String) -> Bool {
    let needle = Array(wanted.utf8)
    guard !needle.isEmpty else { return true }
    var fallback = Array(repeating: 0, count: needle.count)
    var matched = 0
    for index in needle.indices.dropFirst() {
      while matched > 0, needle[index] != needle[matched] { matched = fallback[matched - 1] }
      if needle[index] == needle[matched] { matched += 1 }
      fallback[index] = matched
    }
    matched = 0
    for byte in text.utf8 {
      while matched > 0, byte != needle[matched] { matched = fallback[matched - 1] }
      if byte == needle[matched] { matched += 1 }
      if matched == needle.count { return true }
    }
    return false
  }
}
