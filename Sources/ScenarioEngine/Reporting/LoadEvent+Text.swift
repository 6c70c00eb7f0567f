import TagRuntime
public import TagSimulation

extension LoadEvent.Kind {
  /// What was called back, in the words of the language; nil where nobody is called.
  public var words: String? {
    switch self {
    case .handedOut(let handing): "available " + handing.rawValue
    case .began(let kind): "refresh-begin " + kind.rawValue
    case .succeeded(let kind): "refresh-success " + kind.rawValue
    case .failed(let kind, let failure):
      "refresh-failure \(kind.rawValue) \(failure.rawValue)"
    case .opened, .openRefused, .refreshRefused, .closed: nil
    }
  }
}
