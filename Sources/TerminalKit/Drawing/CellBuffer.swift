/// A rectangle of styled cells: what the screen will show.
///
/// Every row always takes exactly `size.columns` columns: a wide character owns two cells, its
/// second half being an empty one, and whatever overwrites one half turns the other into a space.
/// Text gets in only through ``write(_:at:style:limit:)``, which makes it visible first. Drawing
/// outside of the buffer or of its clip is ignored.
public struct CellBuffer: Sendable, Hashable {
  /// The number of columns and rows.
  public let size: Size
  /// The part that drawing may change; at first all of it.
  public private(set) var clip: Rect

  var cells: [Cell]

  /// Creates a buffer of blank cells.
  ///
  /// - Complexity: O(n) in the number of cells.
  public init(size: Size) {
    self.size = size
    clip = Rect(size)
    cells = Array(repeating: .blank, count: size.columns * size.rows)
  }

  /// The whole buffer as a rectangle.
  public var bounds: Rect { Rect(size) }

  /// The cell at a place, or nil outside of the buffer.
  public subscript(point: Point) -> Cell? {
    bounds.contains(point) ? cells[index(point.column, point.row)] : nil
  }

  /// Draws with a smaller clip, which holds only within `body`.
  public mutating func clipped<Result>(
    to rect: Rect, _ body: (inout CellBuffer) -> Result
  ) -> Result {
    let outer = clip
    clip = outer.intersection(rect)
    defer { clip = outer }
    return body(&self)
  }

  func index(_ column: Int, _ row: Int) -> Int { row * size.columns + column }

  /// Puts a cell into the clip, mending the wide characters that it cuts.
  mutating func place(_ cell: Cell, column: Int, row: Int) {
    mend(column, row)
    if cell.width == 2 {
      mend(column + 1, row)
      cells[index(column + 1, row)] = .tail(cell.style)
    }
    cells[index(column, row)] = cell
  }

  private mutating func mend(_ column: Int, _ row: Int) {
    let here = index(column, row)
    switch cells[here].width {
    case 2: cells[here + 1] = .space(cells[here + 1].style)
    case 0: cells[here - 1] = .space(cells[here - 1].style)
    default: break
    }
  }
}
