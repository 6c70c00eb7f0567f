import Testing

@testable import TerminalKit

/// How a screen leaves the terminal.
struct PictureTests {
  private static func buffer(_ columns: Int, _ draw: (inout CellBuffer) -> Void) -> CellBuffer {
    var buffer = CellBuffer(size: Size(columns: columns, rows: 1))
    draw(&buffer)
    return buffer
  }

  @Test func everyRowOfANSIEndsAsItBegan() {
    let buffer = Self.buffer(6) {
      $0.write("ab", at: Point(column: 1, row: 0), style: .lost.strong)
      $0.write("漢", at: Point(column: 4, row: 0), style: .attention.chip)
    }
    #expect(
      buffer.ansiRows(theme: .standard) == [
        " \u{1B}[1;31mab\u{1B}[0m \u{1B}[30;43m漢\u{1B}[0m"
      ])
  }

  @Test func plainTextHasNoSequences() {
    let buffer = Self.buffer(3) { $0.write("a\u{1B}", at: Point(column: 0, row: 0)) }
    #expect(buffer.ansiRows(theme: .standard) == [buffer.text])
    #expect(!buffer.text.contains("\u{1B}"))
  }

  private func picture(_ buffer: CellBuffer, _ title: String = "t") -> [String] {
    Array(ScreenPicture.lines(of: buffer, title: title, theme: .standard).dropFirst(4).dropLast(2))
  }

  @Test func aWordStandsWhereItsCellsAre() {
    let buffer = Self.buffer(9) {
      $0.write("ab <c>", at: Point(column: 1, row: 0), style: .dim)
    }
    #expect(
      picture(buffer) == [
        "<text x=\"8\" y=\"13\" textLength=\"16\" lengthAdjust=\"spacingAndGlyphs\" "
          + "fill=\"#d5d8de\" opacity=\"0.6\">ab</text>",
        "<text x=\"32\" y=\"13\" textLength=\"24\" lengthAdjust=\"spacingAndGlyphs\" "
          + "fill=\"#d5d8de\" opacity=\"0.6\">&lt;c&gt;</text>",
      ])
  }

  @Test func aChipHasBothOfItsColours() {
    let buffer = Self.buffer(2) {
      $0.write("ok", at: Point(column: 0, row: 0), style: .fired.chip)
    }
    let lines = picture(buffer)
    #expect(lines.first == "<rect x=\"0\" y=\"0\" width=\"16\" height=\"18\" fill=\"#8ccf7e\"/>")
    #expect(lines.last?.contains("fill=\"#16181d\"") == true)
  }

  @Test func bordersAreDrawnAsLines() {
    let buffer = Self.buffer(2) { $0.write("┌┃", at: Point(column: 0, row: 0)) }
    // An arm to the right and one down; then two, two pixels wide, that fill the cell.
    #expect(
      picture(buffer) == [
        "<path d=\"M3 9H8V10H3ZM4 8H5V18H4ZM11 0H13V10H11ZM11 8H13V18H11Z\" fill=\"#d5d8de\"/>"
      ])
  }

  @Test func theTitleIsText() {
    let lines = ScreenPicture.lines(
      of: Self.buffer(1) { _ in }, title: "<a> & \u{1B}[2J", theme: .mono)
    #expect(lines[1] == "<title>&lt;a&gt; &amp; ␛[2J</title>")
  }
}
