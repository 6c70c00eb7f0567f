import OrderedCollections
import TagRuntime

/// Something that is checked, and what became of it: an expectation, a finding, a file that cannot
/// be read. All forms tell it with the same code, place and words.
package struct ReportCheck: Sendable {
  /// The outcomes, the least severe first.
  package enum Outcome: Int, Sendable {
    case held
    case note
    case warning
    /// A failure that does not count, or something that could not be checked.
    case skipped
    case failure
    /// It could not be executed or read.
    case error

    /// Whether it counts as a failure.
    var counts: Bool { rawValue >= Outcome.failure.rawValue }
  }

  package var outcome: Outcome
  /// The kind of problem with its explanation, for services that list them.
  package var code: (id: String, title: String, explanation: String)?
  /// The file, the line and the column; nil if it has no place.
  package var place: ScenarioLocation?
  /// The part of the file, and the number that a service knows it by after its file changed.
  package var subject: (kind: String, name: String, print: String)?
  /// The subject in words, such as the statement.
  package var text: String
  /// The way in which a file was played, in brackets.
  var way = ""
  /// Whether the text names the place.
  var namesPlace = false
  var isOptional = false
  /// The explanation of the outcome: what was expected, and what was found.
  package var lines: [String]
  /// The command that shows it.
  var see: String?
  package var remarks: [String] = []

  /// Creates a check with its outcome.
  package init(
    _ outcome: Outcome, _ text: String, at place: ScenarioLocation? = nil, _ lines: [String] = []
  ) {
    (self.outcome, self.text, self.place, self.lines) = (outcome, text, place, lines)
  }

  package var isFailure: Bool { outcome != .held }

  var title: String { text + way }

  /// The severity in SARIF's words.
  var level: String {
    switch outcome {
    case .held, .note: "note"
    case .warning, .skipped: "warning"
    case .failure, .error: "error"
    }
  }

  /// The command that shows it, in words; empty if there is none.
  var looks: [String] { see.map { ["see: " + $0] } ?? [] }
}

/// A part of a report that is written when it is known: a run, a container, a log.
package struct ReportChapter: Sendable {
  /// Checks that are one for test services, such as those of a scenario's chapter.
  struct Case: Sendable {
    var name: String
    var place: ScenarioLocation?
    var checks: [ReportCheck] = []
    /// The kind of its failures, and the sentence about them; nil for those of their checks.
    var failing: (type: String, message: String)?
    /// What happened.
    var told: [FinishedRun.Entry] = []

    /// The most severe outcome.
    var outcome: ReportCheck.Outcome {
      checks.map(\.outcome).max { $0.rawValue < $1.rawValue } ?? .held
    }
  }

  var name: String
  /// The file; nil for a check after all files.
  var file: String?
  var properties: [(name: String, value: String)] = []
  var checks: [ReportCheck]
  var cases: [Case]
  /// The problems for services that show each beside its line.
  var problems: [ReportCheck]
  var remarks: [String] = []

  /// Creates a part for each of whose checks test services have a case.
  package init(of file: String, _ checks: [ReportCheck]) {
    (name, self.file, self.checks) = (file, file, checks)
    problems = checks
    cases = checks.map { Case(name: $0.text, place: $0.place, checks: [$0]) }
  }

  /// Creates the part for a file that cannot be read.
  init(unreadable file: String, _ problems: [LoadProblem]) {
    var check = ReportCheck(
      .error, "\(file) cannot be read", at: problems.first?.location,
      problems.map(\.description))
    check.namesPlace = true
    self.init(of: file, [check])
    cases[0].failing = ("unreadable", problems.first?.sentence ?? "")
    self.problems = problems.map { problem in
      let place = problem.location ?? ScenarioLocation(file: file, line: 0, column: 0)
      return ReportCheck(.error, "cannot be read", at: place, [problem.sentence])
    }
  }
}

extension ReportChapter {
  /// Returns the files that cannot be read or have mistakes, in order.
  package static func ofFiles(with problems: [LoadProblem]) -> [ReportChapter] {
    OrderedDictionary(grouping: problems) { $0.location?.file ?? "inputs" }.elements.map {
      ReportChapter(unreadable: $0.key, $0.value)
    }
  }
}

/// What a command reports as a whole, for all forms.
package protocol Reported {
  /// The checks, for test services and annotations.
  var chapters: [ReportChapter] { get }
  /// The chapters, tables and facts for people.
  var page: HandedReport { get }
  /// Returns the page as lines, wrapped to a width if there is one.
  func text(columns: Int?) -> [String]
  /// The JSON for programs.
  var document: String { get }
  /// The same, one line each, of a report that is several.
  var documents: [String] { get }
}

extension Reported {
  package var chapters: [ReportChapter] { [] }
  package var document: String { JSONWriter.write(page.value(with: chapters)) }
  package var documents: [String] { [document] }

  package func text(columns: Int?) -> [String] {
    var page = page
    page.columns = page.columns ?? columns
    return page.lines(.human)
  }
}
