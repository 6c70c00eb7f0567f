/// What stands in one cell of the screen.
public struct Cell: Sendable, Hashable {
  /// A plain space.
  public static let blank = Cell(text: " ", width: 1, style: .plain)

  /// Visible text of one piece; empty in the second half of a wide character.
  public let text: String
  /// The columns taken from here: 1, 2, or 0 in the second half of a wide character.
  public let width: Int
  /// How the cell looks.
  public internal(set) var style: Style

  // Only the buffer makes cells, because only it guards what is in them.
  init(text: String, width: Int, style: Style) {
    self.text = text
    self.width = width
    self.style = style
  }

  static func space(_ style: Style) -> Cell { Cell(text: " ", width: 1, style: style) }
  static func tail(_ style: Style) -> Cell { Cell(text: "", width: 0, style: style) }
}
