import ScenarioEngine
import TagSimulation

/// Moments of the run, found by their state: `first queue size > 3`.
extension Monitor {
  /// Selects the moment that answers a question: the first of the run or, if one is selected
  /// already, the next.
  mutating func seek(_ question: MomentQuestion) {
    let isAgain = telling.asked?.question == question && telling.asked?.row == cursor
    let after = question.goesOn || isAgain ? cursor ?? 0 : 0
    var answer = answer(to: question, after: after)
    // If the answer is already selected, find the next one.
    if case .found(let row?) = answer.outcome, row == cursor {
      answer = self.answer(to: question, after: row)
    }
    switch answer.outcome {
    case .found(let row):
      look(at: row)
      telling.asked = AskedMoment(question: question, row: cursor)
      message = .hint(answer.sentence)
    case .never: message = .hint(answer.sentence)
    case .mistake: message = .failure(answer.sentence)
    }
  }

  /// Repeats the last question, from the selected row on.
  mutating func seekNext() {
    guard var question = telling.asked?.question else {
      return say(.hint("no question yet: type one, as in first queue size > 3"))
    }
    question.goesOn = true
    seek(question)
  }

  private func answer(to question: MomentQuestion, after row: Int) -> MomentAnswer {
    // Rows after an open question stay hidden.
    run.moment(of: question, after: row, upTo: shownRows)
  }
}

extension Monitor {
  var moment: PlayingMoment {
    if let moment = overlay?.moment { return moment }
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
