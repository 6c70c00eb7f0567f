import TagRuntime
package import TerminalKit

/// What happened in a run, for somebody who was not there: parts that every form writes in its own
/// way.
package struct HandedReport: Sendable {
  /// What it is written as.
  package enum Form: Sendable, Hashable {
    /// One page that a browser shows, which loads nothing and runs nothing.
    case html
    /// GitHub's Markdown.
    case markdown
  }

  /// What is chosen for it.
  package struct Choices: Sendable {
    /// What the program says of itself.
    package var program: String
    /// The rows that have a picture of the screen; nil for those that tell most.
    package var pictured: [Int]?
    /// The size of the pictures.
    package var size = Size(columns: 120, rows: 40)
    /// How the pictures look.
    package var theme = Theme.standard

    /// Choices by a program.
    package init(program: String) { self.program = program }
  }

  /// What it is called.
  let title: String
  /// What it says, in order.
  var parts: [ReportPart]

  /// Its lines.
  ///
  /// - Complexity: O(n) in what it says.
  package func lines(_ form: Form) -> [String] {
    switch form {
    case .html: HTMLPage.lines(of: self)
    case .markdown: MarkdownPage.lines(of: self)
    }
  }
}

/// A part of a report.
enum ReportPart: Sendable {
  /// A heading of a level from 2.
  case heading(String, level: Int)
  /// A paragraph.
  case text(String, ReportTone)
  /// Names with what they are.
  case facts([Fact])
  /// Sentences below one another.
  case list([ReportItem])
  /// Rows with columns.
  case table(ReportTable)
  /// Lines of a fixed pitch that are folded under a title.
  case page(String, [Line])
  /// A screen, with what it shows in words.
  case picture(Frame, String)
}

/// What a text of a report is.
enum ReportTone: String, Sendable, Hashable {
  case plain, caption, question, answer, note, good, bad, attention, dim
}

/// One of several sentences.
struct ReportItem: Sendable, Hashable {
  var text: String
  var tone = ReportTone.plain
  /// Why, in lines of a fixed pitch.
  var lines: [String] = []
}

/// Rows with columns.
struct ReportTable: Sendable {
  struct Row: Sendable {
    var cells: [String]
    var tone = ReportTone.plain
    /// The number of the event that it tells of, to which others point.
    var event: Int?
    /// What is folded under it.
    var fold: Fold?
  }

  /// Lines of a fixed pitch under a title.
  struct Fold: Sendable {
    var title: String
    var lines: [Line]
  }

  /// What it lists, in words.
  var caption: String
  var columns: [String]
  /// The columns that hold numbers.
  var numbers: Set<Int> = []
  var rows: [Row] = []
}

extension ReportTone {
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
