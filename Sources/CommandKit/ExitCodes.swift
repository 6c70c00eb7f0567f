package import ArgumentParser
package import ScenarioEngine

extension ExitCode {
  /// At least one expectation failed.
  package static let expectationFailed = ExitCode(1)
  /// Two containers differ.
  package static let different = ExitCode(1)
  /// Lint found an error.
  package static let findings = ExitCode(1)
  /// The outcome of a workload is not the expected one.
  package static let mismatch = ExitCode(1)
  /// Interrupted by Ctrl-C or SIGTERM.
  package static let interrupted = ExitCode(2)
  /// An internal error, or output that cannot be written.
  package static let internalError = ExitCode(3)
  /// The command line is invalid, or a required terminal is missing.
  package static let usage = ExitCode(4)
  /// No scenario matched.
  package static let noScenario = ExitCode(5)
  /// An input file cannot be read or parsed.
  package static let badInput = ExitCode(6)
  /// Only snapshots failed.
  package static let snapshotsDiffer = ExitCode(7)
}

/// Why a command ends: the problems, for standard error, and the exit code.
package struct CommandFailure: Error {
  package let problems: [LoadProblem]
  package let code: ExitCode

  package init(_ sentence: String, code: ExitCode) {
    self.init([sentence], code: code)
  }

  package init(_ sentences: [String], code: ExitCode) {
    self.init(problems: sentences.map { LoadProblem($0) }, code: code)
  }

  package init(problems: [LoadProblem], code: ExitCode) {
    self.problems = problems
    self.code = code
  }

  /// The problems, one line each.
  package var lines: [String] { problems.map(\.description) }

  /// The lines for standard error, with the program's name unless a line begins with a place in a
  /// file, to which editors can jump.
  package var complaint: [String] {
    problems.map { ($0.location == nil ? "tagsim: " : "") + $0.description }
  }
}
