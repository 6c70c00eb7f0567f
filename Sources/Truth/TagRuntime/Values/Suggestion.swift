/// Finds the word that the user probably meant.
package enum Suggestion {
  /// Returns the number of letters that may differ: one of a short word, two of a longer one.
  static func distanceLimit(of length: Int) -> Int { length <= 4 ? 1 : 2 }
  /// Longer words are not compared: they are hardly ever mistyped, and the cost is the product of
  /// their lengths.
  static let lengthLimit = 64

  /// Returns the first known word that begins with the given one, or the nearest one within the
  /// limit.
  package static func nearest(to word: String, among known: some Sequence<String>) -> String? {
    let typed = Array(word.lowercased().unicodeScalars.prefix(lengthLimit + 1))
    guard !typed.isEmpty, typed.count <= lengthLimit else { return nil }
    let distanceLimit = distanceLimit(of: typed.count)
    var best: (word: String, distance: Int)?
    var completion: String?
    var ending: String?
    for candidate in known {
      let letters = Array(candidate.lowercased().unicodeScalars.prefix(lengthLimit + 1))
      guard letters.count <= lengthLimit else { continue }
      if completion == nil, typed.count >= 2, letters.starts(with: typed) { completion = candidate }
      // "fresh" is half of "prefer-fresh".
      if ending == nil, typed.count >= 4, letters.suffix(typed.count + 1) == ["-"] + typed {
        ending = candidate
      }
      // A word of which every letter would change is not a suggestion.
      guard abs(letters.count - typed.count) <= distanceLimit,
        case let distance = distance(typed, letters),
        distance <= distanceLimit, distance < max(typed.count, letters.count)
      else { continue }
      if distance < (best?.distance ?? .max) { best = (candidate, distance) }
    }
    // A user who stops after three letters of a word is more likely than one who mistypes another.
    let nearest = typed.count >= 3 ? completion ?? best?.word : best?.word ?? completion
    return nearest ?? ending
  }

  /// Levenshtein's distance, with a swap of two neighbours counted as one mistake.
  private static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for row in 0..<left.count {
      var current = [row + 1]
      for column in 0..<right.count {
        let change = last[column] + (left[row] == right[column] ? 0 : 1)
        var cost = min(change, last[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          cost = min(cost, beforeLast[column - 1] + 1)
        }
        current.append(cost)
      }
      beforeLast = last
      last = current
    }
    return last[right.count]
  }
}
