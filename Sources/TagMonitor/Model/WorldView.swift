import ScenarioEngine
import Synchronization
import TagRuntime
import TagSimulation

/// The world as of the event that is looked at; made once for a place in the history.
final class WorldView: Sendable {
  /// The row that is looked at; nil before the first.
  let row: Timeline.Row?
  /// Whether this is the present.
  let isLive: Bool
  /// The world.
  let simulation: Simulation
  /// The steps after which this is the world, the one of the row among them.
  let step: Int
  /// How many log lines had been said by then.
  let lineCount: Int
  /// How many loads of containers had happened by then.
  let loadCount: Int
  /// The nearest row with an event, at or before the row.
  let eventRow: Timeline.Row?
  /// The update of that row with its explanation.
  let update: UpdateRecord?
  /// The data layer right after the row.
  let dataLayer: DataLayer
  /// The hits that the queue shows.
  let hits: [HitStory]
  /// The tags of the event that is looked at.
  let tags: [TagExplanation]
  /// The race of an opener that waits, or that has just handed out its container.
  let race: OpenRace?
  /// What was asked of it.
  let asked = AskedOfMoment()
  private let readings = Readings()
  /// What Firebase knew right after the row where others of its step follow; nil where none does.
  private let firebaseOfRow: FirebaseState?

  /// The present of a world in which nothing has happened yet.
  init(_ simulation: Simulation) {
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
  ///   - timeline: The history that is looked at.
  ///   - cursor: The number of the row; nil is the present.
  ///   - last: The view before this one, whose explanation is kept where the event is the same.
  init(_ timeline: Timeline, at cursor: Int?, after last: WorldView) {
    let rows = timeline.rows
    let index = cursor.map { $0 - 1 } ?? rows.count - 1
    let row = rows.indices.contains(index) ? rows[index] : nil
    self.row = row
    isLive = cursor == nil
    step = cursor == nil ? timeline.stepCount : row?.step ?? 0
    let eventRow = timeline.eventRow(upToRow: index + 1)
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
    let hasMore = row.number < rows.count && rows[row.number].step == row.step
    let ofRow =
      isEvent ? update?.dataLayer : Self.dataLayer(after: row, in: timeline)
    dataLayer = ofRow ?? ofStep
    firebaseOfRow = isEvent && hasMore ? update?.firebaseState : nil
  }

  /// The data layer right after a row; nil where that is the one after its step.
  ///
  /// One step may make several rows, as a launch does and what the app pushes at launch: what comes
  /// after the row is left out.
  private static func dataLayer(after row: Timeline.Row, in timeline: Timeline) -> DataLayer? {
    let upToRow = timeline.rows[..<row.number].reversed().prefix { $0.step == row.step }
    if let update = upToRow.first(where: { $0.event.update != nil }) {
      return timeline.traced(row: update)?.dataLayer
    }
    let later = timeline.rows[row.number...].prefix { $0.step == row.step }
    guard later.contains(where: { $0.event.update != nil }) else { return nil }
    return timeline.simulation(afterStep: row.step - 1).runtime?.dataLayer ?? DataLayer()
  }
}

extension Timeline {
  /// The world right after a row, or after a number of steps where there is none.
  fileprivate func moment(at row: Row?, afterStep step: Int) -> RowWorld {
    if let row { return look(at: row) }
    return RowWorld(
      simulation: simulation(afterStep: step), lines: lines(upToStep: step).count,
      loads: loads(upToStep: step).count)
  }
}

extension World {
  /// The hits that the queue shows.
  fileprivate var hits: [HitStory] {
    hits(waiting: WorldView.shownWaiting, ended: WorldView.shownEnded)
  }
}

// MARK: What is in it

extension WorldView {
  /// How many of the hits that wait are shown one by one, and how many of those that are settled.
  static let shownWaiting = 200
  fileprivate static let shownEnded = 50

  /// Whether the app hands anything to Braze.
  var hasBraze: Bool { simulation.world.app.usesBraze }

  /// The logger of the app that runs, or of its next launch.
  var logger: Logger { simulation.runtime?.logger ?? simulation.world.logger }

  /// The clock of the phone.
  var clock: CivilTime { simulation.world.zone.civil(at: simulation.now.wall) }

  /// The time of a row, such as "23:58:40".
  func time(of wall: WallTime) -> String { simulation.world.zone.civil(at: wall).timeText }
}

// MARK: The generation

extension WorldView {
  /// Whether the app is built with the second generation (v5).
  var isFirebase: Bool { simulation.settings.generation == .firebase }

  /// What Firebase knows at the end of the step; nil in the first generation, and while the app
  /// does not run.
  var firebaseOfStep: FirebaseState? { isFirebase ? simulation.runtime?.firebase : nil }

  /// What Firebase knows right after the row; nil where it knows nothing.
  var firebase: FirebaseState? { firebaseOfRow ?? firebaseOfStep }

  /// The generation, as the status line has it.
  var generationWord: String { isFirebase ? "v5" : "v3" }

  /// The SDK, with the platform where that is not iOS: "v3", "v4 Android".
  var sdkText: String {
    switch simulation.settings.platform {
    case .ios: generationWord
    case .android: (isFirebase ? generationWord : "v4") + " Android"
    }
  }

  /// The words of the generation for containers.
  var vocabulary: Vocabulary { Vocabulary(simulation.settings.generation) }
}

// MARK: Values

/// What was read from a world, once for every key.
private final class Readings: Sendable {
  private struct Key: Hashable {
    var container: String
    var kind: ValueKind
    var key: String
  }

  /// The most readings that are kept; a container has a few hundred macros.
  private static let limit = 4096

  private let known = Mutex<[Key: ValueReading]>([:])

  func reading(
    of read: TypedRead, in container: String, _ make: () -> ValueReading
  ) -> ValueReading {
    let key = Key(container: container, kind: read.kind, key: read.key)
    if let reading = known.withLock({ $0[key] }) { return reading }
    let reading = make()
    known.withLock { known in
      if known.count < Self.limit { known[key] = reading }
    }
    return reading
  }
}

extension WorldView {
  /// What a container gives for a key, at the event that is looked at; read once.
  func reading(of read: TypedRead, in container: String) -> ValueReading {
    readings.reading(of: read, in: container) {
      simulation.reading(of: read, in: container, during: update?.firebase?.logged)
    }
  }
}
