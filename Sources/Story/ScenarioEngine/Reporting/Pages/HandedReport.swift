/// A report for people, such as the story of a run: parts that every form writes differently.
package struct HandedReport: Sendable {
  package enum Form: Sendable, Hashable {
    /// One page for a browser, which loads nothing and runs nothing.
    case html
    /// GitHub's Markdown.
    case markdown
  }

  package let title: String
  package let parts: [ReportPart]

  package init(title: String, parts: [ReportPart]) { (self.title, self.parts) = (title, parts) }

  /// Returns the lines of the report in a form.
  ///
  /// - Complexity: O(n) in the size of the report.
  package func lines(_ form: Form) -> [String] {
    switch form {
    case .html: HTMLPage.lines(of: self)
    case .markdown: MarkdownPage.lines(of: self)
    }
  }

  /// The lines in Markdown as a chapter of a page, such as a comment on a pull request.
  ///
  /// - Complexity: O(n) in the size of the report.
  package var chapter: [String] { MarkdownPage.lines(of: self, depth: 1) }
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
  /// An additional sentence.
  var detail: String
  /// The explanation, in preformatted lines.
  var lines: [String]

  /// Creates an item for a line of the program, with an explanation of its result.
  package init(text: String, tone: ReportTone = .plain, lines: [String] = []) {
    (self.text, self.tone, self.lines) = (text, tone, lines)
    (isSentence, detail) = (false, "")
  }

  /// Creates an item for a sentence, with an additional one.
  package init(sentence: String, tone: ReportTone = .plain, detail: String = "") {
    (text, self.tone, self.detail) = (sentence, tone, detail)
    (isSentence, lines) = (true, [])
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
  /// The lines of its SVG; empty if the form has no pictures.
  var drawn: [String]

  /// Creates a screen with its title, as text and as SVG.
  package init(title: String, text: [String], drawn: [String]) {
    (self.title, self.text, self.drawn) = (title, text, drawn)
  }
}

/// Rows with columns.
package struct ReportTable: Sendable {
  package struct Row: Sendable {
    var cells: [String]
    var tone: ReportTone
    /// The number of the row's event, for links from other parts.
    package var event: Int?
    /// The lines folded under the row.
    package var fold: Fold?

    package init(
      cells: [String], tone: ReportTone = .plain, event: Int? = nil, fold: Fold? = nil
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
  /// The indices of columns with numbers.
  var numbers: Set<Int>
  package var rows: [Row]

  /// Creates a table with its columns and rows.
  package init(
    caption: String = "", columns: [String], numbers: Set<Int> = [], rows: [Row] = []
  ) {
    (self.caption, self.columns, self.numbers, self.rows) = (caption, columns, numbers, rows)
  }
}
