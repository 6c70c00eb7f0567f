/// A screen and a keyboard, real or not.
package protocol Terminal: AnyObject {
  var size: Size { get }

  func show(_ frame: Frame)

  /// Sends a sequence that changes the terminal without drawing anything.
  func send(_ sequence: String)

  /// Waits for the next event, at most `timeoutMilliseconds`; nil if there was none.
  ///
  /// - Parameter timeoutMilliseconds: 0 does not wait; a negative value waits forever.
  func nextEvent(timeoutMilliseconds: Int) -> TerminalEvent?

  /// Restores the terminal to its original state; a second call does nothing.
  func close()
}

package enum TerminalEvent: Sendable, Hashable {
  case key(Key)
  /// Text was pasted, to be taken literally; `droppedBytes` of it exceeded the limit.
  case paste(String, droppedBytes: Int)
  /// The left mouse button was pressed.
  case click(Point)
  /// The mouse wheel was turned by one notch.
  case wheel(up: Bool, Point)
  case resized(Size)
  /// The program is asked to quit. If it no longer reads events, a second request ends it.
  case interrupted(Interrupt)
  /// The program continues after it was suspended; the content of the screen is lost.
  case resumed
  /// The terminal is gone (end of input, SIGHUP); the only sensible action is to quit.
  case ended
}

/// The source of a request to quit.
package enum Interrupt: Sendable, Hashable {
  /// The user, by Ctrl-C (SIGINT).
  case keyboard
  /// The system or another program (SIGTERM).
  case termination
}

/// Everything that a terminal shows at one moment.
package struct Frame: Sendable, Hashable {
  package var buffer: CellBuffer
  /// The position of the cursor; nil to hide it.
  package var cursor: Point?
  /// The title of the window; nil to leave it unchanged.
  package var title: String?
  /// The looks of the cells' roles.
  package var theme: Theme
  /// Whether to receive clicks and the wheel; otherwise the terminal uses the mouse to select text.
  package var wantsMouse: Bool

  /// Creates a frame from its cells and the state of the terminal.
  package init(
    buffer: CellBuffer, cursor: Point? = nil, title: String? = nil, theme: Theme = .standard,
    wantsMouse: Bool = true
  ) {
    self.theme = theme
    self.wantsMouse = wantsMouse
    self.buffer = buffer
    self.cursor = cursor
    self.title = title
  }
}
