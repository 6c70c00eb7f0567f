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

// MARK: - The nine

/// The nine conditions of the SDK; both generations have the same. Texts are compared by their
/// bytes, so case counts. Numbers are exact where both sides are integers.
///
/// Source: LegacySDK §9.7.
extension PredicateFunction {
  package static let equals = text("_eq", "equals", "does not equal") { ByteText.isSame($0, $1) }
  package static let contains = text("_cn", "contains", "does not contain") {
    ByteText.contains($0, $1)
  }
  package static let startsWith = text("_sw", "starts with", "does not start with") {
    ByteText.begins($0, with: $1)
  }
  package static let endsWith = text("_ew", "ends with", "does not end with") {
    ByteText.ends($0, with: $1)
  }
  /// Found anywhere in the left text; case counts unless `ignore_case` is set.
  package static let matches = PredicateFunction(
    id: "_re", words: "matches", negatedWords: "does not match", comparison: .pattern)
  package static let greater = number("_gt", "is greater than", "is not greater than") { $0 > 0 }
  package static let greaterOrEquals = number("_ge", "is at least", "is not at least") { $0 >= 0 }
  package static let less = number("_lt", "is less than", "is not less than") { $0 < 0 }
  package static let lessOrEquals = number("_le", "is at most", "is not at most") { $0 <= 0 }

  /// Every condition of this runtime.
  package static let all = [
    equals, contains, startsWith, endsWith, matches, greater, greaterOrEquals, less, lessOrEquals,
  ]

  private static func text(
    _ id: String, _ words: String, _ negatedWords: String,
    _ holds: @escaping @Sendable (_ left: String, _ right: String) -> Bool
  ) -> PredicateFunction {
    PredicateFunction(id: id, words: words, negatedWords: negatedWords, comparison: .text(holds))
  }

  private static func number(
    _ id: String, _ words: String, _ negatedWords: String,
    _ holds: @escaping @Sendable (_ order: Int) -> Bool
  ) -> PredicateFunction {
    PredicateFunction(id: id, words: words, negatedWords: negatedWords, comparison: .number(holds))
  }

  private static let byID = Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0) })

  package static func named(_ id: String) -> PredicateFunction? { byID[id] }
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
