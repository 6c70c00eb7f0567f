import OrderedCollections
import TagRuntime
import TagSimulation

/// A seeded walk of acts and waits, each of which may be refused.
struct RandomWalk {
  private var random: RandomSource
  private var version = 2

  init(seed: UInt64) { random = RandomSource(seed: seed) }

  private mutating func draw(_ count: Int64) -> Int64 { random.integer(in: 0...(count - 1)) }

  /// Goes one act further: does something, or lets time pass.
  mutating func advance(_ timeline: inout Timeline) {
    guard draw(10) > 3 else {
      switch draw(4) {
      case 0: timeline.settle()
      case 1: timeline.wait(.milliseconds(draw(3000)))
      case 2: timeline.wait(.minutes(draw(300)))
      default: timeline.wait(.milliseconds(draw(200)))
      }
      return
    }
    // A refused act changes nothing; the walk goes on.
    try? timeline.perform(act(timeline.live))
  }

  /// An app that does not run is soon launched again, a suspended one soon brought back.
  private mutating func act(_ simulation: Simulation) -> Act {
    if !simulation.isRunning, draw(3) > 0 { return launch() }
    if simulation.isSuspended, draw(2) > 0 { return .foreground }
    return act()
  }

  private mutating func launch() -> Act {
    if draw(8) == 0 { return link() }
    let kind: OpenKind? = [nil, .preferFresh, .preferNonDefault][Int(draw(3))]
    return .launch(isCold: true, kind: kind, timeout: nil)
  }

  private mutating func act() -> Act {
    if draw(3) == 0 { return draw(2) == 0 ? containerAct() : worldAct() }
    switch draw(25) {
    case 0, 1, 2, 3: return .screen(draw(2) == 0 ? "Home" : "About")
    case 4, 5, 6, 7: return .tap("Buy", arguments: ["price": .int(draw(100))])
    case 8: return .tap("About", arguments: [:])
    case 9: return .app(.push(["event": "buy", "list": .list([.absent, .int(draw(9))])]))
    case 10: return .app(.push(["a.b": .int(draw(9)), "c": .map(["d": .double(0.5)])]))
    case 24:
      return .app(
        .push(["tier": .int(draw(9)), "gtm": .map(["lifetime": .string("\(draw(300))h")])]))
    case 11: return .app(.read("title", .string))
    case 12: return .app(.refresh())
    case 13: return .app(.dispatch)
    case 14: return .app(.setDispatchInterval(draw(3) == 0 ? nil : .seconds(draw(300))))
    case 15: return .background()
    case 16: return .foreground
    case 17: return draw(3) == 0 ? .kill : .foreground
    case 18: return .network(draw(2) == 0 ? .online : .offline)
    case 19: return .network(.online)
    case 20:
      version += 1
      return .publish(SmallShop.container(version))
    case 21:
      return .device(Device(language: draw(2) == 0 ? "es" : "en"))
    case 22: return .jump(.minutes(draw(2000)))
    default: return launch()
    }
  }

  // MARK: Containers

  /// The first container, the second or none in particular.
  private mutating func container() -> String? {
    [nil, SmallShop.container.id, TwoContainers.ads][Int(draw(3))]
  }

  private mutating func containerAct() -> Act {
    switch draw(10) {
    case 0, 1, 2:
      return .open(
        container: container(),
        AppOpening(
          kind: OpenKind.allCases[Int(draw(3))], timeout: draw(2) == 0 ? nil : .seconds(draw(9)),
          isBlocking: draw(2) == 0))
    case 3, 4: return .app(.close(container: container()))
    case 5:
      return .register(
        draw(2) == 0 ? .macro : .tag, ["tier", "celebrate", "track"][Int(draw(3))],
        container: container(), isOn: draw(2) == 0)
    case 6: return .app(.refresh(container: container()))
    case 7: return .app(.read("tier", .string, container: container()))
    case 8:
      version += 1
      return .publish(TwoContainers.container(version), container: TwoContainers.ads)
    default: return link()
    }
  }

  /// A link that previews a version, known or not, ends a preview, or is meant for nobody here.
  private mutating func link() -> Act {
    let start = SmallShop.app.previewScheme + "://preview/p?id="
    let id = container() ?? "GTM-NONE"
    switch draw(6) {
    case 0: return .openURL("other://preview/p?id=" + id)
    case 1: return .openURL(start + id + "&gtm_preview=")
    default: return .openURL(start + id + "&gtm_auth=a&gtm_preview=\(version - Int(draw(2)))")
    }
  }

  // MARK: The world around

  private mutating func worldAct() -> Act {
    if draw(3) == 0 { return hitAct() }
    switch draw(12) {
    case 0: return .network(.slow(latency: .seconds(draw(4)), jitter: .seconds(draw(4))))
    case 1: return .network(.status(Int(draw(1000))))
    case 2: return .network([.timeout, .reset, .captive][Int(draw(3))])
    case 3, 4: return .network(.online)
    case 5: return .disk(DiskCondition.allCases[Int(draw(3))])
    case 6: return .disk(.ok)
    case 7: return .emptyDisk
    case 8: return .app(.setRefreshMode(draw(3) == 0 ? .defaultContainer : .standard))
    case 9:
      return .app(
        .setLogger(
          Logger(level: LogLevel.allCases[Int(draw(6))], isCustom: draw(2) == 0)))
    case 10:
      return .setQuirk(Quirk.allCases[Int(draw(Int64(Quirk.allCases.count)))], isOn: draw(2) == 0)
    default: return .setSDKVersion(SDKVersion(3, Int(draw(18))))
    }
  }

  // MARK: Hits

  private mutating func hitAct() -> Act {
    let tracker = [nil, "UA-1-1", "orders"][Int(draw(3))]
    switch draw(24) {
    case 20: return .setDelivery(draw(2) == 0 ? .strict : .sdk)
    case 21: return .setQueueLimit(draw(3) == 0 ? 3 : Limits.storedHits)
    case 22, 23: return .setClock(SmallShop.start + .minutes(draw(6000) - 1000))
    case 0: return .app(.makeTracker(name: tracker, trackingID: "UA-1-1"))
    case 1: return draw(3) == 0 ? .app(.removeTracker("orders")) : .app(.chooseTracker("orders"))
    case 2: return .app(.setField("&sf", draw(3) == 0 ? "50" : nil, tracker: tracker))
    case 3: return .app(.collectAdvertisingID(draw(2) == 0, tracker: tracker))
    case 4: return .app(.setOptOut(draw(4) == 0))
    case 5: return .app(.setDryRun(draw(4) == 0))
    case 6: return .app(.dispatchWithCompletion)
    case 7, 8: return .background(sendsHits: true)
    case 9: return .reachability([nil, nil, true, false][Int(draw(4))])
    case 10: return draw(3) == 0 ? .reinstall : .upgrade(build: nil, version: nil)
    case 11, 12:
      return .network(
        [.lossy(percent: 30), .answersLost, .blocked(host: "ssl.google-analytics.com")][
          Int(draw(3))])
    case 13:
      return .app(.send(HitBuilder.item(transaction: "T", name: "Cup").fields, tracker: tracker))
    default: return .app(.send(HitBuilder.screenView(name: "Home").fields, tracker: tracker))
    }
  }
}
