import Testing

@testable import TagRuntime

@Suite struct HitLimiterTests {
  /// How many of a number of hits pass at an instant.
  private func passed(_ count: Int, _ limiter: inout HitLimiter, at now: Instant) -> Int {
    (0..<count).count { _ in limiter.accepts(at: now) }
  }

  @Test(arguments: [
    (Duration.zero, 0), (.milliseconds(1999), 0), (.seconds(2), 1), (.milliseconds(3999), 1),
    (.seconds(4), 2), (.seconds(119), 59), (.seconds(120), 60), (.hours(9), 60),
  ])
  func sixtyPassAndThenOneEveryTwoSeconds(_ pause: Duration, _ more: Int) {
    var limiter = HitLimiter()
    #expect(passed(61, &limiter, at: .start) == 60)
    #expect(limiter.credits(at: .start + pause) == more)
    #expect(passed(100, &limiter, at: .start + pause) == more)
  }

  @Test func partsOfACreditAreKept() {
    var limiter = HitLimiter()
    #expect(passed(60, &limiter, at: .start) == 60)
    // Four refused hits, half a second apart, cost nothing of what is being earned.
    let answers = (1...4).map { limiter.accepts(at: .start + .milliseconds(500 * $0)) }
    #expect(answers == [false, false, false, true])
  }

  @Test func nothingIsEarnedBeforeTheFirstHit() {
    var limiter = HitLimiter()
    #expect(passed(70, &limiter, at: .start + .hours(1)) == 60)
  }
}
