/// Comparisons of texts as the SDK makes them: unit by unit, with no regard to characters that look
/// the same or belong together. (Swift's own would find "é" equal in both its spellings.)
enum ByteText {
  static func isSame(_ left: String, _ right: String) -> Bool {
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
