import Foundation
import TerminalKit

/// Standard output and standard error. Every line passes the sanitiser, so that no data of a
/// container, a scenario or an app reaches a terminal as a command.
enum Console {
  /// Whether standard output is a terminal.
  static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

  /// Writes lines to standard output.
  static func print(_ lines: [String]) { write(lines, to: .standardOutput) }

  /// Writes lines to standard error.
  static func complain(_ lines: [String]) { write(lines, to: .standardError) }

  private static func write(_ lines: [String], to handle: FileHandle) {
    let text = lines.map { TerminalText.visible($0) + "\n" }.joined()
    do {
      try handle.write(contentsOf: Data(text.utf8))
    } catch {
      // Whoever read the output has gone away: there is nobody left to tell.
      exit(ExitCodeValue.brokenOutput)
    }
  }

  private enum ExitCodeValue {
    static let brokenOutput: Int32 = 3
  }
}
