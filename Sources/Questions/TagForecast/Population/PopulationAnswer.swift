import ScenarioEngine
import TagRuntime
import TagSimulation

/// A word of a population file: its form, and what its lines change.
struct PopulationAnswer: Sendable {
  typealias Line = PopulationReader.Line
  typealias Mistake = PopulationReader.Mistake

  let form: Form
  let take: @Sendable (inout PopulationReader, Line) throws(Mistake) -> Void

  private init(
    _ usage: String, _ meaning: String, _ example: String,
    take: @escaping @Sendable (inout PopulationReader, Line) throws(Mistake) -> Void
  ) {
    form = Form(population: usage, meaning, example)
    self.take = take
  }

  static let byWord = Dictionary(uniqueKeysWithValues: all.map { ($0.form.word, $0) })

  static let all = [
    Self(
      "locale LANGUAGE COUNTRY OFFSET SHARE",
      "The language and the country of phones, and how far their clocks are ahead of UTC.",
      "locale en US -05:00 100%"
    ) { reader, line throws(Mistake) in
      let (language, country, offset) = (line.values[0], line.values[1], line.values[2])
      guard let ahead = PopulationReader.minutesAhead(offset) else {
        throw Mistake(sentence: "'\(offset)' is not an offset from UTC: write +01:00")
      }
      reader.population.locales.add(
        .init(language: language, country: country, minutesAhead: ahead), line)
    },
    Self(
      "app-version WORD SHARE", "The version of the app.", "app-version 2.1 100%"
    ) { reader, line throws(Mistake) in reader.population.appVersions.add(line.values[0], line) },
    Self(
      "sdk v3|v5 SHARE", "The SDK that the app is built with.", "sdk v3 100%"
    ) { reader, line throws(Mistake) in
      guard let sdk = ScenarioHeader.SDK(rawValue: line.values[0]) else {
        throw Mistake(sentence: "'sdk' is 'v3' or 'v5', not '\(line.values[0])'")
      }
      reader.population.generations.add(sdk.generation, line)
    },
    Self(
      "sdk-version RELEASE SHARE", "The release of the legacy SDK.", "sdk-version 3.12 100%"
    ) { reader, line throws(Mistake) in
      guard let version = SDKVersion(line.values[0]) else {
        throw Mistake(sentence: "'\(line.values[0])' is not a release of the SDK: write 3.12")
      }
      reader.population.sdkVersions.add(version, line)
    },
    Self(
      "refresh-mode standard|default-container SHARE",
      "Whether the app refreshes its container, or uses the default one alone.",
      "refresh-mode standard 100%"
    ) { reader, line throws(Mistake) in
      guard let mode = RefreshMode(rawValue: line.values[0]) else {
        throw Mistake(
          sentence:
            "'refresh-mode' is 'standard' or 'default-container', not '\(line.values[0])'")
      }
      reader.population.refreshModes.add(mode, line)
    },
    Self(
      "refresh-timer DURATION|off SHARE", "How often the app asks for a newer container.",
      "refresh-timer 6h 100%"
    ) { reader, line throws(Mistake) in
      let text = line.values[0]
      if text == "off" { return reader.population.refreshTimers.add(nil, line) }
      guard let period = DurationText.duration(text), period >= App.shortestRefreshTimer else {
        throw Mistake(
          sentence: "'\(text)' is not a timer period: write 6h, at least 1s, or off")
      }
      reader.population.refreshTimers.add(period, line)
    },
    Self(
      "sessions NUMBERS SHARE", "The sessions of a phone in a day.", "sessions 3 100%"
    ) { reader, line throws(Mistake) in
      reader.population.sessions.add(try PopulationReader.number(line.values[0], in: 0...100), line)
    },
    Self(
      "hours HOURS SHARE", "The hours of the local day in which sessions begin.",
      "hours 7..9 100%"
    ) { reader, line throws(Mistake) in
      reader.population.hours.add(try PopulationReader.number(line.values[0], in: 0...23), line)
    },
    Self(
      "length DURATIONS SHARE", "How long a session lasts.", "length 30s..2m 100%"
    ) { reader, line throws(Mistake) in
      let lengths = try PopulationReader.durations(line.values[0])
      guard lengths.upperBound <= ForecastPlan.day else {
        throw Mistake(
          sentence: "'\(line.values[0])' is longer than a session may be, which is 24h")
      }
      reader.population.lengths.add(lengths, line)
    },
    Self(
      "journey SCENARIO SHARE", "What people do in a session: a scenario, or * for any of them.",
      "journey checkout.scenario 100%"
    ) { reader, line throws(Mistake) in reader.population.journeys.add(line.values[0], line) },
    Self(
      "network online|offline|captive SHARE | "
        + "network spells SHARE a-day=NUMBERS length=DURATIONS",
      "How phones are connected; spells interrupts them so many times a day, for so long.",
      "network online 100%"
    ) { reader, line throws(Mistake) in
      switch line.values[0] {
      case "online": reader.population.connections.add(.online, line)
      case "offline": reader.population.connections.add(.offline, line)
      case "captive": reader.population.connections.add(.captive, line)
      case "spells":
        guard let count = line.named["a-day"], let length = line.named["length"] else {
          throw Mistake(sentence: "'network spells' needs a-day=4 and length=2m..1h")
        }
        reader.population.connections.add(
          .spells(
            aDay: try PopulationReader.number(count, in: 0...100),
            length: try PopulationReader.durations(length)), line)
      case let kind:
        throw Mistake(
          sentence: "'network' is 'online', 'offline', 'captive' or 'spells', not '\(kind)'")
      }
    },
    Self(
      "background sends|as-written SHARE",
      "Whether the app sends its waiting hits when it goes into the background.",
      "background sends 100%"
    ) { reader, line throws(Mistake) in
      guard ["sends", "as-written"].contains(line.values[0]) else {
        throw Mistake(sentence: "'background' is 'sends' or 'as-written', not '\(line.values[0])'")
      }
      reader.population.backgroundSends.add(line.values[0] == "sends", line)
    },
    Self(
      "clock DURATIONS SHARE", "How far the clocks of phones are ahead.", "clock 1m..10m 100%"
    ) { reader, line throws(Mistake) in
      reader.population.clocks.add(try PopulationReader.durations(line.values[0]), line)
    },
    Self(
      "chance killed|installed|fresh|reinstalled SHARE | chance away SHARE [days=NUMBERS]",
      "How often the system kills the app after a session, a day begins an absence, or phones get "
        + "the app each day, only during the forecast, or again.", "chance killed 20%"
    ) { reader, line throws(Mistake) in
      let (what, share) = (line.values[0], line.share)
      guard reader.chances.insert(what).inserted else {
        throw Mistake(sentence: "'chance \(what)' is given twice")
      }
      switch what {
      case "killed": reader.population.killed = share
      case "fresh": reader.population.fresh = share
      case "installed": reader.population.installed = share
      case "reinstalled": reader.population.reinstalled = share
      case "away":
        reader.population.away = share
        reader.population.awayDays = try PopulationReader.number(
          line.named["days"] ?? "1", in: 1...365)
      default:
        throw Mistake(
          sentence: "'chance' is 'killed', 'away', 'installed', 'fresh' or 'reinstalled', not "
            + "'\(what)'")
      }
    },
  ]
}
