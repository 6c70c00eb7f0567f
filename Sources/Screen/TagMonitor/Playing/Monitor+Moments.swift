import ScenarioEngine

/// The last question for a moment, and the row of its answer.
struct AskedMoment: Sendable, Hashable {
  let question: MomentQuestion
  /// The number of the row; nil for the present.
  let row: Int?
}

/// Moments of the run, found by their state: `first queue size > 3`.
extension Monitor {
  /// Selects the moment that answers a question: the first of the run or, if one is selected
  /// already, the next.
  mutating func seek(_ question: MomentQuestion) {
    let isAgain = asked?.question == question && asked?.row == cursor
    let after = question.goesOn || isAgain ? cursor ?? 0 : 0
    var answer = answer(to: question, after: after)
    // If the answer is already selected, find the next one.
    if case .found(let row?) = answer.outcome, row == cursor {
      answer = self.answer(to: question, after: row)
    }
    switch answer.outcome {
    case .found(let row):
      look(at: row)
      asked = AskedMoment(question: question, row: cursor)
      message = .hint(answer.sentence)
    case .never: message = .hint(answer.sentence)
    case .mistake: message = .failure(answer.sentence)
    }
  }

  /// Repeats the last question, from the selected row on.
  mutating func seekNext() {
    guard var question = asked?.question else {
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
