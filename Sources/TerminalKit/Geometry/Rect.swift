/// A rectangle of cells: its top left corner and its size.
public struct Rect: Sendable, Hashable {
  /// The top left corner.
  public let origin: Point
  /// The number of columns and rows, never negative.
  public let size: Size

  /// Creates a rectangle from its corner and size; negative sizes become 0.
  public init(column: Int, row: Int, columns: Int, rows: Int) {
    origin = Point(column: column, row: row)
    size = Size(columns: columns, rows: rows)
  }

  /// Creates a rectangle that covers a whole screen of the given size.
  public init(_ size: Size) {
    origin = Point(column: 0, row: 0)
    self.size = size
  }

  /// The first column.
  public var column: Int { origin.column }
  /// The first row.
  public var row: Int { origin.row }
  /// The number of columns.
  public var columns: Int { size.columns }
  /// The number of rows.
  public var rows: Int { size.rows }
  /// The first column to the right of the rectangle.
  public var endColumn: Int { origin.column + size.columns }
  /// The first row below the rectangle.
  public var endRow: Int { origin.row + size.rows }
  /// Whether there is no cell in it.
  public var isEmpty: Bool { size.isEmpty }

  /// Whether the cell at `point` lies in the rectangle.
  public func contains(_ point: Point) -> Bool {
    point.column >= column && point.column < endColumn && point.row >= row && point.row < endRow
  }

  /// The cells that both rectangles have; empty where they do not meet.
  public func intersection(_ other: Rect) -> Rect {
    let left = max(column, other.column)
    let top = max(row, other.row)
    return Rect(
      column: left, row: top,
      columns: min(endColumn, other.endColumn) - left,
      rows: min(endRow, other.endRow) - top)
  }
}
