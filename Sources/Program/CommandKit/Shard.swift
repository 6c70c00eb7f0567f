/// A part of some work that several machines share: of the files of `run`, of its seeds if there
/// are several, or of the seeds of `fuzz`.
package struct Shard: Sendable, Hashable {
  package static let limit = 10_000

  /// The number of the part, from 1.
  package let number: Int
  package let count: Int

  /// Reads `2/5`; nil if it is not a valid part.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let number = parts[0], let count = parts[1],
      (1...Self.limit).contains(count), (1...count).contains(number)
    else { return nil }
    (self.number, self.count) = (number, count)
  }

  /// Returns the elements in this part; each element is in exactly one part.
  package func part<Thing>(of all: [Thing]) -> [Thing] {
    all.indices.filter { $0 % count == number - 1 }.map { all[$0] }
  }
}
