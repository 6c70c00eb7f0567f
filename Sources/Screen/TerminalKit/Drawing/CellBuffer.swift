import TextKit

/// A rectangle of styled cells: the next content of the screen.
///
/// Every row takes exactly `size.columns` columns. A wide character occupies two cells, of which
/// the second is empty; overwriting either half turns the other into a space. Text enters only
/// through ``write(_:at:style:limit:)``, which makes it visible first. Drawing outside the buffer
/// is ignored.
package struct CellBuffer: Sendable, Hashable {
  /// The number of columns and rows.
  package let size: Size
  var cells: [Cell]

  /// Creates a buffer of blank cells.
  ///
  /// - Complexity: O(n) in the number of cells.
  package init(size: Size) {
    self.size = size
    cells = Array(repeating: .blank, count: size.columns * size.rows)
  }

  /// The whole buffer as a rectangle.
  package var bounds: Rect { Rect(size) }

  /// The cell at a place, or nil outside the buffer.
  package subscript(point: Point) -> Cell? {
    bounds.contains(point) ? cells[index(point.column, point.row)] : nil
  }

  func index(_ column: Int, _ row: Int) -> Int { row * size.columns + column }

  /// Puts a cell into the buffer, and blanks the other halves of the wide characters that it cuts.
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

  // MARK: Drawing

  /// Draws a line of text from `start` to the right and returns the columns it used.
  ///
  /// The text is made visible first, and cut at `limit` columns and at the edges; a wide character
  /// that would be cut in half is replaced by a space. Columns left of the buffer count as used.
  ///
  /// `limit` is the most columns to use, or nil for no limit.
  ///
  /// - Returns: The columns from `start` to the end of what was drawn, 0 if nothing was.
  /// - Complexity: O(n) in the columns used, not in the length of the text.
  @discardableResult
  package mutating func write(
    _ text: String, at start: Point, style: Style = .plain, limit: Int? = nil
  ) -> Int {
    guard start.row >= 0, start.row < size.rows else { return 0 }
    let limitColumn = min(max(limit ?? Size.limit, 0), Size.limit) + start.column
    let end = min(limitColumn, size.columns)
    guard start.column < end else { return 0 }
    if TerminalText.isPrintableASCII(text) {
      return write(ascii: text, at: start, end: end, style: style)
    }
    let bound = TextWidth.scalarBound(columns: end - start.column)
    let visible = TerminalText.visible(text, maximumScalars: bound)

    var column = start.column
    for cluster in TextClusters(visible: visible) where cluster.width > 0 {
      if column >= end { break }
      guard cluster.isApart else {
        draw(cluster, column: column, row: start.row, end: end, style: style)
        column = min(column + cluster.width, end)
        continue
      }
      for piece in DrawnPieces(of: cluster.text) where column < end {
        draw(piece, column: column, row: start.row, end: end, style: style)
        column = min(column + piece.width, end)
      }
    }
    return column - start.column
  }

  /// Draws printable ASCII, in which every byte is a cell, so that nothing needs to be made visible
  /// or combined. Most of every screen is like this.
  private mutating func write(
    ascii text: String, at start: Point, end: Int, style: Style
  ) -> Int {
    var column = start.column
    for byte in text.utf8 {
      if column >= end { break }
      if column >= 0 {
        place(
          Cell(text: Self.ascii[Int(byte)], width: 1, style: style), column: column,
          row: start.row)
      }
      column += 1
    }
    return column - start.column
  }

  /// Every ASCII byte as text.
  private static let ascii = (UInt8(0)..<128).map { String(Unicode.Scalar($0)) }

  /// Turns the cells of a rectangle into spaces.
  ///
  /// - Complexity: O(n) in the cells of the rectangle.
  package mutating func fill(_ rect: Rect, style: Style = .plain) {
    let area = rect.intersection(bounds)
    for row in 0..<area.rows {
      for column in 0..<area.columns {
        place(.space(style), column: area.column + column, row: area.row + row)
      }
    }
  }

  /// Changes the style of a rectangle but not its text; underlined cells stay underlined.
  ///
  /// - Complexity: O(n) in the cells of the rectangle.
  package mutating func apply(_ style: Style, to rect: Rect) {
    let area = rect.intersection(bounds)
    for row in 0..<area.rows {
      for column in 0..<area.columns {
        let place = index(area.column + column, area.row + row)
        let line = cells[place].style.attributes.intersection(.underline)
        cells[place].style = Style(role: style.role, attributes: style.attributes.union(line))
      }
    }
  }

  /// Draws one piece; `row` is within the buffer, and `end` is not beyond it.
  private mutating func draw(
    _ piece: TextCluster, column: Int, row: Int, end: Int, style: Style
  ) {
    let fits = column >= 0 && column + piece.width <= end
    if fits {
      let cell = Cell(text: piece.text, width: piece.width, style: style)
      return place(cell, column: column, row: row)
    }
    for half in column..<(column + piece.width) where half >= 0 && half < end {
      place(.space(style), column: half, row: row)
    }
  }

  // MARK: Text

  /// The rows as text, each with exactly as many columns as the buffer has.
  ///
  /// - Complexity: O(n) in the number of cells.
  package var text: String { rowTexts().joined(separator: "\n") }

  /// The rows as text, without the spaces at their ends.
  ///
  /// - Complexity: O(n) in the number of cells.
  package var trimmedText: String {
    rowTexts().map { row in
      var scalars = row.unicodeScalars[...]
      while scalars.last == " " { scalars.removeLast() }
      return String(scalars)
    }.joined(separator: "\n")
  }

  private func rowTexts() -> [String] {
    (0..<size.rows).map { row in
      cells[index(0, row)..<index(0, row + 1)].reduce(into: "") { $0 += $1.text }
    }
  }

  // MARK: Differences

  /// The runs of cells that must be drawn to turn `old` into this buffer, top to bottom.
  ///
  /// A run contains wide characters whole. If the sizes differ, every row is one run.
  ///
  /// - Complexity: O(n) in the number of cells.
  package func differences(from old: CellBuffer) -> [CellRun] {
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
    if cells[here] != old.cells[here] { return true }
    return cells[here].width == 2 && cells[here + 1] != old.cells[here + 1]
  }

  private func run(_ row: Int, _ columns: Range<Int>) -> CellRun {
    CellRun(
      start: Point(column: columns.lowerBound, row: row),
      cells: Array(cells[index(columns.lowerBound, row)..<index(columns.upperBound, row)]))
  }
}

/// The content of one cell of the screen. Only the buffer makes them, which validates their text.
package struct Cell: Sendable, Hashable {
  /// A plain space.
  package static let blank = Cell(text: " ", width: 1, style: .plain)

  /// Visible text of one piece; empty in the second half of a wide character.
  package let text: String
  /// The columns taken from here: 1, 2, or 0 in the second half of a wide character.
  package let width: Int
  package internal(set) var style: Style

  static func space(_ style: Style) -> Cell { Cell(text: " ", width: 1, style: style) }
  static func tail(_ style: Style) -> Cell { Cell(text: "", width: 0, style: style) }
}

/// Neighbouring cells of one row that have changed.
package struct CellRun: Sendable, Hashable {
  /// The place of the first cell.
  package let start: Point
  /// The cells, from left to right, with both halves of every wide character.
  package let cells: [Cell]
}
