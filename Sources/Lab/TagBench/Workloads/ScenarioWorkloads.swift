import OrderedCollections
package import ScenarioEngine
import TagRuntime
package import TagSimulation

/// Short scenarios: ten minutes with 200 pushes and 20 faults each.
extension Workload {
  static func scenarios(_ size: WorkloadSize) -> [Workload] {
    let count = size(100, 2)
    return [
      Workload(
        "short.scenario", "ten minutes of a phone, 200 pushes, 20 faults, each of its own seed",
        "scenario", count, expected: size == .full ? shortOutcome : nil
      ) { () throws(WorkloadFailure) in try short(count) }
    ]
  }

  /// The total outcome of the scenarios with seeds 1 to 100.
  private static let shortOutcome: Facts = [
    "statements": 45_245, "failures": 0, "pushes": 20_000, "tags fired": 18_616, "hits": 18_616,
    "sent": 17_660,
  ]

  /// Plays scenarios that were already read.
  private static func short(_ count: Int) throws(WorkloadFailure) -> WorkloadRound {
    var runs: [ScenarioRun] = []
    for seed in 1...UInt32(count) { runs.append(try SessionScript(seed: seed).run()) }
    return { [runs] in
      var (statements, failures) = (0, 0)
      var finished: [Timeline] = []
      for prepared in runs {
        var run = prepared
        while let result = run.executeNext() {
          statements += 1
          if result.isFailure { failures += 1 }
        }
        finished.append(run.timeline)
      }
      return { [statements, failures, finished] in
        var tally = RowTally()
        for timeline in finished { timeline.forEachRow { tally.add($0.event) } }
        let ledgers = finished.map(\.live.world.ledger)
        let (hits, sent) = (ledgers.map(\.queued), ledgers.map(\.sent))
        return WorkloadOutcome(
          matches: [
            "statements": .int(Int64(statements)), "failures": .int(Int64(failures)),
            "pushes": .int(Int64(tally.updates)), "tags fired": .int(Int64(tally.tagsFired)),
            "hits": .int(Int64(hits.reduce(0, +))), "sent": .int(Int64(sent.reduce(0, +))),
          ],
          counters: ["rows kept": .int(Int64(tally.rows))])
      }
    }
  }
}

// MARK: - Text

/// A scenario of a session, written as text and read.
package struct SessionScript {
  private var lines: [String]
  private let seed: UInt32

  /// A session without faults: events five seconds apart.
  package init(events: Int) {
    seed = 7
    lines = ["launch", "settle off"]
    for push in Pushes.session(events, seed: seed) {
      lines += [Self.line(of: push), "wait 5s"]
    }
  }

  /// The user's actions in a session of this many events, two seconds apart.
  init(journeyOf events: Int) {
    seed = 9
    lines = ["launch"]
    for push in Pushes.session(events, seed: seed) { lines += [Self.line(of: push), "wait 2s"] }
  }

  /// Ten minutes: a push every three seconds, and after every ten pushes one of six faults, which
  /// ends five pushes later.
  init(seed: UInt32) {
    self.seed = seed
    var generator = LinearGenerator(seed: seed)
    let faults = [
      "network offline", "network status 503", "network lossy 30%",
      "network slow latency=3s jitter=1s", "network answers-lost", "kill",
    ]
    lines = ["launch", "settle off"]
    for (index, push) in Pushes.session(200, seed: seed).enumerated() {
      if index % 10 == 5 {
        let fault = faults[generator.next(UInt32(faults.count))]
        lines += fault == "kill" ? [fault, "launch"] : [fault]
      }
      if index % 10 == 0, index > 0 { lines.append("network online") }
      lines += [Self.line(of: push), "wait 3s"]
      if index % 50 == 49 { lines.append("expect data {\"number\": \(index)}") }
    }
    lines += ["network online", "eventually within 300s expect queue size == 0"]
  }

  private static func line(of push: DataMap) -> String {
    "push " + JSONWriter.write(.map(push))
  }

  private var text: String {
    let head = [
      "tagsim 1", "title: A session", "seed: \(seed)", "---", "container default bench",
      "publish bench",
    ]
    return (head + lines).joined(separator: "\n") + "\n"
  }

  /// Returns the scenario with its world, ready to play.
  func run(readers: [any RowReader] = []) throws(WorkloadFailure) -> ScenarioRun {
    do throws(LoadFailure) {
      var loaded = try loaded()
      loaded.inputs.readers = readers
      return ScenarioRun(loaded.scenario, inputs: loaded.inputs)
    } catch {
      throw WorkloadFailure("the scenario of the workload cannot be read: \(error)")
    }
  }

  /// Returns the scenario, played to its end, its rows read by these readers.
  package func played(
    readers: [any RowReader] = []
  ) throws(WorkloadFailure) -> ScenarioRun {
    var run = try run(readers: readers)
    while let result = run.executeNext() {
      if result.isFailure { throw WorkloadFailure("'\(result.statement.text)' failed") }
    }
    return run
  }

  func loaded() throws(LoadFailure) -> LoadedScenario {
    do throws(ScenarioErrors) {
      let scenario = try ScenarioParser.parse(text, file: "session.scenario")
      return LoadedScenario(
        scenario: scenario,
        inputs: RunInputs(
          app: BenchWorld.app, containers: ["bench": SampleContainer.session().compiled]))
    } catch {
      throw LoadFailure(["\(error)"])
    }
  }
}
