import TextKit

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

  /// The text that makes a terminal of the same size show this buffer instead of another one: every
  /// run of cells that differs, with its position.
  ///
  /// A character that some terminals draw wider than others does not move the text after it. At the
  /// end, the terminal's own look is restored.
  ///
  /// - Parameters:
  ///   - old: The buffer that it shows; nil if unknown, so that the screen is cleared first.
  ///   - theme: The looks of the roles.
  /// - Returns: The text with its sequences; empty if nothing differs.
  /// - Complexity: O(n) in the number of cells.
  package func ansiChanges(from old: CellBuffer?, theme: Theme) -> String {
    let isKnown = old?.size == size
    let shown = isKnown ? old : nil
    var text = isKnown ? "" : "\u{1B}[0m\u{1B}[2J"
    var codes = ""
    for run in differences(from: shown ?? CellBuffer(size: size)) {
      var column = run.start.column
      var isPlaced = false
      for cell in run.cells where cell.width > 0 {
        if !isPlaced { text += "\u{1B}[\(run.start.row + 1);\(column + 1)H" }
        let wanted = theme.look(of: cell.style).ansiCodes
        if wanted != codes { text += wanted.isEmpty ? "\u{1B}[0m" : "\u{1B}[0;\(wanted)m" }
        codes = wanted
        text += cell.text
        column += cell.width
        isPlaced = TerminalText.isPrintableASCII(cell.text) || BoxCharacter(cell.text) != nil
      }
    }
    return codes.isEmpty ? text : text + "\u{1B}[0m"
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
