/// A bordered rectangle with a title at the top left and a footer at the bottom right.
///
/// ```
/// +-- 1 Events ------+
/// |                  |
/// +------- F follow -+
/// ```
///
/// The focused panel has a double line (in ASCII `=`), so that the focus does not depend on colour.
/// Without borders the first row holds the title, marked `>` under focus, and the footer.
package struct Panel: Sendable, Hashable {
  /// The text in the top border.
  package var title: String
  /// The text in the bottom border; empty for none.
  package var footer: String
  /// What the border is drawn with.
  package var borders: Borders
  /// Whether keys go to this panel.
  package var isFocused: Bool
  /// The style of border, title and footer.
  package var style: Style

  /// Creates a panel.
  package init(
    title: String = "", footer: String = "", borders: Borders = .utf8, isFocused: Bool = false,
    style: Style = .plain
  ) {
    self.title = title
    self.footer = footer
    self.borders = borders
    self.isFocused = isFocused
    self.style = style
  }

  /// The part of `rect` that the border leaves for content.
  package func inner(of rect: Rect) -> Rect {
    borders == .none ? rect.splitTop(1).rest : rect.inset()
  }

  /// Draws the border, clears the inside, and returns the inside.
  ///
  /// - Complexity: O(n) in the cells of the rectangle.
  @discardableResult
  package func draw(in rect: Rect, on buffer: inout CellBuffer) -> Rect {
    buffer.clipped(to: rect) { buffer in
      buffer.fill(rect)
      if let lines = borders.lines(isFocused: isFocused) {
        drawBorder(lines, rect, &buffer)
      } else {
        drawHeading(rect, &buffer)
      }
    }
    return inner(of: rect)
  }

  private func drawBorder(_ lines: BorderLines, _ rect: Rect, _ buffer: inout CellBuffer) {
    guard !rect.isEmpty else { return }
    let line = String(repeating: lines.horizontal, count: max(0, rect.columns - 2))
    let right = rect.endColumn - 1
    for row in rect.row..<rect.endRow {
      buffer.write(lines.vertical, at: Point(column: rect.column, row: row), style: style)
      buffer.write(lines.vertical, at: Point(column: right, row: row), style: style)
    }
    // The top goes last: of a panel one row high, its title is what matters.
    let bottom = lines.bottomLeft + line + lines.bottomRight
    buffer.write(bottom, at: Point(column: rect.column, row: rect.endRow - 1), style: style)
    drawFooter(in: rect, &buffer)
    buffer.write(lines.topLeft + line + lines.topRight, at: rect.origin, style: style)
    drawTitle(in: rect, &buffer)
  }

  private func drawTitle(in rect: Rect, _ buffer: inout CellBuffer) {
    let room = rect.columns - 7
    guard !title.isEmpty, room > 0 else { return }
    let text = TextWidth.truncate(title, to: room, ellipsis: borders.ellipsis)
    let start = Point(column: rect.column + 3, row: rect.row)
    buffer.write(" \(text) ", at: start, style: style)
  }

  private func drawFooter(in rect: Rect, _ buffer: inout CellBuffer) {
    let room = rect.columns - 7
    guard !footer.isEmpty, room > 0 else { return }
    let text = TextWidth.truncate(footer, to: room, ellipsis: borders.ellipsis)
    let width = TextWidth.columns(of: text) + 2
    let start = Point(column: rect.endColumn - 3 - width, row: rect.endRow - 1)
    buffer.write(" \(text) ", at: start, style: style)
  }

  private func drawHeading(_ rect: Rect, _ buffer: inout CellBuffer) {
    let mark = isFocused ? "> " : "  "
    let heading = TextWidth.truncate(mark + title, to: rect.columns, ellipsis: borders.ellipsis)
    let used = buffer.write(heading, at: rect.origin, style: style)
    let room = rect.columns - used - 2
    let width = TextWidth.columns(of: footer)
    guard !footer.isEmpty, width <= room else { return }
    let start = Point(column: rect.endColumn - width, row: rect.row)
    buffer.write(footer, at: start, style: style)
  }
}

/// What panel borders are drawn with.
package enum Borders: Sendable, Hashable, CaseIterable {
  /// Box-drawing lines, double ones around the focus.
  case utf8
  /// `+`, `-` and `|`, with `=` around the focus.
  case ascii
  /// No lines, only titles: quiet for a screen reader.
  case none

  /// The sign for text that is cut off, from the same set of characters.
  package var ellipsis: Ellipsis { self == .utf8 ? .utf8 : .ascii }

  /// The characters of one border, or nil for none.
  func lines(isFocused: Bool) -> BorderLines? {
    switch (self, isFocused) {
    case (.utf8, false): BorderLines("─", "│", "┌", "┐", "└", "┘")
    case (.utf8, true): BorderLines("═", "║", "╔", "╗", "╚", "╝")
    case (.ascii, false): BorderLines("-", "|", "+", "+", "+", "+")
    case (.ascii, true): BorderLines("=", "|", "+", "+", "+", "+")
    case (.none, _): nil
    }
  }
}

/// The six characters that a border is made of, each one column wide.
struct BorderLines {
  let horizontal: String
  let vertical: String
  let topLeft: String
  let topRight: String
  let bottomLeft: String
  let bottomRight: String

  init(
    _ horizontal: String, _ vertical: String, _ topLeft: String, _ topRight: String,
    _ bottomLeft: String, _ bottomRight: String
  ) {
    self.horizontal = horizontal
    self.vertical = vertical
    self.topLeft = topLeft
    self.topRight = topRight
    self.bottomLeft = bottomLeft
    self.bottomRight = bottomRight
  }
}

/// Where a panel over the others stands.
package enum Popup {
  /// A rectangle of the wanted size in the middle of `area`, made smaller where there is no room.
  package static func rect(columns: Int, rows: Int, in area: Rect) -> Rect {
    let width = min(max(columns, 0), area.columns)
    let height = min(max(rows, 0), area.rows)
    return Rect(
      column: area.column + (area.columns - width) / 2,
      row: area.row + (area.rows - height) / 2, columns: width, rows: height)
  }
}
