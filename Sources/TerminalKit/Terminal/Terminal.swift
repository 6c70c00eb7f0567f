/// A screen and a keyboard, real or not.
package protocol Terminal: AnyObject {
  /// The size of the screen now.
  var size: Size { get }

  /// How many colours it shows; 0 for none.
  var colors: Int { get }

  /// Makes the screen look like the frame.
  func show(_ frame: Frame)

  /// Sends a sequence that the terminal obeys without drawing anything.
  func send(_ sequence: String)

  /// Waits for the next event, at most `timeoutMilliseconds`; nil if there was none.
  ///
  /// - Parameter timeoutMilliseconds: 0 does not wait; negative waits without end.
  func nextEvent(timeoutMilliseconds: Int) -> TerminalEvent?

  /// Gives the terminal back as it was found; the second time does nothing.
  func close()
}

/// Something that came from the terminal.
package enum TerminalEvent: Sendable, Hashable {
  /// A key was pressed.
  case key(Key)
  /// Text was pasted, to be taken literally; `droppedBytes` of it were too much.
  case paste(String, droppedBytes: Int)
  /// The left mouse button was pressed.
  case click(Point)
  /// The mouse wheel was turned by one notch.
  case wheel(up: Bool, Point)
  /// The terminal has another size.
  case resized(Size)
  /// The program is asked to quit. If it does not ask for events any more, a second request ends
  /// it.
  case interrupted(Interrupt)
  /// The program goes on after it was suspended; the screen has been lost.
  case resumed
  /// There is no terminal any more (end of input, SIGHUP); nothing but quitting makes sense.
  case ended
}

/// Who asks the program to quit.
package enum Interrupt: Sendable, Hashable {
  /// The user, by Ctrl-C (SIGINT).
  case keyboard
  /// The system or another program (SIGTERM).
  case termination
}

/// All that a terminal shows at one moment.
package struct Frame: Sendable, Hashable {
  /// The cells.
  package var buffer: CellBuffer
  /// Where the cursor is seen, or nil to hide it.
  package var cursor: Point?
  /// The title of the window, or nil to leave it alone.
  package var title: String?
  /// How the roles of the cells look.
  package var theme: Theme
  /// Whether clicks and the wheel are wanted; else the mouse is the terminal's, to select text.
  package var wantsMouse: Bool

  /// Creates a frame.
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
