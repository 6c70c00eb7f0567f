import TagRuntime

/// Limits texts of results: they quote containers and apps, which may be of any length, but a
/// report may not.
package enum BoundedText {
  /// The maximum number of characters (Unicode scalars) in a line.
  package static let lineLimit = 2000
  package static let lineCountLimit = 100

  /// Cuts a line to the limit.
  package static func cut(_ line: String) -> String {
    let scalars = line.unicodeScalars
    guard
      let end = scalars.index(scalars.startIndex, offsetBy: lineLimit, limitedBy: scalars.endIndex),
      end < scalars.endIndex
    else { return line }
    return String(line[..<end]) + "…"
  }

  /// Cuts lines to the limit, and limits their number.
  package static func cut(_ lines: [String], leftOut: Int = 0) -> [String] {
    let shown = lines.prefix(lineCountLimit).map { cut($0) }
    let rest = lines.count - shown.count + leftOut
    if rest <= 0 { return shown }
    return shown + ["and " + Counted.text(rest, "more line")]
  }
}
