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

  /// Lines cut to the limit, and not too many of them; `leftOut` more were never made.
  static func cut(_ lines: [String], leftOut: Int = 0) -> [String] {
    let shown = lines.prefix(lineCountLimit).map { cut($0) }
    let rest = lines.count - shown.count + leftOut
    if rest <= 0 { return shown }
    return shown + ["and " + Counted.text(rest, "more line")]
  }
}
