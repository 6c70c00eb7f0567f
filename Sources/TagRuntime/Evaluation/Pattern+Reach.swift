extension Pattern {
  /// Patterns with anchors that are found in every line of text.
  private static let anchoredAll: Set<String> = [
    "^", "$", "^.*", ".*$", "^.*$", "^(.*)$", "^(.*)", "(.*)$",
  ]

  /// Whether the pattern is surely found in every text: it is found in the empty one and asks
  /// nothing of where it stands.
  var findsEverything: Bool {
    if Self.anchoredAll.contains(text) { return true }
    return isFound(in: "") && !text.contains { "^$\\".contains($0) }
  }

  /// Whether the pattern is surely found in no text: it wants a character before the beginning of
  /// the text or after its end.
  ///
  /// - Complexity: O(n) in the length of the pattern.
  var findsNothing: Bool {
    let letters = Array(text.unicodeScalars)
    guard !letters.contains("|"), !letters.contains("["), !letters.contains("\\") else {
      return false
    }
    for (position, letter) in letters.enumerated() {
      if letter == "^", position > 0, Self.isPlain(letters[position - 1]) { return true }
      guard letter == "$", position + 1 < letters.count, Self.isPlain(letters[position + 1]) else {
        continue
      }
      let after = position + 2 < letters.count ? letters[position + 2] : " "
      if !["?", "*", "{"].contains(after) { return true }
    }
    return false
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || scalar.properties.numericType != nil
  }
}
