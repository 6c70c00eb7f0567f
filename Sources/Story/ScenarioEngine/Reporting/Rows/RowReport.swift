import OrderedCollections

/// A row of a run for other programs: a fact about it, or a request with its hits.
package enum ReportRow: Sendable {
  case fact(RunFact)
  case request(SentRequest)
}

/// The rows of a run, each written when it is known: facts as comma-separated values or lines of
/// JSON, requests as an HTTP Archive or as commands of curl.
package struct RowReport: ReportForm {
  private let form: ReportFormat
  private let program: String
  /// The columns of the table; nil before its first row.
  private var columns: [String]?
  /// The last entry of the archive, whose line ends with a comma if another one follows.
  private var held: String?

  /// Creates the writer of a form for a version of the program.
  package init(_ form: ReportFormat, by program: String) {
    (self.form, self.program) = (form, program)
  }

  package func begin() -> [ReportLine] {
    let lines =
      form == .curl ? CurlText.warning : form == .har ? HTTPArchive.head(by: program) : []
    return lines.map { ReportLine($0) }
  }

  package mutating func lines(of row: ReportRow) -> [ReportLine] {
    switch row {
    case .fact(let fact) where form == .csv:
      let isFirst = columns == nil
      let columns = columns ?? Array(fact.members.keys)
      self.columns = columns
      return (isFirst ? [ReportLine(CSVText.titles(columns))] : [])
        + [ReportLine(CSVText.line(fact, columns: columns))]
    case .fact(let fact): return [ReportLine(fact.line)]
    case .request(let sent) where form == .curl:
      return CurlText.lines(of: sent).map { ReportLine($0) }
    case .request(let sent):
      defer { held = HTTPArchive.line(of: sent) }
      return held.map { [ReportLine($0 + ",")] } ?? []
    }
  }

  package func end(_ ending: ReportEnding) -> [ReportLine] {
    guard form == .har else { return [] }
    return (held.map { [ReportLine($0)] } ?? []) + [ReportLine(HTTPArchive.foot)]
  }

  /// Returns rows as a text of lines.
  package static func text(of rows: [ReportRow], as form: ReportFormat, by program: String)
    -> String
  {
    var report = RowReport(form, by: program)
    let lines = report.begin() + rows.flatMap { report.lines(of: $0) } + report.end(ReportEnding())
    return lines.map { form.visible($0.text) }.joined(separator: form.lineEnd)
  }
}
