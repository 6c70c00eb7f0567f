import Foundation

/// Ctrl-C and SIGTERM while no screen is open.
package enum Interruption {
  /// What is said when a signal ends the process.
  package enum Manner {
    case silently
    /// A report for machines says that it ends too early.
    case bailingOut
  }

  /// Ends the process at once with the exit code for an interruption.
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

  /// Keeps signals from the thread that calls it, so that they do not come between the bytes that
  /// another one writes.
  package static func isLeftToOtherThreads() {
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGINT, SIGTERM] { sigaddset(&signals, number) }
    pthread_sigmask(SIG_BLOCK, &signals, nil)
  }

  /// How many seconds work that was asked to end may take to notice it.
  private static let grace: UInt32 = 2

  /// Has the process end with the exit code for an interruption a while after `endSoon()` was
  /// called, whatever it is busy with then, unless that is noticed.
  package static func prepareToEndSoon() {
    // A constant that is first looked at in a handler might be made there.
    _ = grace
    signal(SIGALRM) { _ in
      let line: StaticString = "tagsim: ended at once, in the middle of something long\n"
      _ = write(STDERR_FILENO, line.utf8Start, line.utf8CodeUnitCount)
      _exit(2)
    }
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGALRM)
    sigprocmask(SIG_UNBLOCK, &signals, nil)
  }

  /// Begins the time in which the work has to notice that it is to end. It is safe at any moment.
  package static func endSoon() { alarm(grace) }

  /// Says that it was noticed: what is still to be done may take its time.
  package static func isNoticed() { alarm(0) }

  /// Has a function called. It may only do what is safe at any moment: no memory is taken, nothing
  /// is locked.
  package static func calls(_ handler: @escaping @convention(c) (Int32) -> Void) {
    for number in [SIGINT, SIGTERM] { signal(number, handler) }
    // Whoever started the process may have left them blocked.
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGINT, SIGTERM] { sigaddset(&signals, number) }
    sigprocmask(SIG_UNBLOCK, &signals, nil)
  }
}
