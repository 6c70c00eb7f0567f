import OrderedCollections
import TagRuntime
import TestSupport
import Testing

/// Refreshing on Android: its bucket, its periods and its requests (Platforms §5).
struct AndroidLimitTests {
  private func asks(at seconds: [Int64]) -> [Bool] {
    Settings(platform: .android).acceptedRefreshes(at: seconds)
  }

  private static let row: [Int64] = [0, 5, 10, 15, 20]

  @Test func theSixthRefreshOfARowIsRefused() {
    #expect(asks(at: Self.row + [25]) == [true, true, true, true, true, false])
  }

  /// A refusal for lack of tokens keeps what was earned so far, and one within 5 s touches nothing.
  @Test func partsOfAQuarterHourCount() {
    #expect(asks(at: Self.row + [899]).last == false)
    #expect(asks(at: Self.row + [900]).last == true)
    #expect(Array(asks(at: Self.row + [450, 900]).suffix(2)) == [false, true])
    #expect(
      Array(asks(at: Self.row + [897, 899, 900, 902]).suffix(4)) == [false, false, false, true])
  }

  @Test func theAccountIsThatOfTheRefreshes() throws {
    var harness = RuntimeHarness(ContainerBuilder(), settings: Settings(platform: .android))
    let id = RuntimeHarness.containerID
    #expect(harness.runtime.refreshAllowance(of: id, at: harness.now.instant)?.tokens == 5)
    _ = harness.refresh()
    harness.wait(.minutes(10))
    _ = harness.refresh()
    harness.wait(.minutes(10))
    let allowance = try #require(harness.runtime.refreshAllowance(of: id, at: harness.now.instant))
    #expect(allowance.tokens == 4)
    #expect(allowance.nextToken == .minutes(10))
  }

  @Test func aRefusalIsAWarning() {
    var harness = RuntimeHarness(ContainerBuilder(), settings: Settings(platform: .android))
    _ = harness.refresh()
    #expect(harness.refresh().logs(.warning) == ["Excessive refreshing detected; call ignored."])
  }

  /// Every seed draws another time, and none beyond the bound.
  @Test(arguments: [
    (true, Duration.hours(12), Duration.hours(2)), (false, .hours(1), .minutes(10)),
  ])
  func theNextLoadIsSpread(_ succeeds: Bool, _ least: Duration, _ spread: Duration) throws {
    var drawn: Set<Duration> = []
    for seed in 1...40 as ClosedRange<UInt64> {
      var settings = Settings(platform: .android)
      settings.seed = seed
      var harness = RuntimeHarness(ContainerBuilder(), settings: settings)
      harness.nothingSaved()
      harness.fetched(succeeds ? .success(ContainerBuilder()) : .failure(.networkError))
      let due = try #require(harness.timers[.refresh(container: RuntimeHarness.containerID)])
      drawn.insert(due - harness.now.instant)
    }
    #expect(drawn.count > 30)
    #expect(drawn.allSatisfy { $0 >= least && $0 < least + spread })
    #expect(drawn.contains { $0 > least + spread / 2 })
  }

  @Test func aRequestTellsTheRuntimesVersion() throws {
    var harness = RuntimeHarness(ContainerBuilder(), settings: Settings(platform: .android))
    let request = try #require(harness.nothingSaved().requests.first)
    #expect(request.url.hasSuffix("/r?id=GTM-TEST&v=a65833898"))
  }
}
