internal import CNcurses
internal import TerminalKit

extension NcursesTerminal {
  /// The most bytes read at once.
  private static let readBytes = 4_096

  /// Waits for at least one event or the timeout.
  ///
  /// Input that makes no event by itself, like the beginning of a key sequence, does not end it.
  func wait(_ timeoutMilliseconds: Int) {
    guard isOpen, !hasEnded else {
      events = [.ended]
      return
    }
    let clock = ContinuousClock()
    let timeout = min(timeoutMilliseconds, Int(Int32.max))
    let deadline = clock.now + .milliseconds(timeout)
    repeat {
      let left = timeout < 0 ? -1 : Self.milliseconds(deadline - clock.now)
      let isDone = waitOnce(left)
      if isDone { return }
    } while events.isEmpty && urgentEvents.isEmpty
  }

  /// Looks at signals without waiting.
  func takeSignals() {
    if isOpen, !hasEnded { take(cnc_take_signals()) }
  }

  /// Waits once and returns whether the time is up.
  private func waitOnce(_ left: Int) -> Bool {
    let delay = Self.escapeDelayMilliseconds
    let wait = decoder.isPending ? delay : left
    var count: Int32 = 0
    var bytes = [UInt8](repeating: 0, count: Self.readBytes)
    let found = cnc_wait(Int32(wait), &bytes, Int32(bytes.count), &count)
    if count > 0 { events += decoder.feed(bytes[..<Int(count)]) }
    if found == 0, count == 0 { events += decoder.flush() }
    take(found)
    return found == 0 && count == 0 && (wait == left || left == 0)
  }

  private func take(_ found: UInt32) {
    if found & UInt32(CNC_RESUMED) != 0 {
      shown = nil
      title = nil
      urgentEvents.append(.resumed)
    }
    if found & UInt32(CNC_RESIZED) != 0 {
      cnc_resize()
      shown = nil
      urgentEvents.append(.resized(size))
    }
    if found & UInt32(CNC_INTERRUPTED) != 0 { urgentEvents.append(.interrupted(.keyboard)) }
    if found & UInt32(CNC_TERMINATED) != 0 { urgentEvents.append(.interrupted(.termination)) }
    if found & UInt32(CNC_ENDED) != 0 {
      hasEnded = true
      // Keys that came before the end are still worth having.
      events.append(.ended)
    }
  }

  private static func milliseconds(_ duration: Duration) -> Int {
    let parts = duration.components
    let milliseconds = Int(parts.seconds) * 1_000 + Int(parts.attoseconds / 1_000_000_000_000_000)
    return max(0, milliseconds)
  }
}
