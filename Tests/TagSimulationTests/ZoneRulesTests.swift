import TagRuntime
import TagSimulation
import Testing

@Suite struct ZoneRulesTests {
  /// Madrid in 2014: summer time from 30 March 01:00 UTC to 26 October 01:00 UTC.
  private let madrid = ZoneRules(
    name: "Europe/Madrid", initialOffsetSeconds: 3600,
    transitions: [
      .init(from: WallTime(milliseconds: 1_414_285_200_000), offsetSeconds: 3600),
      .init(from: WallTime(milliseconds: 1_396_141_200_000), offsetSeconds: 7200),
    ])

  @Test(arguments: [
    ("2014-03-30T00:59:59Z", "2014-03-30 01:59:59"),
    ("2014-03-30T01:00:00Z", "2014-03-30 03:00:00"),
    ("2014-10-26T00:59:59Z", "2014-10-26 02:59:59"),
    ("2014-10-26T01:00:00Z", "2014-10-26 02:00:00"),
    ("1990-01-01T00:00:00Z", "1990-01-01 01:00:00"),
    ("2090-07-01T00:00:00Z", "2090-07-01 01:00:00"),
  ])
  func showsLocalTime(_ moment: String, _ local: String) throws {
    #expect(madrid.civil(at: try wall(moment)).dateTimeText == local)
  }

  @Test(arguments: [
    // Later today, now, and tomorrow.
    ("2014-03-01T23:57:00+01:00", "23:58:40", "2014-03-01T23:58:40+01:00"),
    ("2014-03-01T23:58:40+01:00", "23:58:40", "2014-03-01T23:58:40+01:00"),
    ("2014-03-01T23:58:41+01:00", "23:58:40", "2014-03-02T23:58:40+01:00"),
    ("2014-03-01T23:58:40+01:00", "00:00:00", "2014-03-02T00:00:00+01:00"),
    // Skipped on the night clocks go forward.
    ("2014-03-30T00:00:00+01:00", "02:30:00", "2014-03-30T03:30:00+02:00"),
    // Comes twice on the night clocks go back.
    ("2014-10-26T00:00:00+02:00", "02:30:00", "2014-10-26T02:30:00+02:00"),
    ("2014-10-26T02:30:01+02:00", "02:30:00", "2014-10-26T02:30:00+01:00"),
    ("2014-10-26T02:30:01+01:00", "02:30:00", "2014-10-27T02:30:00+01:00"),
  ])
  func findsTheNextTime(_ from: String, _ time: String, _ expected: String) throws {
    let time = try #require(LocalTime(time))
    #expect(madrid.next(time, notBefore: try wall(from)) == (try wall(expected)))
  }

  @Test func fixedZones() {
    #expect(ZoneRules.utc.offset(at: WallTime(milliseconds: .min)) == 0)
    #expect(ZoneRules.fixed(-12_600).name == "UTC-03:30")
    #expect(ZoneRules.fixed(-12_600).offset(at: WallTime(milliseconds: 0)) == -12_600)
  }

  @Test(arguments: [
    ("2014-03-01T12:00:00Z", "2014-03-01T12:00:00+01:00"),
    // Skipped: as if the clocks had not changed yet.
    ("2014-03-30T02:30:00Z", "2014-03-30T03:30:00+02:00"),
    // Twice: the first of the two.
    ("2014-10-26T02:30:00Z", "2014-10-26T02:30:00+02:00"),
    ("2014-10-26T03:00:00Z", "2014-10-26T03:00:00+01:00"),
  ])
  func findsTheMomentOfADateAndTime(_ civil: String, _ expected: String) throws {
    let shown = CivilTime(try wall(civil))
    #expect(madrid.wall(of: shown) == (try wall(expected)))
  }

  private func wall(_ text: String) throws -> WallTime {
    try #require(CivilTime.parseISO(text)).wall
  }
}
