/// A key of the keyboard, as far as a terminal can tell.
public enum Key: Sendable, Hashable {
  /// A key that types something; a combining mark comes as a character of its own.
  case character(Character)
  /// Ctrl with a lower-case letter, or with one of ` \ ] ^ _`.
  case control(Character)
  /// Arrow up.
  case up
  /// Arrow down.
  case down
  /// Arrow left.
  case left
  /// Arrow right.
  case right
  /// Home.
  case home
  /// End.
  case end
  /// Page up.
  case pageUp
  /// Page down.
  case pageDown
  /// Enter or Return.
  case enter
  /// Escape by itself.
  case escape
  /// Tab.
  case tab
  /// Shift-Tab.
  case backTab
  /// The key that deletes to the left.
  case backspace
  /// The key that deletes to the right.
  case delete
  /// A function key, counted from 1.
  case function(Int)
  /// Anything else, kept so that it is seen that something came.
  case unknown
}
