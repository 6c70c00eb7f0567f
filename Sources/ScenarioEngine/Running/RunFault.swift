import TagSimulation

/// Why a statement could not be done.
enum RunFault: Error, Sendable, Hashable {
  /// The world does not allow it now.
  case act(ActError)
  /// The file it names was not read before the run.
  case fileNotRead(String)

  var sentence: String {
    switch self {
    case .act(let error): error.sentence
    case .fileNotRead(let path): "the file \(path) was not read before the run"
    }
  }
}
