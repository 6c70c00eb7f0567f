extension Int64 {
  /// The sum, or the end of the range where it lies beyond.
  func saturatingAdding(_ other: Int64) -> Int64 {
    let (sum, isOver) = addingReportingOverflow(other)
    return isOver ? (other < 0 ? .min : .max) : sum
  }
}
