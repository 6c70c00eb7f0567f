import Testing

@testable import TagForecast

/// What phones do many times, and how sure one can be of a share of it.
@Suite struct PhoneTallyTests {
  private func tally(_ phones: [(whole: Int, part: Int)]) -> PhoneTally {
    var tally = PhoneTally(parts: 1)
    for phone in phones { tally.add(phone.whole, [phone.part]) }
    return tally
  }

  /// Where every phone does it once the interval is that of a sample of as many.
  @Test func onceEachIsASimpleSample() throws {
    let phones = (0..<400).map { (whole: 1, part: $0 < 100 ? 1 : 0) }
    let rate = try #require(tally(phones).rate(of: 0))
    #expect(rate.value == 0.25)
    // 1.96 times the root of 0.25 · 0.75 / 399.
    #expect(abs(rate.high - 0.25 - 0.042489) < 0.000001)
    #expect(abs(0.25 - rate.low - 0.042489) < 0.000001)
  }

  /// A hundred times the same of each phone makes nobody surer than once of each.
  @Test func manyTimesOfAPhoneAreNoLargerSample() throws {
    let once = (0..<400).map { (whole: 1, part: $0 < 100 ? 1 : 0) }
    let often = once.map { (whole: $0.whole * 100, part: $0.part * 100) }
    let (one, other) = (
      try #require(tally(once).rate(of: 0)), try #require(tally(often).rate(of: 0))
    )
    #expect(abs(one.high - other.high) < 1e-9 && abs(one.low - other.low) < 1e-9)
  }

  /// Where all phones are alike, three in as many may be otherwise.
  @Test(arguments: [(0, 0.0, 0.0, 0.03), (1, 1.0, 0.97, 1.03), (2, 2.0, 1.94, 2.06)])
  func alikePhonesAreNotCertain(_ part: Int, _ value: Double, _ low: Double, _ high: Double) throws
  {
    let rate = try #require(tally(Array(repeating: (1, part), count: 100)).rate(of: 0))
    #expect(rate.value == value)
    #expect(abs(rate.low - low) < 1e-9 && abs(rate.high - high) < 1e-9)
  }

  @Test func nothingHasNoRate() {
    #expect(tally([]).rate(of: 0) == nil)
    #expect(tally([(0, 0)]).rate(of: 0) == nil)
  }

  @Test func talliesAddUpInAnyOrder() {
    let phones = (1...30).map { (whole: $0 % 7, part: $0 % 3) }
    var (one, other) = (tally(Array(phones[..<11])), tally(Array(phones[11...])))
    let whole = tally(phones)
    let first = one
    one.add(other)
    other.add(first)
    #expect(one == whole && other == whole)
    #expect(PhoneTally(whole.numbers, parts: 1) == whole)
    #expect(PhoneTally(whole.numbers, parts: 2) == nil)
  }

  /// A damaged part cannot end the program.
  @Test func aSumThatNoNumberHoldsStaysTheLargest() {
    #expect(PhoneTally.sum(.max, 1) == .max)
    #expect(PhoneTally.sum(.max - 1, 1) == .max)
  }
}
