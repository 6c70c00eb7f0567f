/// How much memory a program took over time, drawn with characters.
package enum MemoryGraph {
  /// How many columns it has at most beside its scale.
  private static let columns = 60
  private static let rows = 12

  /// The lines of the graph, the highest first, with a scale in MB and the peak below.
  ///
  /// - Parameters:
  ///   - samples: bytes, at equal distances.
  ///   - span: what they span, such as "10,000,000 pushes".
  /// - Returns: no line where there is no sample.
  package static func lines(_ samples: [Int], over span: String) -> [String] {
    guard let peak = samples.max(), peak > 0 else { return [] }
    let count = min(columns, samples.count)
    // Several samples in one column: the highest of them counts.
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

  /// Bytes in whole MB, rounded up.
  package static func megabytes(_ bytes: Int) -> Int { (bytes + (1 << 20) - 1) >> 20 }

  private static func trimmed(_ bars: String) -> String {
    String(bars[..<(bars.lastIndex(of: "#").map { bars.index(after: $0) } ?? bars.startIndex)])
  }
}
