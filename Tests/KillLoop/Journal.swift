/// What a program that was killed had said of its work, line by line: what it was about to do, and
/// what the store had told it was done.
struct Journal {
  /// Hits whose appending was told to be done.
  private(set) var kept: Set<Int64> = []
  /// Hits whose removal was begun.
  private(set) var doomed: Set<Int64> = []
  /// Hits whose removal was told to be done.
  private(set) var removed: Set<Int64> = []

  mutating func read(_ output: String) {
    // The last line may have been cut by the kill.
    for line in output.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      guard let id = Int64(line.dropFirst()) else { continue }
      switch line.first {
      case "+": kept.insert(id)
      case "?": doomed.insert(id)
      case "-": removed.insert(id)
      default: continue
      }
    }
  }

  /// Hits that are not there and should be.
  func lost(_ present: Set<Int64>) -> Int { kept.subtracting(doomed).subtracting(present).count }

  /// Hits that are there and should not be.
  func risen(_ present: Set<Int64>) -> Int { removed.intersection(present).count }
}
