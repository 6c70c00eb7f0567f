import ScenarioEngine
import TagRuntime
import TagSimulation

/// The world as of the event that is looked at.
struct WorldView: Sendable {
  /// The row that is looked at; nil before the first.
  var row: Timeline.Row?
  /// Whether this is the present.
  var isLive: Bool
  /// The world.
  var simulation: Simulation
  /// The steps after which this is the world; log lines up to it are shown.
  var step: Int
  /// The nearest row with an event, at or before the row.
  var eventRow: Timeline.Row?
  /// The update of that row with its explanation.
  var update: UpdateRecord?
  /// The data layer right after the row.
  var dataLayer: DataLayer
  /// The race of an opener that waits, or that has just handed out its container.
  var race: OpenRace?
  /// What Firebase knew right after the row where others of its step follow; nil where none does.
  private var firebaseOfRow: FirebaseState?

  /// The present of a world in which nothing has happened yet.
  init(_ simulation: Simulation) {
    self.simulation = simulation
    isLive = true
    step = 0
    dataLayer = DataLayer()
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
    eventRow = timeline.eventRow(upToRow: index + 1)
    let isSame = eventRow?.number == last.eventRow?.number && last.update != nil
    update = isSame ? last.update : eventRow.flatMap { timeline.traced(row: $0) }
    simulation = timeline.simulation(afterStep: step)
    dataLayer = simulation.runtime?.dataLayer ?? DataLayer()
    race = OpenRace(at: step, row: row, world: simulation, in: timeline)
    guard cursor != nil, let row else { return }
    dataLayer = Self.dataLayer(after: row, in: timeline) ?? dataLayer
    if row.number == eventRow?.number, timeline.rows[row.number...].first?.step == row.step {
      firebaseOfRow = update?.firebaseState
    }
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

// MARK: What is in it

extension WorldView {
  /// How many of the hits that wait are shown one by one, and how many of those that are settled.
  static let shownWaiting = 200
  private static let shownEnded = 50

  /// The hits that the queue shows.
  var hits: [HitStory] {
    simulation.world.hits(waiting: Self.shownWaiting, ended: Self.shownEnded)
  }

  /// The tags of the event that is looked at.
  var tags: [TagExplanation] { update?.explanations.flatMap(\.tags) ?? [] }

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

  /// The words of the generation for containers.
  var vocabulary: Vocabulary { Vocabulary(simulation.settings.generation) }
}
