import OrderedCollections
import TagRuntime
import TagSimulation

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
  var ledger: Ledger
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
    ledger = simulation.world.ledger
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
