import OrderedCollections
import TagRuntime
import TagSimulation

/// A run as every form of the report tells of it: what it came to, without its world.
package struct ReportedRun: Sendable {
  /// A container that was opened.
  package struct Container: Sendable, Hashable {
    /// The public id.
    package var id: String
    /// The version and where it came from, such as "8 (network)".
    package var text: String
  }

  /// How it can be played again.
  package struct Replay: Sendable, Hashable {
    /// The container that stood in for the published one.
    package var container: String?
    /// The seed that stood in for that of the header.
    package var seed: UInt64?
    /// The trace of it; nil where none is kept.
    package var trace: String?

    /// One with some options of the command line.
    package init(container: String? = nil, seed: UInt64? = nil, trace: String? = nil) {
      self.container = container
      self.seed = seed
      self.trace = trace
    }
  }

  /// The name of the file, as it was given.
  package let file: String
  /// Which of several ways to play it this is, with the branch; nil where there is one.
  package let variant: String?
  /// The branch that was played; nil for the story as it is written.
  private let branch: ScenarioBranch?
  /// The title of the scenario.
  package let title: String?
  /// The tags of the scenario.
  package let tags: [String]
  /// The seed of everything that was left to chance.
  package let seed: UInt64
  /// What came of the setup and of every statement, in order.
  package let entries: [FinishedRun.Entry]
  /// What is to be known of the run as a whole, one sentence each.
  package let remarks: [String]
  /// The containers that were opened, with what was in use last.
  package let containers: [Container]
  /// Whether failures of optional statements count.
  package let isStrict: Bool
  /// How it can be played again; nil where that would be another run.
  package let replay: Replay?
  /// How much time passed on the phone from the end of the setup on.
  package let storyTime: Duration
  /// The facts, a line of JSON each; empty where nobody asked for them.
  package let facts: [String]

  /// What is told of a run.
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

  /// What was in use last of every container.
  private static func containers(of run: FinishedRun) -> [Container] {
    var last: OrderedDictionary<String, String> = [:]
    for load in run.timeline.loads.map(\.event) {
      let version = load.version.isEmpty ? "" : load.version + " "
      last[load.container] = "\(version)(\(load.source.rawValue))"
    }
    return last.elements.map { Container(id: $0.key, text: $0.value) }
  }

  /// What reports call it.
  package var name: String { file + way }

  /// Which way of playing the file it is, in brackets; empty where there is one.
  var way: String { variant.map { " [\($0)]" } ?? "" }

  /// The same with the pass of a statement that stands more than once.
  func way(of statement: Statement) -> String {
    way + (statement.pass.map { " [\($0)]" } ?? "")
  }

  /// Expectations, and acts that could not be done.
  var points: [FinishedRun.Entry] { entries.filter(\.result.isPoint) }

  /// What went wrong, in order.
  package var failures: [FinishedRun.Entry] { entries.filter(\.result.isFailure) }

  /// Whether it failed in a way that counts.
  package func isFailure(_ entry: FinishedRun.Entry) -> Bool {
    entry.result.isFailure && !isPardoned(entry.result.statement)
  }

  /// Whether a failure of a statement does not count.
  func isPardoned(_ statement: Statement) -> Bool { statement.isOptional && !isStrict }

  /// What differs first between two runs that should tell the same; nil where they do.
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
      return "what came of \(first.result.statement.location) \(first.result.statement.text)"
    }
    return remarks == other.remarks && containers == other.containers
      ? nil : "the state at the end"
  }

  /// The number of the row at which a failure can be looked at; 0 where there is none yet.
  func row(of entry: FinishedRun.Entry) -> Int {
    if case .failed(let failure) = entry.result.outcome, let row = failure.row { return row }
    return entry.rows.upperBound
  }

  /// The command that shows the world where something went wrong; nil where none does.
  func command(for entry: FinishedRun.Entry) -> String? {
    if let trace = replay?.trace { return command(for: entry, in: trace) }
    // What came by a pipe is gone.
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

  /// The command that asks a trace why something went wrong.
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

/// What is told of a file: how it was played, or why it cannot be read.
package struct ReportedFile: Sendable {
  /// The name of the file, as it was given.
  package let file: String
  /// Whether it was told of before, played with another seed.
  package let isAgain: Bool
  /// The runs, one for each way to play it; empty where it cannot be read.
  package var runs: [ReportedRun] = []
  /// Why it cannot be read; empty where it was.
  package var problems: [LoadProblem] = []
  /// What differs between the ways in which it was played.
  package var comparison: [String] = []

  /// A file of which nothing is told yet.
  package init(_ file: String, isAgain: Bool = false) {
    self.file = file
    self.isAgain = isAgain
  }

  /// Whether there is nothing to tell.
  package var isEmpty: Bool { runs.isEmpty && problems.isEmpty }
}

/// What files came to, counted.
package struct ReportTotals: Sendable, Hashable {
  /// Points of one kind.
  package struct Tally: Sendable, Hashable {
    /// All of them.
    package private(set) var all = 0
    /// Those that failed.
    package private(set) var failed = 0
    /// Those among them that are optional.
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

  /// The scenarios that were played; one that was played in several ways is one.
  package private(set) var scenarios = 0
  /// The files that cannot be read.
  package private(set) var unreadable = 0
  /// What was expected.
  package private(set) var expectations = Tally()
  /// What could not be done.
  package private(set) var steps = Tally()

  /// Those of nothing.
  package init() {}

  /// Counts a file.
  package mutating func add(_ file: ReportedFile) {
    if !file.isAgain {
      scenarios += file.runs.isEmpty ? 0 : 1
      unreadable += file.problems.isEmpty ? 0 : 1
    }
    for point in file.runs.flatMap(\.points).map(\.result) {
      if point.isExpectation { expectations.add(point) } else { steps.add(point) }
    }
  }

  /// The sentence at the end of a report.
  package var line: String {
    var text = Counted.text(scenarios, "scenario") + ", "
    text += Counted.text(expectations.all, "expectation")
    text += ": \(expectations.all - expectations.failed) held, \(expectations.failed) failed"
    text += expectations.optionalCount
    if steps.all > 0 {
      text += "; \(Counted.text(steps.all, "step")) could not be done" + steps.optionalCount
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
  /// Why it went wrong, in lines; empty where it did not.
  package var reason: [String] {
    switch outcome {
    case .failed(let failure): failure.lines
    case .error(let sentence): [sentence]
    case .done, .passed: []
    }
  }
}

extension Value {
  /// A number of things.
  static func count(_ number: Int) -> Value { .int(Int64(number)) }

  /// A text, or null.
  static func text(_ text: String?) -> Value { text.map { .string($0) } ?? .null }

  /// Texts.
  static func texts(_ texts: [String]) -> Value { .list(texts.map { .string($0) }) }
}
