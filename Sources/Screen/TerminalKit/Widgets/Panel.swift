package import TextKit

/// A bordered rectangle on top of others, with a title, a note and a footer in its border.
package struct Panel: Sendable, Hashable {
  package var text: BorderText
  /// The characters for the border.
  package var borders: Borders
  /// Whether the accent is visible.
  package var hasColors: Bool

  package init(_ text: BorderText, borders: Borders, hasColors: Bool) {
    self.text = text
    self.borders = borders
    self.hasColors = hasColors
  }

  /// The part of `rect` that the border leaves for content.
  package static func inner(of rect: Rect) -> Rect { rect.inset() }

  /// Draws the border, clears the inside, and returns the inside.
  ///
  /// - Complexity: O(n) in the cells of the screen.
  @discardableResult
  package func draw(in rect: Rect, on buffer: inout CellBuffer) -> Rect {
    buffer.fill(rect)
    var grid = BorderGrid(size: buffer.size, borders: borders, hasColors: hasColors)
    grid.add(rect, isFocused: text.isFocused)
    grid.draw(on: &buffer)
    text.draw(in: rect, borders, on: &buffer)
    return Self.inner(of: rect)
  }
}

/// The characters for panel borders.
package enum Borders: Sendable, Hashable, CaseIterable {
  /// Box-drawing lines.
  case utf8
  /// `+`, `-` and `|`, with `=` and `#` around the focus.
  case ascii
  /// No lines, only titles, which suits screen readers.
  case none

  /// The sign for cut text, from the same set of characters.
  package var ellipsis: Ellipsis { self == .utf8 ? .utf8 : .ascii }
}

/// The position of a panel on top of others.
package enum Popup {
  /// A rectangle of the requested size in the middle of `area`, smaller if there is no room.
  package static func rect(columns: Int, rows: Int, in area: Rect) -> Rect {
    let width = min(max(columns, 0), area.columns)
    let height = min(max(rows, 0), area.rows)
    return Rect(
      column: area.column + (area.columns - width) / 2,
      row: area.row + (area.rows - height) / 2, columns: width, rows: height)
  }
}
