/// A colour of the terminal's own palette.
public enum Color: UInt8, Sendable, Hashable, CaseIterable {
  /// What the user has chosen for text or background.
  case standard
  /// ANSI colour 0.
  case black
  /// ANSI colour 1.
  case red
  /// ANSI colour 2.
  case green
  /// ANSI colour 3.
  case yellow
  /// ANSI colour 4.
  case blue
  /// ANSI colour 5.
  case magenta
  /// ANSI colour 6.
  case cyan
  /// ANSI colour 7.
  case white
}
