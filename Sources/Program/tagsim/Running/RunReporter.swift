import ArgumentParser
import CommandKit
import RunPage
import ScenarioEngine
import TagRuntime

/// The reports of `tagsim run`, written file by file.
struct RunReporter {
  private var reports: [(form: any ReportForm, sink: ReportSink, isPage: Bool)] = []
  private let bailsOut: Bool
  private var hasBegun = false
  private var hasEnded = false
  private let progress: ProgressLine?
  private let count: Int
  private let coverageRequest: CoverageRequest?
  private var coverage = RunCoverage()
  private let share: String?
  private var page = RunPage(by: ProgramVersion.line)
  private var totals = ReportTotals()
  private var told = 0
  private var failed = 0
  /// The run's exit code so far: the most severe of its endings.
  private(set) var code = ExitCode.success

  /// Opens the destinations of reports. `count` is the number of files, or runs of files, and
  /// `share` the file for the page of failed runs.
  init(
    _ requests: [ReportRequest], hasColors: Bool, detail: ReportDetail = .files,
    count: Int = 0,
    coverage: CoverageRequest? = nil, share: String? = nil,
    progress: ProgressLine? = nil
  ) throws(CommandFailure) {
    coverageRequest = coverage
    self.share = share
    if let share { try DiskFiles().checkWritable(share) }
    var settings = ReportSettings(version: ProgramVersion.number)
    settings.detail = detail
    settings.paths = RepositoryPaths.ofCurrentFolder
    settings.share = share
    for request in requests {
      let form = request.format.report(settings)
      // A single scenario is a page that plays.
      reports.append(
        (form, try ReportSink(request, hasColors: hasColors), count == 1 && request.format == .html)
      )
    }
    bailsOut = requests.first == ReportRequest(.tap)
    self.count = count
    self.progress = progress
  }

  mutating func begin() throws(CommandFailure) {
    guard !hasBegun else { return }
    hasBegun = true
    if bailsOut, !RunTracer.awaitsInterruption { Interruption.endsProcess(.bailingOut) }
    for index in reports.indices { try reports[index].sink.write(reports[index].form.begin()) }
  }

  /// Reports a file; false if it is the last one.
  mutating func take(_ played: PlayedFile) throws(CommandFailure) -> Bool {
    progress?.makeRoom()
    Console.complain(played.remarks.map { "tagsim: " + $0 })
    Console.complain(CommandFailure(problems: played.file.problems, code: .badInput).complaint)
    totals.add(played.file)
    page.add(played.page)
    if !played.file.isEmpty {
      for index in reports.indices {
        try reports[index].sink.write(reports[index].form.lines(of: played.file))
      }
    }
    if let failure = played.failure { throw failure }
    if let unkept = played.unkept {
      Console.complain(unkept.complaint)
      code = code.joined(with: unkept.code)
    }
    if coverageRequest != nil { coverage.add(played.coverage) }
    told += 1
    if !played.isSuccess {
      failed += 1
      code = code.joined(with: played.code)
    }
    progress?.change(to: Self.progressText(told, of: count, failed: failed))
    return !played.isLast
  }

  /// Returns the progress, such as "12 of 40 scenarios, 0 failed".
  static func progressText(_ told: Int, of count: Int, failed: Int) -> String {
    "\(told) of \(Counted.text(count, "scenario")), \(failed) failed"
  }

  /// Ends the reports. `unsaved` is what the phone's file does not contain.
  mutating func end(unsaved: UnsavedPhone? = nil) throws(CommandFailure) {
    hasEnded = true
    progress?.makeRoom()
    let covered = coverageRequest.map { CoverageReport(coverage, wanted: $0.percent) }
    let ending = ReportEnding(coverage: covered, unsaved: unsaved, totals: totals)
    for index in reports.indices {
      let isPage = reports[index].isPage && !page.isEmpty
      try reports[index].sink.write(
        isPage ? page.lines.map { ReportLine($0) } : reports[index].form.end(ending))
      try reports[index].sink.close()
    }
    try writeShare()
    if let covered, !covered.isEnough {
      Console.complain(["tagsim: --at-least: " + covered.summary])
      code = code.joined(with: .expectationFailed)
    }
    // A complete report may be interrupted, for instance while watching.
    if bailsOut { Interruption.endsProcess(.silently) }
  }

  /// Writes the page of the failed runs, if there are any.
  private func writeShare() throws(CommandFailure) {
    guard let share, failed > 0, !page.isEmpty else { return }
    try DiskFiles().write(Console.bytes(of: page.lines), to: share)
    Console.complain(["tagsim: see \(share)\(page.fragments.first ?? "")"])
  }

  /// Tells machines that the report on standard output ends too early.
  func bailOut(_ failure: CommandFailure) {
    guard bailsOut, hasBegun, !hasEnded else { return }
    Console.print([TAPReport.bailOut(failure.lines.first ?? "interrupted")])
  }
}

/// A request to report the coverage of scenarios.
struct CoverageRequest: Sendable, Hashable {
  /// The percentage of rules that must be seen both true and false; nil for no minimum.
  var percent: Int?
}

extension ExitCode {
  /// The endings of a run by severity, most severe first.
  private static let order: [ExitCode] = [
    .internalError, .interrupted, .badInput, .expectationFailed, .snapshotsDiffer,
    .noScenario, .success,
  ]

  /// Returns the more severe of two endings.
  func joined(with other: ExitCode) -> ExitCode {
    Self.order.first { $0 == self || $0 == other } ?? self
  }
}
