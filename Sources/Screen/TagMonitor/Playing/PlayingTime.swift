package import ScenarioEngine

extension Scenario {
  /// Returns the time to play it in the monitor with all of its branches: texts are shown as long
  /// as it takes to read them, waits for a limited time.
  ///
  /// - Complexity: O(n) in the statements.
  package func playingTime(at pace: Pace) -> Duration {
    let all = statements + branches.flatMap(\.statements)
    return all.reduce(.zero) { $0 + $1.playingTime(at: pace) }
  }
}

extension Statement {
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

/// A statement by its effect on playback.
enum PlayedCommand {
  /// A title, shown for reading unless other text for the audience follows.
  case chapter(String)
  /// A text, shown for reading.
  case caption(String)
  /// A question, which waits for the presenter.
  case question(answer: String?)
  case pause
  /// Any other statement; its events are shown.
  case other

  init(_ command: Command) {
    switch (command.words, command.staging) {
    case (.chapter(let title)?, _): self = .chapter(title)
    case (.caption(let text)?, _): self = .caption(text)
    case (.question(_, let answer)?, _): self = .question(answer: answer)
    case (nil, .pause?): self = .pause
    case (.note?, _), (nil, _): self = .other
    }
  }
}
