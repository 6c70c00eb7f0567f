extension CellBuffer {
  /// Draws a line of text from `start` to the right and returns the columns it used.
  ///
  /// The text is made visible first, and cut at `limit` columns and at the clip; a wide character
  /// that would be cut in half is replaced by a space. Columns left of the clip count as used.
  ///
  /// - Parameter limit: The most columns to use, or nil for all there are.
  /// - Returns: The columns from `start` to the end of what was drawn, 0 if nothing was.
  /// - Complexity: O(n) in the columns used, not in the length of the text.
  @discardableResult
  public mutating func write(
    _ text: String, at start: Point, style: Style = .plain, limit: Int? = nil
  ) -> Int {
    guard start.row >= clip.row, start.row < clip.endRow else { return 0 }
    let limitColumn = min(max(limit ?? Size.limit, 0), Size.limit) + start.column
    let end = min(limitColumn, clip.endColumn)
    guard start.column < end else { return 0 }
    let bound = TextWidth.scalarBound(columns: end - start.column)
    let visible = TerminalText.visible(text, maximumScalars: bound)

    var column = start.column
    for cluster in TextClusters(visible: visible) where cluster.width > 0 {
      if column >= end { break }
      draw(cluster, column: column, row: start.row, end: end, style: style)
      column = min(column + cluster.width, end)
    }
    return column - start.column
  }

  /// Turns the cells of a rectangle into spaces.
  ///
  /// - Complexity: O(n) in the cells of the rectangle.
  public mutating func fill(_ rect: Rect, style: Style = .plain) {
    let area = rect.intersection(clip)
    for row in 0..<area.rows {
      for column in 0..<area.columns {
        place(.space(style), column: area.column + column, row: area.row + row)
      }
    }
  }

  /// Changes the style of a rectangle and leaves its text.
  ///
  /// - Complexity: O(n) in the cells of the rectangle.
  public mutating func apply(_ style: Style, to rect: Rect) {
    let area = rect.intersection(clip)
    for row in 0..<area.rows {
      for column in 0..<area.columns {
        cells[index(area.column + column, area.row + row)].style = style
      }
    }
  }

  /// Copies another buffer so that its top left cell comes to `origin`.
  ///
  /// - Complexity: O(n) in the cells copied.
  public mutating func draw(_ other: CellBuffer, at origin: Point) {
    for row in 0..<other.size.rows {
      guard (clip.row..<clip.endRow).contains(origin.row + row) else { continue }
      for column in 0..<other.size.columns {
        let cell = other.cells[other.index(column, row)]
        if cell.width == 0 { continue }
        draw(
          TextCluster(text: cell.text, width: cell.width), column: origin.column + column,
          row: origin.row + row, end: clip.endColumn, style: cell.style)
      }
    }
  }

  /// Draws one piece; `row` is within the clip and `end` not beyond it.
  private mutating func draw(
    _ cluster: TextCluster, column: Int, row: Int, end: Int, style: Style
  ) {
    let fits = column >= clip.column && column + cluster.width <= end
    if fits {
      let cell = Cell(text: cluster.text, width: cluster.width, style: style)
      return place(cell, column: column, row: row)
    }
    for half in column..<(column + cluster.width) where half >= clip.column && half < end {
      place(.space(style), column: half, row: row)
    }
  }
}
