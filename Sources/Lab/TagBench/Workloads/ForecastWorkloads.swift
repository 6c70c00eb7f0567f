import OrderedCollections
import ScenarioEngine
import TagForecast
import TagRuntime

/// W9: phones of a forecast, whose users open the app once a day and cause twenty pushes.
extension Workload {
  static func forecasts(_ size: WorkloadSize) -> [Workload] {
    let phones = size(200, 4)
    return [
      Workload(
        "W9.forecast", "\(phones) phones for 5 days, a session of 20 pushes a day, 20 tags",
        "phone-day", phones * ForecastRound.days,
        expected: size == .full ? ForecastRound.expected : nil
      ) { () throws(WorkloadFailure) in try ForecastRound(phones: phones) }
    ]
  }
}

private struct ForecastRound: WorkloadRound {
  /// Three days after the publication, and the two before it.
  static let days = 3 + Int(ForecastPlan.daysBefore)
  /// The outcome of 200 phones.
  static let expected: Workload.Facts = [
    "phones": 200, "in use": 200, "with the new version": 200, "hits made": 11_400,
    "hits sent": 11_400,
  ]

  @Boxed private var plan: ForecastPlan
  private var part: ForecastPart

  init(phones: Int) throws(WorkloadFailure) {
    let container = SampleContainer.session()
    var next = container.compiled.version
    next.version += "-next"
    do throws(LoadFailure) {
      let population = try PopulationReader.read(
        "tagsim 1\ntitle: Daily\n---\nsessions 1 100%\nlength 1m 100%\n", file: "W9")
      let plan = try ForecastPlan(
        .init(phones: phones, days: 3, publishMinute: 600, seed: 9), population,
        [try SessionScript(journeyOf: 20).loaded()], old: container.compiled, at: "bench",
        new: CompiledContainer(next))
      part = ForecastPart(plan, shard: 1, of: 1, digest: "")
      self.plan = plan
    } catch {
      throw WorkloadFailure("the forecast of the workload cannot be prepared: \(error)")
    }
  }

  mutating func run() { part.take(PlayedPhones.play(1...part.wanted, plan)) }

  var outcome: WorkloadOutcome {
    let facts = ForecastReport(part).facts
    return WorkloadOutcome(
      matches: [
        "phones": .int(Int64(facts.phones)), "in use": .int(Int64(facts.inUse)),
        "with the new version": .int(Int64(facts.adopted)),
        "hits made": .int(Int64(facts.made)), "hits sent": .int(Int64(facts.sent)),
      ])
  }
}
