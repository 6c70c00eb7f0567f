/// What came of one statement.
public struct StatementResult: Sendable, Hashable {
  /// The kinds of results.
  public enum Outcome: Sendable, Hashable {
    /// It did something; a few words on what happened.
    case done(String)
    /// It expected something that is so.
    case passed
    /// It expected something that is not so.
    case failed(Failure)
    /// It could not be done.
    case error(String)

    /// The outcome with its texts cut to what a report can take.
    var bounded: Outcome {
      switch self {
      // What was done is made of parts that are bounded.
      case .done, .passed: self
      case .failed(let failure):
        .failed(Failure(row: failure.row, lines: BoundedText.cut(failure.lines)))
      case .error(let sentence): .error(BoundedText.cut(sentence))
      }
    }
  }

  /// Why an expectation failed, in lines of plain text.
  public struct Failure: Sendable, Hashable {
    /// The number of the row that was looked at; nil where it was no event.
    public var row: Int?
    /// What was found and why.
    public var lines: [String]
  }

  /// The statement.
  public var statement: Statement
  /// What came of it.
  public var outcome: Outcome

  /// Whether it is an expectation, or an act that could not be done: a point of a report.
  public var isPoint: Bool {
    if case .done = outcome { false } else { true }
  }

  /// Whether it was expected and is so or not; an act that could not be done is no expectation.
  public var isExpectation: Bool {
    switch outcome {
    case .passed, .failed: true
    case .done, .error: false
    }
  }

  /// Whether it went wrong.
  public var isFailure: Bool {
    switch outcome {
    case .failed, .error: true
    case .done, .passed: false
    }
  }
}
