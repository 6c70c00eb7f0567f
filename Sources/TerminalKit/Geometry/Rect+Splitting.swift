extension Rect {
  /// The rectangle without `columns` at the left and right and `rows` at the top and bottom.
  ///
  /// A rectangle too small for that becomes empty and stays inside of the original.
  public func inset(columns: Int = 1, rows: Int = 1) -> Rect {
    let left = min(max(columns, 0), size.columns)
    let top = min(max(rows, 0), size.rows)
    return Rect(
      column: column + left, row: row + top,
      columns: size.columns - 2 * left, rows: size.rows - 2 * top)
  }

  /// Cuts off `rows` rows at the top (at most all there are).
  public func splitTop(_ rows: Int) -> (top: Rect, rest: Rect) {
    let cut = min(max(rows, 0), size.rows)
    return (
      Rect(column: column, row: row, columns: columns, rows: cut),
      Rect(column: column, row: row + cut, columns: columns, rows: size.rows - cut)
    )
  }

  /// Cuts off `rows` rows at the bottom (at most all there are).
  public func splitBottom(_ rows: Int) -> (rest: Rect, bottom: Rect) {
    let cut = min(max(rows, 0), size.rows)
    let (top, rest) = splitTop(size.rows - cut)
    return (top, rest)
  }

  /// Cuts off `columns` columns at the left (at most all there are).
  public func splitLeft(_ columns: Int) -> (left: Rect, rest: Rect) {
    let cut = min(max(columns, 0), size.columns)
    return (
      Rect(column: column, row: row, columns: cut, rows: rows),
      Rect(column: column + cut, row: row, columns: size.columns - cut, rows: rows)
    )
  }

  /// Cuts off `columns` columns at the right (at most all there are).
  public func splitRight(_ columns: Int) -> (rest: Rect, right: Rect) {
    let cut = min(max(columns, 0), size.columns)
    let (left, right) = splitLeft(size.columns - cut)
    return (left, right)
  }

  /// Columns side by side in proportion to `weights`; together they cover the rectangle exactly.
  ///
  /// Weights below 0 count as 0; what rounding leaves goes to the parts at the left, one each.
  ///
  /// - Complexity: O(n) in the number of weights.
  public func columns(weights: [Int]) -> [Rect] {
    var rest = self
    return Self.shares(of: columns, weights: weights).map { share in
      let (part, remainder) = rest.splitLeft(share)
      rest = remainder
      return part
    }
  }

  /// Rows one above the other in proportion to `weights`; together they cover the rectangle
  /// exactly.
  ///
  /// Weights below 0 count as 0; what rounding leaves goes to the parts at the top, one each.
  ///
  /// - Complexity: O(n) in the number of weights.
  public func rows(weights: [Int]) -> [Rect] {
    var rest = self
    return Self.shares(of: rows, weights: weights).map { share in
      let (part, remainder) = rest.splitTop(share)
      rest = remainder
      return part
    }
  }

  private static func shares(of total: Int, weights: [Int]) -> [Int] {
    // Clamping keeps the products below far away from overflow.
    let weights = weights.map { min(max($0, 0), Point.limit) }
    let sum = weights.reduce(0, +)
    guard sum > 0 else { return weights.indices.map { $0 == 0 ? total : 0 } }
    var shares = weights.map { total * $0 / sum }
    var missing = total - shares.reduce(0, +)
    for index in shares.indices where missing > 0 && weights[index] > 0 {
      shares[index] += 1
      missing -= 1
    }
    return shares
  }
}
