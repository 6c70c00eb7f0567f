/// How often something happens, and what of it in some ways, summed over phones: with the squares
/// that the interval of a share needs, for what a phone does many times is no sample of many.
///
/// All are whole numbers, and a sum that no number holds stays at the largest, so that tallies add
/// up to the same in any order.
struct PhoneTally: Sendable, Hashable {
  /// One of the ways.
  struct Part: Sendable, Hashable {
    /// How often it happened.
    var sum = 0
    /// The sum of the squares by phone.
    var squares = 0
    /// The sum by phone of how often it happened times how often anything did.
    var products = 0
  }

  /// The most that a phone counts in squares and products, so that ten million phones fit.
  static let phoneLimit = 100_000

  /// The phones to which it happened at all.
  private(set) var phones = 0
  /// How often it happened.
  private(set) var sum = 0
  /// The sum of the squares by phone.
  private(set) var squares = 0
  private(set) var parts: [Part]

  init(parts: Int) { self.parts = Array(repeating: Part(), count: parts) }

  /// Adds a phone.
  ///
  /// - Parameters:
  ///   - whole: how often it happened.
  ///   - ways: how often in each way.
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

  /// Adds the tally of other phones.
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

  /// The sum of two numbers that are not negative; the largest where none holds it.
  static func sum(_ one: Int, _ other: Int) -> Int {
    let (sum, isTooLarge) = one.addingReportingOverflow(other)
    return isTooLarge ? .max : sum
  }

  // MARK: Rates

  /// How often a part happens for each time that anything does, with the interval in which the rate
  /// of all such phones lies in 19 of 20 cases; nil where nothing happens.
  ///
  /// The rate is one of sums, and phones are what was drawn: its variance is that of the ratio
  /// estimator (W. G. Cochran, Sampling Techniques, 1977, chapter 6).
  func rate(of place: Int) -> Rate? {
    guard sum > 0 else { return nil }
    let part = parts[place]
    let rate = Double(part.sum) / Double(sum)
    let count = Double(phones)
    let deviations =
      Double(part.squares) - 2 * rate * Double(part.products) + rate * rate * Double(squares)
    // Where all phones are alike, less than three in as many are not so, in 19 of 20 cases.
    let isAlike = deviations <= Self.roundingShare * Double(part.squares)
    let width =
      isAlike
      ? 3 / count * max(1, rate)
      : 1.96 * (deviations * count / max(1, count - 1)).squareRoot() / Double(sum)
    return Rate(value: rate, low: max(0, rate - width), high: rate + width)
  }

  /// Below which share of its parts a sum of squares is one of rounding errors.
  private static let roundingShare = 1e-12

  /// The numbers for JSON: phones, sum and squares, then those of each part.
  var numbers: [Int] {
    [phones, sum, squares] + parts.flatMap { [$0.sum, $0.squares, $0.products] }
  }

  /// Reads them; nil where they are not those of so many parts.
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

/// How often something happens for each time that something else does.
struct Rate: Sendable, Hashable {
  var value: Double
  /// The interval in which it lies in 19 of 20 cases.
  var low: Double
  var high: Double
}
