extension CellBuffer {
  /// The rows as text, each with exactly as many columns as the buffer has.
  ///
  /// - Complexity: O(n) in the number of cells.
  public var text: String { rowTexts().joined(separator: "\n") }

  /// The rows as text, without the spaces at their ends.
  ///
  /// - Complexity: O(n) in the number of cells.
  public var trimmedText: String {
    rowTexts().map { row in
      var scalars = row.unicodeScalars[...]
      while scalars.last == " " { scalars.removeLast() }
      return String(scalars)
    }.joined(separator: "\n")
  }

  /// The rows in quotes, followed by the runs of cells whose style is not plain.
  ///
  /// A run reads `row:first-last style`, with row and columns counted from 0 and both ends
  /// included.
  ///
  /// - Complexity: O(n) in the number of cells.
  public var styledText: String {
    var lines = rowTexts().map { "\"\($0)\"" }
    for row in 0..<size.rows {
      var column = 0
      while column < size.columns {
        let style = cells[index(column, row)].style
        let first = column
        while column < size.columns, cells[index(column, row)].style == style { column += 1 }
        if style != .plain { lines.append("\(row):\(first)-\(column - 1) \(style)") }
      }
    }
    return lines.joined(separator: "\n")
  }

  private func rowTexts() -> [String] {
    (0..<size.rows).map { row in
      cells[index(0, row)..<index(0, row + 1)].reduce(into: "") { $0 += $1.text }
    }
  }
}
