package import ScenarioEngine

extension Scenario {
  /// How long it takes to be played in the monitor, with all of its branches: texts stand as long
  /// as they are read, and of a wait only so much is watched.
  ///
  /// - Complexity: O(n) in the statements.
  package func playingTime(at pace: Pace) -> Duration {
    let all = statements + branches.flatMap(\.statements)
    return all.reduce(.zero) { $0 + $1.playingTime(at: pace) }
  }
}

extension Statement {
  /// How long it takes to be played.
  fileprivate func playingTime(at pace: Pace) -> Duration {
    switch command {
    case .caption(let text): pace.reading(text)
    case .ask(let question, let answer): pace.reading(question) + pace.reading(answer ?? "")
    case .wait(let duration): min(duration, PlayedWait.longest)
    case let command where command.isAct: pace.reading(text)
    default: .zero
    }
  }
}
