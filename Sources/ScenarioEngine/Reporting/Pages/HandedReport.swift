/// A report for people, such as the story of a run: parts that every form writes in its own way.
package struct HandedReport: Sendable {
  /// What it is written as.
  package enum Form: Sendable, Hashable {
    /// One page that a browser shows, which loads nothing and runs nothing.
    case html
    /// GitHub's Markdown.
    case markdown
  }

  /// What it is called.
  package let title: String
  /// What it says, in order.
  package let parts: [ReportPart]

  /// A report of parts.
  package init(title: String, parts: [ReportPart]) { (self.title, self.parts) = (title, parts) }

  /// Its lines.
  ///
  /// - Complexity: O(n) in what it says.
  package func lines(_ form: Form) -> [String] {
    switch form {
    case .html: HTMLPage.lines(of: self)
    case .markdown: MarkdownPage.lines(of: self)
    }
  }

  /// Its lines in Markdown as a chapter of a page, such as a comment on a pull request.
  ///
  /// - Complexity: O(n) in what it says.
  package var chapter: [String] { MarkdownPage.lines(of: self, depth: 1) }
}

/// A part of a report.
package enum ReportPart: Sendable {
  /// A heading of a level from 2.
  case heading(String, level: Int)
  /// A paragraph.
  case text(String, ReportTone)
  /// Names with what they are.
  case facts([ReportFact])
  /// Sentences below one another.
  case list([ReportItem])
  /// Rows with columns.
  case table(ReportTable)
  /// Lines of a fixed pitch.
  case fixed([String])
  /// Lines of a fixed pitch that are folded under a title.
  case page(String, [ReportText])
  /// A screen, with what it shows in words.
  case picture(ReportPicture)
}

/// What a text of a report is.
package enum ReportTone: String, Sendable, Hashable {
  case plain, caption, question, answer, note, good, bad, attention, dim

  /// What colour alone would say; empty where the text says it.
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

/// A name with what it is.
package struct ReportFact: Sendable, Hashable {
  var name: String
  var text: String
  /// Whether somebody should look here.
  var needsAttention: Bool

  /// A name with what it is, and whether somebody should look here.
  package init(name: String, text: String, needsAttention: Bool = false) {
    (self.name, self.text, self.needsAttention) = (name, text, needsAttention)
  }
}

/// One of several sentences.
package struct ReportItem: Sendable, Hashable {
  var text: String
  var tone: ReportTone
  /// Whether it is a sentence for people, not a line that was written for the program.
  var isSentence: Bool
  /// What belongs to it, in a sentence.
  var detail: String
  /// Why, in lines of a fixed pitch.
  var lines: [String]

  /// A line of the program, and why it came out so.
  package init(text: String, tone: ReportTone = .plain, lines: [String] = []) {
    (self.text, self.tone, self.lines) = (text, tone, lines)
    (isSentence, detail) = (false, "")
  }

  /// A sentence, and another one that belongs to it.
  package init(sentence: String, tone: ReportTone = .plain, detail: String = "") {
    (text, self.tone, self.detail) = (sentence, tone, detail)
    (isSentence, lines) = (true, [])
  }
}

/// A line of a fixed pitch: pieces of text, each in its style.
package struct ReportText: Sendable, Hashable {
  /// A piece of one style.
  package struct Span: Sendable, Hashable {
    var text: String
    /// What the style says, such as "fired"; nil for plain text.
    var role: String?
    var isBold: Bool
    var isUnderlined: Bool

    /// A piece of text in a style.
    package init(_ text: String, role: String? = nil, isBold: Bool = false, isUnderlined: Bool) {
      (self.text, self.role) = (text, role)
      (self.isBold, self.isUnderlined) = (isBold, isUnderlined)
    }
  }

  var spans: [Span]

  /// A line of pieces.
  package init(_ spans: [Span]) { self.spans = spans }
}

/// A screen as text and, for a form that shows pictures, as it looks.
package struct ReportPicture: Sendable {
  var title: String
  var text: [String]
  /// The lines of its SVG; none where the form has no pictures.
  var drawn: [String]

  /// A screen with its title, as text and as SVG.
  package init(title: String, text: [String], drawn: [String]) {
    (self.title, self.text, self.drawn) = (title, text, drawn)
  }
}

/// Rows with columns.
package struct ReportTable: Sendable {
  /// One row.
  package struct Row: Sendable {
    var cells: [String]
    var tone: ReportTone
    /// The number of the event that it tells of, to which others point.
    package var event: Int?
    /// What is folded under it.
    package var fold: Fold?

    /// A row of cells.
    package init(
      cells: [String], tone: ReportTone = .plain, event: Int? = nil, fold: Fold? = nil
    ) {
      (self.cells, self.tone, self.event, self.fold) = (cells, tone, event, fold)
    }
  }

  /// Lines of a fixed pitch under a title.
  package struct Fold: Sendable {
    var title: String
    var lines: [ReportText]

    /// Lines under a title.
    package init(title: String, lines: [ReportText]) { (self.title, self.lines) = (title, lines) }
  }

  /// What it lists, in words; empty where that is clear.
  package var caption: String
  var columns: [String]
  /// The columns that hold numbers.
  var numbers: Set<Int>
  /// Its rows.
  package var rows: [Row]

  /// A table.
  package init(
    caption: String = "", columns: [String], numbers: Set<Int> = [], rows: [Row] = []
  ) {
    (self.caption, self.columns, self.numbers, self.rows) = (caption, columns, numbers, rows)
  }
}
