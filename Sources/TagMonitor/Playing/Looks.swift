import ScenarioEngine
import TagRuntime
import TagSimulation

/// What a scenario draws the eye to, in the present and where its record is shown again.
extension Monitor {
  /// Looks at what a statement of the scenario wants to be looked at.
  ///
  /// What stands between the title of a chapter and its first act holds for the chapter, anything
  /// else until the next act.
  ///
  /// - Parameters:
  ///   - command: what the statement wants.
  ///   - place: the place of the statement in the record.
  mutating func look(with command: ViewCommand, at place: Int) {
    // A moment is looked for while somebody watches, and not where the story only has to be over.
    if command.question != nil, !isPlaying { return }
    // No file that is played may have a command of its own choice run.
    if command.kind == .copyCommand { return }
    // What is highlighted is looked for in the event that is shown, not in the one drawn last.
    refreshView()
    let before = HeldView(
      focus: focus, tab: tab, isZoomed: isZoomed, tag: selection.tag, chosen: focus)
    let said = message
    obey(command)
    // Who watches is told nothing of how it is told, unless that went wrong.
    if message?.kind == .ok { message = said }
    guard command.kind.drawsTheEye else { return }
    let chosen = focus
    if command.kind != .highlight, isBeforeFirstAct(place) {
      playback.heldByChapter = playback.heldByChapter ?? before
      playback.heldByChapter?.chosen = chosen
    } else {
      playback.held = playback.held ?? before
      playback.held?.chosen = chosen
    }
  }

  /// Whether nothing was done yet in the chapter that a statement of the record belongs to.
  private func isBeforeFirstAct(_ place: Int) -> Bool {
    for entry in run.record.prefix(place).reversed() where entry.isTold {
      if case .chapter = entry.statement.command { return true }
      if entry.endsLooks { return false }
    }
    return false
  }

  /// Lets what was looked at stand until here, and no longer.
  ///
  /// - Parameter ofChapter: whether the chapter ends, too.
  mutating func endLooks(ofChapter: Bool = false) {
    leave(playback.held)
    playback.held = nil
    guard ofChapter else { return }
    leave(playback.heldByChapter)
    playback.heldByChapter = nil
  }

  private mutating func leave(_ held: HeldView?) {
    // Whoever has moved on stays there.
    guard let held, focus == held.chosen else { return }
    focus = held.focus
    tab = held.tab
    isZoomed = held.isZoomed
    selection.tag = held.tag
  }

  /// Draws the eye to what it was drawn to, where the record is shown again.
  ///
  /// - Parameter places: the places in the record of what was shown.
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
  /// Whether what was looked at before it has been seen: something was done that is in the list.
  /// While time passes, what is looked at is the show.
  var endsLooks: Bool {
    let command = statement.command
    return command.isAct && !command.isTime && !rows.isEmpty
  }
}

extension ViewCommand.Kind {
  /// Whether it leads the eye for a while, and does not change how the screen is drawn.
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
  /// Whether it says how the scenario is told, and nothing of what is told.
  var isStaging: Bool { traits.contains(.stages) }
}
