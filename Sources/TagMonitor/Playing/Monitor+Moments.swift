import ScenarioEngine

/// The question that was asked last, and where its answer is.
struct AskedMoment: Sendable, Hashable {
  let question: MomentQuestion
  /// The number of the row; nil for the present.
  let row: Int?
}

/// Moments of the run that are sought by what is so then: `first queue size > 3`.
extension Monitor {
  /// Looks at the moment that a question seeks: the first of the run, or the next one where such a
  /// moment is looked at.
  mutating func seek(_ question: MomentQuestion) {
    let isAgain = asked?.question == question && asked?.row == cursor
    let after = question.goesOn || isAgain ? cursor ?? 0 : 0
    var answer = answer(to: question, after: after)
    // Who stands on one wants to see another.
    if case .found(let row?) = answer.outcome, row == cursor {
      answer = self.answer(to: question, after: row)
    }
    switch answer.outcome {
    case .found(let row):
      look(at: row)
      asked = AskedMoment(question: question, row: cursor)
      message = Message(kind: .hint, text: answer.sentence)
    case .never: message = Message(kind: .hint, text: answer.sentence)
    case .mistake: message = Message(kind: .failure, text: answer.sentence)
    }
  }

  /// Asks the last question again, from where one stands.
  mutating func seekNext() {
    guard var question = asked?.question else {
      message = Message(
        kind: .hint, text: "nothing was asked for yet: type a question, as in first queue size > 3")
      return
    }
    question.goesOn = true
    seek(question)
  }

  private func answer(to question: MomentQuestion, after row: Int) -> MomentAnswer {
    // What comes after an open question is not to be found out.
    run.moment(of: question, after: row, upTo: shownRows)
  }
}
