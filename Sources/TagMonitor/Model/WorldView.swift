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

  /// The clock of the phone.
  var clock: CivilTime { simulation.world.zone.civil(at: simulation.now.wall) }

  /// The time of a row, such as "23:58:40".
  func time(of wall: WallTime) -> String { simulation.world.zone.civil(at: wall).timeText }
}

extension Monitor {
  /// Whether the app that is looked at is built with the second generation (v5).
  var isFirebase: Bool { view.simulation.settings.generation == .firebase }

  /// The generation, as the status line has it.
  var generationWord: String { isFirebase ? "v5" : "v3" }

  /// The words of the generation for containers.
  var vocabulary: Vocabulary { Vocabulary(view.simulation.settings.generation) }

  /// What Firebase knows at the end of the step; nil in the first generation, and while the app
  /// does not run.
  var simulationFirebase: FirebaseState? {
    isFirebase ? view.simulation.runtime?.firebase : nil
  }

  /// What Firebase knows right after the row that is looked at; nil while the app does not run.
  ///
  /// One step may make several rows: where others follow, what it knew is that of the event.
  var firebaseState: FirebaseState? {
    guard let row = view.row, row.number == view.eventRow?.number, cursor != nil,
      run.timeline.rows[row.number...].first?.step == row.step
    else { return simulationFirebase }
    return view.update?.firebaseState ?? simulationFirebase
  }

  /// Whether Enter tells what became of an event of Firebase: the row is one, and neither a tag nor
  /// a hit is being looked at.
  var explainsEvent: Bool {
    focus != .tags && !explainsHit && view.update?.firebase != nil
      && view.row?.number == view.eventRow?.number
  }
}
