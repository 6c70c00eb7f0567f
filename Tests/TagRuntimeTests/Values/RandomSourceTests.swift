import TagRuntime
import Testing

@Suite struct RandomSourceTests {
  /// The first outputs of the published reference implementation for seed 1234567.
  @Test func isSplitMix64() {
    var random = RandomSource(seed: 1_234_567)
    let first = (0..<3).map { _ in random.next() }
    #expect(
      first == [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423])
  }

  @Test(arguments: [0...0, -3...3, Int64.min...Int64.max, Int64.max...Int64.max, Int64.min...0])
  func staysInItsRange(_ range: ClosedRange<Int64>) {
    var random = RandomSource(seed: 3)
    for _ in 0..<1000 { #expect(range.contains(random.integer(in: range))) }
  }

  @Test func reachesBothEnds() {
    var random = RandomSource(seed: 3)
    let drawn = Set((0..<200).map { _ in random.integer(in: 1...3) })
    #expect(drawn == [1, 2, 3])
  }

  @Test func aForkDoesNotDependOnDrawsOfAnother() {
    let random = RandomSource(seed: 9)
    var one = random.forked("one")
    var two = random.forked("two")
    var again = random.forked("one")
    _ = two.next()
    let value = one.next()
    #expect(value == again.next())
    #expect(value != two.next())
  }
}
