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
    #expect(population.sessions.parts.reduce(0) { $0 + $1.share } == Population.whole)
    #expect(population.killed == 4500)
    #expect(population.reinstalled == 20)
    #expect(population.awayDays == 2...9)
    #expect(population.hours.parts.map(\.thing).flatMap { Array($0) } == Array(0...23))
  }

  @Test(arguments: [
    ("sessions 1 50%", "the shares of 'sessions' add up to 50%"),
    ("sesions 1 100%", "unknown word 'sesions': did you mean 'sessions'?"),
    ("sessions many 100%", "'many' is not a number from 0 to 100"),
    ("network wifi 100%", "'online', 'offline', 'captive' or 'spells', not 'wifi'"),
    ("network spells 100%", "'network spells' needs a-day=4 and length=2m..1h"),
    ("sessions 3", "'sessions 3 SHARE'"), ("length 2m..1m 100%", "'2m..1m' is not a duration"),
    ("hours 7..24 100%", "'7..24' is not a number from 0 to 23"),
    ("locale en US 5h 100%", "'5h' is not an offset from UTC"),
    ("chance lost 5%", "'reinstalled', not 'lost'"),
    ("network spells 100% a-day=4 length=2m lenght=3m", "did you mean 'length='?"),
    ("sessions 1 100% days=2", "'days=' means nothing for 'sessions 1'"),
    ("chance killed 1%\nchance killed 2%", "'chance killed' is given twice"),
    ("sdk v4 100%", "'v3' or 'v5', not 'v4'"),
    ("refresh-mode never 100%", "'standard' or 'default-container', not 'never'"),
    ("refresh-timer 10ms 100%", "'10ms' is not a timer period"),
    ("length 1h..25h 100%", "'1h..25h' is longer than a session may be"),
    ("sdk-version new 100%", "'new' is not a release of the SDK"),
  ])
  func mistakesAreTold(_ lines: String, _ words: String) {
    let problems = problems(lines)
    #expect(problems.count == 1 && problems[0].contains(words), "\(problems)")
    let line = lines.contains("\n") ? 4 : 3
    #expect(problems.first?.hasPrefix("p.population:\(line):1: error: ") == true)
  }

  @Test(arguments: [
    ("sessions 1 50%\nhours 1..2 40%\nclock 0s 30%", 3), ("clock 0s 99.25%\nclock 1h 0.75%", 0),
    ("clock 0s 99.255%\nclock 1h 0.75%", 1),
  ])
  func sharesAddUp(_ lines: String, _ mistakes: Int) {
    #expect(problems(lines).count == mistakes)
  }

  /// Other editors end lines otherwise, and begin a file with a mark.
  @Test func linesMayEndAsElsewhere() throws {
    let text = "\u{FEFF}tagsim 1\r\n---\r\nsessions 3 100%\r\njourney my own.scenario 100%\r\n"
    let population = try PopulationReader.read(text, file: "p")
    #expect(population.sessions.parts.map(\.thing) == [3...3])
    #expect(population.journeys.parts.map(\.thing) == ["my own.scenario"])
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
