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
      let text = [entry.shown, entry.help, entry.name ?? "", group].joined(separator: " ")
        .lowercased()
      return words.allSatisfy { text.contains($0) }
    }
  }

  var search = SearchText()
  var selected = 0
  /// The first line that is seen.
  var top = 0
  /// The rows that are found, in the order of the sheet.
  private(set) var found: [Row]
  private let all: [Row]

  init(_ sheet: KeySheet) {
    all = sheet.groups.flatMap { group in
      group.entries.map { Row(group: group.title, entry: $0) }
    }
    found = all
  }

  mutating func find() {
    let words = search.words
    (selected, top) = (0, 0)
    let hits = words.isEmpty ? all : all.filter { $0.has(words) }
    // Words only explain: a key that does what is searched for comes first.
    found = words.isEmpty ? all : hits.filter { !$0.isWord } + hits.filter(\.isWord)
  }
}

/// The help as it is drawn: headings, and rows with what their keys do.
struct HelpLines: Sendable {
  /// A line with the place of the row that it is of; nil for a heading.
  struct Listed: Sendable {
    var line: Line
    var place: Int?
  }

  let lines: [Listed]

  init(_ state: HelpState, columns: Int, _ borders: Borders) {
    var lines: [Listed] = []
    var group: String?
    let keys = KeySheet.keyColumns
    for (place, row) in state.found.enumerated() {
      if row.group != group {
        if group != nil { lines.append(Listed(line: Line())) }
        lines.append(Listed(line: Line(row.group, .bold)))
        group = row.group
      }
      let text = Wrapping.lines(row.entry.help, columns: max(10, columns - keys))
      let style: Style = row.isWord ? .plain : .accent
      // A long word has a line of its own.
      let isLong = TextWidth.columns(of: row.entry.shown) > keys - 3
      if isLong { lines.append(Listed(line: Line("  " + row.entry.shown, style), place: place)) }
      for (index, words) in text.enumerated() {
        let key = borders.cell(index == 0 && !isLong ? "  " + row.entry.shown : "", keys)
        lines.append(Listed(line: Line(key, style) + Line(words), place: place))
      }
    }
    if lines.isEmpty { lines.append(Listed(line: Line("no key has these words", .dim))) }
    self.lines = lines
  }

  /// The lines of a row, with the heading above the first row of a group.
  func range(of place: Int) -> Range<Int> {
    guard let first = lines.firstIndex(where: { $0.place == place }),
      let last = lines.lastIndex(where: { $0.place == place })
    else { return 0..<1 }
    let start = first > 0 && lines[first - 1].place == nil ? first - 1 : first
    return start..<last + 1
  }

  /// The row that is so many lines below the start of another, or above it.
  func place(from place: Int, by count: Int) -> Int {
    guard let here = lines.firstIndex(where: { $0.place == place }) else { return place }
    let target = min(max(0, here + count), lines.count - 1)
    let found =
      count < 0
      ? lines[target...here].first { $0.place != nil }
      : lines[here...target].last { $0.place != nil }
    return found?.place ?? place
  }
}
