import Foundation

/// Ctrl-C and SIGTERM while no screen is open.
enum Interruption {
  /// Ends the process at once with the exit code for an interruption.
  static func endsProcess() {
    signal(SIGINT) { _ in _exit(2) }
    signal(SIGTERM) { _ in _exit(2) }
  }
}
