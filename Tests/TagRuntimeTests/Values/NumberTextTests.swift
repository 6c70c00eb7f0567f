import Foundation
import TagRuntime
import Testing

@Suite struct NumberTextTests {
  @Test(
    arguments: [
      (0, "0", "0.0"), (-0.0, "-0", "-0.0"), (1, "1", "1.0"), (-1, "-1", "-1.0"),
      (0.1, "0.1", "0.1"), (19.90, "19.9", "19.9"), (100, "100", "100.0"), (3.14, "3.14", "3.14"),
      (0.001, "0.001", "0.001"), (0.0001, "0.0001", "0.0001"), (0.00001, "1e-05", "1e-05"),
      (0.000012, "1.2e-05", "1.2e-05"), (1e15, "1000000000000000", "1000000000000000.0"),
      (1e16, "1e+16", "1e+16"),
      (123_456_789_012_345_680, "1.234567890123457e+17", "1.2345678901234568e+17"),
      (1e20, "1e+20", "1e+20"), (1e100, "1e+100", "1e+100"), (1e-100, "1e-100", "1e-100"),
      (1234.5678, "1234.5678", nil), (1 / 3, "0.3333333333333333", nil),
      (0.1 + 0.2, "0.3", "0.30000000000000004"), (9.95, "9.949999999999999", "9.95"),
      (.leastNonzeroMagnitude, "4.940656458412465e-324", "5e-324"),
      (.greatestFiniteMagnitude, "1.797693134862316e+308", "1.7976931348623157e+308"),
      (1e-5.nextDown, "9.999999999999999e-06", "9.999999999999999e-06"),
      (9_007_199_254_740_991, "9007199254740991", "9007199254740991.0"),
      (9_007_199_254_740_992, "9007199254740992", "9007199254740992.0"),
      (9_012_345_678_100_000, "9012345678100000", "9012345678100000.0"),
      (.infinity, "inf", "null"), (-.infinity, "-inf", "null"), (.nan, "nan", "null"),
    ] as [(Double, String, String?)])
  func writes(_ value: Double, _ plain: String, _ json: String?) {
    #expect(NumberText.plain(value) == plain)
    #expect(NumberText.json(value) == json ?? plain)
  }

  /// Source: LegacySDK §13.2; 16 digits of the exact value, as `%0.16g` has them.
  @Test func hasTheDigitsOfC() {
    var random = RandomSource(seed: 7)
    for _ in 0..<2000 {
      let bits = random.next()
      let near = Double(bits % 1_000_000) / 100
      for value in [Double(bitPattern: bits), near] where value.isFinite {
        #expect(NumberText.plain(value) == String(format: "%.16g", value))
      }
    }
  }

  @Test func everyTextReadsBackToTheSameDouble() {
    var random = RandomSource(seed: 7)
    for _ in 0..<5000 {
      let value = Double(bitPattern: random.next())
      guard value.isFinite else { continue }
      #expect(Double(NumberText.json(value))?.bitPattern == value.bitPattern)
    }
  }
}

/// Whole numbers as clocks and pages show them.
@Suite struct WholeNumberTextTests {
  @Test(arguments: [(0, "00"), (5, "05"), (42, "42"), (123, "123"), (-7, "-07")])
  func padded(_ number: Int, _ text: String) {
    #expect(NumberText.padded(number) == text)
  }

  @Test(arguments: [
    (0, "0"), (999, "999"), (1000, "1,000"), (200_000, "200,000"), (-1_234_567, "-1,234,567"),
  ])
  func grouped(_ number: Int, _ text: String) {
    #expect(NumberText.grouped(number) == text)
  }
}
