import ScenarioEngine
import TagPanes
import TerminalKit
import TextKit

/// The keys and signs that the help lists, and the text they are searched by.
struct HelpState: SearchedRows, Sendable, Hashable {
  /// A key or a sign, with the heading that it is under.
  struct Row: Sendable, Hashable {
    var group: String
    var entry: KeySheet.Entry

    /// Whether it explains a word of the screen.
    var isWord: Bool { entry.isWord }

    /// Whether every word is in its key, its help or its heading.
    fileprivate func has(_ words: [Substring]) -> Bool {
      let text = [entry.shown, entry.help, entry.name ?? "", entry.also, group]
        .joined(separator: " ").lowercased().filter { $0 != ":" }
      return words.allSatisfy { word in text.contains(word.filter { $0 != ":" }) }
    }
  }

  var search = SearchText()
  var selected = 0
  /// The rows that are found, in the order of the sheet.
  private(set) var found: [Row]
  private let all: [Row]
  /// Whether all rows are listed, instead of the table of the keys of every pane.
  var isListed: Bool { didSet { find() } }

  /// - Parameters:
  ///   - sheet: what the help says.
  ///   - isListed: whether all of it is listed, before anything is typed.
  init(_ sheet: KeySheet, isListed: Bool = true) {
    all = sheet.groups.flatMap { group in
      group.entries.map { Row(group: group.title, entry: $0) }
    }
    (found, self.isListed) = (all, isListed)
    find()
  }

  /// The table of keys; nil where rows are listed, or where it has no room.
  func grid(in size: Size) -> HelpGrid? {
    let hasRoom = size.columns >= HelpGrid.size.columns && size.rows > HelpGrid.size.rows
    return isListed || !search.words.isEmpty || !hasRoom ? nil : HelpGrid(found)
  }

  mutating func find() {
    let words = search.words
    selected = 0
    let hits = words.isEmpty ? all : all.filter { $0.has(words) }
    // Words only explain: a key that does what is searched for comes first.
    let general = KeyBinding.groups.map(\.title)
    found =
      !words.isEmpty
      ? hits.filter { !$0.isWord } + hits.filter(\.isWord)
      : isListed ? all : all.filter { general.contains($0.group) }
  }
}

/// The keys of every pane as a table of three columns, with two groups in each.
struct HelpGrid: Sendable {
  static let size = Size(columns: 80, rows: 23)
  /// The columns of the screen at which those of the table begin.
  private static let starts = [1, 27, 52]
  private static let words = 8

  /// Where it is on a screen.
  static func rect(in size: Size) -> Rect {
    let screen = Rect(column: 0, row: 0, columns: size.columns, rows: max(0, size.rows - 1))
    return Popup.rect(columns: Self.size.columns, rows: Self.size.rows, in: screen)
  }

  private(set) var headings: [(title: String, at: Point)] = []
  /// The places of the rows, by their numbers.
  private(set) var places: [(column: Int, line: Int)] = []

  init(_ rows: [HelpState.Row]) {
    var (column, line) = (-1, 0)
    for row in rows {
      if row.group != headings.last?.title {
        (column, line) = headings.count.isMultiple(of: 2) ? (column + 1, 0) : (column, line + 1)
        let start = Self.starts[min(column, 2)]
        headings.append((row.group, Point(column: start, row: line)))
        line += 1
      }
      places.append((min(column, 2), line))
      line += 1
    }
  }

  /// Returns the cells of a row within the table.
  func rect(of place: Int) -> Rect {
    let (column, line) = places[place]
    let start = Self.starts[column]
    let end = column < 2 ? Self.starts[column + 1] : Self.size.columns - 2
    return Rect(column: start, row: line, columns: end - start, rows: 1)
  }

  /// Returns the row beside another one.
  func place(beside place: Int, by columns: Int) -> Int {
    let (column, line) = places[place]
    let others = places.indices.filter { places[$0].column == column + columns }
    return others.min { abs(places[$0].line - line) < abs(places[$1].line - line) } ?? place
  }

  func draw(_ state: HelpState, in inner: Rect, _ monitor: Monitor, on buffer: inout CellBuffer) {
    for heading in headings {
      let point = Point(column: inner.column + heading.at.column, row: inner.row + heading.at.row)
      buffer.write(heading.title, at: point, style: .bold)
    }
    for (place, row) in state.found.enumerated() {
      let own = rect(of: place)
      let rect = Rect(
        column: own.column + inner.column, row: own.row + inner.row, columns: own.columns, rows: 1)
      let key = monitor.display.borders.cell(row.entry.shown, Self.words - 1)
      let words = monitor.display.borders.cell(row.entry.brief, rect.columns - Self.words)
      let mark = place == state.selected ? monitor.signs.cursor : " "
      buffer.write(
        [Line(mark + key, .accent) + Line(words)], in: rect, monitor.display.borders)
      if place == state.selected { buffer.apply(.selection, to: rect) }
    }
    buffer.write(
      [Line("Type / and a word: any key, command, word of the screen or name of the SDK.", .dim)],
      in: inner.line(inner.rows - 1).inset(columns: 1, rows: 0), monitor.display.borders)
  }
}
