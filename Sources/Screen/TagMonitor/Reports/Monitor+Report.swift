package import ScenarioEngine
import TagRuntime
import TerminalKit

/// `:report` writes a report of the current display as a page to share.
extension Monitor {
  /// Requests to write the report into the named file, or into one named after the scenario.
  mutating func writeReport(to text: Substring) -> [MonitorEffect] {
    let path = String(text.unquoted)
    let ending = path.split(separator: ".").last.map { $0.lowercased() }
    guard path.isEmpty || ["html", "htm", "md"].contains(ending ?? "") else {
      return say(.failure("name a file that ends in .html or .md, as in report \(reportName)"))
    }
    return [.report(path: path.isEmpty ? reportName : path)]
  }

  /// The default name, such as "offline-report.html".
  private var reportName: String {
    let file = run.scenario.file.split(separator: "/").last.map(String.init) ?? ""
    let name = file.lastIndex(of: ".").map { String(file[..<$0]) } ?? file
    let words = name.split { !($0.isLetter || $0.isNumber || "-_.".contains($0)) }
    return (words.isEmpty ? "tagsim" : words.joined(separator: "-")) + "-report.html"
  }

  /// Returns the report of the current run; in a comparison, the differences come first.
  ///
  /// - Parameters:
  ///   - form: the file format.
  ///   - program: the name and version of the program.
  /// - Complexity: O(n) in the rows, and a world for each of those that are explained.
  package func report(as form: HandedReport.Form, by program: String) -> HandedReport {
    var choices = HandedReport.Choices(program: program)
    choices.theme = theme
    let report = HandedReport(of: run, as: form, choices)
    guard let comparing else { return report }
    let sum = ComparisonSum(
      Monitor(run).context, comparing, columns: ReportWriter.columns, isWhole: true)
    let (a, b) = (comparing.name(of: .a), comparing.name(of: .b))
    var parts: [ReportPart] = [
      .heading("What differs", level: 2), .text("A is \"\(a)\", B is \"\(b)\".", .plain),
      .text(comparing.firstText(isWide: true), .attention),
    ]
    if !comparing.setup.isEmpty { parts.append(.text(comparing.setup, .plain)) }
    parts.append(.folded(sum.title, sum.lines.map(\.line)))
    parts.append(
      .text("The rest of this report is about \"\(branches.currentName)\" only.", .plain))
    return HandedReport(title: "\(report.title): \(a) and \(b)", parts: parts + report.parts)
  }

  /// Answers `MonitorEffect.report`: the page was written.
  package mutating func wrote(report path: String) {
    message = .ok("saved: \(path), a page for any browser")
  }
}
