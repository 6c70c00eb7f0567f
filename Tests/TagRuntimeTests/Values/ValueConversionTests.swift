import TagRuntime
import Testing

@Suite struct ValueConversionTests {
  @Test(
    arguments: [
      (nil, ""), (.absent, ""), (true, "true"), (false, "false"), (0, "0"),
      (.int(.min), "-9223372036854775808"),
      (1.0, "1"), (0.1, "0.1"), (1e20, "1e+20"), ("", ""), (" x ", " x "), ([], "[]"),
      (["a", 1, nil], "[a, 1, <null>]"), ([[1, 2], []], "[[1, 2], []]"), ([:], "{}"),
      (["k": "v", "k2": 2], "{k=v, k2=2}"), (["m": ["l": [true]]], "{m={l=[true]}}"),
    ] as [(Value, String)])
  func readsAsText(_ value: Value, _ text: String) {
    #expect(ValueConversion.text(value) == text)
  }

  @Test(
    arguments: [
      ("0", .int(0)), ("12", .int(12)), ("-12", .int(-12)), ("+12", .int(12)), ("012", .int(12)),
      (" 12", .int(12)), ("\t\n12", .int(12)),
      ("\r\n12", .int(12)), ("\u{A0}\u{2003}1.5", .double(1.5)),
      ("9007199254740993", .int(9_007_199_254_740_993)),
      ("9223372036854775807", .int(.max)), ("-9223372036854775808", .int(.min)),
      ("9223372036854775808", .int(.max)), ("-99999999999999999999", .int(.min)),
      ("+9223372036854775808", .int(.max)), ("9223372036854775808.0", .double(0x1p63)),
      ("1.5", .double(1.5)),
      ("1e3", .double(1000)), ("1E3", .double(1000)), ("-1.5e-3", .double(-0.0015)),
      (".5", .double(0.5)), ("1.0", .double(1)),
      ("", nil), (" ", nil), ("12 ", nil), ("12 px", nil), ("0x10", nil), ("abc", nil),
      ("1,5", nil),
      ("nan", nil), ("inf", nil), ("-inf", nil), ("infinity", nil), ("e3", nil), ("1e", nil),
      ("--1", nil), ("1-1", nil), ("1.2.3", nil), ("true", nil), ("٣", nil), ("１", nil),
    ] as [(String, ValueConversion.Number?)])
  func readsTextAsNumber(_ text: String, _ number: ValueConversion.Number?) {
    #expect(ValueConversion.number(text) == number)
    #expect(ValueConversion.number(.string(text)) == number)
  }

  @Test(
    arguments: [
      (7, .int(7)), (2.5, .double(2.5)), (true, nil), (nil, nil), (.absent, nil), ([1], nil),
      (["k": 1], nil),
    ] as [(Value, ValueConversion.Number?)])
  func readsValueAsNumber(_ value: Value, _ number: ValueConversion.Number?) {
    #expect(ValueConversion.number(value) == number)
  }

  @Test(
    arguments: [
      (.int(3), 3), (.double(3.7), 3), (.double(-3.7), -3), (.double(0.999), 0),
      (.double(1e300), .max), (.double(-1e300), .min), (.double(.nan), 0),
      (.double(.infinity), .max), (.double(9_223_372_036_854_775_808), .max),
      (.double(-9_223_372_036_854_775_808), .min),
    ] as [(ValueConversion.Number, Int64)])
  func cutsToInteger(_ number: ValueConversion.Number, _ integer: Int64) {
    #expect(ValueConversion.int64(number) == integer)
  }

  @Test(
    arguments: [
      (true, true), (false, false), ("true", true), ("false", false), ("True", nil), ("TRUE", nil),
      (" true", nil), ("1", nil), ("0", nil), ("yes", nil), ("no", nil), ("", nil), (1, nil),
      (0, nil), (1.0, nil), (nil, nil), (["true"], nil),
    ] as [(Value, Bool?)])
  func readsAsBoolean(_ value: Value, _ flag: Bool?) {
    #expect(ValueConversion.boolean(value) == flag)
  }
}
