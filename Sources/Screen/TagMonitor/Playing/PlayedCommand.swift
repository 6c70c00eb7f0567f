import ScenarioEngine

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
