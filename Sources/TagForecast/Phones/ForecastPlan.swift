import OrderedCollections
package import ScenarioEngine
package import TagRuntime
import TagSimulation

/// What is forecast: the containers, the phones, the days.
package struct ForecastPlan: Sendable {
  /// How many days all phones are played before the new version is published, so that timers and
  /// saved copies are as they would be.
  package static let daysBefore: Int64 = 2
  /// The most phones.
  package static let phoneLimit = 10_000_000
  /// The most days after the publication.
  package static let dayLimit: Int64 = 60
  static let day: Int64 = 86_400_000
  static let hour: Int64 = 3_600_000
  static let minute: Int64 = 60_000

  /// Which figures it has.
  package struct Numbers: Sendable, Hashable {
    /// How many phones.
    package var phones: Int
    /// How many days after the publication.
    package var days: Int64
    /// When the new version is published, in minutes of the day in UTC.
    package var publishMinute: Int64
    /// What everything is drawn from.
    package var seed: UInt64

    /// Creates them.
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
  /// The id of the container.
  let containerID: String
  /// The version that is published, under a name of its own where both files have the same.
  let published: CompiledContainer
  /// The same as its file has it.
  let new: CompiledContainer
  /// The generation of the SDK that takes the containers.
  let generation: SDKGeneration
  /// The version of the old container.
  let oldVersion: String
  /// The tags of both.
  let tags: ForecastTags
  /// The world before the app is started for the first time.
  let beginning: ScenarioRun

  var newVersion: String { published.version.version }

  /// How much after that the version is published, in milliseconds.
  static var publishedAfter: Int64 { daysBefore * day }
  /// How much after that the forecast ends, in milliseconds.
  var length: Int64 { Self.publishedAfter + numbers.days * Self.day }

  /// Prepares a forecast.
  ///
  /// - Parameters:
  ///   - numbers: how many phones and days, and when.
  ///   - population: who the phones are.
  ///   - scenarios: the journeys, each with the old container in the place of the published one.
  ///   - old: the container that is published until then.
  ///   - oldPath: the path of its file.
  ///   - new: the one that is published then.
  /// - Throws: why they cannot be played together.
  package init(
    _ numbers: Numbers, _ population: Population, _ scenarios: [LoadedScenario],
    old: CompiledContainer, at oldPath: String, new: CompiledContainer
  ) throws(LoadFailure) {
    guard let first = scenarios.first else { throw LoadFailure(["there is no journey"]) }
    for other in scenarios.dropFirst()
    where other.inputs.app.containerID != first.inputs.app.containerID {
      throw LoadFailure([
        "\(other.scenario.file): its app opens \(other.inputs.app.containerID), and that of "
          + "\(first.scenario.file) opens \(first.inputs.app.containerID): a forecast is of one app"
      ])
    }
    self.numbers = numbers
    self.population = population
    journeys = scenarios.map { Journey($0) }
    for part in population.journeys.parts where part.thing != "*" {
      if !journeys.contains(where: { $0.name == part.thing }) {
        throw LoadFailure([
          "the population has a journey \(part.thing), and the scenarios are "
            + journeys.map(\.name).joined(separator: ", ")
        ])
      }
    }
    containerID = first.inputs.app.containerID
    generation = old.version.generation
    oldVersion = old.version.version
    var version = new.version
    if version.version == oldVersion { version.version += "-new" }
    published = CompiledContainer(version)
    self.new = new
    tags = ForecastTags(old, new)
    beginning = Self.beginning(of: first, numbers, publishing: old, oldPath)
  }

  /// The world of a scenario up to its first launch, with the clock some days before the
  /// publication.
  private static func beginning(
    of loaded: LoadedScenario, _ numbers: Numbers, publishing old: CompiledContainer,
    _ oldPath: String
  ) -> ScenarioRun {
    var (scenario, inputs) = (loaded.scenario, loaded.inputs)
    let story = scenario.setup + scenario.statements
    scenario.setup = story.prefix { !startsApp($0.command) }.filter {
      !isOfPhone($0.command) && !publishes($0.command, inputs.app.containerID)
    }
    // A statement of its own and no container that stands in for others: another is to follow.
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

  private static func publishes(_ command: Command, _ own: String) -> Bool {
    if case .publish(_, let id, _) = command { id ?? own == own } else { false }
  }

  private static func startsApp(_ command: Command) -> Bool {
    if case .act(.launch) = command { true } else { false }
  }

  /// What the population says of every phone, what lets time pass, and what is told meanwhile.
  private static func isOfPhone(_ command: Command) -> Bool {
    switch command {
    case .wait, .at, .clock, .eventually, .never, .expect, .act(.jump), .act(.setClock),
      .act(.setSeed), .act(.network), .act(.reachability), .settle, .chapter, .caption, .note,
      .ask, .mark, .pause, .hidden, .snapshot, .view:
      true
    default: false
    }
  }
}
