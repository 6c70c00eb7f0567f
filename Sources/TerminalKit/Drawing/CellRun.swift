/// Neighbouring cells of one row that have changed.
public struct CellRun: Sendable, Hashable {
  /// The place of the first cell.
  public let start: Point
  /// The cells, from left to right, with both halves of every wide character.
  public let cells: [Cell]
}
