import ArgumentParser
import Foundation
import TerminalKit

/// Standard output and standard error. Every line passes the sanitiser, so that no data of a
/// container, a scenario or an app reaches a terminal as a command.
enum Console {
  /// Whether standard output is a terminal.
  static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

  /// Makes writing fail with an error instead of a signal, and keeps the files that are opened
  /// later from taking the place of a stream that is closed.
  static func prepare() {
    signal(SIGPIPE, SIG_IGN)
    for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(stream, F_GETFD) < 0 {
      // The lowest free number is that of the stream; reading only, so that writing still fails.
      _ = open("/dev/null", O_RDONLY)
    }
  }

  /// Writes lines to standard output. Where that is not possible the process ends.
  static func print(_ lines: [String]) {
    guard let error = write(lines, to: STDOUT_FILENO) else { return }
    let reason = String(cString: strerror(error))
    complain(["tagsim: the output cannot be written (\(reason)): check where it goes"])
    exit(ExitCode.internalError.rawValue)
  }

  /// Writes lines to standard error. Where that is not possible there is nobody left to tell, and
  /// the exit code stays what it is.
  static func complain(_ lines: [String]) { _ = write(lines, to: STDERR_FILENO) }

  /// The number of the error that kept the lines from being written; nil without one.
  private static func write(_ lines: [String], to stream: Int32) -> Int32? {
    let bytes = Array(lines.map { TerminalText.visible($0) + "\n" }.joined().utf8)
    var offset = 0
    while offset < bytes.count {
      let count = bytes[offset...].withUnsafeBytes {
        Foundation.write(stream, $0.baseAddress, $0.count)
      }
      if count > 0 {
        offset += count
      } else if count == 0 || errno != EINTR {
        return errno
      }
    }
    return nil
  }
}
