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
    .launch(isCold: true, kind: draw(2) == 0 ? .preferFresh : .preferNonDefault, timeout: nil)
  }

  private mutating func act() -> Act {
    switch draw(25) {
    case 0, 1, 2, 3: return .screen(draw(2) == 0 ? "Home" : "About")
    case 4, 5, 6, 7: return .tap("Buy", arguments: ["price": .int(draw(100))])
    case 8: return .tap("About", arguments: [:])
    case 9: return .push(["event": "buy", "list": .list([.absent, .int(draw(9))])])
    case 10: return .push(["a.b": .int(draw(9)), "c": .map(["d": .double(0.5)])])
    case 24:
      return .push(["tier": .int(draw(9)), "gtm": .map(["lifetime": .string("\(draw(300))h")])])
    case 11: return .read(TypedRead(kind: .string, key: "title"))
    case 12: return .refresh()
    case 13: return .dispatch
    case 14: return .setDispatchInterval(draw(3) == 0 ? nil : .seconds(draw(300)))
    case 15: return .background
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
}
