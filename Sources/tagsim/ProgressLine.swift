import Dispatch
import Foundation
import Synchronization
import TerminalKit

/// One line on a terminal's standard error that says what takes long. It comes after a second, and
/// goes when the work is done.
final class ProgressLine: Sendable {
  private static let patience = DispatchTimeInterval.seconds(1)

  private enum State {
    case waiting
    case shown
    case done
  }

  private let state = Mutex(State.waiting)

  /// Does some work, and tells of it where it takes long.
  static func during<Result, Failure: Error>(
    _ words: String, _ work: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard isatty(STDERR_FILENO) == 1 else { return try work() }
    let line = ProgressLine()
    DispatchQueue.global().asyncAfter(deadline: .now() + patience) { line.show(words) }
    defer { line.end() }
    return try work()
  }

  private func show(_ words: String) {
    state.withLock { state in
      guard case .waiting = state else { return }
      Self.write(TerminalText.visible(words))
      state = .shown
    }
  }

  private func end() {
    state.withLock { state in
      if case .shown = state { Self.write("\r\u{1B}[K") }
      state = .done
    }
  }

  private static func write(_ text: String) {
    let bytes = Array(text.utf8)
    _ = bytes.withUnsafeBytes { Foundation.write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
