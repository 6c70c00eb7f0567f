import Foundation
import Synchronization
import TerminalKit

/// Whether somebody wants long work to end: it ends between two of its parts and tells what it has.
package enum WorkInterruption {
  private static let asked = Atomic(false)

  package static var isAsked: Bool { asked.load(ordering: .relaxed) }

  /// Has Ctrl-C, SIGTERM and the end of the terminal end the work; the second time they end it at
  /// once.
  package static func await() {
    Interruption.calls { _ in
      if WorkInterruption.asked.exchange(true, ordering: .relaxed) { _exit(2) }
    }
    // Whoever started it so that it outlasts the terminal (nohup) has that ignored.
    let before = signal(SIGHUP) { _ in
      _ = WorkInterruption.asked.exchange(true, ordering: .relaxed)
    }
    if unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
      signal(SIGHUP, SIG_IGN)
    }
  }
}
