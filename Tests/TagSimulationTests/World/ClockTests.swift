import OrderedCollections
import TagRuntime
import TagSimulation
import Testing

/// The user sets the phone's clock: what the phone dates follows, and nothing else.
@Suite struct ClockTests {
  private static let start = "2014-03-01T12:00:00Z"

  private func tracking(isOnline: Bool = true) throws -> Timeline {
    try SmallShop.tracking(start: Self.start, isOnline: isOnline)
  }

  private func set(_ leap: Duration, _ timeline: inout Timeline) throws {
    try timeline.perform(.setClock(timeline.live.now.wall + leap))
  }

  private func created(_ timeline: Timeline, _ id: Int64) -> WallTime? {
    timeline.world.hit(id)?.hit.created
  }

  @Test(arguments: [.days(-2), .zero, .hours(1), .days(400)] as [Duration])
  func noTimePassesAndNoTimerMoves(_ leap: Duration) throws {
    var timeline = try tracking()
    try timeline.send("Home")
    let before = timeline.live
    try set(leap, &timeline)
    let after = timeline.live
    #expect(after.now.instant == before.now.instant)
    #expect(after.now.wall - before.now.wall == leap)
    #expect(after.untilDispatch == before.untilDispatch)
    #expect(after.trueTime == before.trueTime)
    #expect(after.world.clockAhead == leap)
    #expect(timeline.lastRow?.event.words == "clock \(leap.wholeMilliseconds / 1000) s")
  }

  @Test func twoSettingsAddUpAndTheRightTimeEndsThem() throws {
    var timeline = try tracking()
    try set(.hours(5), &timeline)
    try set(.hours(-7), &timeline)
    #expect(timeline.world.clockAhead == .hours(-2))
    try timeline.perform(.setClock(timeline.live.trueTime))
    #expect(timeline.world.clockAhead == .zero)
  }

  @Test func theClockCanBeSetWhateverTheAppDoes() throws {
    var timeline = try tracking()
    for act in [Act.background(), .kill] {
      try timeline.perform(act)
      try set(.minutes(1), &timeline)
    }
    #expect(timeline.world.clockAhead == .minutes(2))
  }

  @Test func hitsAreDatedByThePhone() throws {
    var timeline = try tracking(isOnline: false)
    try timeline.send("true")
    try set(.days(-2), &timeline)
    try timeline.send("behind")
    let one = try #require(created(timeline, 1))
    let two = try #require(created(timeline, 2))
    #expect(two - one == .days(-2))
    #expect(timeline.world.hit(2)?.cutoff == timeline.world.hit(1).map { $0.cutoff - .days(2) })
  }

  /// The collector counts by its own clock, and by the day that the phone names.
  @Test(arguments: [(Duration.days(-2), 1), (.hours(-1), 0), (.hours(1), 0), (.days(2), 0)])
  func aHitOfAWrongDayMayBeLate(_ leap: Duration, _ late: Int) throws {
    var timeline = try tracking()
    try set(leap, &timeline)
    let sent = timeline.live.trueTime
    try timeline.send("Home")
    try timeline.dispatchAndSettle()
    #expect(timeline.world.ledger.late == late)
    let received = try #require(timeline.world.hit(1)?.received)
    #expect(received - sent < .seconds(1), "by the true time")
    #expect(received >= sent)
  }

  /// A hit that was made before the clock was set back has waited less than no time: it says
  /// nothing of it. Set forward, it seems to have waited longer than it has.
  @Test(arguments: [
    (Duration.hours(-1), String?.none), (.zero, "10005"), (.hours(1), "3610005"),
  ])
  func theQueueTimeFollowsTheClock(_ leap: Duration, _ expected: String?) throws {
    var timeline = try tracking()
    try timeline.send("Home")
    timeline.wait(.seconds(10))
    try set(leap, &timeline)
    try timeline.dispatchAndSettle()
    let request = try #require(timeline.world.requests.entries.last?.request)
    let fields = request.url.split(separator: "?")[1].split(separator: "&")
    let waited = fields.first { $0.hasPrefix("qt=") }.map { String($0.dropFirst(3)) }
    #expect(waited == expected)
    #expect(fields.contains { $0.hasPrefix("ht=") })
  }

  @Test func aMonthForwardDeletesWhatWaits() throws {
    var timeline = try tracking()
    try timeline.send("Home")
    try set(.days(31), &timeline)
    try timeline.dispatchAndSettle()
    #expect(timeline.world.ledger.lost(.tooOld) == 1)
  }

  /// The network is as it was for as long as it was.
  @Test func theNetworkKeepsItsAge() throws {
    var timeline = try tracking()
    try timeline.perform(.network(.offline))
    timeline.wait(.minutes(5))
    try set(.days(-3), &timeline)
    #expect(timeline.live.now.wall - timeline.world.networkChanged == .minutes(5))
  }
}
