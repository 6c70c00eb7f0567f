import TerminalKit
import TextKit

/// Nothing that a terminal obeys is left, once is enough, and a row has the columns that it has.
enum FuzzTerminal {
  static func check(_ bytes: [UInt8]) -> CInt {
    let text = String(decoding: bytes, as: UTF8.self)
    let visible = TerminalText.visible(text)
    for scalar in visible.unicodeScalars {
      precondition(scalar.value >= 0x20 && !(0x7F..<0xA0).contains(scalar.value))
      precondition(!(0x202A...0x202E).contains(scalar.value))
    }
    precondition(TerminalText.visible(visible) == visible)
    let columns = TextWidth.columns(of: text)
    precondition(TextWidth.columns(of: visible) == columns)
    precondition(TextWidth.columns(of: TextWidth.padded(text, to: rowColumns)) == rowColumns)
    var row = CellBuffer(size: Size(columns: rowColumns, rows: 1))
    let used = row.write(text, at: Point(column: 0, row: 0))
    precondition(used == min(columns, rowColumns))
    precondition(TextWidth.columns(of: row.text) == rowColumns)
    return 0
  }

  private static let rowColumns = 40
}
