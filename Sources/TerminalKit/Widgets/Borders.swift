/// What panel borders are drawn with.
public enum Borders: Sendable, Hashable, CaseIterable {
  /// Box-drawing lines, double ones around the focus.
  case utf8
  /// `+`, `-` and `|`, with `=` around the focus.
  case ascii
  /// No lines, only titles: quiet for a screen reader.
  case none

  /// The sign for text that is cut off, from the same set of characters.
  public var ellipsis: Ellipsis { self == .utf8 ? .utf8 : .ascii }

  /// The characters of one border, or nil for none.
  func lines(isFocused: Bool) -> BorderLines? {
    switch (self, isFocused) {
    case (.utf8, false): BorderLines("─", "│", "┌", "┐", "└", "┘")
    case (.utf8, true): BorderLines("═", "║", "╔", "╗", "╚", "╝")
    case (.ascii, false): BorderLines("-", "|", "+", "+", "+", "+")
    case (.ascii, true): BorderLines("=", "|", "+", "+", "+", "+")
    case (.none, _): nil
    }
  }
}
