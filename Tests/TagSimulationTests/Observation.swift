import OrderedCollections
import TagRuntime
import Testing

@testable import TagSimulation

/// What can be seen of a world at a moment.
struct Observation: Equatable {
  var now: Moment
  var dataLayer: DataLayer?
  var containers: [ContainerStatus]
  var handlers: [Bool]
  var frozen: FrozenThread?
  var waitingActs: Int
  var network: NetworkCondition
  var disk: DiskCondition
  var logger: Logger?
  /// The counts of the ledger; hits that ended long ago are not kept with every world.
  var account: [Int]
  var lastEnded: [EndedHit]
  var hits: [StoredHit]
  var lasting: Lasting
  var savedVersions: [String]
  var isSuspended: Bool
  var screen: AppScreen?
  var nextDue: Instant?
  var title: ValueReading

  init(_ simulation: Simulation) {
    now = simulation.now
    dataLayer = simulation.runtime?.dataLayer
    containers = simulation.runtime?.containerStatuses ?? []
    handlers = Self.handlers.map(simulation.isRegistered)
    frozen = simulation.frozen
    waitingActs = simulation.waitingActs
    network = simulation.world.network
    disk = simulation.world.disk.condition
    logger = simulation.runtime?.logger
    let ledger = simulation.world.ledger
    account =
      [ledger.queued, ledger.sent, ledger.lost, ledger.late, ledger.duplicates]
      + HitQueue.allCases.flatMap { queue in
        [ledger.sent(of: queue)]
          + HitLoss.Kind.allCases.map { ledger.lost(of: queue, because: $0) }
      }
    lastEnded = Array(ledger.ended.suffix(KeptWorld.endedHits))
    hits = Array(simulation.world.disk.hits)
    lasting = simulation.world.disk.lasting
    savedVersions = simulation.world.disk.savedContainers.values.map {
      $0.container.version.version
    }
    isSuspended = simulation.isSuspended
    screen = simulation.screen
    nextDue = simulation.nextDue()
    title = simulation.reading(of: TypedRead(kind: .string, key: "title"))
  }

  private static let handlers = [SmallShop.container.id, TwoContainers.ads].flatMap { id in
    ["tier", "celebrate", "track"].flatMap { name in
      HandlerRegistration.Kind.allCases.map {
        HandlerRegistration(container: id, kind: $0, name: name)
      }
    }
  }
}

extension Timeline {
  /// Checks that nothing differs from a run that did the same steps and never went back.
  func expectFresh(_ location: SourceLocation = #_sourceLocation) {
    var fresh = beginning()
    for number in 1...stepCount { fresh.redo(step: number, of: self) }
    let (one, other) = (facts, fresh.facts)
    for (key, fact) in one { #expect(fact == other[key], "\(key)", sourceLocation: location) }
    #expect(Observation(live) == Observation(fresh.live), sourceLocation: location)
    #expect(live.world.ledger == fresh.live.world.ledger, sourceLocation: location)
    #expect(firings.totals == fresh.firings.totals, sourceLocation: location)
    #expect(lines == fresh.lines && loads == fresh.loads, sourceLocation: location)
  }

  private var facts: [String: [String]] {
    let requests = live.world.requests
    let rows = rows(in: 1...)
    return [
      "rows": rows.map { "\($0.number) \($0.step) \($0.place) \($0.event.words) \($0.event.wall)" },
      "hits": rows.map { "\($0.event.hits)" }, "marks": rowMarks.map { "\($0.rawValue)" },
      "firings": (firings.dropped..<firings.count).map { "\(firings[$0])" },
      "folds": (0..<folds.count).map { "\(folds.rows(at: $0)) \(folds.isWorld(at: $0))" },
      "requests": requests.entries.map { "\($0)" } + ["\(requests.count)"],
      "refusals": refusals.map { "\($0)" },
      "counts": ["\(folds.worldRows)", "\(heldBytes)", "\(history.stretches.map(\.end))"],
      "writes": history.writes.filter { !$0.value.isEmpty }.map { "\($0)" }.sorted(),
    ]
  }
}
