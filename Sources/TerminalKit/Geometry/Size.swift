/// A number of columns and rows, each within `0...Size.limit`.
///
/// Values outside of the range are clamped, so that arithmetic on sizes can never overflow and a
/// buffer of any size can be allocated.
public struct Size: Sendable, Hashable {
  /// The largest number of columns or rows; what a larger terminal has beyond it stays blank.
  public static let limit = 2_048

  /// The size without any cell.
  public static let zero = Size(columns: 0, rows: 0)

  /// The number of columns, `0...Size.limit`.
  public let columns: Int
  /// The number of rows, `0...Size.limit`.
  public let rows: Int

  /// Creates a size, clamping both numbers to `0...Size.limit`.
  public init(columns: Int, rows: Int) {
    self.columns = min(max(columns, 0), Self.limit)
    self.rows = min(max(rows, 0), Self.limit)
  }

  /// Whether there is no cell at all.
  public var isEmpty: Bool { columns == 0 || rows == 0 }
}
