import ArgumentParser
import Dispatch
import Foundation
import Synchronization
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
    // A file that may grow no longer is a full disk.
    signal(SIGXFSZ, SIG_IGN)
    for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(stream, F_GETFD) < 0 {
      // The lowest free number is that of the stream; reading only, so that writing still fails.
      _ = open("/dev/null", O_RDONLY)
    }
  }

  /// Writes lines to standard output. Where that is not possible the process ends.
  static func print(_ lines: [String]) { printScreen(lines.map { TerminalText.visible($0) }) }

  /// Writes the rows of a screen, which hold sequences of ours and no other.
  static func printScreen(_ rows: [String]) { write(Self.bytes(of: rows)) }

  /// Writes the bytes of a file to standard output, as they are.
  static func write(_ bytes: [UInt8]) {
    guard let error = write(bytes, to: STDOUT_FILENO) else { return }
    if error == EPIPE { endByClosedPipe() }
    let reason = String(cString: strerror(error))
    complain(["tagsim: the output cannot be written (\(reason)): check where it goes"])
    exit(ExitCode.internalError.rawValue)
  }

  /// Ends the process as the signal does that it ignores otherwise: nobody reads on, and whoever
  /// started it sees that it was not cut short by a mistake.
  private static func endByClosedPipe() -> Never {
    signal(SIGPIPE, SIG_DFL)
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGPIPE)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    raise(SIGPIPE)
    _exit(128 + SIGPIPE)
  }

  /// Writes lines to standard error. Where that is not possible there is nobody left to tell, and
  /// the exit code stays what it is.
  static func complain(_ lines: [String]) {
    _ = write(bytes(of: lines.map { TerminalText.visible($0) }), to: STDERR_FILENO)
  }

  private static func bytes(of lines: [String]) -> [UInt8] {
    Array(lines.map { $0 + "\n" }.joined().utf8)
  }

  /// The number of the error that kept the bytes from being written; nil without one.
  static func write(_ bytes: [UInt8], to stream: Int32) -> Int32? {
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

/// What the environment says about the screen.
enum TerminalWishes {
  /// Whether no colours are wanted.
  static func isPlain(_ environment: [String: String]) -> Bool {
    ["NO_COLOR", "TAGSIM_NO_COLOR"].contains { environment[$0]?.isEmpty == false }
      || environment["TERM"] == "dumb"
  }
}

/// One line on a terminal's standard error that says what takes long. It comes after a second, and
/// goes when the work is done.
final class ProgressLine: Sendable {
  private static let patience = DispatchTimeInterval.seconds(1)
  private static let erasing = "\r\u{1B}[K"

  private enum State {
    case waiting(String)
    case shown
    case done
  }

  private let state: Mutex<State>

  private init(_ state: State) { self.state = Mutex(state) }

  /// Does some work, and tells of it where it takes long.
  static func during<Result, Failure: Error>(
    _ words: String, _ work: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try following(words) { (_) throws(Failure) in try work() }
  }

  /// Does some work that has parts, and tells of the part at hand where all of it takes long.
  static func following<Result, Failure: Error>(
    _ words: String, _ work: (ProgressLine) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard isatty(STDERR_FILENO) == 1 else { return try work(ProgressLine(.done)) }
    let line = ProgressLine(.waiting(words))
    DispatchQueue.global().asyncAfter(deadline: .now() + patience) { line.show() }
    defer { line.end() }
    return try work(line)
  }

  /// Says what is being done now.
  func change(to words: String) {
    state.withLock { state in
      switch state {
      case .waiting: state = .waiting(words)
      case .shown: Self.write(Self.erasing + TerminalText.visible(words))
      case .done: break
      }
    }
  }

  /// Makes room for a line of output; the next part of the work is told below it.
  func makeRoom() {
    state.withLock { state in
      if case .shown = state { Self.write(Self.erasing) }
    }
  }

  private func show() {
    state.withLock { state in
      guard case .waiting(let words) = state else { return }
      Self.write(TerminalText.visible(words))
      state = .shown
    }
  }

  private func end() {
    state.withLock { state in
      if case .shown = state { Self.write(Self.erasing) }
      state = .done
    }
  }

  private static func write(_ text: String) {
    let bytes = Array(text.utf8)
    _ = bytes.withUnsafeBytes { Foundation.write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}

/// Ctrl-C and SIGTERM while no screen is open.
enum Interruption {
  /// What is said when a signal ends the process.
  enum Manner {
    case silently
    /// A report for machines says that it ends too early.
    case bailingOut
  }

  /// Ends the process at once with the exit code for an interruption.
  static func endsProcess(_ manner: Manner) {
    switch manner {
    case .silently: calls { _ in _exit(2) }
    case .bailingOut:
      calls { _ in
        let line: StaticString = "Bail out! interrupted\n"
        _ = write(STDOUT_FILENO, line.utf8Start, line.utf8CodeUnitCount)
        _exit(2)
      }
    }
  }

  /// Keeps signals from the thread that calls it, so that they do not come between the bytes that
  /// another one writes.
  static func isLeftToOtherThreads() {
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGINT, SIGTERM] { sigaddset(&signals, number) }
    pthread_sigmask(SIG_BLOCK, &signals, nil)
  }

  /// Has a function called. It may only do what is safe at any moment: no memory is taken, nothing
  /// is locked.
  static func calls(_ handler: @escaping @convention(c) (Int32) -> Void) {
    for number in [SIGINT, SIGTERM] { signal(number, handler) }
    // Whoever started the process may have left them blocked.
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGINT, SIGTERM] { sigaddset(&signals, number) }
    sigprocmask(SIG_UNBLOCK, &signals, nil)
  }
}
