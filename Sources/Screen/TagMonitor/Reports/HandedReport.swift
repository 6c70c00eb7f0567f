package import ScenarioEngine
import TagPanes
package import TerminalKit

extension HandedReport {
  /// The options for the report of a run.
  package struct Choices: Sendable {
    package var program: String
    /// The rows with a picture of the screen; nil for the most important ones.
    package var pictured: [Int]?
    package var size = Size(columns: 120, rows: 40)
    /// The colours of the pictures.
    package var theme = Theme.standard

    /// Creates options with default pictures for a program.
    package init(program: String) { self.program = program }
  }
}

extension ReportFact {
  /// Converts a fact of the screen.
  init(_ fact: Fact) {
    self.init(name: fact.name, text: fact.text, needsAttention: fact.needsAttention)
  }
}

extension ReportText {
  /// Converts a line of the screen.
  init(_ line: Line) {
    self.init(
      line.pieces.map { piece in
        Span(
          piece.text, role: piece.style.role?.rawValue,
          isBold: piece.style.attributes.contains(.bold),
          isUnderlined: piece.style.attributes.contains(.underline))
      })
  }
}

extension ReportPart {
  /// Returns lines of the screen that are folded under a title.
  static func folded(_ title: String, _ lines: [Line]) -> ReportPart {
    .page(title, lines.map { ReportText($0) })
  }
}
