extension Timeline {
  /// The rows of a history, reproduced on demand.
  @available(*, deprecated, message: "Use row(at:) for one row, forEachRow(in:_:) for several.")
  public struct Rows: RandomAccessCollection, Sendable {
    let history: History

    /// The place of the first row.
    public var startIndex: Int { 0 }
    /// The place after the last row.
    public var endIndex: Int { history.extent.rows }
    /// Returns a row by its place.
    public subscript(place: Int) -> Row { history.row(place + 1) }
  }

  /// The log lines of a history, reproduced on demand.
  public struct Lines: RandomAccessCollection, Sendable, Equatable {
    let history: History

    /// The place of the first line.
    public var startIndex: Int { 0 }

    /// The place after the last line.
    public var endIndex: Int { history.extent.lines }

    /// Returns a line by its place.
    ///
    /// - Complexity: as `row(at:)`.
    public subscript(place: Int) -> Line { history.line(place) }

    /// Whether both contain equal lines.
    public static func == (left: Lines, right: Lines) -> Bool { left.elementsEqual(right) }
  }
}
