import OrderedCollections
import TagRuntime

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
