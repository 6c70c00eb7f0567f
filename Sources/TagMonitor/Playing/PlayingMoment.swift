import ScenarioEngine

/// Where a run stands, as far as the keys depend on it.
enum PlayingMoment: Sendable, Hashable {
  /// A scenario was opened, nothing was played, and its title card is shown.
  case titleCard
  /// The present is shown and nothing plays.
  case exploring
  /// What is told ended for now; Space goes on with what is named.
  case holds(next: String)
  /// The scenario is being played, or its record.
  case playing
  /// The room was asked something, and Space shows the answer.
  case askOpen
  /// The past is shown and nothing plays.
  case lookingBack
  /// The scenario is over, and its last card is shown.
  case end
}

extension Monitor {
  /// Where the run stands.
  var moment: PlayingMoment {
    switch overlay {
    case .titleCard?: return .titleCard
    case .end?: return .end
    default: break
    }
    if isAsking { return .askOpen }
    if isPlaying { return .playing }
    if let replay {
      return replay.isHolding ? .holds(next: title(at: replay)) : .lookingBack
    }
    if cursor != nil { return .lookingBack }
    if let title = nextTitle { return .holds(next: title) }
    return .exploring
  }

  /// What comes next where something ends here: the next chapter, a branch of the scenario, or the
  /// next way to play it; nil within a chapter, and before the first.
  var nextTitle: String? {
    if isOver, run.position > 0 { return nextStory?.title }
    guard run.story.last?.chapter != nil, case .chapter(let title)? = run.next?.command else {
      return nil
    }
    return title
  }

  private func title(at replay: Replay) -> String {
    guard run.record.indices.contains(replay.place),
      case .chapter(let title) = run.record[replay.place].statement.command
    else { return "" }
    return title
  }
}
