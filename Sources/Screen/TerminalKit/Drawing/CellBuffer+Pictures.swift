// Output of a screen: as text with colours, and as a picture.

extension CellBuffer {
  /// The rows with the sequences that set a terminal's colours and attributes. Every row ends with
  /// the terminal's own look.
  ///
  /// - Complexity: O(n) in the number of cells.
  package func ansiRows(theme: Theme) -> [String] {
    (0..<size.rows).map { row in
      styleRuns(row: row).reduce(into: "") { text, run in
        let codes = theme.look(of: run.style).ansiCodes
        let content = run.cells.map(\.text).joined()
        text += codes.isEmpty ? content : "\u{1B}[\(codes)m\(content)\u{1B}[0m"
      }
    }
  }

  /// Neighbouring cells with the same style.
  struct StyleRun {
    var column: Int
    var style: Style
    var cells: ArraySlice<Cell>
  }

  func styleRuns(row: Int) -> [StyleRun] {
    var runs: [StyleRun] = []
    var column = 0
    while column < size.columns {
      let first = column
      let style = cells[index(first, row)].style
      while column < size.columns, cells[index(column, row)].style == style { column += 1 }
      runs.append(
        StyleRun(
          column: first, style: style,
          cells: cells[index(first, row)..<index(first, row) + column - first]))
    }
    return runs
  }
}

extension Look {
  /// The numbers of "select graphic rendition"; empty for a plain look.
  fileprivate var ansiCodes: String {
    let flags: [(Attributes, Int)] = [(.bold, 1), (.dim, 2), (.underline, 4), (.reverse, 7)]
    var codes = flags.filter { attributes.contains($0.0) }.map(\.1)
    if let number = foreground.number { codes.append(30 + number) }
    if let number = background.number { codes.append(40 + number) }
    return codes.map(String.init).joined(separator: ";")
  }
}
