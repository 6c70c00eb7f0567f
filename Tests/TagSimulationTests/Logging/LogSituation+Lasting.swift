import OrderedCollections
import TagRuntime
import TestSupport

extension LogSituation {
  static func lasting(_ code: LogCode) -> [LogRecord]? {
    switch code {
    case .lifetimeFlat: log { $0.push(["a": 1, "gtm.lifetime": "2d"]) }
    case .lifetimeRefused: log { $0.push(["a": 1, "gtm": ["lifetime": "soon"]]) }
    case .keysEvicted:
      log { harness in
        var many: OrderedDictionary<String, Value> = ["gtm": ["lifetime": "1d"]]
        for number in 0...Limits.lastingKeys { many["k\(number)"] = 1 }
        harness.push(.map(many))
      }
    case .heldPushDropped: heldPushes()
    case .referrerKept: log { $0.refer("conv%3D1%26gclid%3Da") }
    case .referrerWithoutConversion: log { $0.refer("gclid%3Da") }
    case .referrerEvicted:
      log { for number in 0...Limits.clickReferrers { $0.refer("conv%3D\(number)") } }
    case .unrepeatableEvicted:
      log { harness in
        for number in 0..<Limits.unrepeatableIDs {
          harness.stored.apply(.keepUnrepeatable(id: "old \(number)"))
        }
        harness.bundle =
          ContainerBuilder { container in
            container.tag("P", "_img", ["url": "https://p.example/", "unrepeatable": "new"])
            container.rule(when: [.event("go")], fires: ["P"])
          }.compiled
        harness.relaunch()
        harness.open()
        harness.event("go")
      }
    case .experimentIgnored: logExperiment(Experiment(name: "GTM-TEST_1"))
    case .experimentRange:
      logExperiment(
        Experiment(
          name: Experiment.namePrefix + "GTM-TEST_1",
          randoms: [Experiment.Random(key: "k", min: 2, max: 1)]))
    default: nil
    }
  }

  private static func logExperiment(_ experiment: Experiment) -> [LogRecord] {
    log { harness in
      harness.open()
      harness.nothingSaved()
      harness.fetched(.success(ContainerBuilder { $0.version.experiments = [experiment] }))
    }
  }

  /// The harness answers at once what a phone keeps, so here nobody answers.
  private static func heldPushes() -> [LogRecord] {
    var runtime = Runtime()
    let host = RecordingHost()
    let now = Moment(instant: .start, wall: RuntimeHarness.start)
    _ = runtime.handle(.launched(isReachable: true), at: now, host: host)
    return (0...Limits.waitingUpdates).flatMap { _ in
      runtime.handle(.call(.push(["n": 1])), at: now, host: host).logs
    }
  }
}

extension RuntimeHarness {
  /// The app is opened by an address with a click referrer.
  fileprivate mutating func refer(_ referrer: String) {
    push(["gtm.url": .string("shop://open?referrer=" + referrer)])
  }
}
