import TagRuntime

/// The phones of a forecast: the distributions of their properties, as shares of phones.
///
/// Each draw is one integer from the phone's own random source, so that a phone is the same
/// whichever others are played beside it.
package struct Population: Sendable, Hashable {
  /// A share in hundredths of a percent.
  typealias BasisPoints = Int
  /// The share of everything.
  static let whole: BasisPoints = 10_000

  /// A distribution: each value with its share.
  struct Shares<Thing: Sendable & Hashable>: Sendable, Hashable {
    struct Part: Sendable, Hashable {
      var thing: Thing
      var share: BasisPoints
    }

    private(set) var parts: [Part] = []

    /// Creates an empty distribution.
    init() {}

    /// Creates a distribution in which every phone has the same value.
    init(all thing: Thing) { parts = [Part(thing: thing, share: Population.whole)] }

    /// Adds a value of a line; the first line of a word replaces the default values.
    mutating func add(_ thing: Thing, _ line: PopulationReader.Line) {
      if line.isFirst { parts = [] }
      parts.append(Part(thing: thing, share: line.share))
    }

    /// Draws a value; nil, without drawing, from an empty distribution.
    func draw(_ random: inout RandomSource) -> Thing? {
      if parts.isEmpty { return nil }
      var left = Int(random.integer(in: 0...Int64(Population.whole - 1)))
      for part in parts {
        left -= part.share
        if left < 0 { return part.thing }
      }
      return parts.last?.thing
    }
  }

  /// Where a user lives: the phone's language and country, and the clock by which it is used.
  struct Locale: Sendable, Hashable {
    var language: String
    var country: String
    /// The minutes that its clocks are ahead of UTC.
    var minutesAhead: Int64
  }

  /// How a phone is connected.
  enum Connection: Sendable, Hashable {
    case online
    case offline
    case captive
    /// Online except for a number of interruptions a day.
    case spells(aDay: ClosedRange<Int64>, length: ClosedRange<Int64>)
  }

  package var title = "Phones"
  var locales = Shares<Locale>(all: Locale(language: "en", country: "US", minutesAhead: 0))
  /// The versions of the app; if empty, that of the scenario.
  var appVersions = Shares<String>()
  /// The generations of the SDK that the app is built with; if empty, that of the containers. A
  /// phone with the other generation cannot use them.
  var generations = Shares<SDKGeneration>()
  /// The releases of the first SDK generation; if empty, that of the scenario.
  var sdkVersions = Shares<SDKVersion>()
  /// The sessions per day, by phone: some people use the app often, others seldom.
  var sessions = Shares<ClosedRange<Int64>>(all: 1...1)
  /// The hours of the local day in which sessions begin.
  var hours = Shares<ClosedRange<Int64>>(all: 0...23)
  /// How long the app stays in front, in milliseconds.
  var lengths = Shares<ClosedRange<Int64>>(all: 60_000...60_000)
  /// The journeys, by the names of their files; `*` is any of them.
  var journeys = Shares<String>(all: "*")
  var connections = Shares<Connection>(all: .online)
  /// Whether the app sends the waiting hits when it goes into the background; if empty, it does as
  /// in the scenario.
  var backgroundSends = Shares<Bool>()
  /// The refresh mode that the app sets; if empty, that of the scenario.
  var refreshModes = Shares<RefreshMode>()
  /// The period of the app's own refresh timer, nil for none; if empty, that of the scenario.
  var refreshTimers = Shares<Duration?>()
  /// The error of the phone's clock in milliseconds.
  var clocks = Shares<ClosedRange<Int64>>(all: 0...0)
  /// The chance that the system kills the app after a session.
  var killed: BasisPoints = 0
  /// The chance that a day begins an absence, and its length in days.
  var away: BasisPoints = 0
  var awayDays: ClosedRange<Int64> = 1...1
  /// The share of phones that get the app only during the forecast.
  var fresh: BasisPoints = 0
  /// The share of phones that get the app on each day of the forecast.
  var installed: BasisPoints = 0
  /// The chance that a day begins with a reinstallation.
  var reinstalled: BasisPoints = 0

  /// Creates a population in which every phone is online and used once a day.
  package init() {}

  /// Draws whether an event with this chance happens.
  static func happens(_ share: BasisPoints, _ random: inout RandomSource) -> Bool {
    share > 0 && random.integer(in: 0...Int64(whole - 1)) < Int64(share)
  }
}

extension Population {
  package static let builtInName = "everyday"

  /// The default population, in the form of its file.
  ///
  /// None of it was measured: it is a starting point for users to correct with figures of their own
  /// app.
  package static let builtIn = """
    tagsim 1
    title: Everyday phones
    ---
    # A starting point, not measured: replace it with figures from your own app.
    # The shares for each word add up to 100%.

    # Language, country and offset from UTC.
    locale en US -05:00 30%
    locale en US -08:00 15%
    locale en GB +00:00 20%
    locale de DE +01:00 15%
    locale es ES +01:00 10%
    locale ja JP +09:00 10%

    # How many sessions a phone has per day.
    sessions 0 10%
    sessions 1 30%
    sessions 2 25%
    sessions 4 25%
    sessions 8 10%

    # When sessions begin, by the local clock.
    hours 0..6 6%
    hours 7..9 22%
    hours 10..16 32%
    hours 17..22 36%
    hours 23..23 4%

    # How long the app stays in the foreground.
    length 10s..30s 35%
    length 30s..2m 40%
    length 2m..10m 20%
    length 10m..40m 5%

    # The journeys of sessions: all scenarios equally often.
    journey * 100%

    # How phones are connected.
    network online 62%
    network spells 34% a-day=4 length=2m..1h
    network captive 1%
    network offline 3%

    # How wrong clocks are.
    clock 0s..2s 94%
    clock 1m..10m 5%
    clock 1h..26h 1%

    # What happens now and then: after a session, and on a day.
    chance killed 45%
    chance away 4% days=2..9
    chance installed 0.4%
    chance reinstalled 0.2%

    """
}
