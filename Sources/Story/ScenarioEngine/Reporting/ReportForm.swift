import TagRuntime
import TextKit

/// A line of a report. With colours, the word for the outcome has one.
package struct ReportLine: Sendable, Hashable, ExpressibleByStringLiteral {
  package enum Mark: String, Sendable, Hashable {
    case held = "ok"
    /// It is not as expected, or could not be executed.
    case failed = "FAIL"
  }

  /// The text before the mark.
  package var lead: String
  /// The outcome; nil for a line without one.
  package var mark: Mark?
  /// The text after the mark.
  package var rest: String

  package init(_ lead: String, _ mark: Mark? = nil, _ rest: String = "") {
    self.lead = lead
    self.mark = mark
    self.rest = rest
  }

  /// Creates a line without a mark.
  package init(stringLiteral text: String) { self.init(text) }

  /// The line without colours.
  package var text: String { lead + (mark?.rawValue ?? "") + rest }
}

/// A form of the report, written part by part in order.
package protocol ReportForm: Sendable {
  /// Returns the lines before the first part.
  mutating func begin() -> [ReportLine]
  mutating func lines(of file: ReportedFile) -> [ReportLine]
  mutating func lines(of chapter: ReportChapter) -> [ReportLine]
  mutating func lines(of row: ReportRow) -> [ReportLine]
  /// Returns the lines after the last part.
  mutating func end(_ ending: ReportEnding) -> [ReportLine]
}

extension ReportForm {
  package func begin() -> [ReportLine] { [] }
  package mutating func lines(of file: ReportedFile) -> [ReportLine] {
    file.chapters.flatMap { lines(of: $0) }
  }
  package mutating func lines(of chapter: ReportChapter) -> [ReportLine] { [] }
  package mutating func lines(of row: ReportRow) -> [ReportLine] { [] }
  package mutating func end(_ ending: ReportEnding) -> [ReportLine] { [] }

  /// Returns the lines of a whole report.
  mutating func whole(_ chapters: [ReportChapter]) -> [ReportLine] {
    begin() + chapters.flatMap { lines(of: $0) } + end(ReportEnding())
  }
}

/// The part of a report that is about all files together.
package struct ReportEnding: Sendable {
  /// The coverage of the files; nil if it is not requested.
  package var coverage: CoverageReport?
  /// The data missing in the phone's file; nil if it is complete, or there is none.
  package var unsaved: UnsavedPhone?
  /// The totals of the files; nil for a report without expectations.
  package var totals: ReportTotals?

  /// Creates an ending from the coverage, the state of the phone's file and the totals.
  package init(
    coverage: CoverageReport? = nil, unsaved: UnsavedPhone? = nil, totals: ReportTotals? = nil
  ) {
    self.coverage = coverage
    self.unsaved = unsaved
    self.totals = totals
  }

  /// The checks after all files, each alone.
  var chapters: [ReportChapter] {
    let share = coverage.flatMap { coverage in
      coverage.wanted.map { _ in
        (CoverageReport.point, coverage.isEnough, coverage.summary, coverage.lines)
      }
    }
    let phone = unsaved.map { (UnsavedPhone.point, false, $0.summary, [$0.summary]) }
    return [share, phone].compactMap { $0 }.map { point, isHeld, summary, lines in
      var chapter = ReportChapter(
        of: point, [ReportCheck(isHeld ? .held : .failure, summary, lines)])
      chapter.file = nil
      chapter.cases[0].name = point
      chapter.cases[0].failing = (point, summary)
      return chapter
    }
  }
}

/// The amount of detail in the human-readable report.
package enum ReportDetail: Sendable, Hashable {
  /// Only the totals.
  case totals
  /// A line for each file, and the failures.
  case files
  /// A line for each statement, and the failures.
  case statements
}

/// The settings that all forms of a report share.
package struct ReportSettings: Sendable {
  package var version: String
  /// The command that reports.
  package var command = "run"
  /// The amount of detail in the human-readable report.
  package var detail = ReportDetail.files
  /// The width of a terminal's lines; nil leaves them whole.
  package var columns: Int?
  /// The page with the failed runs, which their rows lead to; nil for none.
  package var share: String?
  /// The paths of files for services that identify them by their paths in a repository.
  package var paths = RepositoryPaths()

  package init(version: String) { self.version = version }
}

/// The forms of reports, of exports and of copied rows: one writer each.
package enum ReportFormat: String, Sendable, Hashable, CaseIterable {
  /// Readable lines for people.
  case human
  /// The Test Anything Protocol, version 13.
  case tap
  /// The XML of JUnit for test services.
  case junit
  /// The XML of JUnit with the file and the line of each case, which some schemas do not allow.
  case junitPlaces = "junit+places"
  case json
  /// The facts of the runs, one JSON object per line.
  case ndjson
  /// Annotations of GitHub, beside the lines of the files.
  case github
  /// A summary in Markdown.
  case md
  /// The summary as a page for a browser.
  case html
  /// The Static Analysis Results Interchange Format, version 2.1.0.
  case sarif
  /// Comma-separated values.
  case csv
  /// An HTTP Archive, version 1.2.
  case har
  /// Commands of curl.
  case curl

  /// Returns the writer of what is written part by part.
  package func report(_ settings: ReportSettings) -> any ReportForm {
    switch self {
    case .human: HumanReport.Whole(detail: settings.detail)
    case .tap: TAPReport.Whole()
    case .junit: JUnitReport(command: settings.command, namesPlaces: false)
    case .junitPlaces: JUnitReport(command: settings.command, namesPlaces: true)
    case .json: JSONReport(version: settings.version)
    case .ndjson: FactReport(version: settings.version)
    case .github: AnnotationReport(paths: settings.paths)
    case .sarif: SARIFReport(settings)
    case .md, .html: PageReport(self, share: settings.share)
    case .csv, .har, .curl: RowReport(self, by: settings.version)
    }
  }

  /// Returns the lines of what a command reports as a whole.
  package func lines(
    of reported: any Reported, _ settings: ReportSettings
  ) -> [ReportLine] {
    let lines: [String]
    switch self {
    case .human: lines = reported.text(columns: settings.columns)
    case .md, .html: lines = reported.page.lines(self)
    case .json, .ndjson: lines = reported.documents
    case .tap, .junit, .junitPlaces, .github, .sarif, .csv, .har, .curl:
      var form = report(settings)
      return form.whole(reported.chapters)
    }
    return lines.map { ReportLine($0) }
  }

  private var isJSON: Bool { [.json, .ndjson, .sarif, .har].contains(self) }

  /// The end of a line.
  package var lineEnd: String { self == .csv ? "\r\n" : "\n" }

  /// Returns a line in which nothing is hidden, and nothing is a command for a terminal.
  package func visible(_ line: String) -> String {
    isJSON ? TerminalText.escapedJSON(line) : TerminalText.visible(line)
  }
}
