package import TagSimulation

/// A command by its family, for those who ask about one family only.
///
/// With ``CommandTraits`` it is the one place that names every command. A `switch` with a
/// `default:` elsewhere would swallow the next command in silence.
package enum CommandPart: Sendable, Hashable {
  /// It does something to the world.
  case act(Act)
  /// It names the file of a container.
  case file
  /// It depends on the world as it is: a preview, a key, the device, the log.
  case world
  /// It lets time pass, or sets the clock.
  case time
  /// It says something to the room or to the presenter.
  case words(StoryWords)
  /// It says how the scenario is shown.
  case staging(Staging)
  /// It expects something, now or over time.
  case expectation(Expectation)
}

/// The words of a story.
package enum StoryWords: Sendable, Hashable {
  /// The title of a chapter.
  case chapter(String)
  /// A text for the room.
  case caption(String)
  /// A text for the presenter.
  case note(String)
  /// A question to the room.
  case question(String, answer: String?)
}

/// How a scenario is shown and kept.
package enum Staging: Sendable, Hashable {
  /// In whose words log lines are shown, and whether the world settles after every act.
  case wording, settling
  /// A name for the moment.
  case mark(String)
  /// A stop.
  case pause
  /// Whether what follows passes at once.
  case hidden(Bool)
  /// A snapshot under a name.
  case snapshot(String)
  /// A command of the monitor.
  case view(ViewCommand)
}

/// The time that a statement lets pass.
package enum PassedTime: Sendable, Hashable {
  /// A duration that it names.
  case known(Duration)
  /// As much as the phone's clock says when it is played.
  case byClock
}

extension Command {
  /// Its family, with what the family has in common.
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

  /// The act that it is; nil where it is another command, also one that results in an act.
  package var plainAct: Act? {
    if case .act(let act) = part { act } else { nil }
  }

  /// Its words for the room or the presenter.
  package var words: StoryWords? {
    if case .words(let words) = part { words } else { nil }
  }

  /// How it has the scenario shown.
  package var staging: Staging? {
    if case .staging(let staging) = part { staging } else { nil }
  }

  /// The command of the monitor that it is.
  package var viewCommand: ViewCommand? {
    if case .view(let command)? = staging { command } else { nil }
  }

  /// What it expects, now or over time.
  package var expected: Expectation? {
    if case .expectation(let expectation) = part { expectation } else { nil }
  }

  /// What it expects, or asks for; nil where it does neither.
  var expectation: Expectation? {
    if let expected { return expected }
    guard case .holds(let expectation)? = viewCommand?.question?.sought else { return nil }
    return expectation
  }

  /// The time that it lets pass, as far as it says so itself; nil where it lets none pass.
  package var passedTime: PassedTime? {
    switch self {
    case .wait(let duration), .background(_, let duration), .act(.jump(let duration)):
      .known(duration)
    case .at, .clock: .byClock
    case .act, .containerDefault, .containerSaved, .containerUsed, .publish, .draft, .preview,
      .press, .device, .logger, .settle, .wording, .chapter, .caption, .note, .ask, .mark, .pause,
      .hidden, .snapshot, .view, .expect, .eventually, .never:
      nil
    }
  }

  /// The container that a file or a preview is meant for; nil where none is named.
  package var meantContainer: String? {
    if case .preview(_, let id) = self { id } else { containerFile?.id }
  }

  /// The container file that it names, and the container that it is meant for.
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
