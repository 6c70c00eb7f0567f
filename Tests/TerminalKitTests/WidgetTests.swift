import TerminalKit
import Testing

@Suite struct WidgetTests {
  private func drawn(
    _ columns: Int, _ rows: Int, _ body: (Rect, inout CellBuffer) -> Void
  ) -> String {
    var buffer = CellBuffer(size: Size(columns: columns, rows: rows))
    body(buffer.bounds, &buffer)
    return buffer.text
  }

  @Test(arguments: [
    (Borders.ascii, false, "+-- 4 Tags --------+\n|                  |\n+------ F follow --+"),
    (.ascii, true, "+== 4 Tags ========+\n|                  |\n+====== F follow ==+"),
    (.utf8, false, "┌── 4 Tags ────────┐\n│                  │\n└────── F follow ──┘"),
    (.utf8, true, "╔══ 4 Tags ════════╗\n║                  ║\n╚══════ F follow ══╝"),
    (.none, true, "> 4 Tags    F follow\n                    \n                    "),
  ])
  func `panels have a title and a footer`(borders: Borders, isFocused: Bool, expected: String) {
    let panel = Panel(title: "4 Tags", footer: "F follow", borders: borders, isFocused: isFocused)
    let text = drawn(20, 3) { rect, buffer in
      let inner = panel.draw(in: rect, on: &buffer)
      #expect(inner.columns == (borders == .none ? 20 : 18))
    }
    #expect(text == expected)
  }

  @Test func `panels of any size do no harm`() {
    for columns in 0...12 {
      for rows in 0...3 {
        for borders in Borders.allCases {
          let panel = Panel(title: "漢字漢字", footer: "漢字", borders: borders)
          _ = drawn(columns, rows) { rect, buffer in panel.draw(in: rect, on: &buffer) }
        }
      }
    }
  }

  @Test(arguments: [
    (10, 5, 0, 3, 0), (10, 5, 7, 0, 3), (10, 5, 2, 4, 2), (10, 5, 5, 3, 3), (3, 5, 2, 9, 0),
    (10, 0, 4, 2, 2), (0, 5, 3, 7, 0), (10, 5, 99, 0, 5), (10, 5, -4, 3, 0),
    (10, 5, .max, .max, 5), (10, 5, .min, .min, 0),
  ])
  func `scrolls as little as possible`(
    count: Int, height: Int, selected: Int, previous: Int, expected: Int
  ) {
    let offset = ScrollWindow.offset(
      count: count, height: height, selected: selected, previous: previous)
    #expect(offset == expected)
  }

  @Test func `scrolls a selection of several rows`() {
    #expect(ScrollWindow.offset(count: 20, height: 4, selection: 6..<8, previous: 0) == 4)
    #expect(ScrollWindow.offset(count: 20, height: 4, selection: 6..<16, previous: 0) == 6)
    #expect(ScrollWindow.offset(count: 20, height: 4, selection: nil, previous: 99) == 16)
  }

  @Test(arguments: [
    (30, 2, "Data  Values  [Tags]  Log     "), (14, 2, "Values  [Tags]"), (9, 2, "[Tags]   "),
    (4, 2, "[Tag"), (12, 0, "[Data]      "), (0, 2, ""), (12, 9, "Data  Values"),
  ])
  func `tabs keep the selected one in sight`(columns: Int, selected: Int, expected: String) {
    let tabs = Tabs(titles: ["Data", "Values", "Tags", "Log"], selected: selected)
    #expect(drawn(columns, 1) { rect, buffer in tabs.draw(in: rect, on: &buffer) } == expected)
  }

  @Test func `a popup stands in the middle`() {
    let area = Rect(column: 0, row: 0, columns: 10, rows: 5)
    let rect = Popup.rect(columns: 4, rows: 3, in: area)
    #expect(rect == Rect(column: 3, row: 1, columns: 4, rows: 3))
    #expect(Popup.rect(columns: 99, rows: 99, in: area) == area)
  }

  @Test func `a menu moves and jumps to letters`() {
    var menu = Menu(items: ["alpha", "beta", "Bravo", "漢字漢字"])
    menu.move(by: .max)
    #expect(menu.selected == 3)
    menu.move(by: -1)
    #expect(menu.selected == 2)
    let found = menu.select(startingWith: "b")
    #expect(found && menu.selected == 1)
    let missing = menu.select(startingWith: "z")
    #expect(!missing && menu.selected == 1)
    menu.scroll(height: 2)
    #expect(drawn(6, 2) { rect, buffer in menu.draw(in: rect, on: &buffer) } == " alpha\n>beta ")
    var empty = Menu(items: [], selected: 5)
    empty.move(by: 1)
    #expect(empty.selected == 0)
  }
}
