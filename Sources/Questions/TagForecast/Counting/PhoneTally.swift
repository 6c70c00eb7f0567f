/// How often something happens, in total and in several ways, summed over phones. It includes the
/// squares for the interval of a share, because many actions of one phone are not a sample of many.
///
/// All numbers are whole, and a sum that overflows stays at the largest number, so that tallies add
/// up to the same result in any order.
struct PhoneTally: Sendable, Hashable {
  /// The counts of one way.
  struct Part: Sendable, Hashable {
    /// The number of times that it happened.
    var sum = 0
    var squares = 0
    /// The sum over phones of this count times the total count.
    var products = 0
  }

  /// The most that a phone counts in squares and products, so that ten million phones fit.
  static let phoneLimit = 100_000

  /// The number of phones to which it happened at all.
  private(set) var phones = 0
  /// The number of times that it happened.
  private(set) var sum = 0
  private(set) var squares = 0
  private(set) var parts: [Part]

  init(parts: Int) { self.parts = Array(repeating: Part(), count: parts) }

  /// Adds a phone.
  ///
  /// - Parameters:
  ///   - whole: the number of times that it happened.
  ///   - ways: the number of times that it happened in each way.
  mutating func add(_ whole: Int, _ ways: some Collection<Int>) {
    guard whole > 0 else { return }
    let bounded = min(whole, Self.phoneLimit)
    phones += 1
    sum += whole
    squares += bounded * bounded
    for (place, count) in zip(parts.indices, ways) where count > 0 {
      let way = min(count, Self.phoneLimit)
      parts[place].sum += count
      parts[place].squares += way * way
      parts[place].products += way * bounded
    }
  }

  mutating func add(_ other: PhoneTally) {
    phones = Self.sum(phones, other.phones)
    sum = Self.sum(sum, other.sum)
    squares = Self.sum(squares, other.squares)
    for (place, part) in zip(parts.indices, other.parts) {
      parts[place].sum = Self.sum(parts[place].sum, part.sum)
      parts[place].squares = Self.sum(parts[place].squares, part.squares)
      parts[place].products = Self.sum(parts[place].products, part.products)
    }
  }

  /// The sum of two non-negative numbers; the largest number if it overflows.
  static func sum(_ one: Int, _ other: Int) -> Int {
    let (sum, isTooLarge) = one.addingReportingOverflow(other)
    return isTooLarge ? .max : sum
  }

  // MARK: Rates

  /// The rate of a part relative to the whole, with the interval that contains the rate of all such
  /// phones in 19 of 20 cases; nil if nothing happens.
  ///
  /// The rate is a ratio of sums over a sample of phones, so its variance is that of the ratio
  /// estimator (W. G. Cochran, Sampling Techniques, 1977, chapter 6).
  func rate(of place: Int) -> Rate? {
    guard sum > 0 else { return nil }
    let part = parts[place]
    let rate = Double(part.sum) / Double(sum)
    let count = Double(phones)
    let deviations =
      Double(part.squares) - 2 * rate * Double(part.products) + rate * rate * Double(squares)
    // With no variance observed, uses the rule of three for the 95 % bound.
    let isAlike = deviations <= Self.roundingShare * Double(part.squares)
    let width =
      isAlike
      ? 3 / count * max(1, rate)
      : 1.96 * (deviations * count / max(1, count - 1)).squareRoot() / Double(sum)
    return Rate(value: rate, low: max(0, rate - width), high: rate + width)
  }

  /// The share of its parts below which a sum of squares consists of rounding errors.
  private static let roundingShare = 1e-12

  /// The numbers for JSON: phones, sum and squares, then those of each part.
  var numbers: [Int] {
    [phones, sum, squares] + parts.flatMap { [$0.sum, $0.squares, $0.products] }
  }

  /// Reads the numbers; nil unless they match the number of parts.
  init?(_ numbers: [Int], parts count: Int) {
    guard numbers.count == 3 + 3 * count else { return nil }
    (phones, sum, squares) = (numbers[0], numbers[1], numbers[2])
    parts = (0..<count).map { place in
      let rest = numbers[(3 + 3 * place)...].prefix(3)
      return Part(
        sum: rest[rest.startIndex], squares: rest[rest.startIndex + 1],
        products: rest[rest.startIndex + 2])
    }
  }
}

/// How often something happens per occurrence of something else.
struct Rate: Sendable, Hashable {
  var value: Double
  /// The interval that contains the rate in 19 of 20 cases.
  var low: Double
  var high: Double
}
