import TagRuntime
import TagSimulation

/// Why a statement could not be done.
enum RunFault: Error, Sendable, Hashable {
  /// The world does not allow it now.
  case act(ActError)
  /// It goes back in time, by so much, from what the clock shows.
  case past(Duration, present: String)
  /// The container it names is not for the generation of the SDK that the app is built with.
  case otherGeneration(String, SDKGeneration)
  /// The file it names was not read before the run.
  case fileNotRead(String)

  var sentence: String {
    switch self {
    case .act(let error): error.sentence
    case .past(let duration, let present):
      "the time is \(duration.shortText) before the present (\(present)): time does not go back"
    case .otherGeneration(let path, let generation):
      path + ": " + ScenarioHeader.SDK(generation).refusal()
    case .fileNotRead(let path): "the file \(path) was not read before the run"
    }
  }
}
