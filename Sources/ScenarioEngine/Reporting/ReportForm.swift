import TagRuntime

/// A line of a report. Where there are colours, the word that says how it went has one.
package struct ReportLine: Sendable, Hashable, ExpressibleByStringLiteral {
  /// How something went.
  package enum Mark: String, Sendable, Hashable {
    /// It is as it was expected.
    case held = "ok"
    /// It is not, or could not be done.
    case failed = "FAIL"
  }

  /// What stands before the mark.
  package var lead: String
  /// How it went; nil for a line that does not say.
  package var mark: Mark?
  /// What stands behind it.
  package var rest: String

  /// A line with a mark in it.
  package init(_ lead: String, _ mark: Mark? = nil, _ rest: String = "") {
    self.lead = lead
    self.mark = mark
    self.rest = rest
  }

  /// A line without a mark.
  package init(stringLiteral text: String) { self.init(text) }

  /// The line without colours.
  package var text: String { lead + (mark?.rawValue ?? "") + rest }
}

/// A form of the report, told file by file in their order.
package protocol ReportForm: Sendable {
  /// What stands before the first file.
  mutating func begin() -> [ReportLine]
  /// What is told of a file.
  mutating func lines(of file: ReportedFile) -> [ReportLine]
  /// What follows the last file.
  mutating func end(_ ending: ReportEnding) -> [ReportLine]
}

extension ReportForm {
  /// What follows the last file where there is nothing more to say.
  mutating func end() -> [ReportLine] { end(ReportEnding()) }
}

/// The part of a report that is about all files together.
package struct ReportEnding: Sendable {
  /// What the files reached; nil if nobody asked.
  package var coverage: CoverageReport?
  /// What the phone's file does not hold; nil if it holds everything, or there is none.
  package var unsaved: UnsavedPhone?

  /// Creates an ending.
  package init(coverage: CoverageReport? = nil, unsaved: UnsavedPhone? = nil) {
    self.coverage = coverage
    self.unsaved = unsaved
  }
}

/// A phone whose file is full at the end of a run.
package struct UnsavedPhone: Sendable, Hashable {
  /// The name of its point in a report.
  static let point = "device"

  /// The file, by the name it was given.
  package var file: String
  /// How many hits wait that are not in it.
  package var missing: Int
  /// How many hits wait in all.
  package var waiting: Int

  /// Creates a description of a full file.
  package init(file: String, missing: Int, waiting: Int) {
    self.file = file
    self.missing = missing
    self.waiting = waiting
  }

  /// "phone.sqlite is full: 755 of 840 waiting hits are not in it"
  package var summary: String {
    if missing == 0 { return "\(file) is full: what happened last is not in it" }
    return "\(file) is full: \(missing) of \(Counted.text(waiting, "waiting hit")) "
      + "\(missing == 1 ? "is" : "are") not in it"
  }

  /// As a problem of a file, which documents have a place for.
  var problem: LoadProblem { LoadProblem(summary) }
}

/// How much the report for people says.
package enum ReportDetail: Sendable, Hashable {
  /// The totals alone.
  case totals
  /// A line for each file, and the failures.
  case files
  /// A line for each statement, and the failures.
  case statements
}

/// What all forms of a report need to know.
package struct ReportSettings: Sendable {
  /// The version of this program.
  package var version: String
  /// How much the report for people says.
  package var detail = ReportDetail.files
  /// How files are named for services that know them by their paths in a repository.
  package var paths = RepositoryPaths()

  /// Settings for a version of this program.
  package init(version: String) { self.version = version }
}

/// The forms of the report of `tagsim run`.
package enum ReportFormat: String, Sendable, Hashable, CaseIterable {
  /// For people.
  case human
  /// The Test Anything Protocol, version 13.
  case tap
  /// The XML of JUnit, as test services read it.
  case junit
  /// The same with the file and the line of each case, which some schemas do not allow.
  case junitPlaces = "junit+places"
  /// One JSON document.
  case json
  /// The facts of the runs, one JSON object a line.
  case ndjson
  /// Annotations of GitHub, beside the lines of the scenarios.
  case github
  /// A summary in Markdown.
  case md
  /// The same as a page that a browser shows.
  case html

  /// A report of this form.
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

  /// Whether its lines are JSON.
  package var isJSON: Bool { self == .json || self == .ndjson }
}
