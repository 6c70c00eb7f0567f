extension CellBuffer {
  /// The runs of cells that must be drawn to turn `old` into this buffer, top to bottom.
  ///
  /// A run holds wide characters whole. If the sizes differ, every row is one run.
  ///
  /// - Complexity: O(n) in the number of cells.
  public func differences(from old: CellBuffer) -> [CellRun] {
    guard size.columns > 0 else { return [] }
    return (0..<size.rows).flatMap { row in
      old.size == size ? runs(row: row, old: old) : [run(row, 0..<size.columns)]
    }
  }

  private func runs(row: Int, old: CellBuffer) -> [CellRun] {
    var runs: [CellRun] = []
    var column = 0
    while column < size.columns {
      let here = index(column, row)
      let width = max(cells[here].width, 1)
      var end = column
      while end < size.columns, differs(from: old, column: end, row: row) {
        end += max(cells[index(end, row)].width, 1)
      }
      if end > column { runs.append(run(row, column..<end)) }
      column = end > column ? end : column + width
    }
    return runs
  }

  private func differs(from old: CellBuffer, column: Int, row: Int) -> Bool {
    let here = index(column, row)
    let width = max(cells[here].width, 1)
    return cells[here..<(here + width)] != old.cells[here..<(here + width)]
  }

  private func run(_ row: Int, _ columns: Range<Int>) -> CellRun {
    CellRun(
      start: Point(column: columns.lowerBound, row: row),
      cells: Array(cells[index(columns.lowerBound, row)..<index(columns.upperBound, row)]))
  }
}
