import OrderedCollections
package import ScenarioEngine
package import TagRuntime
import TagSimulation

/// The subject of a forecast: the containers, the phones, the days.
package struct ForecastPlan: Sendable {
  /// The days that all phones are played before the new version is published, so that timers and
  /// saved copies are realistic.
  package static let daysBefore: Int64 = 2
  package static let phoneLimit = 10_000_000
  /// The most days after the publication.
  package static let dayLimit: Int64 = 60
  static let day: Int64 = 86_400_000
  static let hour: Int64 = 3_600_000
  static let minute: Int64 = 60_000

  package struct Numbers: Sendable, Hashable {
    package var phones: Int
    /// The number of days after the publication.
    package var days: Int64
    /// When the new version is published, in minutes of the day in UTC.
    package var publishMinute: Int64
    /// The seed of all random numbers.
    package var seed: UInt64

    package init(phones: Int, days: Int64, publishMinute: Int64, seed: UInt64) {
      self.phones = phones
      self.days = days
      self.publishMinute = publishMinute
      self.seed = seed
    }
  }

  package let numbers: Numbers
  package let population: Population
  package let journeys: [Journey]
  let containerID: String
  /// The published version, renamed if both files have the same version.
  let published: CompiledContainer
  /// The new container exactly as in its file.
  let new: CompiledContainer
  /// The generation of the SDK that accepts the containers.
  let generation: SDKGeneration
  /// The time zone in which hits are late.
  var zone: String { (beginning.inputs.reportZone ?? beginning.inputs.zone).name }
  var appVersion: String { beginning.inputs.app.version }
  let oldVersion: String
  /// The tags of both containers.
  let tags: ForecastTags
  /// The world before the app is started for the first time.
  @Boxed private(set) var beginning: ScenarioRun
  /// The parts of the scenarios that are left out, and why, one sentence each.
  package private(set) var remarks: [String] = []

  var newVersion: String { published.version.version }

  /// The milliseconds from the beginning to the publication of the version.
  static var publishedAfter: Int64 { daysBefore * day }
  /// The milliseconds from the beginning to the end of the forecast.
  var length: Int64 { Self.publishedAfter + numbers.days * Self.day }

  /// Prepares a forecast.
  ///
  /// - Parameters:
  ///   - numbers: the numbers of phones and days, and the time of publication.
  ///   - population: the distribution that phones are drawn from.
  ///   - scenarios: the journeys, each with the old container in place of the published one.
  ///   - old: the container that is published until then.
  ///   - oldPath: the path of its file.
  ///   - new: the container that is published then.
  /// - Throws: why they cannot be played together.
  package init(
    _ numbers: Numbers, _ population: Population, _ scenarios: [LoadedScenario],
    old: CompiledContainer, at oldPath: String, new: CompiledContainer
  ) throws(LoadFailure) {
    guard let first = scenarios.first else { throw LoadFailure(["there is no journey"]) }
    for other in scenarios.dropFirst()
    where other.inputs.app.containerID != first.inputs.app.containerID {
      throw LoadFailure([
        "\(other.scenario.file): its app opens \(other.inputs.app.containerID), but that of "
          + "\(first.scenario.file) opens \(first.inputs.app.containerID): a forecast is for one "
          + "app"
      ])
    }
    for other in scenarios.dropFirst() where other.inputs.app != first.inputs.app {
      throw LoadFailure([
        "\(other.scenario.file): its app differs from that of \(first.scenario.file), but a "
          + "forecast is for one app: name the scenarios of one app"
      ])
    }
    self.numbers = numbers
    self.population = population
    journeys = scenarios.map { Journey($0) }
    try Self.check(population, journeys)
    containerID = first.inputs.app.containerID
    generation = old.version.generation
    oldVersion = old.version.version
    var version = new.version
    if version.version == oldVersion {
      version.version = oldVersion.isEmpty ? "new" : oldVersion + "-new"
    }
    published = CompiledContainer(version)
    self.new = new
    tags = ForecastTags(old, new)
    let setups = scenarios.map { Self.setup(of: $0) }
    beginning = Self.beginning(of: first, setups[0], numbers, publishing: old, oldPath)
    for version in population.sdkVersions.parts {
      var world = beginning.timeline.live
      do throws(ActError) {
        _ = try world.perform(.setSDKVersion(version.thing))
      } catch {
        throw LoadFailure([
          "the population has sdk-version \(version.thing), but \(error.sentence)"
        ])
      }
    }
    for (place, journey) in journeys.enumerated() {
      remarks += Self.remarks(on: journey, from: beginning)
      if setups[place].map(\.text) != setups[0].map(\.text) {
        remarks.append(
          "\(journey.name): its setup is ignored: all phones are set up as in \(journeys[0].name)"
        )
      }
    }
  }

  /// Checks that the journeys of a population exist, each once.
  private static func check(
    _ population: Population, _ journeys: [Journey]
  ) throws(LoadFailure) {
    for part in population.journeys.parts where part.thing != "*" {
      if !journeys.contains(where: { $0.name == part.thing }) {
        throw LoadFailure([
          "the population has a journey \(part.thing), but the scenarios are "
            + journeys.map(\.name).joined(separator: ", ")
        ])
      }
      if journeys.count(where: { $0.name == part.thing }) > 1 {
        throw LoadFailure([
          "the population has a journey \(part.thing), but several scenarios have that name: "
            + "rename one"
        ])
      }
    }
  }

  /// Remarks for the author of a journey about the parts that cannot be played.
  private static func remarks(on journey: Journey, from beginning: ScenarioRun) -> [String] {
    var remarks: [String] = []
    func tell(_ sentence: String) { remarks.append("\(journey.name): \(sentence)") }
    if journey.leftOut > 0 {
      let verb = journey.leftOut == 1 ? "is" : "are"
      tell(
        "\(Counted.text(journey.leftOut, "statement")) \(verb) not part of a session: lines that "
          + "change the world, and everything after the app leaves the screen"
      )
    }
    if journey.steps.isEmpty { tell("its session only opens the app") }
    let undone = undoneSteps(of: journey, from: beginning)
    if let (step, reason) = undone.first {
      tell(
        "\(Counted.text(undone.count, "step")) not possible after the app starts; "
          + "'\(step.text)' in line \(step.line): \(reason.sentence)")
    }
    return remarks
  }

  /// The steps that are impossible in a session that begins with a launch, with the reasons.
  private static func undoneSteps(
    of journey: Journey, from beginning: ScenarioRun
  ) -> [(Journey.Step, ActError)] {
    var world = beginning.timeline.live
    var undone: [(Journey.Step, ActError)] = []
    func perform(_ act: Act, _ step: Journey.Step?) {
      do throws(ActError) {
        _ = try world.perform(act)
      } catch {
        if let step { undone.append((step, error)) }
      }
    }
    perform(.launch(isCold: false, kind: nil, timeout: nil), nil)
    let start = world.now.instant
    for step in journey.steps {
      let target = start + .milliseconds(step.after)
      while let due = world.nextDue(), due <= target, world.step() != nil {}
      if target > world.now.instant { world.pass(target - world.now.instant) }
      perform(step.act, step)
    }
    return undone
  }

  /// A scenario's statements about every phone before the app starts, and about its surroundings.
  private static func setup(of loaded: LoadedScenario) -> [Statement] {
    let scenario = loaded.scenario
    let own = loaded.inputs.app.containerID
    var hasStarted = false
    func isKept(_ statement: Statement) -> Bool {
      hasStarted = hasStarted || startsApp(statement.command)
      let traits = statement.command.traits
      return !traits.contains(.ofPhone) && !traits.contains(.ofUse)
        && !(hasStarted && traits.contains(.ofUseOnceStarted))
        && !givesCopy(statement.command, own)
    }
    return scenario.setup.filter(isKept)
      + scenario.statements.prefix { !hasStarted && !startsApp($0.command) }.filter(isKept)
  }

  /// The world of a scenario up to its first launch, with the clock some days before the
  /// publication.
  private static func beginning(
    of loaded: LoadedScenario, _ setup: [Statement], _ numbers: Numbers,
    publishing old: CompiledContainer, _ oldPath: String
  ) -> ScenarioRun {
    var (scenario, inputs) = (loaded.scenario, loaded.inputs)
    scenario.setup = setup
    // Uses a statement instead of an override, because another publication follows.
    inputs.publishedOverride = nil
    inputs.containers[oldPath] = old
    scenario.setup.append(
      Statement(
        location: ScenarioLocation(file: scenario.file, line: 1, column: 1),
        text: "publish " + LanguageWord.written(oldPath), command: .publish(path: oldPath)))
    scenario.statements = []
    scenario.teardownCount = 0
    let day = (scenario.header.start ?? ScenarioRun.defaultStart).milliseconds / Self.day
    let published = day * Self.day + numbers.publishMinute * Self.minute
    scenario.header.begin(
      at: WallTime(milliseconds: published - publishedAfter), titled: "A phone of a forecast")
    return ScenarioRun(scenario, inputs: inputs)
  }

  /// Whether a command gives a phone a copy that came neither with its app nor from the forecast's
  /// server.
  private static func givesCopy(_ command: Command, _ own: String) -> Bool {
    command.traits.contains(.givesCopy) && (command.meantContainer ?? own) == own
  }

  private static func startsApp(_ command: Command) -> Bool {
    command.traits.contains(.startsApp)
  }
}
