internal import CNcurses
public import TerminalKit

/// The terminal that the process was started in.
///
/// It copies to the screen only the cells that have changed since the frame before. The terminal is
/// given back as it was found when this object is closed or goes away, when the process exits, and
/// also when it crashes. There can be one at a time.
///
/// Ctrl-C and SIGTERM come as ``TerminalEvent/interrupted(_:)``. If nobody has asked for it when
/// the same signal comes again, the process restores the terminal and dies of it.
public final class NcursesTerminal: Terminal {
  /// How long to wait for the rest of a key sequence, in milliseconds.
  public static let escapeDelayMilliseconds = 25

  /// Whether the locale of the environment says UTF-8; if not, only ASCII can be drawn.
  public static func usesUTF8() -> Bool { cnc_is_utf8() }

  var decoder = InputDecoder()
  var events: [TerminalEvent] = []
  // What signals say must not wait until a long queue of keys has been worked off.
  var urgentEvents: [TerminalEvent] = []
  private var nextEvent = 0
  var shown: CellBuffer?
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
  public init(colour: Bool, mouse: Bool) throws(TerminalError) {
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

  /// The size of the screen.
  public var size: Size {
    var columns: Int32 = 0
    var rows: Int32 = 0
    cnc_size(&columns, &rows)
    return Size(columns: Int(columns), rows: Int(rows))
  }

  /// Draws what differs from the frame before; what lies outside of the screen is cut off.
  ///
  /// - Complexity: O(n) in the cells of the frame to compare, and in those changed to draw.
  public func show(_ frame: Frame) {
    guard isOpen else { return }
    // Another size leaves cells behind that no difference tells of.
    if let shown, shown.size != frame.buffer.size { cnc_resize() }
    let old = shown ?? CellBuffer(size: .zero)
    for run in frame.buffer.differences(from: old) { draw(run) }
    shown = frame.buffer
    show(title: frame.title)
    let cursor = frame.cursor ?? Point(column: -1, row: -1)
    cnc_show(Int32(cursor.row), Int32(cursor.column))
  }

  /// Waits for a key, the mouse, a paste or a signal.
  ///
  /// What a signal says comes before keys that are waiting.
  public func nextEvent(timeoutMilliseconds: Int) -> TerminalEvent? {
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

  /// Gives the terminal back; the second time does nothing.
  public func close() {
    guard isOpen else { return }
    isOpen = false
    cnc_close()
  }

  private func draw(_ run: CellRun) {
    for (offset, cell) in run.cells.enumerated() where cell.width > 0 {
      let scalars = cell.text.unicodeScalars.map(\.value)
      cnc_put(
        Int32(run.start.row), Int32(run.start.column + offset), scalars, Int32(scalars.count),
        Int32(cell.width), cell.style.foreground.rawValue, cell.style.background.rawValue,
        cell.style.attributes.rawValue)
    }
  }

  private func show(title newTitle: String?) {
    guard let newTitle, newTitle != title else { return }
    title = newTitle
    let visible = TextWidth.truncate(newTitle, to: 200)
    cnc_title(visible)
  }
}
