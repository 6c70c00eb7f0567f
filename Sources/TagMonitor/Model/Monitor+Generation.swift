import ScenarioEngine
import TagRuntime
import TagSimulation

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
