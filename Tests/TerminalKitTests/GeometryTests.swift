import TerminalKit
import Testing

@Suite struct GeometryTests {
  @Test func `clamps what is out of range`() {
    #expect(Size(columns: -1, rows: .max) == Size(columns: 0, rows: Size.limit))
    #expect(Point(column: .min, row: .max) == Point(column: -Point.limit, row: Point.limit))
    #expect(Rect(column: .max, row: .max, columns: .max, rows: .max).endColumn > 0)
  }

  @Test(arguments: 0...9)
  func `splits cover the whole`(cut: Int) {
    let rect = Rect(column: 2, row: 3, columns: 7, rows: 5)
    let (left, right) = rect.splitLeft(cut)
    #expect(left.columns + right.columns == 7)
    #expect(right.column == left.endColumn)
    let (top, below) = rect.splitTop(cut)
    #expect(top.rows + below.rows == 5)
    #expect(below.row == top.endRow)
    #expect(rect.splitBottom(cut).bottom.rows == min(cut, 5))
  }

  @Test func `insets and intersects`() {
    let rect = Rect(column: 0, row: 0, columns: 4, rows: 1)
    #expect(rect.inset() == Rect(column: 1, row: 1, columns: 2, rows: 0))
    #expect(rect.intersection(Rect(column: 2, row: 0, columns: 9, rows: 9)).columns == 2)
    #expect(rect.intersection(Rect(column: 9, row: 9, columns: 9, rows: 9)).isEmpty)
    #expect(rect.contains(Point(column: 3, row: 0)))
    #expect(!rect.contains(Point(column: 4, row: 0)))
  }
}
