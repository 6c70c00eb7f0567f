import TagRuntime
import TagSimulation

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
        .failed(
          Failure(row: failure.row, lines: BoundedText.cut(failure.lines, leftOut: failure.leftOut))
        )
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
    /// Whether it names something that is not there, so that it can never be so.
    var isMistake = false
    /// How many more lines there are, beyond those that a result shows.
    var leftOut = 0
  }

  /// The statement.
  public var statement: Statement
  /// What came of it.
  public var outcome: Outcome
  /// What is to be known of it though it held, one sentence each.
  public var remarks: [String] = []

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

/// Why a statement could not be done.
enum RunFault: Error, Sendable, Hashable {
  /// The world does not allow it now.
  case act(ActError)
  /// It goes back in time, by so much, from what the clock shows.
  case past(Duration, present: String)
  /// The screen that is seen has no button of that letter, or at that place.
  case unknownLetter(String, screen: String, known: [String])
  /// It does nothing under the generation of the SDK that the app is built with.
  case meaningless(String)
  /// The container it names is not for the generation of the SDK that the app is built with.
  case otherGeneration(String, SDKGeneration)
  /// The file it names was not read before the run.
  case fileNotRead(String)

  var sentence: String {
    switch self {
    case .act(let error): error.sentence
    case .past(let duration, let present):
      "the time is \(duration.shortText) before the present (\(present)): time does not go back"
    case .unknownLetter(let key, let screen, let known):
      "screen \"\(screen)\" has no button \(key); its buttons are "
        + (known.isEmpty ? "none" : known.joined(separator: ", "))
    case .meaningless(let sentence): sentence
    case .otherGeneration(let path, let generation):
      path + ": " + ScenarioHeader.SDK(generation).refusal()
    case .fileNotRead(let path): "the file \(path) was not read before the run"
    }
  }
}
