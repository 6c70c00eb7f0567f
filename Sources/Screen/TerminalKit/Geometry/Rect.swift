/// A rectangle of cells: its top left corner and its size.
package struct Rect: Sendable, Hashable {
  /// The top left corner.
  package let origin: Point
  /// The number of columns and rows, never negative.
  package let size: Size

  /// Creates a rectangle from its corner and size; negative sizes become 0.
  package init(column: Int, row: Int, columns: Int, rows: Int) {
    origin = Point(column: column, row: row)
    size = Size(columns: columns, rows: rows)
  }

  /// Creates a rectangle that covers a whole screen of the given size.
  package init(_ size: Size) {
    origin = Point(column: 0, row: 0)
    self.size = size
  }

  /// The first column.
  package var column: Int { origin.column }
  /// The first row.
  package var row: Int { origin.row }
  /// The number of columns.
  package var columns: Int { size.columns }
  package var rows: Int { size.rows }
  /// The first column to the right of the rectangle.
  package var endColumn: Int { origin.column + size.columns }
  /// The first row below the rectangle.
  package var endRow: Int { origin.row + size.rows }
  /// Whether it contains no cell.
  package var isEmpty: Bool { size.isEmpty }

  /// Whether the cell at `point` is in the rectangle.
  package func contains(_ point: Point) -> Bool {
    point.column >= column && point.column < endColumn && point.row >= row && point.row < endRow
  }

  /// The cells in both rectangles; empty if they do not meet.
  package func intersection(_ other: Rect) -> Rect {
    let left = max(column, other.column)
    let top = max(row, other.row)
    return Rect(
      column: left, row: top,
      columns: min(endColumn, other.endColumn) - left,
      rows: min(endRow, other.endRow) - top)
  }

  // MARK: Splitting

  /// The rectangle without `columns` at the left and right and `rows` at the top and bottom.
  ///
  /// A rectangle that is too small becomes empty and stays inside the original.
  package func inset(columns: Int = 1, rows: Int = 1) -> Rect {
    let left = min(max(columns, 0), size.columns)
    let top = min(max(rows, 0), size.rows)
    return Rect(
      column: column + left, row: row + top,
      columns: size.columns - 2 * left, rows: size.rows - 2 * top)
  }

  /// Cuts off `rows` rows at the top, at most all of them.
  package func splitTop(_ rows: Int) -> (top: Rect, rest: Rect) {
    let cut = min(max(rows, 0), size.rows)
    return (
      Rect(column: column, row: row, columns: columns, rows: cut),
      Rect(column: column, row: row + cut, columns: columns, rows: size.rows - cut)
    )
  }

  /// Cuts off `rows` rows at the bottom, at most all of them.
  package func splitBottom(_ rows: Int) -> (rest: Rect, bottom: Rect) {
    let cut = min(max(rows, 0), size.rows)
    let (top, rest) = splitTop(size.rows - cut)
    return (top, rest)
  }

  /// Cuts off `columns` columns at the left, at most all of them.
  package func splitLeft(_ columns: Int) -> (left: Rect, rest: Rect) {
    let cut = min(max(columns, 0), size.columns)
    return (
      Rect(column: column, row: row, columns: cut, rows: rows),
      Rect(column: column + cut, row: row, columns: size.columns - cut, rows: rows)
    )
  }
}

/// A cell's place on the screen, counted from 0 at the top left.
///
/// Coordinates may be outside any screen; drawing there is ignored. They are clamped to
/// `-Point.limit...Point.limit`, so that arithmetic on them cannot overflow.
package struct Point: Sendable, Hashable {
  /// The largest magnitude of a coordinate.
  package static let limit = 1_000_000

  /// The column, counted from 0 at the left.
  package let column: Int
  /// The row, counted from 0 at the top.
  package let row: Int

  /// Creates a point, clamping both coordinates to `-Point.limit...Point.limit`.
  package init(column: Int, row: Int) {
    self.column = min(max(column, -Self.limit), Self.limit)
    self.row = min(max(row, -Self.limit), Self.limit)
  }
}

/// A number of columns and rows, each within `0...Size.limit`.
///
/// Values outside the range are clamped, so that arithmetic on sizes cannot overflow and a buffer
/// of any size can be allocated.
package struct Size: Sendable, Hashable {
  /// The largest number of columns or rows; the rest of a larger terminal stays blank.
  package static let limit = 2_048

  /// The size without any cells.
  package static let zero = Size(columns: 0, rows: 0)

  /// The number of columns, `0...Size.limit`.
  package let columns: Int
  /// The number of rows, `0...Size.limit`.
  package let rows: Int

  /// Creates a size, clamping both numbers to `0...Size.limit`.
  package init(columns: Int, rows: Int) {
    self.columns = min(max(columns, 0), Self.limit)
    self.rows = min(max(rows, 0), Self.limit)
  }

  /// Whether there are no cells.
  package var isEmpty: Bool { columns == 0 || rows == 0 }
}
