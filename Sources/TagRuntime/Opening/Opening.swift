/// The flow of one opener: it waits for the best container it can get in time.
///
/// ```
///              saved (any age, or fresh enough)
///              network success or failure
///              timeout
///   waiting ───────────────────────────────────► done
/// ```
///
/// Source: TAGContainerOpener, section 4.2 of the behaviour notes. A failure to load the saved
/// copy is no reason to stop waiting: the network follows.
struct Opening: Sendable, Hashable {
  enum State: Sendable, Hashable {
    case waiting
    case done
  }

  enum Event: Sendable {
    case savedLoaded(isFresh: Bool)
    case networkLoaded
    case networkFailed
    case timedOut
  }

  let kind: OpenKind
  private(set) var state = State.waiting

  init(_ kind: OpenKind) { self.kind = kind }

  /// Takes an event; true exactly once, when the container is to be handed out.
  mutating func handle(_ event: Event) -> Bool {
    guard state == .waiting else { return false }
    switch event {
    case .savedLoaded(let isFresh):
      if kind == .preferFresh, !isFresh { return false }
    case .networkLoaded, .networkFailed, .timedOut: break
    }
    state = .done
    return true
  }
}
