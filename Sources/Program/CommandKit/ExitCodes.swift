package import ArgumentParser
import Foundation
package import ScenarioEngine
import TagRuntime

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
  /// Nothing of what was asked for can be seen.
  package static let nothingSeen = ExitCode(5)
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

  /// Returns the failure of an output that cannot be written, in the words of all writers.
  ///
  /// - Parameters:
  ///   - output: the output, as in "out.json:".
  ///   - error: the system's number of the error.
  ///   - needed: the number of bytes that were to be written; nil if unknown.
  ///   - advice: what to do about an error that has no remedy of its own.
  package static func unwritten(
    _ output: String, _ error: Int32, needed: Int? = nil,
    advice: String = "check the folder and its permissions"
  ) -> CommandFailure {
    let size = needed.map { ", with \(Counted.text($0, "byte")) to write" } ?? ""
    let room = "free some space there, or write to another disk"
    let words =
      switch error {
      case ENOSPC: " (the disk is full\(size)): \(room)"
      case EDQUOT: " (your share of the disk is used up\(size)): \(room)"
      case EMFILE, ENFILE:
        ": too many files are open: close other programs, or raise the limit (ulimit -n)"
      default: " (\(String(cString: strerror(error)))): \(advice)"
      }
    return CommandFailure("\(output) cannot be written\(words)", code: .internalError)
  }

  /// Returns the failure of a command that finds no scenario at paths, or none that it wants.
  package static func noScenario(
    at paths: [String], _ lack: String = "no *.scenario file"
  ) -> CommandFailure {
    CommandFailure(
      "no scenario matched: \(paths.joined(separator: ", ")) has \(lack)", code: .noScenario)
  }

  package var lines: [String] { problems.map(\.description) }

  /// The lines for standard error, with the program's name unless a line begins with a place in a
  /// file, to which editors can jump.
  package var complaint: [String] {
    problems.map { ($0.location == nil ? "tagsim: " : "") + $0.description }
  }
}
