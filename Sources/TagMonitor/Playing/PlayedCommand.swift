import ScenarioEngine

/// A statement by what playing it stops at.
enum PlayedCommand {
  /// A title, which is read unless words for the room follow.
  case chapter(String)
  /// A text, which is read.
  case caption(String)
  /// A question, which waits for the presenter.
  case question(answer: String?)
  /// A stop.
  case pause
  /// Anything else, which is seen by its events.
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
