import ArgumentParser

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
}

/// Why a command ends: sentences for standard error, and the exit code.
struct CommandFailure: Error {
  let lines: [String]
  let code: ExitCode

  init(_ line: String, code: ExitCode) {
    self.init([line], code: code)
  }

  init(_ lines: [String], code: ExitCode) {
    self.lines = lines
    self.code = code
  }
}
