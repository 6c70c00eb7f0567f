import TextKit

/// The lines around and between panes: boxes whose rectangles share their outer rows and columns,
/// so that one line separates two of them.
///
/// ```
/// +-- 1 Events ------#== 4 Tags =========#
/// |                  #                   #
/// +------- 3 more ---#===================#
/// ```
///
/// The lines of the focused box have the accent colour. Without colours they are heavy, or `=` and
/// `#` in ASCII, so that the focus does not depend on colour.
package struct BorderGrid {
  private let borders: Borders
  private let hasColors: Bool
  private let size: Size
  private var shapes: [BoxCharacter]
  private var isLit: [Bool]

  /// Creates a grid without boxes.
  ///
  /// - Parameters:
  ///   - size: the size of the screen.
  ///   - borders: the characters for lines.
  ///   - hasColors: whether the accent is visible.
  /// - Complexity: O(n) in the cells of the screen.
  package init(size: Size, borders: Borders, hasColors: Bool) {
    self.size = size
    self.borders = borders
    self.hasColors = hasColors
    let count = borders == .none ? 0 : size.columns * size.rows
    shapes = Array(repeating: BoxCharacter(), count: count)
    isLit = Array(repeating: false, count: count)
  }

  /// Adds the outline of a box.
  ///
  /// - Complexity: O(n) in the cells of the outline.
  package mutating func add(_ rect: Rect, isFocused: Bool) {
    guard borders != .none, rect.columns > 1, rect.rows > 1 else { return }
    let arm: BoxCharacter.Arm = isFocused && !hasColors && borders == .utf8 ? .heavy : .light
    let (left, right) = (rect.column, rect.endColumn - 1)
    let (top, bottom) = (rect.row, rect.endRow - 1)
    for column in left...right {
      for row in [top, bottom] {
        var shape = BoxCharacter()
        if column > left { shape.left = arm }
        if column < right { shape.right = arm }
        unite(shape, column, row, isFocused)
      }
    }
    for row in top...bottom {
      for column in [left, right] {
        var shape = BoxCharacter()
        if row > top { shape.up = arm }
        if row < bottom { shape.down = arm }
        unite(shape, column, row, isFocused)
      }
    }
  }

  private mutating func unite(_ shape: BoxCharacter, _ column: Int, _ row: Int, _ isFocused: Bool) {
    guard (0..<size.columns).contains(column), (0..<size.rows).contains(row) else { return }
    let index = row * size.columns + column
    shapes[index].unite(shape)
    if isFocused { isLit[index] = true }
  }

  /// Draws all lines.
  ///
  /// - Complexity: O(n) in the cells of the screen.
  package func draw(on buffer: inout CellBuffer) {
    let none = BoxCharacter()
    for index in shapes.indices {
      let shape = shapes[index]
      if shape == none { continue }
      let (row, column) = (index / size.columns, index % size.columns)
      guard row < buffer.size.rows, column < buffer.size.columns else { continue }
      let text = borders == .utf8 ? shape.text ?? " " : ascii(shape, isLit[index])
      // Line characters are one column wide and need not be measured.
      let cell = Cell(text: text, width: 1, style: isLit[index] ? .accent : .plain)
      buffer.place(cell, column: column, row: row)
    }
  }

  private func ascii(_ shape: BoxCharacter, _ isLit: Bool) -> String {
    let isVertical = shape.up != .none || shape.down != .none
    let isHorizontal = shape.left != .none || shape.right != .none
    if isVertical { return isLit ? "#" : isHorizontal ? "+" : "|" }
    return isLit ? "=" : "-"
  }
}

package struct BorderText: Sendable, Hashable {
  /// The text at the left of the upper border.
  package var title: String
  /// The text at the right of the upper border.
  package var note: String
  /// The text at the right of the lower border.
  package var footer: String
  /// Whether the box has the focus.
  package var isFocused: Bool

  package init(title: String, note: String = "", footer: String = "", isFocused: Bool = false) {
    self.title = title
    self.note = note
    self.footer = footer
    self.isFocused = isFocused
  }

  /// The columns of a border that no text covers: a corner, a line and a blank at each end.
  private static let edge = 3

  /// Writes the texts over the lines of a box.
  ///
  /// The note is shortened before the title, and is left out if there is no room for both.
  ///
  /// - Returns: the first column of the title.
  /// - Complexity: O(n) in the columns of the box.
  @discardableResult
  package func draw(in rect: Rect, _ borders: Borders, on buffer: inout CellBuffer) -> Int {
    let start = rect.column + Self.edge
    guard !rect.isEmpty else { return start }
    let style: Style = isFocused ? .bold : .plain
    if borders == .none {
      buffer.fill(
        Rect(column: rect.column, row: rect.row, columns: rect.columns, rows: 1),
        style: isFocused ? .selection : .underline)
    }
    let ground: Style = borders == .none ? isFocused ? .selection : .underline : style
    let room = rect.columns - 2 * Self.edge
    let wanted = TextWidth.columns(of: TerminalText.visible(note))
    let used = TextWidth.columns(of: TerminalText.visible(title))
    let hasNote = !note.isEmpty && used + wanted + 2 <= room
    // A title alone may reach the corner.
    write(title, at: start, row: rect.row, hasNote ? room : room + 1, ground, borders, on: &buffer)
    if hasNote {
      let column = rect.endColumn - Self.edge - wanted
      write(note, at: column, row: rect.row, wanted, ground, borders, on: &buffer)
    }
    let below = TextWidth.columns(of: TerminalText.visible(footer))
    if !footer.isEmpty, below <= room, rect.rows > 1 {
      let column = rect.endColumn - Self.edge - below
      write(footer, at: column, row: rect.endRow - 1, below, .plain, borders, on: &buffer)
    }
    return start
  }

  private func write(
    _ text: String, at column: Int, row: Int, _ room: Int, _ style: Style, _ borders: Borders,
    on buffer: inout CellBuffer
  ) {
    guard !text.isEmpty, room > 0 else { return }
    let cut = TextWidth.truncate(
      TerminalText.visible(text), to: room, ellipsis: borders.ellipsis)
    buffer.write(
      " \(cut) ", at: Point(column: column - 1, row: row), style: style, limit: room + 2)
  }
}
