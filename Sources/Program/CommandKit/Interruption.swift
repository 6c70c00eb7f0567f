import Foundation

/// Ctrl-C and SIGTERM while no screen is open.
package enum Interruption {
  /// The output when a signal ends the process.
  package enum Manner {
    case silently
    /// A report for machines states that it ends too early.
    case bailingOut
  }

  /// Makes signals end the process immediately with the exit code for an interruption.
  package static func endsProcess(_ manner: Manner) {
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

  /// Blocks signals on the calling thread, so that they cannot interrupt the output of another
  /// thread.
  package static func isLeftToOtherThreads() {
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGINT, SIGTERM] { sigaddset(&signals, number) }
    pthread_sigmask(SIG_BLOCK, &signals, nil)
  }

  /// The seconds that interrupted work may take to notice it.
  private static let grace: UInt32 = 2

  /// Prepares `endSoon()`, which ends the process with the exit code for an interruption after a
  /// while, whatever it is doing then, unless `isNoticed()` is called first.
  package static func prepareToEndSoon() {
    // A constant that is first read in a handler might be initialised there.
    _ = grace
    signal(SIGALRM) { _ in
      let line: StaticString = "tagsim: stopped at once, in the middle of long work\n"
      _ = write(STDERR_FILENO, line.utf8Start, line.utf8CodeUnitCount)
      _exit(2)
    }
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGALRM)
    sigprocmask(SIG_UNBLOCK, &signals, nil)
  }

  /// Starts the time in which the work must notice the interruption. Safe in signal handlers.
  package static func endSoon() { alarm(grace) }

  /// Reports that the interruption was noticed: the remaining work may take its time.
  package static func isNoticed() { alarm(0) }

  /// Installs a signal handler. It must be async-signal-safe: it allocates no memory and takes no
  /// locks.
  package static func calls(_ handler: @escaping @convention(c) (Int32) -> Void) {
    for number in [SIGINT, SIGTERM] { signal(number, handler) }
    // The parent process may have left them blocked.
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGINT, SIGTERM] { sigaddset(&signals, number) }
    sigprocmask(SIG_UNBLOCK, &signals, nil)
  }
}
