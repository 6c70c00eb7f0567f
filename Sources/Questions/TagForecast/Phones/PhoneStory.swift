import TagRuntime
import TagSimulation

/// The story of one phone, drawn before any of it is played.
struct PhoneStory: Sendable {
  /// One thing that happens.
  struct Action: Sendable {
    enum Kind: Sendable {
      case device(language: String, country: String)
      case appVersion(String)
      case sdkVersion(SDKVersion)
      case refreshMode(RefreshMode)
      case refreshTimer(Duration?)
      /// The clock is wrong by this many milliseconds.
      case clock(ahead: Int64)
      case network(NetworkCondition)
      case publish
      /// The user opens the app, which starts or returns.
      case enter
      case journey(Int, step: Int)
      case leave
      case kill
      case reinstall
    }

    /// The milliseconds since the beginning of the world.
    var after: Int64
    var kind: Kind
  }

  private(set) var actions: [Action] = []
  /// Whether the app sends the waiting hits when it goes into the background, even if it does not
  /// do so in the scenario.
  private(set) var sendsInBackground = false
  /// When the app is first in front after the publication; nil if never.
  private(set) var firstUse: Int64?
  private(set) var group = ForecastCounts.Group.resting

  @Boxed private var plan: ForecastPlan
  private var random: RandomSource

  /// How many days before the publication sessions are first drawn, so that as many phones are off
  /// at that time as at any other.
  private static let drawnBefore: Int64 = 30
  /// A phone is in use if it was used within this time before the publication.
  private static let inUseBefore: Int64 = 7 * ForecastPlan.day

  /// Draws the story of a phone.
  ///
  /// Everything that continues for days has its own random source, so that a longer forecast
  /// continues where a shorter one ends.
  init(ofPhone number: Int, _ plan: ForecastPlan) {
    self.plan = plan
    let own = RandomSource(seed: plan.numbers.seed).forked("phone \(number)")
    random = own
    let population = plan.population
    let locale = population.locales.draw(&random)
    let takesContainers = tell(locale)
    sendsInBackground = population.backgroundSends.draw(&random) ?? false
    let connection = population.connections.draw(&random)
    let aDay = population.sessions.draw(&random) ?? 1...1
    random = own.forked("installation")
    let begin = drawBeginning()
    random = own.forked("network")
    tell(connection)
    add(ForecastPlan.publishedAfter, .publish)
    if begin != nil { group = .installed }
    if takesContainers {
      random = own.forked("sessions")
      drawSessions(aDay, from: begin, minutesAhead: locale?.minutesAhead ?? 0)
    } else {
      group = .otherSDK
    }
    // Actions at one instant happen in the order in which they were drawn.
    actions = actions.enumerated().sorted {
      ($0.element.after, $0.offset) < ($1.element.after, $1.offset)
    }
    .map(\.element)
  }

  private mutating func add(_ after: Int64, _ kind: Action.Kind) {
    if after >= 0, after <= plan.length { actions.append(Action(after: after, kind: kind)) }
  }

  private mutating func draw(_ range: ClosedRange<Int64>) -> Int64 { random.integer(in: range) }

  // MARK: Properties of the phone

  /// Returns whether its app is built with the SDK generation that accepts these containers.
  private mutating func tell(_ locale: Population.Locale?) -> Bool {
    let population = plan.population
    if let locale { add(0, .device(language: locale.language, country: locale.country)) }
    if let version = population.sdkVersions.draw(&random) { add(0, .sdkVersion(version)) }
    if let mode = population.refreshModes.draw(&random) { add(0, .refreshMode(mode)) }
    if let timer = population.refreshTimers.draw(&random) { add(0, .refreshTimer(timer)) }
    let generation = population.generations.draw(&random)
    if let version = population.appVersions.draw(&random), version != plan.appVersion {
      add(0, .appVersion(version))
    }
    if let clock = population.clocks.draw(&random) {
      let error = draw(clock) * (draw(0...1) == 0 ? 1 : -1)
      if error != 0 { add(0, .clock(ahead: error)) }
    }
    return generation == nil || generation == plan.generation
  }

  /// Draws when the phone gets the app; nil if it has it before the publication.
  private mutating func drawBeginning() -> Int64? {
    let population = plan.population
    if Population.happens(population.fresh, &random) {
      return ForecastPlan.publishedAfter + draw(0...(plan.numbers.days * ForecastPlan.day - 1))
    }
    for day in 0..<plan.numbers.days where Population.happens(population.installed, &random) {
      return ForecastPlan.publishedAfter + day * ForecastPlan.day + draw(0...(ForecastPlan.day - 1))
    }
    return nil
  }

  private mutating func tell(_ connection: Population.Connection?) {
    switch connection {
    case .online, nil: break
    case .offline: add(0, .network(.offline))
    case .captive: add(0, .network(.captive))
    case .spells(let count, let length):
      var spells: [(from: Int64, to: Int64)] = []
      for day in 0..<(plan.length / ForecastPlan.day) {
        for _ in 0..<draw(count) {
          let from = day * ForecastPlan.day + draw(0...(ForecastPlan.day - 1))
          spells.append((from, from + draw(length)))
        }
      }
      spells.sort { ($0.from, $0.to) < ($1.from, $1.to) }
      var end: Int64 = -1
      for spell in spells where spell.to > end {
        if spell.from > end {
          if end >= 0 { add(end, .network(.online)) }
          add(spell.from, .network(.offline))
        }
        end = spell.to
      }
      if end >= 0 { add(end, .network(.online)) }
    }
  }

  // MARK: Actions of its user

  private mutating func drawSessions(
    _ aDay: ClosedRange<Int64>, from begin: Int64?, minutesAhead: Int64
  ) {
    let population = plan.population
    let firstDay = ForecastPlan.daysBefore - Self.drawnBefore
    var awayUntil = firstDay
    // The end of the previous session, so that two sessions do not overlap.
    var free = firstDay * ForecastPlan.day
    var reinstalls = false
    for day in firstDay..<(plan.length / ForecastPlan.day) {
      let isAway = Population.happens(population.away, &random)
      if isAway { awayUntil = max(awayUntil, day + draw(population.awayDays)) }
      if Population.happens(population.reinstalled, &random) { reinstalls = true }
      var times = (0..<draw(aDay)).map { _ in day * ForecastPlan.day + drawTime(minutesAhead) }
      times.sort()
      if day < awayUntil { continue }
      for time in times where begin.map({ time >= $0 }) ?? true {
        let start = max(time, free)
        guard start < plan.length else { return }
        if reinstalls { add(start - 1000, .reinstall) }
        reinstalls = false
        free = drawSession(at: start) + ForecastPlan.minute
      }
    }
  }

  /// Draws how far into a day of the forecast a session begins.
  private mutating func drawTime(_ minutesAhead: Int64) -> Int64 {
    let hours = plan.population.hours.draw(&random) ?? 0...23
    let local = draw(hours) * 60 + draw(0...59)
    let sinceStart = local - minutesAhead - plan.numbers.publishMinute
    let minute = ((sinceStart % 1440) + 1440) % 1440
    return minute * ForecastPlan.minute + draw(0...(ForecastPlan.minute - 1))
  }

  private mutating func drawSession(at start: Int64) -> Int64 {
    let population = plan.population
    let chosen = population.journeys.draw(&random) ?? "*"
    let number =
      plan.journeys.firstIndex { $0.name == chosen }
      ?? Int(draw(0...Int64(plan.journeys.count - 1)))
    let journey = plan.journeys[number]
    let end = start + max(journey.length, draw(population.lengths.draw(&random) ?? 60_000...60_000))
    add(start, .enter)
    note(from: start, to: end)
    for (place, step) in journey.steps.enumerated() {
      add(start + step.after, .journey(number, step: place))
    }
    add(end, .leave)
    if Population.happens(population.killed, &random) { add(end + 30_000, .kill) }
    return end
  }

  /// Updates the group of the phone from one of its sessions.
  private mutating func note(from start: Int64, to end: Int64) {
    let published = ForecastPlan.publishedAfter
    if start < published, end > published - Self.inUseBefore { group = .inUse }
    // Whatever began before the world did is not played.
    if firstUse == nil, start >= 0, end > published { firstUse = max(start, published) }
  }
}
