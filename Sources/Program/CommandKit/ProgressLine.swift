import Dispatch
import Foundation
import Synchronization
import TerminalKit
import TextKit

/// One line on a terminal's standard error about long work. It appears after a second, and
/// disappears when the work is done.
package final class ProgressLine: Sendable {
  private static let patience = DispatchTimeInterval.seconds(1)
  private static let erasing = "\r\u{1B}[K"

  private enum State {
    case waiting(String)
    case shown
    case done
  }

  private let state: Mutex<State>

  private init(_ state: State) { self.state = Mutex(state) }

  /// Does work, and shows a line if it takes long.
  package static func during<Result, Failure: Error>(
    _ words: String, _ work: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try following(words) { (_) throws(Failure) in try work() }
  }

  /// Does work that has parts, and shows the current part if all of it takes long.
  package static func following<Result, Failure: Error>(
    _ words: String, _ work: (ProgressLine) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard isatty(STDERR_FILENO) == 1 else { return try work(ProgressLine(.done)) }
    let line = ProgressLine(.waiting(words))
    DispatchQueue.global().asyncAfter(deadline: .now() + patience) { line.show() }
    defer { line.end() }
    return try work(line)
  }

  /// Changes the text about the current work.
  package func change(to words: String) {
    state.withLock { state in
      switch state {
      case .waiting: state = .waiting(words)
      case .shown: Self.write(Self.erasing + TerminalText.visible(words))
      case .done: break
      }
    }
  }

  /// Makes room for a line of output; the next progress appears below it.
  package func makeRoom() {
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
