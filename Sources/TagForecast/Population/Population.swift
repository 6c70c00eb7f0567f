import TagRuntime

/// Who the phones of a forecast are: what is drawn for each, with the share of phones that have it.
///
/// Every draw is one integer of the phone's own source of chance, so that a phone is the same
/// whichever others are played beside it.
package struct Population: Sendable, Hashable {
  /// A share, in hundredths of a percent.
  typealias BasisPoints = Int
  /// All of it.
  static let whole: BasisPoints = 10_000

  /// What is drawn from, each with its share.
  struct Shares<Thing: Sendable & Hashable>: Sendable, Hashable {
    /// One thing with its share.
    struct Part: Sendable, Hashable {
      var thing: Thing
      var share: BasisPoints
    }

    private(set) var parts: [Part] = []

    /// Nothing to draw from.
    init() {}

    /// What all phones have.
    init(all thing: Thing) { parts = [Part(thing: thing, share: Population.whole)] }

    mutating func add(_ thing: Thing, _ share: BasisPoints) {
      parts.append(Part(thing: thing, share: share))
    }

    var sum: BasisPoints { parts.reduce(0) { $0 + $1.share } }

    /// One of them; nil, and no draw, where there is nothing to draw from.
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

  /// Where people live: what the phone speaks, and by which clock they use it.
  struct Locale: Sendable, Hashable {
    var language: String
    var country: String
    /// How far its clocks are ahead of UTC, in minutes.
    var minutesAhead: Int64
  }

  /// How a phone is connected.
  enum Connection: Sendable, Hashable {
    case online
    case offline
    case captive
    /// Online, but for so many spells a day.
    case spells(aDay: ClosedRange<Int64>, length: ClosedRange<Int64>)
  }

  /// What it is called.
  package var title = "Phones"
  var locales = Shares<Locale>(all: Locale(language: "en", country: "US", minutesAhead: 0))
  /// The versions of the app; empty leaves that of the scenario.
  var appVersions = Shares<String>()
  /// The generations of the SDK that the app is built with; empty is that of the containers. One
  /// with the other has nothing of them.
  var generations = Shares<SDKGeneration>()
  /// The releases of the first generation of the SDK; empty leaves that of the scenario.
  var sdkVersions = Shares<SDKVersion>()
  /// How often the app is used on a day, by phone: some people use it always, others seldom.
  var sessions = Shares<ClosedRange<Int64>>(all: 1...1)
  /// The hours of the local day in which sessions begin.
  var hours = Shares<ClosedRange<Int64>>(all: 0...23)
  /// How long the app stays in front, in milliseconds.
  var lengths = Shares<ClosedRange<Int64>>(all: 60_000...60_000)
  /// The journeys, by the names of their files; `*` is any of them.
  var journeys = Shares<String>(all: "*")
  var connections = Shares<Connection>(all: .online)
  /// Whether the app sends what waits when it goes into the background, or does as it is written;
  /// empty is the latter.
  var backgroundSends = Shares<Bool>()
  /// The refresh mode that the app sets; empty leaves that of the scenario.
  var refreshModes = Shares<RefreshMode>()
  /// The period of the app's own timer of refreshes, nil for none; empty leaves the scenario's.
  var refreshTimers = Shares<Duration?>()
  /// By how much the phone's clock is wrong, in milliseconds.
  var clocks = Shares<ClosedRange<Int64>>(all: 0...0)
  /// How often the system ends the app after a session.
  var killed: BasisPoints = 0
  /// How often a day begins some days without any session, and how many those are.
  var away: BasisPoints = 0
  var awayDays: ClosedRange<Int64> = 1...1
  /// How many of the phones get the app only during the forecast.
  var fresh: BasisPoints = 0
  /// How many of the phones get the app on each day of the forecast.
  var installed: BasisPoints = 0
  /// How often a day begins with a new installation.
  var reinstalled: BasisPoints = 0

  /// Creates one in which every phone is online and used once a day.
  package init() {}

  /// Whether something that happens to this share of cases happens now.
  static func happens(_ share: BasisPoints, _ random: inout RandomSource) -> Bool {
    share > 0 && random.integer(in: 0...Int64(whole - 1)) < Int64(share)
  }
}

extension Population {
  /// The name of the population that is built in.
  package static let builtInName = "everyday"

  /// The population that a forecast has unless it is given another, as the file that it would be.
  ///
  /// None of it was measured: it is what people with an app of their own would begin to correct.
  package static let builtIn = """
    tagsim 1
    title: Everyday phones
    ---
    # An assumption to begin with, nothing that was measured: put in the figures of your own app.
    # The shares of a word add up to 100%.

    # Language, country, and how far the clocks are ahead of UTC.
    locale en US -05:00 30%
    locale en US -08:00 15%
    locale en GB +00:00 20%
    locale de DE +01:00 15%
    locale es ES +01:00 10%
    locale ja JP +09:00 10%

    # How many sessions a phone has a day.
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

    # How long the app stays in front.
    length 10s..30s 35%
    length 30s..2m 40%
    length 2m..10m 20%
    length 10m..40m 5%

    # What a session does: the scenarios, each as often as the others.
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
