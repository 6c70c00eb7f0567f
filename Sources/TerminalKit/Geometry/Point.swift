/// A cell's place on the screen, counted from 0 at the top left.
///
/// Coordinates may lie outside of any screen; drawing there is ignored. They are clamped to
/// `-Point.limit...Point.limit`, so that arithmetic on them can never overflow.
public struct Point: Sendable, Hashable {
  /// The largest magnitude of a coordinate.
  public static let limit = 1_000_000

  /// The column, counted from 0 at the left.
  public let column: Int
  /// The row, counted from 0 at the top.
  public let row: Int

  /// Creates a point, clamping both coordinates to `-Point.limit...Point.limit`.
  public init(column: Int, row: Int) {
    self.column = min(max(column, -Self.limit), Self.limit)
    self.row = min(max(row, -Self.limit), Self.limit)
  }
}
