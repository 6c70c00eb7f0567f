import ArgumentParser
import ScenarioEngine

extension ExitCode {
  /// At least one expectation failed.
  static let expectationFailed = ExitCode(1)
  /// Two containers differ.
  static let different = ExitCode(1)
  /// Lint found an error.
  static let findings = ExitCode(1)
  /// A workload came to something else than it has to.
  static let mismatch = ExitCode(1)
  /// Interrupted by Ctrl-C or SIGTERM.
  static let interrupted = ExitCode(2)
  /// A fault of our own, or output that cannot be written.
  static let internalError = ExitCode(3)
  /// The command line is wrong, or a terminal was needed and there is none.
  static let usage = ExitCode(4)
  /// No scenario matched.
  static let noScenario = ExitCode(5)
  /// An input file cannot be read or parsed.
  static let badInput = ExitCode(6)
  /// Nothing failed but snapshots.
  static let snapshotsDiffer = ExitCode(7)
}

/// Why a command ends: what is wrong, for standard error, and the exit code.
struct CommandFailure: Error {
  let problems: [LoadProblem]
  let code: ExitCode

  init(_ sentence: String, code: ExitCode) {
    self.init([sentence], code: code)
  }

  init(_ sentences: [String], code: ExitCode) {
    self.init(problems: sentences.map { LoadProblem($0) }, code: code)
  }

  init(problems: [LoadProblem], code: ExitCode) {
    self.problems = problems
    self.code = code
  }

  /// One line each.
  var lines: [String] { problems.map(\.description) }

  /// What standard error is told: who complains, unless the line begins with a place in a file, to
  /// which editors jump.
  var complaint: [String] {
    problems.map { ($0.location == nil ? "tagsim: " : "") + $0.description }
  }
}
