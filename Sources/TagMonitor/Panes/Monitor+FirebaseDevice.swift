import OrderedCollections
import ScenarioEngine
import TagRuntime
import TagSimulation

extension Monitor {
  /// What Firebase knows of the phone and its user.
  var firebaseFacts: [Fact] {
    let simulation = view.simulation
    let memory = simulation.world.disk.lasting.firebase
    let first = memory.hasOpened ? "done" : "not yet"
    var facts = [
      Fact(name: "first open", text: first), Fact(name: "session", text: sessionText(memory)),
      Fact(name: "user id", text: memory.userID ?? "none"),
      Fact(
        name: "debug mode",
        text: memory.isDebugging ? "ON, also after the next launch: events travel at once" : "off",
        needsAttention: memory.isDebugging),
      Fact(
        name: "collection", text: memory.isCollecting ? "on" : "OFF: nothing is logged",
        needsAttention: !memory.isCollecting),
      Fact(
        name: "event names",
        text: "\(memory.eventNames.count) of \(Limits.eventNames) used by this installation"),
    ]
    if let state = simulationFirebase, state.heldEvents > 0 {
      facts.append(
        Fact(
          name: "held",
          needsAttentionText: "\(Counted.text(state.heldEvents, "event")) "
            + "until the container is there"))
    }
    if simulation.settings.firebaseValidation == .warn {
      facts.append(
        Fact(
          name: "validation",
          needsAttentionText: "warn: what Firebase would drop passes, and is marked"))
    }
    facts.append(Fact(name: "upload", text: uploadText))
    return facts
  }

  private func sessionText(_ memory: FirebaseMemory) -> String {
    guard let started = memory.sessionStarted else { return "none yet" }
    return "number \(memory.sessionNumber), id \(started.milliseconds / 1000), since "
      + view.time(of: started)
  }
}

extension Monitor.Fact {
  fileprivate init(name: String, needsAttentionText text: String) {
    self.init(name: name, text: text, needsAttention: true)
  }
}
