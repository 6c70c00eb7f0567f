package import TagRuntime
package import TagSimulation
import TagWords
package import TextKit

/// A report for people, such as the story of a run: parts that every form writes differently.
package struct HandedReport: Sendable {
  package let title: String
  package let parts: [ReportPart]
  /// The width to which its text is wrapped; nil leaves lines whole.
  package var columns: Int?
  /// Whether it is a chapter of another page in Markdown, such as a comment on a pull request.
  package var isChapter = false

  package init(title: String, parts: [ReportPart]) { (self.title, self.parts) = (title, parts) }

  /// Creates a page from lines whose indentation says what belongs to what: the title, the headings
  /// with their sentences, and what each of these needs to explain it.
  package init(outline: [IndentedLine]) {
    var parts: [ReportPart] = []
    var items: [ReportItem] = []
    var isBelowHeading = false
    for line in outline.dropFirst() + [IndentedLine(0, "")]
    where !line.text.isEmpty || line.indent == 0 {
      let (indent, text) = (line.indent, line.text)
      if indent > 2, let last = items.indices.last {
        items[last].details.append(text)
      } else if indent > 0, isBelowHeading {
        items.append(ReportItem(sentence: text))
      } else {
        if !items.isEmpty { parts.append(.list(items)) }
        items = []
        if text.isEmpty { continue }
        parts.append(indent > 0 ? .text(text, .plain) : .heading(text, level: 2))
        isBelowHeading = isBelowHeading || indent == 0
      }
    }
    self.init(title: outline.first?.text ?? "", parts: parts)
  }

  /// The report as text, and the places of the items of its lists among the rows.
  ///
  /// - Complexity: O(n) in the size of the report.
  package var text: (rows: [IndentedLine], items: [Int]) {
    let page = TextPage(of: self)
    return (page.rows, page.items)
  }

  /// Returns the lines of the report as a page for a browser, as Markdown or as text.
  ///
  /// - Complexity: O(n) in the size of the report.
  package func lines(_ form: ReportFormat) -> [String] {
    if form == .html { return HTMLPage.lines(of: self) }
    if form == .md { return MarkdownPage.lines(of: self, depth: isChapter ? 1 : 0) }
    return text.rows.map(\.line)
  }
}

package enum ReportPart: Sendable {
  /// A heading of a level from 2.
  case heading(String, level: Int)
  /// A paragraph.
  case text(String, ReportTone)
  case facts([ReportFact])
  /// Sentences in separate lines.
  case list([ReportItem])
  /// Rows with columns.
  case table(ReportTable)
  /// Preformatted lines.
  case fixed([String])
  /// Preformatted lines that are folded under a title.
  case page(String, [ReportText])
  /// A picture of a screen, with its content in words.
  case picture(ReportPicture)

  /// The part as one of a page within another.
  package var lower: ReportPart {
    if case .heading(let text, let level) = self { .heading(text, level: level + 1) } else { self }
  }

  /// Returns sentences under a heading; nothing without any.
  package static func chapter(_ heading: String, _ sentences: [String]) -> [ReportPart] {
    sentences.isEmpty
      ? []
      : [.heading(heading, level: 2), .list(sentences.map { ReportItem(sentence: $0) })]
  }
}

package enum ReportTone: String, Sendable, Hashable {
  case plain, caption, question, answer, note, good, bad, attention, dim

  /// A word for the meaning of the colour; empty if the text says it.
  var word: String {
    switch self {
    case .good: "held"
    case .bad: "FAILED"
    case .question: "Question"
    case .answer: "Answer"
    case .note: "Note"
    case .plain, .caption, .attention, .dim: ""
    }
  }
}

package struct ReportFact: Sendable, Hashable {
  var name: String
  var text: String
  /// Whether it deserves attention.
  var needsAttention: Bool

  /// Creates a name with its description, and whether it deserves attention.
  package init(name: String, text: String, needsAttention: Bool = false) {
    (self.name, self.text, self.needsAttention) = (name, text, needsAttention)
  }
}

/// An item of a list of sentences.
package struct ReportItem: Sendable, Hashable {
  var text: String
  var tone: ReportTone
  /// Whether it is a sentence for people, not a line for the program.
  var isSentence: Bool
  /// Additional sentences, without their ends.
  var details: [String]
  /// The explanation, in preformatted lines.
  var lines: [String]

  /// Creates an item for a line of the program, with an explanation of its result.
  package init(text: String, tone: ReportTone = .plain, lines: [String] = []) {
    (self.text, self.tone, self.lines) = (text, tone, lines)
    (isSentence, details) = (false, [])
  }

  /// Creates an item for a sentence, with additional ones.
  package init(sentence: String, tone: ReportTone = .plain, details: [String] = []) {
    (text, self.tone, self.details) = (sentence, tone, details)
    (isSentence, lines) = (true, [])
  }

  /// The additional sentences, one after the other.
  var detail: String {
    let rest = details.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }
    return (details.prefix(1) + rest).map { $0 + "." }.joined(separator: " ")
  }
}

/// A preformatted line: pieces of text, each in its style.
package struct ReportText: Sendable, Hashable {
  /// A piece of one style.
  package struct Span: Sendable, Hashable {
    var text: String
    /// The meaning of the style, such as "fired"; nil for plain text.
    var role: String?
    var isBold: Bool
    var isUnderlined: Bool

    /// Creates a piece of text in a style.
    package init(_ text: String, role: String? = nil, isBold: Bool = false, isUnderlined: Bool) {
      (self.text, self.role) = (text, role)
      (self.isBold, self.isUnderlined) = (isBold, isUnderlined)
    }
  }

  var spans: [Span]

  package init(_ spans: [Span]) { self.spans = spans }
}

/// A screen as text and, for forms that show pictures, as a drawing.
package struct ReportPicture: Sendable {
  var title: String
  var text: [String]
  /// The lines of its SVG; empty if there is only text.
  var drawn: [String]

  /// Creates a picture with its title, as text and, in a browser, as SVG.
  package init(title: String, text: [String], drawn: [String] = []) {
    (self.title, self.text, self.drawn) = (title, text, drawn)
  }
}

/// A cell of a table: its text for people, and its value for programs.
package struct ReportCell: Sendable, Hashable, ExpressibleByStringLiteral {
  package enum Kind: Sendable, Hashable {
    case text, number, moment, place
  }

  let text: String
  let value: Value
  let kind: Kind
  /// The address that it leads to in a browser.
  var link: String?

  private init(_ text: String, _ value: Value, _ kind: Kind) {
    (self.text, self.value, self.kind) = (text, value, kind)
  }

  package init(_ text: String) { self.init(text, .string(text), .text) }

  package init(stringLiteral text: String) { self.init(text) }

  /// A number, with its unit where it has one.
  package static func number(_ number: Int, _ unit: String = "") -> ReportCell {
    let text = NumberText.grouped(number) + (unit.isEmpty ? "" : " " + unit)
    return ReportCell(text, .count(number), .number)
  }

  /// A moment on the clock of a phone, for people as it is known there.
  package static func moment(_ wall: WallTime, in zone: ZoneRules, as text: String) -> ReportCell {
    let iso = zone.civil(at: wall).isoText(offsetSeconds: zone.offset(at: wall))
    return ReportCell(text, .string(iso), .moment)
  }

  /// A place in a file.
  package static func place(_ place: ScenarioLocation) -> ReportCell {
    ReportCell("\(place)", .string("\(place)"), .place)
  }
}

/// Rows with columns.
package struct ReportTable: Sendable {
  package struct Row: Sendable {
    var cells: [ReportCell]
    var tone: ReportTone
    /// The number of the row's event, for links from other parts.
    package var event: Int?
    /// The lines folded under the row.
    package var fold: Fold?

    package init(
      cells: [String], tone: ReportTone = .plain, event: Int? = nil, fold: Fold? = nil
    ) {
      self.init(cells.map { ReportCell($0) }, tone: tone, event: event, fold: fold)
    }

    /// Creates a row of texts and values.
    package init(
      _ cells: [ReportCell], tone: ReportTone = .plain, event: Int? = nil, fold: Fold? = nil
    ) {
      (self.cells, self.tone, self.event, self.fold) = (cells, tone, event, fold)
    }
  }

  /// Preformatted lines under a title.
  package struct Fold: Sendable {
    var title: String
    var lines: [ReportText]

    /// Creates lines under a title.
    package init(title: String, lines: [ReportText]) { (self.title, self.lines) = (title, lines) }
  }

  /// The content of the table in words; empty if it is clear.
  package var caption: String
  var columns: [String]
  /// The indices of columns with numbers, and of one with bars, which only text shows.
  var numbers: Set<Int>
  var bars: Int?
  package var rows: [Row]

  /// Creates a table with its columns and rows.
  package init(
    caption: String = "", columns: [String], numbers: Set<Int> = [], bars: Int? = nil,
    rows: [Row] = []
  ) {
    (self.caption, self.columns, self.numbers, self.rows) = (caption, columns, numbers, rows)
    self.bars = bars
  }

  /// Whether a column has only numbers.
  func isNumber(_ column: Int) -> Bool {
    numbers.contains(column) || rows.first?.cells[column].kind == .number
  }

  /// The table without the column of bars.
  var figures: ReportTable {
    guard let bars else { return self }
    var table = self
    table.columns.remove(at: bars)
    table.numbers = Set(numbers.map { $0 > bars ? $0 - 1 : $0 })
    for row in rows.indices { table.rows[row].cells.remove(at: bars) }
    return table
  }
}
