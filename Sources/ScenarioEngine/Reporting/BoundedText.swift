import TagRuntime

/// Texts of results, which quote containers and apps: those may be of any length, a report not.
package enum BoundedText {
  /// How many characters (Unicode scalars) of a line are told.
  static let lineLimit = 2000
  /// How many lines are told.
  static let lineCountLimit = 100

  /// A line cut to the limit.
  package static func cut(_ line: String) -> String {
    let scalars = line.unicodeScalars
    guard
      let end = scalars.index(scalars.startIndex, offsetBy: lineLimit, limitedBy: scalars.endIndex),
      end < scalars.endIndex
    else { return line }
    return String(line[..<end]) + "…"
  }

  /// Lines cut to the limit, and not too many of them.
  static func cut(_ lines: [String]) -> [String] {
    let rest = lines.count - lineCountLimit
    let told = lines.prefix(lineCountLimit).map { cut($0) }
    if rest <= 0 { return told }
    return told + ["and " + Counted.text(rest, "more line")]
  }
}
