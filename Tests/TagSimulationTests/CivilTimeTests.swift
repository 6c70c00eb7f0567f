import TagRuntime
import TagSimulation
import Testing

@Suite struct CivilTimeTests {
  @Test(arguments: [
    (0, 0, "1970-01-01 00:00:00", "Thu"),
    (-1, 0, "1969-12-31 23:59:59", "Wed"),
    (951_782_399, 0, "2000-02-28 23:59:59", "Mon"),
    (951_782_400, 0, "2000-02-29 00:00:00", "Tue"),
    (951_868_800, 0, "2000-03-01 00:00:00", "Wed"),
    (4_107_542_400, 0, "2100-03-01 00:00:00", "Mon"),
    (2_147_483_647, 0, "2038-01-19 03:14:07", "Tue"),
    (2_147_483_648, 0, "2038-01-19 03:14:08", "Tue"),
    (1_393_714_620, 3600, "2014-03-01 23:57:00", "Sat"),
    (1_393_714_620, -28800, "2014-03-01 14:57:00", "Sat"),
    (-62_135_596_800, 0, "0001-01-01 00:00:00", "Mon"),
    (-62_167_219_200, 0, "0000-01-01 00:00:00", "Sat"),
    (-62_167_219_201, 0, "-0001-12-31 23:59:59", "Fri"),
  ])
  func knownDates(_ seconds: Int64, _ offset: Int, _ text: String, _ weekday: String) {
    let wall = WallTime(milliseconds: seconds * 1000)
    let civil = CivilTime(wall, offsetSeconds: offset)
    #expect(civil.dateTimeText == text)
    #expect(civil.weekdayText == weekday)
    #expect(civil.wallTime(offsetSeconds: offset) == wall)
  }

  @Test func everyDayOf800YearsComesBackAndIsAfterTheOneBefore() {
    var weekday = CivilDate(year: 1599, month: 12, day: 31).weekday
    var dayNumber = CivilDate(year: 1600, month: 1, day: 1).dayNumber
    for year in 1600..<2400 {
      for month in 1...12 {
        for day in 1...CivilDate.days(inMonth: month, of: year) {
          let civil = CivilTime(
            date: CivilDate(year: year, month: month, day: day), time: midnight)
          #expect(civil.dayNumber == dayNumber)
          #expect(CivilTime(civil.wallTime()) == civil)
          #expect(civil.date.weekday == (weekday + 1) % 7)
          weekday = civil.date.weekday
          dayNumber += 1
        }
      }
    }
  }

  @Test(arguments: [Int64.min, Int64.min + 1, -86_400_001, -86_400_000, -1, Int64.max])
  func theEndsOfTimeDoNotTrap(_ milliseconds: Int64) {
    for offset in [-86_399, 0, 86_399] {
      let civil = CivilTime(WallTime(milliseconds: milliseconds), offsetSeconds: offset)
      #expect((1...12).contains(civil.date.month))
      #expect(!civil.isoText(offsetSeconds: offset).isEmpty)
    }
  }

  @Test func forms() {
    let civil = CivilTime(
      date: CivilDate(year: 2014, month: 3, day: 1),
      time: LocalTime(hour: 23, minute: 57, second: 2, millisecond: 400))
    #expect(civil.timeText == "23:57:02")
    #expect(civil.preciseTimeText == "23:57:02.400")
    #expect(civil.weekdayTimeText == "Sat 23:57:02")
    #expect(civil.dateTimeText == "2014-03-01 23:57:02")
    #expect(civil.isoText(offsetSeconds: 3600) == "2014-03-01T23:57:02.400+01:00")
    #expect(civil.isoText(offsetSeconds: -12_600) == "2014-03-01T23:57:02.400-03:30")
  }

  @Test(arguments: [
    ("2014-03-01T23:57:00+01:00", 1_393_714_620_000 as Int64, 3600),
    ("2014-03-01T23:57:00.250+01:00", 1_393_714_620_250, 3600),
    ("2014-03-01T22:57:00Z", 1_393_714_620_000, 0),
    ("2014-03-01T14:57:00-08:00", 1_393_714_620_000, -28800),
    ("1969-12-31T23:59:59Z", -1000, 0),
  ])
  func readsISO(_ text: String, _ milliseconds: Int64, _ offset: Int) throws {
    let parsed = try #require(CivilTime.parseISO(text))
    #expect(parsed.wall == WallTime(milliseconds: milliseconds))
    #expect(parsed.offsetSeconds == offset)
  }

  @Test(arguments: [
    "", "2014", "2014-03-01", "2014-03-01T23:57:00", "2014-02-29T00:00:00Z",
    "1900-02-29T00:00:00Z", "2014-13-01T00:00:00Z", "2014-00-01T00:00:00Z",
    "2014-03-01T24:00:00Z", "2014-03-01T23:60:00Z", "2014-03-01T23:57:00+1:00",
    "2014-03-01T23:57:00+01:00x", "2014-03-01T23:57:00.2Z", "2014-03-01 23:57:00Z",
    "2014-03-01T23:57:00+24:00", "２０１４-03-01T23:57:00Z",
  ])
  func refusesWhatIsNotISO(_ text: String) {
    #expect(CivilTime.parseISO(text) == nil)
  }

  @Test(arguments: ["", "23:58", "24:00:00", "23:60:00", "23:58:60", "23:58:40.4", "2 :58:40"])
  func refusesWhatIsNoTime(_ text: String) {
    #expect(LocalTime(text) == nil)
  }

  private let midnight = LocalTime(hour: 0, minute: 0)
}
