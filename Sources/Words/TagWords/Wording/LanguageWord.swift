import TagRuntime

package enum LanguageWord {
  /// Returns a name as a plain word if possible, otherwise in quotes.
  package static func written(_ name: String) -> String {
    let isPlain = name.unicodeScalars.allSatisfy {
      $0.isASCII && ($0.properties.isAlphabetic || $0.properties.numericType != nil)
        || "._-/".unicodeScalars.contains($0)
    }
    return isPlain && !name.isEmpty ? name : name.quoted
  }
}
