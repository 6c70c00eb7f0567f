import ScenarioEngine
import TagRuntime
import Testing

@testable import TagForecast

/// What a `.population` file says, and what is wrong with one.
@Suite struct PopulationTests {
  private func problems(_ lines: String) -> [String] {
    do throws(LoadFailure) {
      _ = try PopulationReader.read("tagsim 1\n---\n" + lines, file: "p.population")
      return []
    } catch {
      return error.problems.map(\.description)
    }
  }

  @Test func theBuiltInOneIsReadable() throws {
    let population = try PopulationReader.read(Population.builtIn, file: "everyday")
    #expect(population.title == "Everyday phones")
    #expect(population.locales.parts.count == 6)
    #expect(population.sessions.sum == Population.whole)
    #expect(population.killed == 4500)
    #expect(population.reinstalled == 20)
    #expect(population.awayDays == 2...9)
    #expect(population.hours.parts.map(\.thing).flatMap { Array($0) } == Array(0...23))
  }

  @Test(arguments: [
    (
      "sessions 1 50%",
      "p.population:3:1: error: the shares of 'sessions' add up to 50%, not to 100%"
    ),
    ("sesions 1 100%", "p.population:3:1: error: unknown word 'sesions': did you mean 'sessions'?"),
    (
      "sessions many 100%",
      "p.population:3:1: error: 'many' is not a number from 0 to 100, or range of them such as "
        + "0..100"
    ),
    (
      "network wifi 100%",
      "p.population:3:1: error: 'network' is 'online', 'offline', 'captive' or 'spells', not 'wifi'"
    ),
    (
      "network spells 100%",
      "p.population:3:1: error: 'network spells' needs a-day=4 and length=2m..1h"
    ),
    (
      "sessions 3",
      "p.population:3:1: error: 'sessions' is written as 'sessions 3 SHARE', with a share such as "
        + "12.5%"
    ),
    (
      "length 2m..1m 100%",
      "p.population:3:1: error: '2m..1m' is not a duration such as 30s or a range such as 30s..2m"
    ),
    (
      "hours 7..24 100%",
      "p.population:3:1: error: '7..24' is not a number from 0 to 23, or range of them such as "
        + "0..23"
    ),
    (
      "locale en US 5h 100%",
      "p.population:3:1: error: '5h' is not an offset from UTC: write +01:00"
    ),
    (
      "chance lost 5%",
      "p.population:3:1: error: 'chance' is 'killed', 'away', 'installed', 'fresh' or "
        + "'reinstalled', not 'lost'"
    ),
    (
      "network spells 100% a-day=4 length=2m lenght=3m",
      "p.population:3:1: error: 'lenght=' means nothing for 'network spells': did you mean "
        + "'length='?"
    ),
    ("sessions 1 100% days=2", "p.population:3:1: error: 'days=' means nothing for 'sessions 1'"),
    (
      "chance killed 1%\nchance killed 2%",
      "p.population:4:1: error: 'chance killed' is given twice"
    ),
    ("sdk v4 100%", "p.population:3:1: error: 'sdk' is 'v3' or 'v5', not 'v4'"),
    (
      "refresh-mode never 100%",
      "p.population:3:1: error: 'refresh-mode' is 'standard' or 'default-container', not 'never'"
    ),
    (
      "refresh-timer 10ms 100%",
      "p.population:3:1: error: '10ms' is not a timer period: write 6h, at least 1s, or off"
    ),
    (
      "length 1h..25h 100%",
      "p.population:3:1: error: '1h..25h' is longer than a session may be, which is 24h"
    ),
    (
      "sdk-version new 100%",
      "p.population:3:1: error: 'new' is not a release of the SDK: write 3.12"
    ),
  ])
  func mistakesAreTold(_ line: String, _ sentence: String) {
    #expect(problems(line) == [sentence])
  }

  @Test func allWrongSumsAreTold() {
    #expect(problems("sessions 1 50%\nhours 1..2 40%\nclock 0s 30%").count == 3)
  }

  /// Other editors end lines otherwise, and begin a file with a mark.
  @Test func linesMayEndAsElsewhere() throws {
    let text = "\u{FEFF}tagsim 1\r\n---\r\nsessions 3 100%\r\njourney my own.scenario 100%\r\n"
    let population = try PopulationReader.read(text, file: "p")
    #expect(population.sessions.parts.map(\.thing) == [3...3])
    #expect(population.journeys.parts.map(\.thing) == ["my own.scenario"])
  }

  @Test func sharesMayHaveTwoDigitsBehindThePoint() {
    #expect(problems("clock 0s 99.25%\nclock 1h 0.75%") == [])
    #expect(problems("clock 0s 99.255%\nclock 1h 0.75%").count == 1)
  }

  /// A range is drawn anew every day.
  @Test func sessionsMayVaryFromDayToDay() throws {
    let plan = try DailyShop.plan(phones: 1, days: 20, population: "sessions 0..3 100%\n")
    var counts = Array(repeating: 0, count: Int(plan.length / ForecastPlan.day) + 1)
    for action in PhoneStory(ofPhone: 1, plan).actions {
      if case .enter = action.kind { counts[Int(action.after / ForecastPlan.day)] += 1 }
    }
    #expect(Set(counts).isSuperset(of: [0, 1, 2, 3]))
    #expect(counts.allSatisfy { $0 <= 3 })
  }

  @Test func aFileNeedsItsHeader() {
    #expect(throws: LoadFailure.self) { try PopulationReader.read("sessions 1 100%", file: "p") }
  }

  @Test func drawsGoByTheShares() throws {
    let population = try PopulationReader.read(
      "tagsim 1\n---\nsessions 1 25%\nsessions 2 75%\n", file: "p")
    var random = RandomSource(seed: 7)
    var ones = 0
    for _ in 0..<4000 where population.sessions.draw(&random) == 1...1 { ones += 1 }
    #expect((900...1100).contains(ones))
  }
}
