import ScenarioEngine
import TagRuntime
import TagSimulation

/// Something that happened to a container, with the time since what began it.
struct LoadEntry: Sendable, Hashable {
  var event: LoadEvent
  /// From the question to its answer, or from the opening to the handing out.
  var took: Duration?

  /// The entries of a history, in order.
  ///
  /// - Complexity: O(n) in the events.
  static func all(_ loads: some Sequence<Timeline.Load>) -> [LoadEntry] {
    var begins: [Begin: Instant] = [:]
    return loads.map { load in
      let event = load.event
      var entry = LoadEntry(event: event)
      switch event.kind {
      case .opened: begins[Begin(event, nil)] = event.instant
      case .began(let kind): begins[Begin(event, kind)] = event.instant
      case .succeeded(let kind), .failed(let kind, _):
        entry.took = begins[Begin(event, kind)].map { event.instant - $0 }
      case .handedOut(.found), .handedOut(.timedOut):
        entry.took = begins[Begin(event, nil)].map { event.instant - $0 }
      case .handedOut, .openRefused, .refreshRefused, .closed: break
      }
      return entry
    }
  }

  private struct Begin: Hashable {
    var container: String
    var kind: RefreshKind?
    var launch: Int

    init(_ event: LoadEvent, _ kind: RefreshKind?) {
      container = event.container
      self.kind = kind
      launch = event.launch
    }
  }

  /// What happened, in words.
  var words: String {
    let text = event.words
    return took.map { text + ", after " + $0.preciseText } ?? text
  }

  var isTrouble: Bool {
    switch event.kind {
    case .failed(.network, _), .failed(.saved, .ioError), .failed(.saved, .serverError),
      .handedOut(.timedOut), .openRefused, .refreshRefused:
      true
    default: false
    }
  }
}

extension LoadEvent {
  /// What happened, in words.
  fileprivate var words: String {
    switch kind {
    case .opened(let kind): "opened: " + kind.meaning
    case .openRefused(let isOpen):
      "NOT opened: " + (isOpen ? "it is open already" : "\(Limits.openContainers) are open already")
    case .handedOut(.found): "handed to the app: \(inUse)"
    case .handedOut(.timedOut): "handed to the app because the time was over: \(inUse)"
    case .handedOut(.returned): "returned to the app at once: \(inUse)"
    case .handedOut(.alreadyOpen): "handed to the app at once, for it was open: \(inUse)"
    case .began(.saved): "disk asked for the saved copy"
    case .began(.network): "network asked"
    case .succeeded(.saved) where source == .saved: "disk answered: \(inUse)"
    case .succeeded(.saved): "disk answered too late: \(inUse) stays in use"
    case .succeeded(.network) where source == .network && !version.isEmpty:
      "network answered: v\(version) is in use"
    case .succeeded(.network): "network answered: \(inUse) is in use"
    case .failed(.saved, let failure): "disk answered: \(failure.words)"
    case .failed(.network, let failure): "network FAILED: \(failure.words)"
    case .refreshRefused: "refresh REFUSED: asked too often"
    case .closed: "closed"
    }
  }

  /// The container in use: "v7 saved".
  private var inUse: String { source.described(version: version) }
}

extension ContainerSource {
  /// A version from here, in a few letters: "v7 saved", "default", "an empty container".
  func described(version: String) -> String {
    if self == .none { return "an empty container" }
    return version.isEmpty ? rawValue : "v\(version) \(rawValue)"
  }
}

extension OpenKind {
  /// What the app asked for, in words.
  var meaning: String {
    switch self {
    case .preferNonDefault: "prefer-non-default, any saved copy will do"
    case .preferFresh: "prefer-fresh, a saved copy must be younger than 12 h"
    case .callback: "callback, at once and as it is"
    }
  }
}

extension Duration {
  /// The duration where milliseconds count: "5 ms", "180 ms", "2.0 s", else as usual.
  var preciseText: String {
    let milliseconds = wholeMilliseconds
    if milliseconds < 1000 { return "\(milliseconds) ms" }
    guard milliseconds < 60_000 else { return shortText }
    return "\(milliseconds / 1000).\(milliseconds / 100 % 10) s"
  }
}
