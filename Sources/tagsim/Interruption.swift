import Foundation

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
    for number in [SIGINT, SIGTERM] {
      switch manner {
      case .silently: signal(number) { _ in _exit(2) }
      case .bailingOut:
        // A handler may only do what is safe at any moment: no memory is taken, nothing is locked.
        signal(number) { _ in
          let line: StaticString = "Bail out! interrupted\n"
          _ = write(STDOUT_FILENO, line.utf8Start, line.utf8CodeUnitCount)
          _exit(2)
        }
      }
    }
    // Whoever started the process may have left them blocked.
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGINT, SIGTERM] { sigaddset(&signals, number) }
    sigprocmask(SIG_UNBLOCK, &signals, nil)
  }
}
