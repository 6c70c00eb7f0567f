import TagRuntime
import TagSimulation
import TagWords

/// One executed statement with its outcome, and remarks if it is an expectation.
public struct StatementResult: Sendable, Hashable {
  /// An act is done or could not be executed; an expectation passed or failed.
  public enum Outcome: Sendable, Hashable {
    /// It had an effect; the text describes it.
    case done(String)
    /// Its expectation is true.
    case passed
    /// Its expectation is not true.
    case failed(Failure)
    /// It could not be executed.
    case error(String)

    /// The outcome with its texts cut to the limits of a report.
    var bounded: Outcome {
      switch self {
      // The texts of effects consist of parts with limits.
      case .done, .passed: self
      case .failed(let failure):
        .failed(
          Failure(row: failure.row, lines: BoundedText.cut(failure.lines, leftOut: failure.leftOut))
        )
      case .error(let sentence): .error(BoundedText.cut(sentence))
      }
    }
  }

  /// The reasons why an expectation failed, in lines of plain text.
  public struct Failure: Sendable, Hashable {
    /// The number of the checked row; nil if it was not an event.
    public var row: Int?
    /// The actual state and its explanation.
    public var lines: [String]
    /// Whether it names something that does not exist, so that it can never be true.
    var isMistake = false
    /// How many more lines there are, beyond those that a result shows.
    var leftOut = 0
  }

  /// The statement that was executed.
  public var statement: Statement
  /// The effect or the error of an act, or the verdict on an expectation.
  public var outcome: Outcome
  /// Remarks on an expectation that passed, one sentence each.
  public var remarks: [String] = []

  /// Whether it is an expectation, or an act that could not be executed: a point of a report.
  public var isPoint: Bool {
    if case .done = outcome { false } else { true }
  }

  /// Whether it is an expectation, passed or failed; an act that could not be executed is not.
  public var isExpectation: Bool {
    switch outcome {
    case .passed, .failed: true
    case .done, .error: false
    }
  }

  /// Whether it failed or could not be executed.
  public var isFailure: Bool {
    switch outcome {
    case .failed, .error: true
    case .done, .passed: false
    }
  }
}

/// The reason why a statement could not be executed.
enum RunFault: Error, Sendable, Hashable {
  /// The world does not allow it now.
  case act(ActError)
  /// It refers to the past, by this duration, from the time on the clock.
  case past(Duration, present: String)
  /// The visible screen has no button with that letter, or at that place.
  case unknownLetter(String, screen: String, known: [String])
  /// It has no effect under the SDK generation of the app.
  case meaningless(String)
  /// The container is not for the SDK generation of the app.
  case otherGeneration(String, SDKGeneration)
  /// The file was not read before the run.
  case fileNotRead(String)

  var sentence: String {
    switch self {
    case .act(let error): error.sentence
    case .past(let duration, let present):
      "the time is \(duration.shortText) before the present (\(present)), and time does not run "
        + "backwards"
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
