package import ScenarioEngine
package import TerminalKit

extension HandedReport {
  /// What is chosen for the report of a run.
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
}

extension ReportFact {
  /// A fact of the screen.
  init(_ fact: Fact) {
    self.init(name: fact.name, text: fact.text, needsAttention: fact.needsAttention)
  }
}

extension ReportText {
  /// A line of the screen.
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
  /// Lines of the screen that are folded under a title.
  static func folded(_ title: String, _ lines: [Line]) -> ReportPart {
    .page(title, lines.map { ReportText($0) })
  }
}
