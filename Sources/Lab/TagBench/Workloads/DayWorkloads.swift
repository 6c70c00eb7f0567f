import OrderedCollections
import TagRuntime
import TagSimulation

/// W7: a day of a phone, with a push every five seconds, a dispatch every two minutes, and faults
/// in every hour.
extension Workload {
  static func days(_ size: WorkloadSize) -> [Workload] {
    let hours = size(24, 1)
    return [
      Workload(
        "W7.day",
        "\(hours) hours of a phone, a push every 5 s, 20 tags, dispatches, faults, full history",
        "push", hours * DayRound.pushesAnHour,
        expected: size == .full ? DayRound.expected : nil
      ) { () throws(WorkloadFailure) in try DayRound.prepared(hours: hours) }
    ]
  }
}

private enum DayRound {
  static let pushesAnHour = 720
  private static let period = Duration.seconds(5)

  /// The faults of every hour, by the push of the hour that they precede.
  private static let faults: [Int: Act] = [
    60: .network(.offline), 120: .network(.online),
    180: .network(.status(503)), 240: .network(.online),
    300: .network(.lossy(percent: 30)), 420: .network(.online),
    480: .network(.slow(latency: .seconds(3), jitter: .seconds(1))), 540: .network(.online),
    600: .network(.answersLost), 624: .network(.online),
  ]
  /// In every sixth hour, the disk fails for ten minutes; later the app ends and starts again.
  private static let rareFaults: [Int: [Act]] = [
    330: [.disk(.ioError)], 450: [.disk(.ok)],
    660: [.kill, .launch(isCold: true, kind: nil, timeout: nil)],
  ]

  /// The outcome of a day of 24 hours.
  static let expected: Workload.Facts = [
    "pushes": 17_280, "tags fired": 16_112, "hits": 16_112, "sent": 14_981, "lost": 1124,
    "waiting": 7, "faults and their ends": 256,
  ]

  static func prepared(hours: Int) throws(WorkloadFailure) -> WorkloadRound {
    let pushes = Pushes.session(hours * pushesAnHour)
    var timeline = try BenchWorld.history(.session())
    return { () throws(WorkloadFailure) in
      var faults = 0
      for (index, push) in pushes.enumerated() {
        timeline.wait(until: period * (index + 1))
        let place = index % pushesAnHour
        var acts = Self.faults[place].map { [$0] } ?? []
        if index / pushesAnHour % 6 == 5 { acts += rareFaults[place] ?? [] }
        for act in acts { try timeline.act(act) }
        faults += acts.count
        try timeline.act(.app(.push(push)))
      }
      return { [faults] in outcome(of: timeline, faults) }
    }
  }

  private static func outcome(of timeline: Timeline, _ faults: Int) -> WorkloadOutcome {
    var tally = RowTally()
    var dispatches = 0
    timeline.forEachRow { row in
      tally.add(row.event)
      if case .dispatched = row.event.kind { dispatches += 1 }
    }
    let ledger = timeline.live.world.ledger
    return WorkloadOutcome(
      matches: [
        "pushes": .int(Int64(tally.updates)), "tags fired": .int(Int64(tally.tagsFired)),
        "hits": .int(Int64(ledger.queued)), "sent": .int(Int64(ledger.sent)),
        "lost": .int(Int64(ledger.lost)), "waiting": .int(Int64(ledger.waiting)),
        "faults and their ends": .int(Int64(faults)),
      ],
      counters: [
        "rows kept": .int(Int64(timeline.rowCount)), "dispatches": .int(Int64(dispatches)),
        "steps kept": .int(Int64(timeline.stepCount)),
        "log lines kept": .int(Int64(timeline.lines.count)),
      ])
  }
}
