/// Names by what people see of them, to find the one that was meant by another.
struct NearNames {
  private var nameOfLetters: [String: String] = [:]

  /// - Complexity: O(n) in the length of all names.
  init(_ names: some Sequence<String>) {
    for name in names {
      let letters = TextFolding.letters(of: name)
      if nameOfLetters[letters] == nil { nameOfLetters[letters] = name }
    }
  }

  /// The first name with the same letters that is another name, or nil.
  func nearest(to name: String) -> String? {
    let letters = TextFolding.letters(of: name)
    guard !letters.isEmpty, let near = nameOfLetters[letters], near != name else { return nil }
    return near
  }
}
