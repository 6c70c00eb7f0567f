import Dispatch
import Foundation
import NcursesTerminal
import Synchronization

/// Watches the keys while the monitor does long work, so that Esc and Ctrl-C cancel it, and shows
/// in the last line that it is running and how to cancel it. Ctrl-Z suspends the program then, too.
///
/// The terminal belongs to the thread that reads events and draws. Only while that thread is busy
/// does another thread read and write it.
final class LongWork: Sendable {
  /// The most bytes of other keys that are kept meanwhile; the rest is lost.
  static let typedLimit = 4096
  private static let interrupt: UInt8 = 0x03
  private static let escape: UInt8 = 0x1B
  /// How long to wait for each key; a key that sends more than Esc has sent it by then.
  private static var period: Int32 { 50 }
  /// The time after which work counts as long.
  private static var patience: Duration { .seconds(1) }

  private struct State {
    /// When the work began; nil while there is none.
    var since: ContinuousClock.Instant?
    /// Whether a watch is scheduled, or already running.
    var isAwaited = false
    var isWatching = false
    var typed: [UInt8] = []
  }

  private let state = Mutex(State())
  private let asked = Atomic(false)
  /// Signals that the watch has ended.
  private let left = DispatchSemaphore(value: 0)

  /// Whether the user cancelled the work.
  var isAsked: Bool { asked.load(ordering: .relaxed) }

  /// Marks the beginning of work that may take long.
  func begin() {
    let isAwaited = state.withLock { state in
      defer { (state.since, state.isAwaited) = (.now, true) }
      return state.isAwaited
    }
    if !isAwaited { look(after: Self.patience) }
  }

  /// Marks the end of the work.
  ///
  /// - Returns: whether the user cancelled it, and the other keys that were typed meanwhile; nil if
  ///   nothing was watched, so that nothing needs to be redrawn.
  func end() -> (isGivenUp: Bool, typed: [UInt8])? {
    let wasWatched = state.withLock { state in
      state.since = nil
      return state.isWatching
    }
    guard wasWatched else { return nil }
    left.wait()
    let isGivenUp = asked.exchange(false, ordering: .relaxed)
    let typed = state.withLock { state in
      defer { state.typed = [] }
      return isGivenUp ? [] : state.typed
    }
    return (isGivenUp, typed)
  }

  // MARK: Another thread

  private func look(after duration: Duration) {
    let parts = duration.components
    let nanoseconds = Int(parts.seconds) * 1_000_000_000 + Int(parts.attoseconds / 1_000_000_000)
    DispatchQueue.global().asyncAfter(deadline: .now() + .nanoseconds(nanoseconds)) { [self] in
      lookAgain()
    }
  }

  private func lookAgain() {
    let rest: Duration? = state.withLock { state in
      guard let since = state.since else {
        state.isAwaited = false
        return nil
      }
      let rest = Self.patience - (.now - since)
      state.isWatching = rest <= .zero
      return rest
    }
    guard let rest else { return }
    if rest > .zero { return look(after: rest) }
    watch()
  }

  /// Watches the keys until the work ends.
  private func watch() {
    var second = -1
    var isOpen = true
    while let since = state.withLock({ $0.since }) {
      if NcursesTerminal.obeyStop() { second = -1 }
      let spent = Int((.now - since).components.seconds)
      if spent != second {
        second = spent
        say(isAsked ? "cancelling..." : "working, \(spent) s: Esc or Ctrl-C cancels")
      }
      if isOpen { isOpen = read() } else { poll(nil, 0, Self.period) }
    }
    state.withLock { ($0.isWatching, $0.isAwaited) = (false, false) }
    left.signal()
  }

  /// Reads what was typed; false if nothing more can arrive.
  private func read() -> Bool {
    var source = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    guard poll(&source, 1, Self.period) > 0 else { return true }
    guard source.revents & Int16(POLLIN) != 0 else { return false }
    var bytes = [UInt8](repeating: 0, count: Self.typedLimit)
    let count = Foundation.read(STDIN_FILENO, &bytes, bytes.count)
    guard count > 0 else { return count < 0 && [EINTR, EAGAIN].contains(errno) }
    let typed = bytes[..<count]
    if typed.contains(Self.interrupt) || typed.last == Self.escape && isQuiet() {
      asked.store(true, ordering: .relaxed)
      say("cancelling...")
    }
    state.withLock { state in
      state.typed += typed.prefix(Self.typedLimit - state.typed.count)
    }
    return true
  }

  /// Whether no other key follows, which shows that Esc was not the start of a sequence.
  private func isQuiet() -> Bool {
    var source = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    return poll(&source, 1, Self.period) == 0
  }

  /// Writes into the last line of the terminal; the cursor stays where it is.
  private func say(_ text: String) {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 0 else { return }
    let words = text.prefix(Int(size.ws_col))
    let bytes = Array("\u{1B}7\u{1B}[\(size.ws_row);1H\u{1B}[0m\u{1B}[K\(words)\u{1B}8".utf8)
    _ = bytes.withUnsafeBytes { Foundation.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
  }
}
