/// The flow of the openers of one container: they wait for the best container that can be had in
/// time. Openers that come meanwhile join; their own preference and timeout do not count.
///
/// ```
///              saved copy (any age, or fresh enough)
///              network: success or failure              notifies all that wait, in order
///              timeout
///   waiting ──────────────────────────────────────────► done ◄── opened by callback
///    │   ▲                                               │
///    └───┘ another opener joins                          └─ another opener is notified at once
/// ```
///
/// Source: TAGContainerOpener, sections 4.2 and 4.3 of the behaviour notes. A failure to load the
/// saved copy is no reason to stop waiting: the network follows.
struct Opening: Sendable, Hashable {
  enum State: Sendable, Hashable {
    case waiting(notifiers: Int)
    case done
  }

  enum Event: Sendable {
    case joined
    case savedLoaded(isFresh: Bool)
    case networkLoaded
    case networkFailed
    case timedOut
  }

  let kind: OpenKind
  private(set) var state: State

  init(_ kind: OpenKind) {
    self.kind = kind
    state = kind.isOpener ? .waiting(notifiers: 1) : .done
  }

  var isWaiting: Bool { state != .done }

  /// Takes an event; gives the number of notifiers that are called now.
  mutating func handle(_ event: Event) -> Int {
    switch (state, event) {
    case (.done, .joined): return 1
    case (.done, .savedLoaded), (.done, .networkLoaded), (.done, .networkFailed),
      (.done, .timedOut):
      return 0
    case (.waiting(let notifiers), .joined):
      state = .waiting(notifiers: notifiers + 1)
      return 0
    case (.waiting, .savedLoaded(isFresh: false)) where kind == .preferFresh: return 0
    case (.waiting(let notifiers), .savedLoaded), (.waiting(let notifiers), .networkLoaded),
      (.waiting(let notifiers), .networkFailed), (.waiting(let notifiers), .timedOut):
      state = .done
      return notifiers
    }
  }
}
