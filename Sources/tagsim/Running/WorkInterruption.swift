import Foundation
import Synchronization
import TerminalKit

/// Whether somebody wants long work to end: it ends between two of its parts and tells what it has.
enum WorkInterruption {
  private static let asked = Atomic(false)

  static var isAsked: Bool { asked.load(ordering: .relaxed) }

  /// Has Ctrl-C and SIGTERM end the work; the second time they end it at once.
  static func await() {
    Interruption.calls { _ in
      if WorkInterruption.asked.exchange(true, ordering: .relaxed) { _exit(2) }
    }
  }
}
