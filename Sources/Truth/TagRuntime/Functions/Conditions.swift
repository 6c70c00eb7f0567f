/// The relation of two texts; they are compared by their bytes, so case counts.
package enum TextRelation: Sendable {
  case same
  case contains
  case begins
  case ends

  package func callAsFunction(_ left: String, _ right: String) -> Bool {
    switch self {
    case .same: ByteText.isSame(left, right)
    case .contains: ByteText.contains(left, right)
    case .begins: ByteText.begins(left, with: right)
    case .ends: ByteText.ends(left, with: right)
    }
  }
}

package enum NumberRelation: Sendable {
  case greater
  case greaterOrEqual
  case less
  case lessOrEqual

  /// Whether the relation holds for an order of numbers: -1, 0 or 1.
  package func callAsFunction(_ order: Int) -> Bool {
    switch self {
    case .greater: order > 0
    case .greaterOrEqual: order >= 0
    case .less: order < 0
    case .lessOrEqual: order <= 0
    }
  }
}

/// One kind of condition that the SDK implements.
package struct PredicateFunction: Sendable {
  /// The kind of comparison between the two sides.
  package enum Comparison: Sendable {
    /// As texts, case-sensitive.
    case text(TextRelation)
    /// As numbers: exact if both are integers, otherwise as doubles; -1, 0 or 1 in order.
    case number(NumberRelation)
    /// The right side is a pattern that is searched for in the left one.
    case pattern
  }

  package let id: String
  /// Its words for users: "equals".
  package let words: String
  /// The words for its opposite: "does not equal".
  package let negatedWords: String
  package let comparison: Comparison
}

// MARK: - The nine

/// The nine conditions of the SDK; both generations have the same ones. Texts are compared by their
/// bytes, so case counts. Numbers are exact if both sides are integers.
///
/// Source: LegacySDK §9.7.
extension PredicateFunction {
  package static let equals = text("_eq", "equals", "does not equal", .same)
  package static let contains = text("_cn", "contains", "does not contain", .contains)
  package static let startsWith = text("_sw", "starts with", "does not start with", .begins)
  package static let endsWith = text("_ew", "ends with", "does not end with", .ends)
  /// Found anywhere in the left text; case counts unless `ignore_case` is set.
  package static let matches = PredicateFunction(
    id: "_re", words: "matches", negatedWords: "does not match", comparison: .pattern)
  package static let greater = number(
    "_gt", "is greater than", "is not greater than", .greater)
  package static let greaterOrEquals = number(
    "_ge", "is at least", "is not at least", .greaterOrEqual)
  package static let less = number("_lt", "is less than", "is not less than", .less)
  package static let lessOrEquals = number("_le", "is at most", "is not at most", .lessOrEqual)

  /// Every condition of this runtime.
  package static let all = [
    equals, contains, startsWith, endsWith, matches, greater, greaterOrEquals, less, lessOrEquals,
  ]

  private static func text(
    _ id: String, _ words: String, _ negatedWords: String, _ relation: TextRelation
  ) -> PredicateFunction {
    PredicateFunction(id: id, words: words, negatedWords: negatedWords, comparison: .text(relation))
  }

  private static func number(
    _ id: String, _ words: String, _ negatedWords: String, _ relation: NumberRelation
  ) -> PredicateFunction {
    PredicateFunction(
      id: id, words: words, negatedWords: negatedWords, comparison: .number(relation))
  }

  private static let byID = Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0) })

  package static func named(_ id: String) -> PredicateFunction? { byID[id] }
}

/// Comparisons of texts as the SDK makes them: unit by unit, without regard to characters that look
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

  /// Whether a text occurs in another (Knuth, Morris and Pratt).
  ///
  /// - Complexity: O(n + m) for any texts.
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
