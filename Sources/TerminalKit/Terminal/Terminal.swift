/// A screen and a keyboard, real or not.
public protocol Terminal: AnyObject {
  /// The size of the screen now.
  var size: Size { get }

  /// Makes the screen look like the frame.
  func show(_ frame: Frame)

  /// Waits for the next event, at most `timeoutMilliseconds`; nil if there was none.
  ///
  /// - Parameter timeoutMilliseconds: 0 does not wait; negative waits without end.
  func nextEvent(timeoutMilliseconds: Int) -> TerminalEvent?

  /// Gives the terminal back as it was found; the second time does nothing.
  func close()
}
