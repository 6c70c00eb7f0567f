extension RandomAccessCollection {
  /// Returns the first element for which a condition holds, given that it also holds for all
  /// elements after it; the end if it holds for none.
  ///
  /// - Complexity: O(log n).
  @inlinable
  package func partitioningIndex(where isBehind: (Element) -> Bool) -> Index {
    var start = startIndex
    var count = self.count
    while count > 0 {
      let half = count / 2
      let middle = index(start, offsetBy: half)
      if isBehind(self[middle]) {
        count = half
      } else {
        start = index(after: middle)
        count -= half + 1
      }
    }
    return start
  }
}
