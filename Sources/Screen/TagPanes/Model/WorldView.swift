import Synchronization
package import TagRuntime
package import TagSimulation
import TagWords

/// The world as of the selected event; created once per position in the history.
package final class WorldView: Sendable {
  /// The selected row; nil before the first.
  package let row: Timeline.Row?
  /// Whether this is the present.
  package let isLive: Bool
  package let simulation: Simulation
  /// The number of steps that led to this world, including the step of the row.
  package let step: Int
  package let lineCount: Int
  package let loadCount: Int
  /// The nearest row with an event, at or before the row.
  package let eventRow: Timeline.Row?
  /// The update of that row, with its explanation.
  package let update: UpdateRecord?
  /// The data layer right after the row.
  package let dataLayer: DataLayer
  /// The hits in the queue pane.
  package let hits: [HitStory]
  /// The tags of the selected event.
  package let tags: [TagExplanation]
  /// The race of an opener that is waiting, or that has just delivered its container.
  package let race: OpenRace?
  /// The answers computed for this moment.
  package let asked = AskedOfMoment()
  private let readings = Readings()
  /// The state of Firebase right after the row, if other rows of its step follow; nil otherwise.
  private let firebaseOfRow: FirebaseState?

  /// The present of a world in which nothing has happened yet.
  package init(_ simulation: Simulation) {
    self.simulation = simulation
    isLive = true
    (step, lineCount, loadCount) = (0, 0, 0)
    dataLayer = DataLayer()
    hits = simulation.world.hits
    (row, eventRow, update, race, firebaseOfRow) = (nil, nil, nil, nil, nil)
    tags = []
  }

  /// The world as of a row.
  ///
  /// - Parameters:
  ///   - timeline: The history.
  ///   - cursor: The number of the row; nil is the present.
  ///   - last: The view before this one, whose explanation is reused if the event is the same.
  package init(_ timeline: Timeline, at cursor: Int?, after last: WorldView) {
    let number = cursor ?? timeline.rowCount
    let row = timeline.hasRow(at: number) ? timeline.row(at: number) : nil
    self.row = row
    isLive = cursor == nil
    step = cursor == nil ? timeline.stepCount : row?.step ?? 0
    let eventRow = timeline.eventRow(upToRow: number)
    self.eventRow = eventRow
    let isSame = eventRow?.number == last.eventRow?.number && last.update != nil
    let update = isSame ? last.update : eventRow.flatMap { timeline.traced(row: $0) }
    self.update = update
    tags = update?.explanations.flatMap(\.tags) ?? []
    let moment = timeline.moment(at: cursor == nil ? nil : row, afterStep: step)
    (simulation, lineCount, loadCount) = (moment.simulation, moment.lines, moment.loads)
    hits = simulation.world.hits
    race = OpenRace(at: row, moment, in: timeline)
    let ofStep = simulation.runtime?.dataLayer ?? DataLayer()
    guard cursor != nil, let row else {
      dataLayer = ofStep
      firebaseOfRow = nil
      return
    }
    let isEvent = row.number == eventRow?.number
    let hasMore = timeline.rows(ofStepOf: row).last?.number != row.number
    let ofRow =
      isEvent ? update?.dataLayer : Self.dataLayer(after: row, in: timeline)
    dataLayer = ofRow ?? ofStep
    firebaseOfRow = isEvent && hasMore ? update?.firebaseState : nil
  }

  /// Returns the data layer right after a row; nil if it is the one after its step.
  ///
  /// One step can create several rows, such as a launch and the app's pushes at launch; later rows
  /// of the step are left out.
  private static func dataLayer(after row: Timeline.Row, in timeline: Timeline) -> DataLayer? {
    let updates = timeline.rows(ofStepOf: row).filter { $0.event.update != nil }
    if let update = updates.last(where: { $0.number <= row.number }) {
      return timeline.traced(row: update)?.dataLayer
    }
    guard !updates.isEmpty else { return nil }
    return timeline.simulation(afterStep: row.step - 1).runtime?.dataLayer ?? DataLayer()
  }
}

extension Timeline {
  /// Returns the world right after a row, or without a row after a number of steps.
  fileprivate func moment(at row: Row?, afterStep step: Int) -> RowWorld {
    if let row { return look(at: row) }
    return RowWorld(
      simulation: simulation(afterStep: step), lines: lines(upToStep: step).count,
      loads: loads(upToStep: step).count)
  }
}

extension World {
  /// The hits in the queue pane.
  fileprivate var hits: [HitStory] {
    hits(waiting: WorldView.shownWaiting, ended: WorldView.shownEnded)
  }
}

// MARK: Contents

extension WorldView {
  /// The maximum number of waiting hits that are shown one by one, and below it of settled ones.
  package static let shownWaiting = 200
  fileprivate static let shownEnded = 50

  /// Whether the app sends anything to Braze.
  package var hasBraze: Bool { simulation.world.app.usesBraze }

  /// The logger of the running app, or of its next launch.
  package var logger: Logger { simulation.runtime?.logger ?? simulation.world.logger }

  /// The time on the phone's clock.
  package var clock: CivilTime { simulation.world.zone.civil(at: simulation.now.wall) }

  /// The time of a row, such as "23:58:40".
  package func time(of wall: WallTime) -> String { simulation.world.zone.civil(at: wall).timeText }

  // MARK: The generation

  /// Whether the app is built with the second generation (v5).
  package var isFirebase: Bool { simulation.settings.generation == .firebase }

  /// The state of Firebase at the end of the step; nil in the first generation, and while the app
  /// does not run.
  package var firebaseOfStep: FirebaseState? { isFirebase ? simulation.runtime?.firebase : nil }

  /// The state of Firebase right after the row; nil if it has none.
  package var firebase: FirebaseState? { firebaseOfRow ?? firebaseOfStep }

  package var generationWord: String { isFirebase ? "v5" : "v3" }

  /// The SDK version, followed by the platform unless that is iOS: "v3", "v4 Android".
  package var sdkText: String {
    switch simulation.settings.platform {
    case .ios: generationWord
    case .android: (isFirebase ? generationWord : "v4") + " Android"
    }
  }

  /// The generation's vocabulary for containers.
  package var vocabulary: Vocabulary { Vocabulary(simulation.settings.generation) }
}

// MARK: Values

/// The values read from a world, each key once.
private final class Readings: Sendable {
  private struct Key: Hashable {
    var container: String
    var kind: ValueKind
    var key: String
    var isVariable: Bool
  }

  /// The maximum number of readings that are cached; a container has a few hundred macros.
  private static let limit = 4096

  private let known = Mutex<[Key: ValueReading]>([:])

  package func reading(
    of read: TypedRead, in container: String, isVariable: Bool, _ make: () -> ValueReading
  ) -> ValueReading {
    let key = Key(
      container: container, kind: read.kind, key: read.key, isVariable: isVariable)
    if let reading = known.withLock({ $0[key] }) { return reading }
    let reading = make()
    known.withLock { known in
      if known.count < Self.limit { known[key] = reading }
    }
    return reading
  }
}

extension WorldView {
  /// The event of the data layer that is looked at, as rules and tags see it; nil between events,
  /// and under v5.
  package var pushedEvent: PushedEvent? {
    guard !isFirebase, let row, row.number == eventRow?.number, let update else { return nil }
    return PushedEvent(name: update.event, dataLayer: update.dataLayer)
  }

  /// Whether the app reads nothing of a name, so that only the container does: a variable.
  package func isVariable(_ key: String, of container: String) -> Bool {
    simulation.world.app.container(container)?.reads.contains { $0.key == key } != true
  }

  /// The value of a key in a container; read once. A variable has the value that it has at the
  /// event that is looked at, and what the app reads the one between events.
  package func reading(of read: TypedRead, in container: String) -> ValueReading {
    let isVariable = isVariable(read.key, of: container)
    return readings.reading(of: read, in: container, isVariable: isVariable) {
      if isVariable, let pushedEvent {
        return simulation.reading(of: read, in: container, pushed: pushedEvent)
      }
      return simulation.reading(of: read, in: container, during: update?.firebase?.logged)
    }
  }
}
