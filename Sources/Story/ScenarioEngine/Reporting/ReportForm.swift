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

/// A form of the report, written file by file in order.
package protocol ReportForm: Sendable {
  /// Returns the lines before the first file.
  mutating func begin() -> [ReportLine]
  mutating func lines(of file: ReportedFile) -> [ReportLine]
  /// Returns the lines after the last file.
  mutating func end(_ ending: ReportEnding) -> [ReportLine]
}

/// The part of a report that is about all files together.
package struct ReportEnding: Sendable {
  /// The coverage of the files; nil if it is not requested.
  package var coverage: CoverageReport?
  /// The data missing in the phone's file; nil if it is complete, or there is none.
  package var unsaved: UnsavedPhone?

  /// Creates an ending from the coverage and the state of the phone's file.
  package init(coverage: CoverageReport? = nil, unsaved: UnsavedPhone? = nil) {
    self.coverage = coverage
    self.unsaved = unsaved
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
  /// The amount of detail in the human-readable report.
  package var detail = ReportDetail.files
  /// The paths of files for services that identify them by their paths in a repository.
  package var paths = RepositoryPaths()

  package init(version: String) { self.version = version }
}

/// The forms of the report of `tagsim run`.
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
  /// Annotations of GitHub, beside the lines of the scenarios.
  case github
  /// A summary in Markdown.
  case md
  /// The summary as a page for a browser.
  case html

  package func report(_ settings: ReportSettings) -> any ReportForm {
    switch self {
    case .human: HumanReport.Whole(detail: settings.detail)
    case .tap: TAPReport.Whole()
    case .junit: JUnitReport(namesPlaces: false)
    case .junitPlaces: JUnitReport(namesPlaces: true)
    case .json: JSONReport(version: settings.version)
    case .ndjson: FactReport(version: settings.version)
    case .github: AnnotationReport(paths: settings.paths)
    case .md: PageReport(.markdown)
    case .html: PageReport(.html)
    }
  }

  package var isJSON: Bool { self == .json || self == .ndjson }
}
