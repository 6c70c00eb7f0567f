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
/// Source: LegacySDK §3; TAGContainerOpener. A failure to load the saved copy is no reason to stop
/// waiting: the network follows.
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

    /// Why those that it ends the wait of are given the container, and on which thread.
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

/// The ways to open a container.
///
/// Legacy name: TAGContainerOpener
public enum OpenKind: String, Sendable, Hashable, CaseIterable {
  /// The opener is content with any saved container, however old, or else waits for the network.
  ///
  /// Legacy name: kTAGOpenTypePreferNonDefault
  case preferNonDefault = "prefer-non-default"
  /// The opener wants a saved container younger than 12 h, or else waits for the network.
  ///
  /// Legacy name: kTAGOpenTypePreferFresh
  case preferFresh = "prefer-fresh"
  /// The manager gives the container at once, as it is, and calls back about every refresh.
  ///
  /// Legacy name: TAGManager openContainerById:callback:
  case callback

  /// Whether an opener stands between the app and its container: then nobody else hears of
  /// refreshes.
  package var isOpener: Bool { self != .callback }
}

/// A container that the app has opened.
struct OpenContainer: Sendable {
  let id: String
  var compiled = CompiledContainer.empty
  /// What its evaluations hand on from one to the next.
  var memo = EvaluationMemo()
  var source = ContainerSource.none
  /// When it last came from the network; nil is never.
  var refreshed: WallTime?
  /// How the default container was looked for.
  var lookup = DefaultLookup()
  var opening: Opening
  var refresher: Refresher
  /// The last question to the tag server.
  var request: ContainerRequest?
  /// The number of its opening, which the answer of the disk carries.
  let number: Int
  /// Whether the refresh mode kept it from being loaded when it was opened.
  var isDefaultOnly = false
  var limiter: RefreshLimiter
  /// The path of its preview; nil where it is not previewed.
  var previewPath: String?
  /// Whether something better than the default has ever arrived.
  var hasLoaded = false
  /// Whether it was said that it was made for another platform.
  var isKnownAsForeign = false
  /// What the disk had.
  var savedOutcome = LoadOutcome.notAsked
  /// What the network had the last time.
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

/// Why an app has a container in its hands.
///
/// Legacy name: TAGContainerOpenerNotifier
public enum HandingOut: String, Sendable, Hashable, CaseIterable {
  /// The manager returned it at once, whatever was in it.
  case returned
  /// The opener found what it was asked for, or knows that it will not.
  case found
  /// The opener's time was over.
  case timedOut = "timed-out"
  /// It was open already, and nobody waited any more.
  case alreadyOpen = "already-open"
  /// Nothing was found, and the app is given a failed status and no container (Android).
  ///
  /// Source: Platforms §4.
  case failed
}

/// The thread on which an app is given a container: that which ended the wait.
///
/// Source: LegacySDK §3.2, LegacySDK §3.3, LegacySDK §15; TAGContainerOpener.h says only that it
/// may be any.
public enum HandingThread: String, Sendable, Hashable, CaseIterable {
  /// The one that asked for it, before its call returned.
  case caller
  /// The one on which the disk answered.
  case disk
  /// The one on which the network answered, or failed.
  case network
  /// The one of the opener's timer: on iOS its run loop is that of the caller; Android gives the
  /// timer a thread of its own.
  case timer

  /// The thread, in words, for an app that opens its containers on its main thread.
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

/// What the last load from one place came to.
public enum LoadOutcome: Sendable, Hashable {
  /// Nobody asked.
  case notAsked
  /// It has begun and not ended.
  case asked
  /// Nobody looked there, for the container is previewed.
  case notLookedAt
  /// It brought this version.
  case loaded(version: String)
  /// It brought this version, which came too late: something better was in use already.
  case notApplied(version: String)
  /// There was nothing newer.
  case unchanged
  /// What it brought is broken, for this reason, and was not used.
  case broken(String)
  /// It brought nothing.
  case failed(RefreshFailure)
}
