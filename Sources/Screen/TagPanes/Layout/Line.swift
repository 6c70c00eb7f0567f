package import TerminalKit
package import TextKit

/// One line of a pane: pieces of text with their styles.
package struct Line: Sendable, Hashable {
  package struct Piece: Sendable, Hashable {
    package var text: String
    package var style: Style
  }

  package var pieces: [Piece]

  package init(_ text: String = "", _ style: Style = .plain) {
    pieces = text.isEmpty ? [] : [Piece(text: text, style: style)]
  }

  /// Returns a text on as many lines as it needs, each indented.
  package static func wrapped(
    _ text: String, columns: Int, indent: Int = 0, _ style: Style = .plain
  ) -> [Line] {
    let space = String(repeating: " ", count: indent)
    return Wrapping.lines(text, columns: columns - indent).map { Line(space + $0, style) }
  }

  package static func + (left: Line, right: Line) -> Line {
    var line = left
    line.pieces += right.pieces
    return line
  }

  package static func + (left: Line, right: String) -> Line { left + Line(right) }

  /// Draws the line from a point, in a number of columns; a line that is too long ends with a mark.
  package func draw(
    at point: Point, columns: Int, on buffer: inout CellBuffer, ellipsis: Ellipsis, over: Style
  ) {
    var used = 0
    for (index, piece) in pieces.enumerated() {
      let room = columns - used
      guard room > 0 else { return }
      let isLast = index == pieces.count - 1
      let safe = TerminalText.visible(piece.text)
      let next = isLast ? 0 : 1
      let fits = TextWidth.columns(of: safe) + next <= room
      let text = fits ? safe : TextWidth.truncate(safe, to: room, ellipsis: ellipsis)
      used += buffer.write(
        text, at: Point(column: point.column + used, row: point.row),
        style: piece.style.over(over), limit: room)
      if !fits, TextWidth.columns(of: safe) > room { return }
    }
  }
}

extension CellBuffer {
  /// Writes lines from the top of a rectangle; those beyond it are left out.
  package mutating func write(
    _ lines: [Line], in rect: Rect, _ borders: Borders, over style: Style = .plain
  ) {
    for (index, line) in lines.prefix(rect.rows).enumerated() {
      line.draw(
        at: Point(column: rect.column, row: rect.row + index), columns: rect.columns, on: &self,
        ellipsis: borders.ellipsis, over: style)
    }
  }
}

/// Breaks text into lines between words.
package enum Wrapping {
  /// Returns the lines of a text, none wider than a number of columns.
  ///
  /// A word that is wider than a line is cut. Data is made safe first, so that its width is known.
  ///
  /// - Complexity: O(n) in the length of the text.
  package static func lines(_ text: String, columns: Int) -> [String] {
    let columns = max(1, columns)
    let text = TerminalText.visible(text)
    if !text.hasPrefix(" "), TextWidth.columns(of: text) <= columns { return [text] }
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
      let extended = line.isEmpty ? String(word) : line + " " + word
      if TextWidth.columns(of: extended) <= columns {
        line = extended
        continue
      }
      if !line.isEmpty { lines.append(line) }
      line = String(word)
      while TextWidth.columns(of: line) > columns {
        let (head, tail) = cut(line, columns)
        lines.append(head)
        line = tail
      }
    }
    lines.append(line)
    return lines
  }

  private static func cut(_ text: String, _ columns: Int) -> (head: String, tail: String) {
    var head = ""
    var used = 0
    for character in text {
      let width = TextWidth.columns(of: character)
      if used + width > columns {
        guard head.isEmpty else { break }
        // An emoji of several parts may continue in the next line.
        let parts = TextWidth.drawn(String(character))
        if parts.count > 1 { return cut(parts + text.dropFirst(), columns) }
      }
      head.append(character)
      used += width
    }
    return (head, String(text.dropFirst(head.count)))
  }
}
