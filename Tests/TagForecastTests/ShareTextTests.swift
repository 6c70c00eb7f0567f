import Testing

@testable import TagForecast

/// Shares and their intervals.
@Suite struct ShareTextTests {
  @Test(arguments: [
    (0, 10, "0.0%"), (1, 3, "33.3%"), (2, 3, "66.7%"), (10, 10, "100.0%"), (1, 0, "–"),
  ])
  func aPartOfAWhole(_ part: Int, _ whole: Int, _ text: String) {
    #expect(ShareText.percent(part, of: whole) == text)
  }

  /// The example of the method's textbooks: 15 of 50, and the two ends.
  @Test(arguments: [
    (15, 50, "19.1% to 43.8%"), (0, 10, "0.0% to 27.8%"), (10, 10, "72.2% to 100.0%"),
    (0, 0, "–"),
  ])
  func anInterval(_ part: Int, _ whole: Int, _ text: String) {
    #expect(ShareText.intervalText(part, of: whole) == text)
  }

  @Test(arguments: [(1250, "12.5%"), (5, "0.05%"), (10_000, "100%"), (9999, "99.99%")])
  func basisPoints(_ points: Int, _ text: String) {
    #expect(ShareText.percent(points) == text)
  }

  @Test func aRateWithItsInterval() {
    let rate = Rate(value: 0.4527, low: 0.4404, high: 0.465)
    #expect(ShareText.percent(rate) == "45.3% ±1.2")
    #expect(ShareText.perThousand(rate) == "452.7 ±12.3")
    #expect(ShareText.intervalText(rate) == "44.0% to 46.5%")
    #expect(ShareText.percent(nil) == "–")
    // No share is more than all.
    #expect(ShareText.percent(Rate(value: 1, low: 0.97, high: 1.03)) == "100.0% ±3.0")
    #expect(ShareText.intervalText(Rate(value: 1, low: 0.97, high: 1.03)) == "97.0% to 100.0%")
  }
}
