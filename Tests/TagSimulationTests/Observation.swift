import OrderedCollections
import TagRuntime
import TagSimulation

/// What can be seen of a world at a moment.
struct Observation: Equatable {
  var now: Moment
  var dataLayer: DataLayer?
  var container: ContainerStatus?
  var ledger: Ledger
  var hits: [StoredHit]
  var lasting: Lasting
  var savedVersions: [String]
  var isOnline: Bool
  var isSuspended: Bool
  var screen: AppScreen?
  var nextDue: Instant?
  var title: ValueReading

  init(_ simulation: Simulation) {
    now = simulation.now
    dataLayer = simulation.runtime?.dataLayer
    container = simulation.container
    ledger = simulation.world.ledger
    hits = Array(simulation.world.disk.hits)
    lasting = simulation.world.disk.lasting
    savedVersions = simulation.world.disk.savedContainers.values.map {
      $0.container.version.version
    }
    isOnline = simulation.world.isOnline
    isSuspended = simulation.isSuspended
    screen = simulation.screen
    nextDue = simulation.nextDue()
    title = simulation.reading(of: TypedRead(kind: .string, key: "title"))
  }
}
