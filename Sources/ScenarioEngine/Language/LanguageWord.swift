import TagRuntime

/// Names as words of the language.
package enum LanguageWord {
  /// A name as the language writes it: in quotes where it is no plain word.
  package static func written(_ name: String) -> String {
    let isPlain = name.unicodeScalars.allSatisfy {
      $0.isASCII && ($0.properties.isAlphabetic || $0.properties.numericType != nil)
        || "._-/".unicodeScalars.contains($0)
    }
    return isPlain && !name.isEmpty ? name : JSONWriter.write(.string(name))
  }
}
