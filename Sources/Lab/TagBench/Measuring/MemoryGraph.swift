/// A graph of a program's memory over time, drawn with characters.
package enum MemoryGraph {
  /// The most columns beside the scale.
  private static let columns = 60
  private static let rows = 12

  /// Returns the lines of the graph from top to bottom, with a scale in MB, and the peak below.
  ///
  /// - Parameters:
  ///   - samples: the bytes at equal intervals.
  ///   - span: the span of the samples, such as "10,000,000 pushes".
  /// - Returns: no lines if there are no samples.
  package static func lines(_ samples: [Int], over span: String) -> [String] {
    guard let peak = samples.max(), peak > 0 else { return [] }
    let count = min(columns, samples.count)
    // If several samples share a column, the highest counts.
    let heights = (0..<count).map { column in
      let part = samples[(column * samples.count / count)..<((column + 1) * samples.count / count)]
      return part.max() ?? 0
    }
    let top = megabytes(peak)
    var lines = (1...rows).reversed().map { row in
      let level = top * row / rows
      let bars = heights.map { $0 * rows >= peak * (row - 1) + peak / 2 ? "#" : " " }.joined()
      return MeasureText.padded("\(level) MB", to: 8, isNumber: true) + " |" + trimmed(bars)
    }
    lines.append(String(repeating: " ", count: 8) + " +" + String(repeating: "-", count: count))
    lines.append(String(repeating: " ", count: 10) + "\(span); peak \(top) MB")
    return lines
  }

  /// Returns bytes in whole MB, rounded up.
  package static func megabytes(_ bytes: Int) -> Int { (bytes + (1 << 20) - 1) >> 20 }

  private static func trimmed(_ bars: String) -> String {
    String(bars[..<(bars.lastIndex(of: "#").map { bars.index(after: $0) } ?? bars.startIndex)])
  }
}
