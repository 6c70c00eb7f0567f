package import TagSimulation

/// A command by its family, for code that handles one family only.
///
/// Only this type and ``CommandTraits`` name every command. A `switch` with a `default:` elsewhere
/// would silently ignore a new command.
package enum CommandPart: Sendable, Hashable {
  /// It does something to the world.
  case act(Act)
  case file
  /// It depends on the current world: a preview, a key, the device, the log.
  case world
  /// It lets time pass, or sets the clock.
  case time
  /// It shows a text to the audience or to the presenter.
  case words(StoryWords)
  /// It changes how the scenario is shown.
  case staging(Staging)
  /// It expects something, now or over time.
  case expectation(Expectation)
}

package enum StoryWords: Sendable, Hashable {
  case chapter(String)
  /// A text for the audience.
  case caption(String)
  /// A text for the presenter.
  case note(String)
  /// A question to the audience.
  case question(String, answer: String?)
}

/// The ways in which a scenario is shown and stored.
package enum Staging: Sendable, Hashable {
  /// The wording of log lines, and whether the world settles after every act.
  case wording, settling
  case mark(String)
  /// A stop until the presenter continues.
  case pause
  /// Whether the following statements are played without being shown.
  case hidden(Bool)
  case snapshot(String)
  case view(ViewCommand)
}

/// The time that a statement lets pass.
package enum PassedTime: Sendable, Hashable {
  case known(Duration)
  /// A duration that depends on the phone's clock.
  case byClock
}

extension Command {
  /// The family of the command, with the data that the family shares.
  package var part: CommandPart {
    switch self {
    case .act(let act): .act(act)
    case .containerDefault, .containerSaved, .containerUsed, .publish, .draft: .file
    case .preview, .press, .device, .logger: .world
    case .wait, .at, .clock, .background: .time
    case .chapter(let text): .words(.chapter(text))
    case .caption(let text): .words(.caption(text))
    case .note(let text): .words(.note(text))
    case .ask(let question, let answer): .words(.question(question, answer: answer))
    case .wording: .staging(.wording)
    case .settle: .staging(.settling)
    case .mark(let name): .staging(.mark(name))
    case .pause: .staging(.pause)
    case .hidden(let isHidden): .staging(.hidden(isHidden))
    case .snapshot(let name): .staging(.snapshot(name))
    case .view(let command): .staging(.view(command))
    case .expect(let expectation), .eventually(_, let expectation), .never(_, let expectation):
      .expectation(expectation)
    }
  }

  /// The act in the command; nil for other commands, even those that result in an act.
  package var plainAct: Act? {
    if case .act(let act) = part { act } else { nil }
  }

  /// The text for the audience or the presenter; nil for other commands.
  package var words: StoryWords? {
    if case .words(let words) = part { words } else { nil }
  }

  /// The change to how the scenario is shown; nil for other commands.
  package var staging: Staging? {
    if case .staging(let staging) = part { staging } else { nil }
  }

  /// The command for the monitor; nil for other commands.
  package var viewCommand: ViewCommand? {
    if case .view(let command)? = staging { command } else { nil }
  }

  /// The expectation, for now or over time; nil for other commands.
  package var expected: Expectation? {
    if case .expectation(let expectation) = part { expectation } else { nil }
  }

  /// The expectation of the command or of its question; nil if it has neither.
  var expectation: Expectation? {
    if let expected { return expected }
    guard case .holds(let expectation)? = viewCommand?.question?.sought else { return nil }
    return expectation
  }

  /// The time that passes, as far as the command itself determines it; nil if no time passes.
  package var passedTime: PassedTime? {
    switch self {
    case .wait(let duration), .background(_, _, let duration), .act(.jump(let duration)):
      .known(duration)
    case .at, .clock: .byClock
    case .act, .containerDefault, .containerSaved, .containerUsed, .publish, .draft, .preview,
      .press, .device, .logger, .settle, .wording, .chapter, .caption, .note, .ask, .mark, .pause,
      .hidden, .snapshot, .view, .expect, .eventually, .never:
      nil
    }
  }

  /// The container that a file or a preview is for; nil if the command does not name one.
  package var meantContainer: String? {
    if case .preview(_, let id) = self { id } else { containerFile?.id }
  }

  /// The container file in the command, and the container that it is for.
  package var containerFile: (path: String, id: String?)? {
    switch self {
    case .containerDefault(let path, let id, _, _), .containerSaved(let path, let id, _),
      .containerUsed(let path, let id), .publish(let path, let id, _),
      .draft(let path, let id, _):
      (path, id)
    case .act, .preview, .press, .device, .logger, .wait, .at, .clock, .background, .settle,
      .wording, .chapter, .caption, .note, .ask, .mark, .pause, .hidden, .snapshot, .view, .expect,
      .eventually, .never:
      nil
    }
  }
}
