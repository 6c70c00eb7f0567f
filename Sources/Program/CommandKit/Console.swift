import ArgumentParser
import Foundation
import TerminalKit
import TextKit

/// Standard output and standard error. Every line passes the sanitiser, so that no data from a
/// container, a scenario or an app reaches a terminal as a command.
package enum Console {
  /// Whether standard output is a terminal.
  package static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

  /// Makes writing fail with an error instead of a signal, and prevents files that are opened later
  /// from replacing a closed stream.
  package static func prepare() {
    signal(SIGPIPE, SIG_IGN)
    // A file at its size limit is treated like a full disk.
    signal(SIGXFSZ, SIG_IGN)
    for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(stream, F_GETFD) < 0 {
      // The lowest free number is that of the stream; read-only, so that writing still fails.
      _ = open("/dev/null", O_RDONLY)
    }
  }

  /// Writes lines to standard output; ends the process if that fails.
  package static func print(_ lines: [String]) {
    printScreen(lines.map { TerminalText.visible($0) })
  }

  /// Writes the rows of a screen, which contain only our own sequences.
  package static func printScreen(_ rows: [String]) { write(Self.bytes(of: rows)) }

  /// Writes the bytes of a file to standard output unchanged.
  package static func write(_ bytes: [UInt8]) {
    guard let error = write(bytes, to: STDOUT_FILENO) else { return }
    if error == EPIPE { endByClosedPipe() }
    let failure = CommandFailure.unwritten("the output", error, advice: "check where it goes")
    complain(failure.complaint)
    exit(failure.code.rawValue)
  }

  /// Ends the process by the SIGPIPE signal that it usually ignores: nobody reads on, and the
  /// parent process sees that this is not an error.
  private static func endByClosedPipe() -> Never {
    signal(SIGPIPE, SIG_DFL)
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGPIPE)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    raise(SIGPIPE)
    _exit(128 + SIGPIPE)
  }

  /// Writes lines to standard error. If that fails, nobody is left to notify, and the exit code is
  /// unchanged.
  package static func complain(_ lines: [String]) {
    _ = write(bytes(of: lines.map { TerminalText.visible($0) }), to: STDERR_FILENO)
  }

  /// Returns lines with their ends.
  package static func bytes(of lines: [String]) -> [UInt8] {
    Array(lines.map { $0 + "\n" }.joined().utf8)
  }

  /// Writes bytes to a stream; returns the error number if that fails, otherwise nil.
  package static func write(_ bytes: [UInt8], to stream: Int32) -> Int32? {
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
