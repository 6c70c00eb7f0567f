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
      ) { () throws(WorkloadFailure) in try ForecastRound.prepared(phones: phones) }
    ]
  }
}

private enum ForecastRound {
  /// Three days after the publication, and the two before it.
  static let days = 3 + Int(ForecastPlan.daysBefore)
  /// The outcome of 200 phones.
  static let expected: Workload.Facts = [
    "phones": 200, "in use": 200, "with the new version": 200, "hits made": 11_400,
    "hits sent": 11_400,
  ]

  static func prepared(phones: Int) throws(WorkloadFailure) -> WorkloadRound {
    let container = SampleContainer.session()
    var next = container.compiled.version
    next.version += "-next"
    let plan: ForecastPlan
    do throws(LoadFailure) {
      let population = try PopulationReader.read(
        "tagsim 1\ntitle: Daily\n---\nsessions 1 100%\nlength 1m 100%\n", file: "W9")
      plan = try ForecastPlan(
        .init(phones: phones, days: 3, publishMinute: 600, seed: 9), population,
        [try SessionScript(journeyOf: 20).loaded()], old: container.compiled, at: "bench",
        new: CompiledContainer(next))
    } catch {
      throw WorkloadFailure("the forecast of the workload cannot be prepared: \(error)")
    }
    var part = ForecastPart(plan, shard: 1, of: 1, digest: "")
    return {
      part.take(PlayedPhones.play(1...part.wanted, plan))
      return {
        let facts = ForecastReport(part).facts
        return WorkloadOutcome(
          matches: [
            "phones": .int(Int64(facts.phones)), "in use": .int(Int64(facts.inUse)),
            "with the new version": .int(Int64(facts.adopted)),
            "hits made": .int(Int64(facts.made)), "hits sent": .int(Int64(facts.sent)),
          ])
      }
    }
  }
}
