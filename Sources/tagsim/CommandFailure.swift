import ArgumentParser

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
