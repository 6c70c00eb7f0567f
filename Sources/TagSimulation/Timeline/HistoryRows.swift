extension Timeline {
  /// The rows of a history, made again as they are looked at.
  public struct Rows: RandomAccessCollection, Sendable {
    let history: History

    /// The place of the first row.
    public var startIndex: Int { 0 }

    /// The place behind the last row.
    public var endIndex: Int { history.extent.rows }

    /// A row by its place.
    ///
    /// - Complexity: O(log n) where its stretch of the history was looked at just now, else as much
    ///   as doing the steps of the stretch again.
    public subscript(place: Int) -> Row { history.row(place) }
  }

  /// The log lines of a history, made again as they are looked at.
  public struct Lines: RandomAccessCollection, Sendable, Equatable {
    let history: History

    /// The place of the first line.
    public var startIndex: Int { 0 }

    /// The place behind the last line.
    public var endIndex: Int { history.extent.lines }

    /// A line by its place.
    ///
    /// - Complexity: as for a row.
    public subscript(place: Int) -> Line { history.line(place) }

    /// Whether the same was said.
    public static func == (left: Lines, right: Lines) -> Bool { left.elementsEqual(right) }
  }
}
