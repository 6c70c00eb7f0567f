import TagRuntime

/// A pattern and, after a NUL, the text that it is looked for in.
enum FuzzPattern {
  static func check(_ bytes: [UInt8]) -> CInt {
    let parts = bytes.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
    let text = parts.count > 1 ? String(decoding: parts[1], as: UTF8.self) : ""
    for ignoreCase in [false, true] {
      for language in [PatternLanguage.icu, .javaScript] {
        do throws(PatternError) {
          let source = String(decoding: parts[0], as: UTF8.self)
          try look(
            for: Pattern(source, ignoreCase: ignoreCase, language: language), in: text)
        } catch {
          precondition(error.description.contains("; ") || error.description.contains(", "))
        }
      }
    }
    return 0
  }

  private static func look(for pattern: Pattern, in text: String) {
    let look = pattern.look(in: text)
    do throws(PatternLimit) {
      let group = try pattern.group(0, in: text)
      precondition(look == (group == nil ? .notFound : .found))
      _ = try pattern.group(pattern.groupCount, in: text)
    } catch {
      precondition(look == .gaveUp(error) && pattern.mayGiveUp)
    }
    _ = pattern.findsEverything
    _ = pattern.findsNothing
  }
}
