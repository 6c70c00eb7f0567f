internal import CNcurses
package import TerminalKit
import TextKit

/// The terminal that the process was started in.
///
/// It copies to the screen only the cells that have changed since the previous frame. It restores
/// the terminal when this object is closed or goes away, when the process exits, when a signal ends
/// it, and when it crashes. There can be one at a time.
///
/// Ctrl-C and SIGTERM arrive as `TerminalEvent.interrupted`. If the same signal arrives again
/// before the event was read, the process restores the terminal and dies of it. After SIGTERM or
/// the end of the terminal, it also does so within two seconds if nobody reads the event.
package final class NcursesTerminal: Terminal {
  /// How long to wait for the rest of a key sequence, in milliseconds.
  package static let escapeDelayMilliseconds = 25

  /// Whether the environment's locale is UTF-8; if not, only ASCII can be drawn.
  package static func usesUTF8() -> Bool { cnc_is_utf8() }

  var decoder = InputDecoder()
  var events: [TerminalEvent] = []
  // Signals must not wait until a long queue of keys has been processed.
  var urgentEvents: [TerminalEvent] = []
  private var nextEvent = 0
  var shown: CellBuffer?
  var theme = Theme.standard
  var title: String?
  var isOpen = false
  var hasEnded = false

  /// Takes over the screen.
  ///
  /// - Parameters:
  ///   - colour: Whether to use the terminal's colours, if it has any.
  ///   - mouse: Whether clicks and the wheel become events, instead of the terminal's own
  ///     selection.
  /// - Throws: ``TerminalError``, and then nothing has changed.
  package init(colour: Bool, mouse: Bool) throws(TerminalError) {
    switch cnc_open(colour, mouse) {
    case CNC_OK: isOpen = true
    case CNC_NO_TERMINAL: throw .notATerminal
    case CNC_UNKNOWN_TYPE: throw .unknownType
    case CNC_NO_CURSOR_MOVES: throw .noCursorMovement
    case CNC_ALREADY_OPEN: throw .alreadyOpen
    default: throw .failed
    }
  }

  deinit {
    if isOpen { cnc_close() }
  }

  /// The number of colours that the terminal shows; 0 if it has none, or none are requested.
  package var colors: Int { Int(cnc_colours()) }

  package var size: Size {
    var columns: Int32 = 0
    var rows: Int32 = 0
    cnc_size(&columns, &rows)
    return Size(columns: Int(columns), rows: Int(rows))
  }

  /// Draws the changes since the previous frame; anything outside the screen is cut off.
  ///
  /// - Complexity: O(n) in the cells of the frame to compare, and in those changed to draw.
  package func show(_ frame: Frame) {
    guard isOpen else { return }
    // Another size leaves cells behind that no difference covers.
    if let shown, shown.size != frame.buffer.size { cnc_resize() }
    let old = shown ?? CellBuffer(size: .zero)
    // Cells do not contain colours, so a new theme redraws all of them.
    let isNewTheme = theme != frame.theme
    theme = frame.theme
    cnc_set_mouse(frame.wantsMouse)
    let runs = frame.buffer.differences(from: isNewTheme ? CellBuffer(size: .zero) : old)
    for run in runs { draw(run) }
    shown = frame.buffer
    show(title: frame.title)
    let cursor = frame.cursor ?? Point(column: -1, row: -1)
    cnc_show(Int32(cursor.row), Int32(cursor.column))
  }

  /// Sends a sequence between two frames, so that it does not interrupt one.
  package func send(_ sequence: String) { if isOpen { cnc_send(sequence) } }

  /// Waits for a key, the mouse, a paste or a signal.
  ///
  /// Signals come before keys that are waiting.
  package func nextEvent(timeoutMilliseconds: Int) -> TerminalEvent? {
    takeSignals()
    if urgentEvents.isEmpty, events.isEmpty { wait(timeoutMilliseconds) }
    if !urgentEvents.isEmpty { return urgentEvents.removeFirst() }
    guard nextEvent < events.count else { return nil }
    let event = events[nextEvent]
    nextEvent += 1
    if nextEvent == events.count {
      events = []
      nextEvent = 0
    }
    return event
  }

  /// Suspends the process if Ctrl-Z asked for it, on behalf of the thread that owns the terminal.
  ///
  /// - Returns: whether it was suspended: the screen shows what it did before.
  package static func obeyStop() -> Bool { cnc_obey_stop() }

  /// Adds keys that another reader has read meanwhile. That reader may also have written to the
  /// terminal, so everything is redrawn.
  package func takeBack(typed: [UInt8]) {
    guard isOpen else { return }
    events += decoder.feed(typed[...])
    cnc_resize()
    shown = nil
  }

  /// Sets the line that the process writes to standard error if it dies of a signal.
  package func say(atDeath line: String) { cnc_set_last_words(TerminalText.visible(line) + "\n") }

  /// Restores the terminal; a second call does nothing.
  package func close() {
    guard isOpen else { return }
    isOpen = false
    cnc_close()
  }

  private func draw(_ run: CellRun) {
    for (offset, cell) in run.cells.enumerated() where cell.width > 0 {
      let scalars = cell.text.unicodeScalars.map(\.value)
      let look = theme.look(of: cell.style, colors: colors)
      cnc_put(
        Int32(run.start.row), Int32(run.start.column + offset), scalars, Int32(scalars.count),
        Int32(cell.width), look.foreground.rawValue, look.background.rawValue,
        look.attributes.rawValue)
    }
  }

  private func show(title newTitle: String?) {
    guard let newTitle, newTitle != title else { return }
    title = newTitle
    let visible = TextWidth.truncate(newTitle, to: 200)
    cnc_title(visible)
  }
}

// MARK: - Input

extension NcursesTerminal {
  /// The most bytes read at once.
  private static let readBytes = 4_096

  /// Waits for at least one event or the timeout.
  ///
  /// Input that does not complete an event, like the beginning of a key sequence, does not end the
  /// wait.
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

  /// Checks for signals without waiting.
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
      // Keys that arrived before the end are still useful.
      events.append(.ended)
    }
  }

  private static func milliseconds(_ duration: Duration) -> Int {
    let parts = duration.components
    let milliseconds = Int(parts.seconds) * 1_000 + Int(parts.attoseconds / 1_000_000_000_000_000)
    return max(0, milliseconds)
  }
}

/// Why no terminal is available.
package enum TerminalError: Error, Sendable, Hashable {
  /// Standard input or standard output is a file, a pipe or nothing at all.
  case notATerminal
  /// The environment variable TERM is not set, or names an unknown type.
  case unknownType
  /// The terminal can only print line after line.
  case noCursorMovement
  /// This process already draws on the terminal.
  case alreadyOpen
  /// ncurses gave no reason.
  case failed
}

// MARK: - Description

extension TerminalError: CustomStringConvertible {
  /// One sentence about the problem and its solution.
  package var description: String {
    switch self {
    case .notATerminal:
      "standard input and output are not both a terminal; start the program without pipes"
    case .unknownType:
      "TERM is not set or names a terminal that is not known here; try TERM=xterm-256color"
    case .noCursorMovement:
      "this type of terminal (TERM) cannot place its cursor; choose another one or plain output"
    case .alreadyOpen:
      "the terminal is in use by this process already; close it first"
    case .failed:
      "the terminal could not be opened; check TERM and the terminal's settings with `stty -a`"
    }
  }
}
