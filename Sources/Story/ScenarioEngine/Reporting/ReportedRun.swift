import OrderedCollections
import TagRuntime
import TagSimulation
import TagWords

/// A run in the form that all reports share: its results, without its world.
package struct ReportedRun: Sendable {
  package struct Container: Sendable, Hashable {
    package var id: String
    /// The version and its source, such as "8 (network)".
    package var text: String
  }

  /// The parameters to play a run again.
  package struct Replay: Sendable, Hashable {
    /// The container that replaced the published one.
    package var container: String?
    /// The seed that replaced that of the header.
    package var seed: UInt64?
    /// The trace of the run; nil if there is none.
    package var trace: String?

    /// Creates parameters from options of the command line.
    package init(container: String? = nil, seed: UInt64? = nil, trace: String? = nil) {
      self.container = container
      self.seed = seed
      self.trace = trace
    }
  }

  /// The name of the file, as passed to tagsim.
  package let file: String
  /// The name of this way among several, with the branch; nil if there is only one.
  package let variant: String?
  /// The played branch; nil for the story as written.
  private let branch: ScenarioBranch?
  package let title: String?
  package let tags: [String]
  /// The seed of everything random.
  package let seed: UInt64
  /// The results of the setup and of every statement, in order.
  package let entries: [FinishedRun.Entry]
  /// Remarks on the run as a whole, one sentence each.
  package let remarks: [String]
  /// The opened containers, with the version last in use.
  package let containers: [Container]
  /// Whether failures of optional statements count.
  package let isStrict: Bool
  /// The parameters to play it again; nil if that would be another run.
  package let replay: Replay?
  /// The time that passed on the phone after the setup.
  package let storyTime: Duration
  /// The facts, one line of JSON each; empty if they are not requested.
  package let facts: [String]

  /// Extracts the reported data of a run.
  package init(
    of run: FinishedRun, isStrict: Bool = false, replay: Replay? = Replay(),
    withFacts: Bool = false
  ) {
    let scenario = run.scenario
    file = scenario.file
    variant = scenario.variant
    branch = scenario.branch
    title = scenario.header.title
    tags = scenario.header.tags
    seed = run.timeline.live.settings.seed
    entries = run.entries
    remarks = run.remarks
    storyTime = run.timeline.live.now.instant - run.began
    self.isStrict = isStrict
    containers = Self.containers(of: run)
    self.replay = replay
    facts = withFacts ? RunFacts(of: run).lines : []
  }

  /// Returns the last version in use of every container.
  private static func containers(of run: FinishedRun) -> [Container] {
    var last: OrderedDictionary<String, String> = [:]
    for load in run.timeline.loads.map(\.event) {
      let version = load.version.isEmpty ? "" : load.version + " "
      last[load.container] = "\(version)(\(load.source.rawValue))"
    }
    return last.elements.map { Container(id: $0.key, text: $0.value) }
  }

  package var name: String { file + way }

  /// The way to play the file, in brackets; empty if there is only one.
  var way: String { variant.map { " [\($0)]" } ?? "" }

  /// Returns the way with the pass of a repeated statement.
  func way(of statement: Statement) -> String {
    way + (statement.pass.map { " [\($0)]" } ?? "")
  }

  /// The entries of expectations, and of acts that could not be executed.
  var points: [FinishedRun.Entry] { entries.filter(\.result.isPoint) }

  /// The points, as every form tells them.
  var checks: [ReportCheck] { points.map(check) }

  package var failures: [FinishedRun.Entry] { entries.filter(\.result.isFailure) }

  private func check(_ entry: FinishedRun.Entry) -> ReportCheck {
    let (result, statement) = (entry.result, entry.result.statement)
    let outcome: ReportCheck.Outcome =
      !result.isFailure
      ? .held : isPardoned(statement) ? .skipped : result.isExpectation ? .failure : .error
    var check = ReportCheck(outcome, statement.text, at: statement.location, result.reason)
    (check.way, check.isOptional) = (way(of: statement), statement.isOptional)
    check.see = result.isFailure ? command(for: entry) : nil
    check.remarks = result.remarks
    return check
  }

  /// The run for test services: its entries in cases. The part before the first chapter is a case
  /// if it has a point, or if there is nothing else. A repeated block in a chapter has a case for
  /// each pass, beside that of the chapter.
  var chapter: ReportChapter {
    var title = title ?? file
    var cases = [ReportChapter.Case(name: title + way)]
    // The place of the chapter's case, the place of the pass's case, and the pass.
    var (chapter, current, pass): (Int, Int, String?) = (0, 0, nil)
    for entry in entries {
      let statement = entry.result.statement
      var begins = false
      if case .chapter(let text) = statement.command {
        (title, chapter, begins) = (text, cases.count, true)
      } else if statement.pass != pass {
        begins = statement.pass != nil
        current = chapter
      }
      pass = statement.pass
      if begins {
        current = cases.count
        let name = title + (pass.map { ": " + $0 } ?? "") + way
        cases.append(ReportChapter.Case(name: name, place: statement.location))
      }
      if cases[current].place == nil { cases[current].place = statement.location }
      cases[current].told.append(entry)
      if entry.result.isPoint { cases[current].checks.append(check(entry)) }
    }
    if cases.count > 1, cases[0].checks.isEmpty { cases.removeFirst() }
    var report = ReportChapter(of: file, checks)
    (report.name, report.cases, report.remarks) = (name, cases, remarks)
    report.properties =
      [("seed", String(seed))] + containers.map { ("container " + $0.id, $0.text) }
    return report
  }

  /// Whether it failed in a way that counts.
  package func isFailure(_ entry: FinishedRun.Entry) -> Bool {
    entry.result.isFailure && !isPardoned(entry.result.statement)
  }

  /// Whether a failure of a statement does not count.
  func isPardoned(_ statement: Statement) -> Bool { statement.isOptional && !isStrict }

  /// Describes the first difference between two runs that should be the same; nil if they are.
  package func difference(from other: ReportedRun) -> String? {
    if facts.count != other.facts.count || entries.count != other.entries.count {
      return
        "\(Counted.text(entries.count, "statement")) and \(Counted.text(facts.count, "fact")), "
        + "then \(other.entries.count) and \(other.facts.count)"
    }
    if let (first, second) = zip(facts, other.facts).first(where: { $0 != $1 }) {
      return "\(BoundedText.cut(first)), then \(BoundedText.cut(second))"
    }
    if let (first, _) = zip(entries, other.entries).first(where: { $0 != $1 }) {
      return "the result of \(first.result.statement.location) \(first.result.statement.text)"
    }
    return remarks == other.remarks && containers == other.containers
      ? nil : "the state at the end"
  }

  /// Returns the number of the row at which a failure can be inspected; 0 if there is none yet.
  func row(of entry: FinishedRun.Entry) -> Int {
    if case .failed(let failure) = entry.result.outcome, let row = failure.row { return row }
    return entry.rows.upperBound
  }

  /// Returns the command that shows the world at a failure; nil if there is none.
  func command(for entry: FinishedRun.Entry) -> String? {
    if let trace = replay?.trace { return command(for: entry, in: trace) }
    // The text from a pipe is not available any more.
    guard let replay, file != "standard input" else { return nil }
    let file = ShellText.argument(file)
    var words = ["tagsim"]
    let row = row(of: entry)
    if let seed = replay.seed {
      words += ["run", file, "--seed", String(seed)]
    } else if variant == branch?.title, row > 0 {
      words.append(file)
      if let branch { words += ["--branch", branch.name] }
      words += ["--at", String(row)]
    } else {
      words.append(file)
    }
    if let container = replay.container { words += ["--container", container] }
    return words.map(ShellText.word).joined(separator: " ")
  }

  /// Returns the command that opens a trace at a failure, or explains the tag that it is about.
  private func command(for entry: FinishedRun.Entry, in trace: String) -> String {
    let row = row(of: entry)
    var words = ["tagsim", ShellText.argument(trace)]
    if row > 0 { words += ["--at", String(row)] }
    if case .expect(.tag(let name, _, _)) = entry.result.statement.command {
      words.insert("explain", at: 1)
      words += ["--tag", name]
    }
    return words.map(ShellText.word).joined(separator: " ")
  }
}

/// The reported data of a file: its runs, or why it cannot be read.
package struct ReportedFile: Sendable {
  /// The name of the file, as passed to tagsim.
  package let file: String
  /// Whether it was reported before, with another seed.
  package let isAgain: Bool
  /// The runs, one for each way to play it; empty if the file cannot be read.
  package var runs: [ReportedRun] = []
  /// The problems that prevent reading; empty if it was read.
  package var problems: [LoadProblem] = []
  /// The differences between the ways in which it was played.
  package var comparison: [String] = []

  package init(_ file: String, isAgain: Bool = false) {
    self.file = file
    self.isAgain = isAgain
  }

  package var isEmpty: Bool { runs.isEmpty && problems.isEmpty }

  /// The runs, and what cannot be read, for test services.
  var chapters: [ReportChapter] {
    runs.map(\.chapter)
      + (problems.isEmpty ? [] : [ReportChapter(unreadable: file, problems)])
  }
}

/// The totals of some files.
package struct ReportTotals: Sendable, Hashable {
  /// The counts of points of one kind.
  package struct Tally: Sendable, Hashable {
    package private(set) var all = 0
    package private(set) var failed = 0
    /// The number of failed points that are optional.
    package private(set) var optional = 0

    fileprivate mutating func add(_ result: StatementResult) {
      all += 1
      guard result.isFailure else { return }
      failed += 1
      if result.statement.isOptional { optional += 1 }
    }

    fileprivate var optionalCount: String {
      optional > 0 ? ", \(optional) of them optional" : ""
    }

    var value: Value {
      ["all": .count(all), "failed": .count(failed), "optional": .count(optional)]
    }
  }

  /// The number of scenarios; one that was played in several ways counts once.
  package private(set) var scenarios = 0
  /// The number of files that cannot be read.
  package private(set) var unreadable = 0
  package private(set) var expectations = Tally()
  /// The counts of acts that could not be executed.
  package private(set) var steps = Tally()

  package init() {}

  package mutating func add(_ file: ReportedFile) {
    if !file.isAgain {
      scenarios += file.runs.isEmpty ? 0 : 1
      unreadable += file.problems.isEmpty ? 0 : 1
    }
    for point in file.runs.flatMap(\.points).map(\.result) {
      if point.isExpectation { expectations.add(point) } else { steps.add(point) }
    }
  }

  /// The totals in a sentence at the end of a report.
  package var line: String {
    var text = Counted.text(scenarios, "scenario") + ", "
    text += Counted.text(expectations.all, "expectation")
    text += ": \(expectations.all - expectations.failed) passed, \(expectations.failed) failed"
    text += expectations.optionalCount
    if steps.all > 0 {
      text += "; \(Counted.text(steps.all, "step")) not possible" + steps.optionalCount
    }
    if unreadable > 0 { text += "; \(Counted.text(unreadable, "file")) cannot be read" }
    return text
  }

  /// Whether there is a line for anything.
  var hasRuns: Bool { scenarios + unreadable > 0 }

  var value: Value {
    [
      "scenarios": .count(scenarios), "unreadable": .count(unreadable),
      "expectations": expectations.value, "steps": steps.value,
    ]
  }
}

extension StatementResult {
  /// The explanation of a failure in lines; empty without a failure.
  package var reason: [String] {
    switch outcome {
    case .failed(let failure): failure.lines
    case .error(let sentence): [sentence]
    case .done, .passed: []
    }
  }
}
