import TagRuntime
import TagSimulation
import Testing

/// The 4 a.m. rule by the clocks of the report view.
@Suite struct ReportCutoffTests {
  private static func rules(
    _ name: String, _ offset: Int, _ changes: [(String, Int)] = []
  ) -> ZoneRules {
    ZoneRules(
      name: name, initialOffsetSeconds: offset,
      transitions: changes.compactMap { moment, offset in
        CivilTime.parseISO(moment).map { .init(from: $0.wall, offsetSeconds: offset) }
      })
  }

  private static let madrid = rules(
    "Europe/Madrid", 3600, [("2014-03-30T01:00:00Z", 7200), ("2014-10-26T01:00:00Z", 3600)])
  /// In São Paulo clocks went from 24:00 to 01:00 in October, and from 24:00 to 23:00 in February.
  private static let saoPaulo = rules(
    "America/Sao_Paulo", -7200,
    [("2014-02-16T02:00:00Z", -10_800), ("2014-10-19T03:00:00Z", -7200)])
  /// In Havana clocks go from 01:00 back to 00:00 in November: a day begins twice.
  private static let havana = rules("America/Havana", -14_400, [("2014-11-02T05:00:00Z", -18_000)])
  /// Clocks change in New York at two in the morning, three weeks before those of Madrid.
  private static let newYork = rules(
    "America/New_York", -18_000,
    [("2014-03-09T07:00:00Z", -14_400), ("2014-11-02T06:00:00Z", -18_000)])
  /// Samoa had no 30 December 2011.
  private static let samoa = rules("Pacific/Apia", -36_000, [("2011-12-30T10:00:00Z", 50_400)])

  private static let cases: [(ZoneRules, String, String)] = [
    // One minute before midnight there are four hours and a minute, then a day more.
    (madrid, "2014-03-01T23:59:00+01:00", "2014-03-02T04:00:00+01:00"),
    (madrid, "2014-03-02T00:00:00+01:00", "2014-03-03T04:00:00+01:00"),
    (madrid, "2014-03-02T00:00:01+01:00", "2014-03-03T04:00:00+01:00"),
    (madrid, "2014-03-02T04:00:00+01:00", "2014-03-03T04:00:00+01:00"),
    (madrid, "2014-12-31T12:00:00+01:00", "2015-01-01T04:00:00+01:00"),
    // The same moment is another day elsewhere.
    (.utc, "2014-03-02T00:30:00+01:00", "2014-03-02T04:00:00Z"),
    (.fixed(-28_800), "2014-03-01T23:59:00+01:00", "2014-03-02T04:00:00-08:00"),
    (.fixed(32_400), "2014-03-01T23:59:00+01:00", "2014-03-03T04:00:00+09:00"),
    // In March there are three hours after midnight, in October five.
    (madrid, "2014-03-29T23:59:00+01:00", "2014-03-30T04:00:00+02:00"),
    (madrid, "2014-03-30T00:00:00+01:00", "2014-03-31T04:00:00+02:00"),
    (madrid, "2014-10-25T23:59:00+02:00", "2014-10-26T04:00:00+01:00"),
    (madrid, "2014-10-26T00:00:00+02:00", "2014-10-27T04:00:00+01:00"),
    (madrid, "2014-10-26T02:30:00+02:00", "2014-10-27T04:00:00+01:00"),
    (madrid, "2014-10-26T02:30:00+01:00", "2014-10-27T04:00:00+01:00"),
    // West of UTC, on the day before a change, on the day of it, and after it, both ways.
    (newYork, "2014-03-08T23:59:00-05:00", "2014-03-09T04:00:00-04:00"),
    (newYork, "2014-03-09T00:00:00-05:00", "2014-03-10T04:00:00-04:00"),
    (newYork, "2014-03-09T23:59:00-04:00", "2014-03-10T04:00:00-04:00"),
    (newYork, "2014-11-01T23:59:00-04:00", "2014-11-02T04:00:00-05:00"),
    (newYork, "2014-11-02T00:00:00-04:00", "2014-11-03T04:00:00-05:00"),
    (newYork, "2014-11-02T23:59:00-05:00", "2014-11-03T04:00:00-05:00"),
    // A phone in New York reports to Madrid: five hours for three weeks, else six.
    (madrid, "2014-03-08T17:59:00-05:00", "2014-03-08T22:00:00-05:00"),
    (madrid, "2014-03-08T18:00:00-05:00", "2014-03-09T23:00:00-04:00"),
    (madrid, "2014-03-10T18:59:00-04:00", "2014-03-10T23:00:00-04:00"),
    (madrid, "2014-03-29T18:59:00-04:00", "2014-03-29T22:00:00-04:00"),
    (madrid, "2014-03-29T19:00:00-04:00", "2014-03-30T22:00:00-04:00"),
    // Midnight is skipped: the day begins at one.
    (saoPaulo, "2014-10-18T23:59:59-03:00", "2014-10-19T04:00:00-02:00"),
    (saoPaulo, "2014-10-19T01:00:00-02:00", "2014-10-20T04:00:00-02:00"),
    // The hour before midnight comes twice.
    (saoPaulo, "2014-02-15T23:30:00-02:00", "2014-02-16T04:00:00-03:00"),
    (saoPaulo, "2014-02-15T23:30:00-03:00", "2014-02-16T04:00:00-03:00"),
    // Midnight comes twice, and the day is one.
    (havana, "2014-11-01T23:59:00-04:00", "2014-11-02T04:00:00-05:00"),
    (havana, "2014-11-02T00:30:00-04:00", "2014-11-03T04:00:00-05:00"),
    (havana, "2014-11-02T00:30:00-05:00", "2014-11-03T04:00:00-05:00"),
    (samoa, "2011-12-29T12:00:00-10:00", "2011-12-31T04:00:00+14:00"),
  ]

  @Test(arguments: cases)
  func aDayIsOpenUntilFourOfTheNext(
    _ zone: ZoneRules, _ made: String, _ expected: String
  ) throws {
    let cutoff = ReportCutoff.cutoff(of: try wall(made), in: zone)
    #expect(cutoff == (try wall(expected)), "\(zone.civil(at: cutoff).dateTimeText)")
  }

  /// A hit of 23:59 and one of 00:00, with the phone offline until four.
  @Test(arguments: [
    (Duration.zero, "00:01:00", [false, false]), (.zero, "04:00:00", [false, false]),
    (.zero, "04:00:01", [true, false]), (.days(1), "04:00:00", [true, false]),
    (.days(1), "04:00:01", [true, true]),
  ])
  func whatArrivesLaterIsLate(_ days: Duration, _ time: String, _ late: [Bool]) throws {
    var timeline = try SmallShop.tracking(
      version: SDKVersion(3, 12), start: "2014-03-01T23:59:00Z", isOnline: false)
    try timeline.send("last")
    timeline.wait(.seconds(60))
    try timeline.send("first")
    let clock = try #require(LocalTime(time))
    // The collector has a request 60 ms after the dispatch, and its hits 65 ms.
    let arrival = timeline.world.zone.next(clock, notBefore: timeline.live.now.wall) + days
    timeline.wait(arrival - .milliseconds(65) - timeline.live.now.wall)
    try timeline.perform(.network(.online))
    try timeline.dispatchAndSettle()
    let hits = [1, 2].map { timeline.world.hit($0) }
    #expect(hits.map { $0?.isLate } == late)
    #expect(hits.map { $0?.received } == [arrival, arrival])
    #expect(timeline.world.ledger.late == late.count { $0 })
  }

  @Test func theReportViewHasAZoneOfItsOwn() throws {
    var timeline = try SmallShop.tracking(
      start: "2014-03-01T23:59:00Z", reportZone: .fixed(-28_800))
    try timeline.send("Home")
    #expect(timeline.world.lastHit?.cutoff == (try wall("2014-03-02T04:00:00-08:00")))
  }

  /// The property is the one that the hit names, whichever tracker it went through.
  @Test(
    arguments: [
      (nil, [:], "2014-03-02T04:00:00Z"), ("far", [:], "2014-03-02T04:00:00-05:00"),
      (nil, ["&tid": "UA-1-2"], "2014-03-02T04:00:00-05:00"),
      ("far", ["&tid": "UA-1-1"], "2014-03-02T04:00:00Z"),
      ("far", ["&tid": "UA-1-3"], "2014-03-02T04:00:00Z"),
    ] as [(String?, [String: String], String)])
  func aPropertyHasAZoneOfItsOwn(
    _ tracker: String?, _ fields: [String: String], _ expected: String
  ) throws {
    var timeline = try SmallShop.tracking(
      start: "2014-03-01T23:30:00Z", propertyZones: ["UA-1-2": Self.newYork]
    ) { $0.trackers.append(AppTracker(name: "far", trackingID: "UA-1-2")) }
    var hit = HitBuilder.screenView(name: "Home")
    for (code, value) in fields { hit.set(code, value) }
    try timeline.perform(.app(.send(hit.fields, tracker: tracker)))
    #expect(timeline.world.lastHit?.cutoff == (try wall(expected)))
  }

  /// At five in the morning the day is over in one of the two zones.
  @Test func aHitIsLateByTheZoneOfItsProperty() throws {
    var timeline = try SmallShop.tracking(
      start: "2014-03-01T23:30:00Z", propertyZones: ["UA-1-2": Self.newYork], isOnline: false
    ) { $0.trackers.append(AppTracker(name: "far", trackingID: "UA-1-2")) }
    for tracker in ["UA-1-1", "far"] {
      let hit = HitBuilder.screenView(name: "Home").fields
      try timeline.perform(.app(.send(hit, tracker: tracker)))
    }
    timeline.wait(.minutes(330))
    try timeline.perform(.network(.online))
    try timeline.dispatchAndSettle()
    #expect([1, 2].map { timeline.world.hit($0)?.isLate } == [true, false])
    #expect(timeline.world.ledger.late == 1)
  }

  private func wall(_ text: String) throws -> WallTime {
    try #require(CivilTime.parseISO(text)).wall
  }
}
