/// The flow of the openers of one container: they wait for the best container available in time.
/// Later openers join; their own preference and timeout do not count.
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
/// Source: LegacySDK §3; TAGContainerOpener. A failure to load the saved copy does not end the
/// wait: the network follows.
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

    /// The reason why waiting openers receive the container, and the thread.
    var handing: (why: HandingOut, thread: HandingThread) {
      switch self {
      case .joined: (.alreadyOpen, .caller)
      case .savedLoaded: (.found, .disk)
      case .networkLoaded, .networkFailed: (.found, .network)
      case .timedOut: (.timedOut, .timer)
      }
    }
  }

  let kind: OpenKind
  private(set) var state: State

  init(_ kind: OpenKind) {
    self.kind = kind
    state = kind.isOpener ? .waiting(notifiers: 1) : .done
  }

  var isWaiting: Bool { state != .done }

  /// Handles an event; returns the number of notifiers that are called now.
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

/// The ways to open a container.
///
/// Legacy name: TAGContainerOpener
public enum OpenKind: String, Sendable, Hashable, CaseIterable {
  /// The opener accepts any saved container, however old, or else waits for the network.
  ///
  /// Legacy name: kTAGOpenTypePreferNonDefault
  case preferNonDefault = "prefer-non-default"
  /// The opener requires a saved container younger than 12 h, or else waits for the network.
  ///
  /// Legacy name: kTAGOpenTypePreferFresh
  case preferFresh = "prefer-fresh"
  /// The manager returns the container at once, as it is, and calls back about every refresh.
  ///
  /// Legacy name: TAGManager openContainerById:callback:
  case callback

  /// Whether an opener is between the app and its container: then nothing else is notified of
  /// refreshes.
  package var isOpener: Bool { self != .callback }
}

struct OpenContainer: Sendable {
  let id: String
  var compiled = CompiledContainer.empty
  /// The memo that its evaluations pass from one to the next.
  var memo = EvaluationMemo()
  var source = ContainerSource.none
  /// The time at which it last came from the network; nil means never.
  var refreshed: WallTime?
  var lookup = DefaultLookup()
  var opening: Opening
  var refresher: Refresher
  /// The last request to the tag server.
  var request: ContainerRequest?
  /// The number of its opening, which the disk's answer contains.
  let number: Int
  /// Whether the refresh mode prevented loading when it was opened.
  var isDefaultOnly = false
  var limiter: RefreshLimiter
  /// The path of its preview; nil without a preview.
  var previewPath: String?
  /// Whether something better than the default has ever arrived.
  var hasLoaded = false
  /// Whether the log has said that it was made for another platform.
  var isKnownAsForeign = false
  /// The result from the disk.
  var savedOutcome = LoadOutcome.notAsked
  /// The last result from the network.
  var networkOutcome = LoadOutcome.notAsked

  init(
    _ id: String, _ kind: OpenKind, number: Int, afterRequest last: Int, _ settings: Settings
  ) {
    self.id = id
    self.number = number
    refresher = Refresher(afterRequest: last)
    opening = Opening(kind)
    limiter = RefreshLimiter(settings)
  }
}

/// The reason why an app receives a container.
///
/// Legacy name: TAGContainerOpenerNotifier
public enum HandingOut: String, Sendable, Hashable, CaseIterable {
  /// The manager returned it at once, with any content.
  case returned
  /// The opener found the requested container, or knows that it will not.
  case found
  /// The opener's time ran out.
  case timedOut = "timed-out"
  /// It was open already, and no opener was waiting.
  case alreadyOpen = "already-open"
  /// Nothing was found, and the app receives a failed status and no container (Android).
  ///
  /// Source: Platforms §4.
  case failed
}

/// The thread on which an app receives a container: the one that ended the wait.
///
/// Source: LegacySDK §3.2, LegacySDK §3.3, LegacySDK §15; TAGContainerOpener.h says only that it
/// may be any.
public enum HandingThread: String, Sendable, Hashable, CaseIterable {
  /// The thread that requested it, before its call returned.
  case caller
  case disk
  /// The thread on which the network answered, or failed.
  case network
  /// The thread of the opener's timer: on iOS its run loop is that of the caller; Android runs the
  /// timer on a separate thread.
  case timer

  /// Describes the thread, for an app that opens its containers on its main thread.
  package func words(on platform: Platform) -> String {
    switch self {
    case .caller: "on the main thread"
    case .disk: "on the disk's thread, not the main one"
    case .network: "on the network's thread, not the main one"
    case .timer:
      platform == .ios ? "on the main thread" : "on the timer's thread, not the main one"
    }
  }
}

/// The result of the last load from one source.
public enum LoadOutcome: Sendable, Hashable {
  /// No load was requested.
  case notAsked
  /// It has begun and not ended.
  case asked
  /// The source was skipped, because the container is previewed.
  case notLookedAt
  case loaded(version: String)
  /// It loaded this version too late: something better was in use already.
  case notApplied(version: String)
  /// There was nothing newer.
  case unchanged
  /// The loaded container is broken, for this reason, and was not used.
  case broken(String)
  case failed(RefreshFailure)
}
