import Foundation
import Synchronization
import TerminalKit

/// Interruption of long work: it ends between two of its parts and reports what it has.
package enum WorkInterruption {
  private static let asked = Atomic(false)

  package static var isAsked: Bool { asked.load(ordering: .relaxed) }

  /// Makes Ctrl-C, SIGTERM and the end of the terminal end the work. If it does not notice, they
  /// end the process after a while; a second Ctrl-C or SIGTERM ends it immediately.
  package static func await() {
    Interruption.prepareToEndSoon()
    Interruption.calls { _ in
      if WorkInterruption.asked.exchange(true, ordering: .relaxed) { _exit(2) }
      Interruption.endSoon()
    }
    // A parent that lets it outlast the terminal (nohup) has that signal ignored. When a terminal
    // closes, both the system and the shell send the signal.
    let before = signal(SIGHUP) { _ in
      if !WorkInterruption.asked.exchange(true, ordering: .relaxed) { Interruption.endSoon() }
    }
    if unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
      signal(SIGHUP, SIG_IGN)
    }
  }
}
