import ScenarioEngine
import TagPanes
import TagRuntime
import TagSimulation

/// The scenario's control of the focus, in the present and in a replay of its record.
extension Monitor {
  /// Executes a statement of the scenario about the screen.
  ///
  /// Between the title of a chapter and its first action it applies to the chapter, elsewhere until
  /// the next action.
  ///
  /// - Parameters:
  ///   - command: the statement.
  ///   - place: the place of the statement in the record.
  mutating func look(with command: ViewCommand, at place: Int) {
    // Search for a moment only for a viewer, not while the story is played to its end at once.
    if command.question != nil, !isPlaying { return }
    // A played file must not run a command of its choice.
    if command.kind == .copyCommand { return }
    // Search for the highlight in the current event, not in the one drawn last.
    refreshView()
    let before = HeldView(
      focus: focus, tab: display.tab, isZoomed: display.isZoomed, tag: selection.tag, chosen: focus)
    let said = message
    obey(command)
    // Viewers need no messages about the presentation, except failures.
    if message?.kind == .ok { message = said }
    guard command.kind.drawsTheEye else { return }
    let chosen = focus
    if command.kind != .highlight, isBeforeFirstAct(place) {
      telling.playback.heldByChapter = telling.playback.heldByChapter ?? before
      telling.playback.heldByChapter?.chosen = chosen
    } else {
      telling.playback.held = telling.playback.held ?? before
      telling.playback.held?.chosen = chosen
    }
  }

  /// Returns whether the chapter of a statement in the record has no action yet.
  private func isBeforeFirstAct(_ place: Int) -> Bool {
    for entry in run.record.prefix(place).reversed() where entry.isTold {
      if case .chapter = entry.statement.command { return true }
      if entry.endsLooks { return false }
    }
    return false
  }

  /// Restores the view from before the scenario's changes.
  ///
  /// - Parameter ofChapter: whether the chapter ends, too.
  mutating func endLooks(ofChapter: Bool = false) {
    leave(telling.playback.held)
    telling.playback.held = nil
    guard ofChapter else { return }
    leave(telling.playback.heldByChapter)
    telling.playback.heldByChapter = nil
  }

  private mutating func leave(_ held: HeldView?) {
    // If the user has moved on, stay there.
    guard let held, focus == held.chosen else { return }
    focus = held.focus
    display.tab = held.tab
    display.isZoomed = held.isZoomed
    selection.tag = held.tag
  }

  /// Repeats the scenario's view changes in a replay.
  ///
  /// - Parameter places: the places in the record of the replayed statements.
  mutating func lookAgain(at places: Range<Int>) {
    for place in places.clamped(to: run.record.indices) where run.record[place].isTold {
      let command = run.record[place].statement.command
      if case .chapter = command {
        endLooks(ofChapter: true)
      } else if let command = command.viewCommand, command.kind.drawsTheEye {
        look(with: command, at: place)
      } else if run.record[place].endsLooks {
        endLooks()
      }
    }
  }
}

extension RecordedStatement {
  /// Whether it ends the scenario's view changes: an action with rows in the list. While time
  /// passes, they stay.
  var endsLooks: Bool {
    let command = statement.command
    return command.isAct && !command.isTime && !rows.isEmpty
  }
}

extension ViewCommand.Kind {
  /// Whether it guides the viewer for a while, as opposed to changing how the screen is drawn.
  fileprivate var drawsTheEye: Bool {
    switch self {
    case .focus, .zoom, .highlight: true
    case .speed, .layout, .theme, .systemRows, .reader, .borders, .find, .filter, .differences,
      .branches, .compare, .first, .when, .bind, .mouse, .copyCommand:
      false
    }
  }
}

extension Command {
  /// Whether it lets time pass, whatever else it does.
  fileprivate var isTime: Bool { traits.contains(.passesTime) }
  /// Whether it controls the presentation, and is not part of the story.
  var isStaging: Bool { traits.contains(.stages) }
}
