import Foundation
import Synchronization
import TerminalKit

/// Whether somebody wants long work to end: it ends between two of its parts and tells what it has.
package enum WorkInterruption {
  private static let asked = Atomic(false)

  package static var isAsked: Bool { asked.load(ordering: .relaxed) }

  /// Has Ctrl-C, SIGTERM and the end of the terminal end the work. Where it does not notice that,
  /// they end the process after a while; Ctrl-C and SIGTERM do so the second time.
  package static func await() {
    Interruption.prepareToEndSoon()
    Interruption.calls { _ in
      if WorkInterruption.asked.exchange(true, ordering: .relaxed) { _exit(2) }
      Interruption.endSoon()
    }
    // Whoever started it so that it outlasts the terminal (nohup) has that ignored. When a terminal
    // goes, both the system and the shell say so.
    let before = signal(SIGHUP) { _ in
      if !WorkInterruption.asked.exchange(true, ordering: .relaxed) { Interruption.endSoon() }
    }
    if unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
      signal(SIGHUP, SIG_IGN)
    }
  }
}
