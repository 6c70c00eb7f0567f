import TagRuntime
import TestSupport
import Testing

/// Vector 16 (LegacySDK §18.3) and the token bucket around it.
@Suite struct RefreshLimiterTests {
  private func asks(at seconds: [Int64]) -> [Bool] { Settings().acceptedRefreshes(at: seconds) }

  @Test func vector16TwoRefreshesWithin5SecondsAreOneRequest() {
    var harness = RuntimeHarness(ContainerBuilder())
    #expect(harness.refresh().fetches.count == 1)
    harness.fetched(.failure(.networkError))
    harness.wait(.milliseconds(4999))
    let refused = harness.refresh()
    #expect(refused.fetches == [])
    #expect(refused.logs(.verbose) == ["Container refresh was called too often. Ignored."])
    harness.wait(.milliseconds(1))
    #expect(harness.refresh().fetches.count == 1)
  }

  @Test func vector16The31stRefreshOfARowIsRefused() {
    let accepted = asks(at: (0...30).map { Int64($0) * 5 })
    #expect(accepted == Array(repeating: true, count: 30) + [false])
  }

  @Test func aQuarterOfAnHourEarnsAToken() {
    let row = (0..<30).map { Int64($0) * 5 }
    let last: Int64 = 145
    #expect(asks(at: row + [last + 899]).last == false)
    #expect(asks(at: row + [last + 900]).last == true)
    #expect(Array(asks(at: row + [last + 900, last + 905]).suffix(2)) == [true, false])
  }

  @Test func fractionsOfAQuarterHourAreLost() {
    let row = (0..<30).map { Int64($0) * 5 }
    let last: Int64 = 145
    // 29 minutes earn one token; the 14 that are left over count for nothing afterwards.
    let accepted = asks(at: row + [last + 1740, last + 1740 + 60, last + 1740 + 900])
    #expect(Array(accepted.suffix(3)) == [true, false, true])
  }

  @Test func noMoreThan30TokensAreKept() {
    let day: Int64 = 86400
    let accepted = asks(at: [0] + (0...30).map { day + Int64($0) * 5 })
    #expect(accepted.count { $0 } == 31)
    #expect(accepted.last == false)
  }

  @Test func aRefusalMovesNothing() {
    #expect(asks(at: [0, 4, 5]) == [true, false, true])
  }

  @Test func aClosedContainerIsAWarning() {
    var harness = RuntimeHarness()
    #expect(harness.refresh().logs(.warning) == ["refresh called for closed container."])
  }

  /// When the bucket fills, for those who look on.
  @Test func theNextTokenIsCountedFromTheLastRefresh() throws {
    var harness = RuntimeHarness(ContainerBuilder())
    let id = RuntimeHarness.containerID
    func allowance() -> RefreshAllowance? {
      harness.runtime.refreshAllowance(of: id, at: harness.now.instant)
    }
    #expect(try #require(allowance()).nextToken == nil)
    harness.refresh()
    harness.wait(.seconds(60))
    #expect(allowance()?.tokens == 29)
    #expect(allowance()?.nextToken == .seconds(840))
    harness.wait(.seconds(840))
    #expect(allowance()?.tokens == 30)
    #expect(try #require(allowance()).nextToken == nil)
  }
}

extension Settings {
  /// Whether each refresh at these seconds is accepted.
  func acceptedRefreshes(at seconds: [Int64]) -> [Bool] {
    var harness = RuntimeHarness(ContainerBuilder(), settings: self)
    return seconds.map { second in
      harness.wait(.seconds(second) - (harness.now.instant - .start))
      return !harness.refresh().notifications.contains(
        .refreshRefused(container: RuntimeHarness.containerID))
    }
  }
}
