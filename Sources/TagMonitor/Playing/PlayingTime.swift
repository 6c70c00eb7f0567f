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
    if case .wait(let duration) = command { return min(duration, PlayedWait.longest) }
    return switch command.words {
    case .caption(let text)?: pace.reading(text)
    case .question(let question, let answer)?: pace.reading(question) + pace.reading(answer ?? "")
    case .chapter?, .note?: .zero
    case nil: command.isAct ? pace.reading(text) : .zero
    }
  }
}
