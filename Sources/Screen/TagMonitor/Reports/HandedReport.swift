package import ScenarioEngine
import TagPanes
import TagRuntime
package import TerminalKit

extension HandedReport {
  /// The options for the report of a run.
  package struct Choices: Sendable {
    package var program: String
    /// The rows with a picture of the screen; nil for the most important ones.
    package var pictured: [Int]?
    package var size = Size(columns: 120, rows: 40)

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

/// `:share` writes the run as a page to share, or in Markdown.
extension Monitor {
  /// Requests to write the report into the named file, or into one named after the scenario.
  mutating func share(_ text: Substring = "") -> [MonitorEffect] {
    let path = String(text.unquoted)
    let ending = path.split(separator: ".").last.map { $0.lowercased() }
    guard path.isEmpty || ["html", "htm", "md"].contains(ending ?? "") else {
      return say(.failure("name a file that ends in .html or .md, as in share \(reportName)"))
    }
    return [.report(path: path.isEmpty ? reportName : path, isNamed: !path.isEmpty)]
  }

  /// The default name, such as "offline.html".
  private var reportName: String {
    let file = run.scenario.file.split(separator: "/").last.map(String.init) ?? ""
    let name = file.lastIndex(of: ".").map { String(file[..<$0]) } ?? file
    let words = name.split { !($0.isLetter || $0.isNumber || "-_.".contains($0)) }
    return (words.isEmpty ? "tagsim" : words.joined(separator: "-")) + ".html"
  }

  /// Returns the report of the current run; in a comparison, the differences come first.
  ///
  /// - Parameters:
  ///   - program: the name and version of the program.
  /// - Complexity: O(n) in the rows, and a world for each of those that are explained.
  package func report(by program: String) -> HandedReport {
    let report = HandedReport(of: run, HandedReport.Choices(program: program))
    guard let compared = comparing.compared else { return report }
    let sum = ComparisonSum(
      Monitor(run).context, compared, columns: ReportWriter.columns, isWhole: true)
    let (a, b) = (compared.name(of: .a), compared.name(of: .b))
    var parts: [ReportPart] = [
      .heading("What differs", level: 2), .text("A is \"\(a)\", B is \"\(b)\".", .plain),
      .text(compared.firstText(isWide: true), .attention),
    ]
    if !compared.setup.isEmpty { parts.append(.text(compared.setup, .plain)) }
    parts.append(.folded(sum.title, sum.lines.map(\.line)))
    parts.append(
      .text("The rest of this report is about \"\(comparing.branches.currentName)\" only.", .plain))
    return HandedReport(title: "\(report.title): \(a) and \(b)", parts: parts + report.parts)
  }

  /// Answers `MonitorEffect.report`: the page was written.
  package mutating func wrote(report path: String) {
    message = .ok("saved: \(path), a page for any browser")
  }
}
