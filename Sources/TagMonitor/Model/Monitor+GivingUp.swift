import ScenarioEngine

/// Long work that the user has enough of.
extension Monitor {
  /// Has long work be given up where somebody says so, in this run and in all that come of it.
  package mutating func giveUp(when givesUp: @escaping @Sendable () -> Bool) {
    run.giveUp(when: givesUp)
    for place in playback.ways.indices { playback.ways[place].giveUp(when: givesUp) }
  }

  /// Says that what was begun was given up; this is the monitor as it was before that.
  package mutating func gaveUp() {
    // What was found out meanwhile may be half of an answer.
    memory = ExplainMemory()
    pending = nil
    message = Message(kind: .hint, text: "cancelled: everything is as it was before")
  }
}
