import ScenarioEngine

/// The state of a run that the keys depend on.
enum PlayingMoment: Sendable, Hashable {
  /// A scenario was opened, nothing was played, and its title card is shown.
  case titleCard
  /// The present is shown and nothing plays.
  case exploring
  /// The story paused; Space continues with the named part.
  case holds(next: String)
  /// The scenario or its record is playing.
  case playing
  /// A question to the audience is open, and Space shows the answer.
  case askOpen
  /// The past is shown and nothing plays.
  case lookingBack
  /// The scenario is over, and its end card is shown.
  case end
}

extension Monitor {
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

  /// The title of the next part, at the end of one: the next chapter, a branch of the scenario, or
  /// the next way to play it; nil within a chapter, and before the first.
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
