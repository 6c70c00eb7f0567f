import TagRuntime
import TextKit

/// A report as plain text, for a terminal: what belongs to something is indented below it.
struct TextPage {
  private typealias Row = IndentedLine

  /// The widest cell of a table that has others behind it.
  private static let cellColumns = 40

  private(set) var rows: [IndentedLine]
  /// The places of the items of lists among the rows.
  private(set) var items: [Int] = []
  /// The width to which sentences are wrapped; nil leaves them whole.
  private let columns: Int?
  /// Whether the last part was a heading.
  private var isBelowHeading = true

  init(of report: HandedReport) {
    columns = report.columns
    rows = [Row(0, report.title)]
    for part in report.parts { write(part) }
  }

  private mutating func write(_ part: ReportPart) {
    var isHeading = false
    switch part {
    case .heading(let text, let level):
      rows += [Row(0, ""), Row(2 * (level - 2), text)]
      isHeading = true
    case .text(let text, let tone):
      say(2, (tone.word.isEmpty || tone == .good || tone == .bad ? "" : tone.word + ": ") + text)
    case .facts(let facts): for fact in facts { say(2, "\(fact.name): \(fact.text)") }
    case .list(let list): for item in list { write(item) }
    case .table(let table): lay(lines(of: table))
    case .fixed(let lines): lay(lines)
    case .page(let title, let lines):
      say(2, title)
      rows += lines.map { Row(4, $0.spans.map(\.text).joined()) }
    case .picture(let picture): lay(picture.text, indent: 0)
    }
    isBelowHeading = isHeading
  }

  private mutating func say(_ indent: Int, _ text: String) {
    guard let columns else { return rows.append(Row(indent, text)) }
    let lines = HelpText.wrapped(text, columns: columns - indent - 2)
    rows += lines.enumerated().map { Row($0.offset == 0 ? indent : indent + 2, $0.element) }
  }

  private mutating func write(_ item: ReportItem) {
    items.append(rows.count)
    say(2, (item.tone.word.isEmpty ? "" : item.tone.word + " ") + item.text)
    for detail in item.details + item.lines { say(4, detail) }
  }

  /// Adds lines whose layout is fixed.
  private mutating func lay(_ lines: [String], indent: Int = 2) {
    if !isBelowHeading { rows.append(Row(0, "")) }
    rows += lines.map { Row(indent, $0) }
  }

  /// Lays out a table: columns of numbers are flush right, and the last column is as it is, or
  /// wrapped.
  private func lines(of table: ReportTable) -> [String] {
    let heads = table.columns.contains { !$0.isEmpty } ? [table.columns] : []
    let rows = (heads + table.rows.map { $0.cells.map(\.text) }).map {
      $0.map { TerminalText.visible($0) }
    }
    let all = table.columns.indices.map { column in
      rows.map { TextWidth.columns(of: $0[column]) }.max() ?? 0
    }
    let last = table.columns.count - 1
    var widths = all.dropLast().map { min(Self.cellColumns, $0) }
    func used() -> Int { widths.reduce(2) { $0 + $1 + 2 } }
    if let columns, last > 0 {
      // The first column makes room for figures.
      let over = used() + (table.isNumber(last) ? all[last] : 0) - columns
      if over > 0 { widths[0] = max(8, widths[0] - over) }
    }
    let rest = columns.map { max(20, $0 - used()) }
    return rows.flatMap { row -> [String] in
      func padded(_ text: String, _ column: Int, _ width: Int) -> String {
        TextWidth.padded(
          text, to: width, alignment: table.isNumber(column) ? .trailing : .leading)
      }
      let head = widths.enumerated().map { padded(row[$0.offset], $0.offset, $0.element) + "  " }
      let isFigure = columns != nil && table.isNumber(last)
      let end = isFigure ? padded(row[last], last, all[last]) : row[last]
      let ends = rest.map { HelpText.wrapped(end, columns: $0) } ?? [end]
      let indent = String(repeating: " ", count: used() - 2)
      return (isFigure || ends.isEmpty ? [end] : ends).enumerated().map { place, end in
        ((place == 0 ? head.joined() : indent) + end).withoutFinalSpaces
      }
    }
  }
}
