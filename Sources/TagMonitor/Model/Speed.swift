/// How much faster than real time the simulated clock runs while playing.
struct Speed: Sendable, Hashable {
  /// The factors, in quarters, so that they stay integers.
  static let quarters: [Int64] = [1, 2, 4, 8, 16, 40, 120, 240, 1200, 14400]

  private(set) var index = 2

  var quarters: Int64 { Self.quarters[index] }

  /// "x1", "x1/4", "x60".
  var text: String {
    switch quarters {
    case 1: "x1/4"
    case 2: "x1/2"
    default: "x\(quarters / 4)"
    }
  }

  mutating func faster() { index = min(index + 1, Self.quarters.count - 1) }

  mutating func slower() { index = max(index - 1, 0) }

  /// The speed nearest to a factor that somebody asked for.
  init(factor: Double = 1) {
    // Whoever asks may ask for anything: far beyond the fastest all speeds are equally near.
    let wanted = min(max(factor, 0), 3600) * 4
    func distance(_ index: Int) -> Double { (Double(Self.quarters[index]) - wanted).magnitude }
    index = Self.quarters.indices.min { distance($0) < distance($1) } ?? 2
  }

  /// How many times faster than at speed 1 pauses for reading go by at most.
  private static let fastestReading: Int64 = 4

  /// A pause for reading as virtual time: it gets shorter with the speed, but not shorter than
  /// people can read.
  func pause(_ real: Duration) -> Duration {
    real * Int(max(1, quarters / (4 * Self.fastestReading)))
  }

  /// The virtual time that goes by in some real time.
  func virtual(_ real: Duration) -> Duration {
    .milliseconds(
      Int64(real.components.seconds) * 1000 * quarters / 4
        + real.components.attoseconds / 1_000_000_000_000_000 * quarters / 4)
  }
}
