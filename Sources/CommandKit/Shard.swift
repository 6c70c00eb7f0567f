/// A part of something, for several machines that share it: of the files of `run`, of the seeds
/// where it plays several, or of the seeds of `fuzz`.
package struct Shard: Sendable, Hashable {
  /// The most parts.
  package static let limit = 10_000

  /// Which part, from 1.
  package let number: Int
  /// Of how many.
  package let count: Int

  /// Reads `2/5`; nil where it is no such part.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let number = parts[0], let count = parts[1],
      (1...Self.limit).contains(count), (1...count).contains(number)
    else { return nil }
    (self.number, self.count) = (number, count)
  }

  /// What is in this part: each is in one part.
  package func part<Thing>(of all: [Thing]) -> [Thing] {
    all.indices.filter { $0 % count == number - 1 }.map { all[$0] }
  }
}
