/// Something that came from the terminal.
public enum TerminalEvent: Sendable, Hashable {
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
