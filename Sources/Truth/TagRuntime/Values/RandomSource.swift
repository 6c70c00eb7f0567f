/// A generator of random numbers that is part of the state: the same seed gives the same numbers.
///
/// SplitMix64, by Sebastiano Vigna (public domain reference); sub-generators are forked by name,
/// so that a new draw in one does not shift the others.
package struct RandomSource: Sendable, Hashable {
  private var state: UInt64

  /// Creates a generator from a seed.
  package init(seed: UInt64) { state = seed }

  /// Returns a separate generator for a purpose.
  package func forked(_ name: String) -> RandomSource {
    RandomSource(seed: state ^ TextDigest(name).bits)
  }

  /// Returns the next 64 random bits.
  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }

  /// Returns a random integer of a range, both ends included.
  package mutating func integer(in range: ClosedRange<Int64>) -> Int64 {
    let width = UInt64(bitPattern: range.upperBound &- range.lowerBound)
    guard width < .max else { return Int64(bitPattern: next()) }
    let (high, _) = next().multipliedFullWidth(by: width + 1)
    return range.lowerBound &+ Int64(bitPattern: high)
  }
}
