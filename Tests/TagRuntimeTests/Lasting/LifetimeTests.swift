import TagRuntime
import TestSupport
import Testing

@Suite struct LifetimeTests {
  @Test(
    arguments: [
      ("1", 1), ("1000", 1000), ("007", 7), ("10s", 10_000), ("10 s", 10_000),
      ("3 \t\n m", 180_000),
      ("2h", 7_200_000), ("547d", 47_260_800_000), ("5 ", 5), ("9223372036854775807", .max),
      ("9223372036854775s", 9_223_372_036_854_775_000),
    ] as [(String, Int64)])
  func aTextIsALifetime(_ text: String, _ milliseconds: Int64) throws {
    #expect(try Lifetime(text).milliseconds == milliseconds)
  }

  @Test(
    arguments: [
      ("", .malformed), ("d", .malformed), (" 1", .malformed), ("-1", .malformed),
      ("+1", .malformed), ("1.5", .malformed), ("1w", .malformed), ("1S", .malformed),
      ("1 ms", .malformed), ("1d ", .malformed), ("1s1", .malformed), ("٣d", .malformed),
      ("0", .notPositive), ("00 d", .notPositive), ("9223372036854775808", .tooLong),
      ("9223372036854776s", .tooLong), ("106751991168d", .tooLong),
    ] as [(String, LifetimeFault)])
  func aTextIsNoLifetime(_ text: String, _ fault: LifetimeFault) {
    #expect(throws: fault) { try Lifetime(text) }
  }

  /// What a push of `gtm.lifetime` keeps `a=1` for; nil is nothing.
  private func lifetime(of update: Value) -> Duration? {
    var harness = RuntimeHarness()
    harness.push(update)
    return harness.stored.keys.first.map { $0.expires - harness.now.wall }
  }

  @Test(
    arguments: [
      (1000, .seconds(1)), ("1000", .seconds(1)), (1000.0, .seconds(1)), ("1d", .days(1)),
      (1.5, nil), (true, nil), (.null, nil), (["1d"], nil), (["s": "1d"], nil), ([:], nil),
    ] as [(Value, Duration?)])
  func theTextFormOfTheValueCounts(_ value: Value, _ expected: Duration?) {
    #expect(lifetime(of: ["a": 1, "gtm": ["lifetime": value]]) == expected)
  }

  @Test(
    arguments: [
      ["a": 1, "gtm.lifetime": "1d"], ["a": 1, "gtm": "1d"], ["a": 1, "gtm": ["x.lifetime": "1d"]],
      ["a": 1, "p": ["gtm": ["lifetime": "1d"]]], ["a": 1],
    ] as [Value])
  func onlyNestedMapsAskForALifetime(_ update: Value) {
    #expect(lifetime(of: update) == nil)
  }

  @Test(
    arguments: [
      ("soon", "the gtm.lifetime 'soon' is not a number with an optional unit s, m, h or d"),
      (0, "the gtm.lifetime '0' is not more than zero"),
      (
        "9223372036854775807d", "the gtm.lifetime '9223372036854775807d' is longer than time itself"
      ),
    ] as [(Value, String)])
  func whatIsNoLifetimeIsSaid(_ value: Value, _ words: String) {
    var harness = RuntimeHarness()
    let effects = harness.push(["a": 1, "gtm": ["lifetime": value]])
    #expect(effects.logs.map(\.code) == [.lifetimeRefused])
    #expect(effects.logs(.info) == [words + ": the push is not kept"])
    #expect(harness.runtime.dataLayer.get("a") == 1)
  }
}
