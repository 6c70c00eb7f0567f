import Testing

@testable import TagRuntime

/// The conversions of JavaScript between kinds of values.
@Suite struct JavaScriptTests {
  @Test(
    arguments: [
      (.absent, "undefined"), (.null, "null"), (true, "true"), (false, "false"), ("", ""),
      (" a ", " a "), (0, "0"), (-5, "-5"), (-0.0, "0"), (1.0, "1"), (1.5, "1.5"), (0.1, "0.1"),
      (.double(.nan), "NaN"), (.double(.infinity), "Infinity"),
      (.double(-.infinity), "-Infinity"), (1e20, "100000000000000000000"), (1e21, "1e+21"),
      (1.5e300, "1.5e+300"), (123_456_789_012_345_680_000.0, "123456789012345680000"),
      (1e-6, "0.000001"), (1.5e-7, "1.5e-7"), (-1e-10, "-1e-10"),
      (.double(.leastNonzeroMagnitude), "5e-324"),
      // Integers past 53 bits are doubles there.
      (9_007_199_254_740_993, "9007199254740992"),
      ([], ""), ([1, "a", true], "1,a,true"), ([.null, .absent, 2], ",,2"),
      ([1, [2, [3]]], "1,2,3"), ([["a": 1]], "[object Object]"), (["a": 1], "[object Object]"),
    ] as [(Value, String)])
  func texts(_ value: Value, _ text: String) { #expect(JavaScript.text(value) == text) }

  @Test(
    arguments: [
      (.absent, nil), (.null, 0), (true, 1), (false, 0), (5, 5), (1.5, 1.5), ("", 0), ("  ", 0),
      (" 12\n", 12), ("\u{FEFF}\u{A0}7\u{2028}", 7), ("12px", nil), ("1,5", nil), ("1 2", nil),
      ("1.5", 1.5), (".5", 0.5), ("5.", 5), (".", nil), ("+5", 5), ("-5", -5), ("--5", nil),
      ("1e3", 1000), ("1E-2", 0.01), ("1e", nil), ("e5", nil), (".e1", nil), ("1e5.0", nil),
      ("1.2.3", nil), ("0x1F", 31), ("0X1f", 31), ("-0x1F", nil), ("0x", nil), ("0xG", nil),
      ("0b101", 5), ("0b2", nil), ("0o17", 15), ("010", 10), ("1_000", nil), ("NaN", nil),
      ("Infinity", .infinity), ("-Infinity", -.infinity), ("+Infinity", .infinity),
      ("infinity", nil), ("inf", nil), ("true", nil), ("1e400", .infinity), ("0x1p3", nil),
      ([], 0), ([5], 5), ([1, 2], nil), (["a": 1], nil),
    ] as [(Value, Double?)])
  func numbers(_ value: Value, _ number: Double?) {
    let found = JavaScript.number(value)
    #expect(found == number || (found.isNaN && number == nil))
  }

  @Test(
    arguments: [
      (.absent, false), (.null, false), (false, false), (true, true), (0, false), (-0.0, false),
      (.double(.nan), false), (0.5, true), ("", false), ("0", true), ("false", true), ([], true),
      ([:], true),
    ] as [(Value, Bool)])
  func truths(_ value: Value, _ isTruthy: Bool) { #expect(JavaScript.isTruthy(value) == isTruthy) }

  @Test(
    arguments: [
      ("https://a.b/c d?e=f&g=ü#h", "https://a.b/c%20d?e=f&g=%C3%BC#h"),
      ("a'b(c)*!~-_.", "a'b(c)*!~-_."), ("[\"%\"]", "%5B%22%25%22%5D"), ("", ""),
    ])
  func addresses(_ text: String, _ encoded: String) {
    #expect(PercentEncoding.encodeAddress(text) == encoded)
  }
}
