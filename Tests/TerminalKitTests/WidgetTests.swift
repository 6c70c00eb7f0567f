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

  /// The focus is seen without colours: heavy lines, `=` and `#`, or a title on a ground.
  @Test(arguments: [
    (
      Borders.ascii, false,
      ["+- 4 Tags ------ 2 of 5 -+", "|                        |", "+--------------- 3 more -+"]
    ),
    (
      .ascii, true,
      ["#= 4 Tags ====== 2 of 5 =#", "#                        #", "#=============== 3 more =#"]
    ),
    (
      .utf8, false,
      ["┌─ 4 Tags ────── 2 of 5 ─┐", "│                        │", "└─────────────── 3 more ─┘"]
    ),
    (
      .utf8, true,
      ["┏━ 4 Tags ━━━━━━ 2 of 5 ━┓", "┃                        ┃", "┗━━━━━━━━━━━━━━━ 3 more ━┛"]
    ),
    (
      .none, true,
      ["   4 Tags        2 of 5   ", "                          ", "                 3 more   "]
    ),
  ])
  func `panels have a title, a note and a footer`(
    borders: Borders, isFocused: Bool, expected: [String]
  ) {
    let text = BorderText(
      title: "4 Tags", note: "2 of 5", footer: "3 more", isFocused: isFocused)
    let panel = Panel(text, borders: borders, hasColors: false)
    let drawn = drawn(26, 3) { rect, buffer in
      #expect(panel.draw(in: rect, on: &buffer).columns == 24)
    }
    #expect(drawn == expected.joined(separator: "\n"))
  }

  @Test func `panels of any size do no harm`() {
    for columns in 0...12 {
      for rows in 0...3 {
        for borders in Borders.allCases {
          let text = BorderText(title: "漢字漢字", note: "漢字", footer: "漢字")
          let panel = Panel(text, borders: borders, hasColors: true)
          _ = drawn(columns, rows) { rect, buffer in panel.draw(in: rect, on: &buffer) }
        }
      }
    }
  }

  /// One line between two panes; the heavy one of the focus meets light ones at every junction.
  @Test(arguments: [
    (Borders.utf8, false, "┌───┲━━━┓\n│   ┃   ┃\n├───╄━━━┩\n│   │   │\n└───┴───┘"),
    (.utf8, true, "┌───┬───┐\n│   │   │\n├───┼───┤\n│   │   │\n└───┴───┘"),
    (.ascii, true, "+---#===#\n|   #   #\n+---#===#\n|   |   |\n+---+---+"),
  ])
  func `panes share their borders`(borders: Borders, hasColors: Bool, expected: String) {
    let text = drawn(9, 5) { _, buffer in
      var grid = BorderGrid(size: buffer.size, borders: borders, hasColors: hasColors)
      for column in [0, 4] {
        for row in [0, 2] {
          let rect = Rect(column: column, row: row, columns: 5, rows: 3)
          grid.add(rect, isFocused: column == 4 && row == 0)
        }
      }
      grid.draw(on: &buffer)
    }
    #expect(text == expected)
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
    (30, 2, "Data  Values  [Tags]  6 Log"), (14, 2, "Dat Val [Tags]"), (9, 2, "[Tags]"),
    (4, 2, "[Ta…"), (12, 0, "[Data] Val"), (0, 2, ""), (12, 9, "Dat Val Tag"),
    (33, 3, "Data  Values  Tags  6 [Log]"),
  ])
  func `tabs keep the selected one in sight`(columns: Int, selected: Int, expected: String) {
    let names = ["Data", "Values", "Tags"].map { Tabs.Item(name: $0) }
    let tabs = Tabs(names + [Tabs.Item(key: "6", name: "Log")], selected: selected)
    #expect(tabs.line(columns: columns) == expected)
  }

  /// Where there is little room, gaps and names give way before tabs do.
  @Test(arguments: [
    (44, "2 Data*2  3 [Values!1]  T Firings  5 Queue 4"),
    (41, "2 Data*2 3 [Values!1] T Firings 5 Queue 4"),
    (40, "2 Data*2 3 [Values!1] T Fired 5 Que 4"),
    (37, "2 Data*2 3 [Values!1] T Fired 5 Que 4"), (36, "2 Data*2 3 [Val!1] T Fired 5 Que 4"),
    (33, "2 Dat*2 3 [Val!1] T Fir 5 Que 4"), (30, "2 Dat*2 3 [Val!1] T Fir"),
  ])
  func `tabs are shortened before they go`(columns: Int, expected: String) {
    let tabs = Tabs(
      [
        Tabs.Item(key: "2", name: "Data", note: "*2"),
        Tabs.Item(key: "3", name: "Values", short: "Val", note: "!1"),
        Tabs.Item(key: "T", name: "Firings", short: "Fired"),
        Tabs.Item(key: "5", name: "Queue", short: "Que", note: " 4"),
      ], selected: 1)
    #expect(tabs.line(columns: columns) == expected)
  }

  @Test func `a popup stands in the middle`() {
    let area = Rect(column: 0, row: 0, columns: 10, rows: 5)
    let rect = Popup.rect(columns: 4, rows: 3, in: area)
    #expect(rect == Rect(column: 3, row: 1, columns: 4, rows: 3))
    #expect(Popup.rect(columns: 99, rows: 99, in: area) == area)
  }
}
