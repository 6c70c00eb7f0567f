/// The flow of one container's loads: the saved copy once, then the network repeatedly. The two may
/// overlap, because an app may request a refresh while the disk is still read.
///
/// ```
///   disk      untouched ──load──► reading ──answer──► done
///                    └──load, while previewed────────►─┘ (a saved copy is ignored)
///
///   network      idle ──load, timer, refresh──► loading(n) ──answer n──► scheduled
///                  │                              ▲    │ ▲                   │
///                  │   saved copy, still fresh    │    └─┘ preview changed:  │
///                  └───────────► scheduled ───────┘        n + 1             │
///                                    ▲   timer, refresh                      │
///                                    └───────────────────────────────────────┘
/// ```
///
/// Source: LegacySDK §4, LegacySDK §5.1; TAGContainer and TAGResourceLoaderScheduler: the result of
/// a load is reported before the next one begins; 12 h after a success, 1 h after a failure, one
/// load pending at most, a new one replaces it. A refresh while a request is under way is answered
/// by that request, because its end would cancel a second one. The answer of a request that a
/// preview overtook is ignored, and its beginning has no end. Requests are numbered through the
/// whole process, so that a container that is closed and opened again does not accept an answer
/// that was meant for the one before.
struct Refresher: Sendable, Hashable {
  enum Disk: Sendable, Hashable {
    case untouched
    case reading
    case done
  }

  enum Network: Sendable, Hashable {
    case idle
    case scheduled
    case loading(request: Int)
  }

  enum Action: Sendable, Hashable {
    case readSaved
    case fetch(request: Int)
    case startTimer(Duration)
    case cancelTimer
    case began(RefreshKind)
    case succeeded(RefreshKind)
    case failed(RefreshKind, RefreshFailure)
  }

  private(set) var disk = Disk.untouched
  private(set) var network = Network.idle
  /// The number of the last request of the process.
  private(set) var requests: Int

  init(afterRequest last: Int) { requests = last }

  var isLoading: Bool {
    if case .loading = network { true } else { false }
  }

  /// Begins the first load after the container was opened.
  mutating func load(isPreviewed: Bool) -> [Action] {
    guard disk == .untouched else { return [] }
    guard isPreviewed else {
      disk = .reading
      return [.began(.saved), .readSaved]
    }
    disk = .done
    return [.began(.saved), .failed(.saved, .noSavedContainer)] + fetch()
  }

  /// Handles a saved copy that must be renewed in some time.
  mutating func savedFound(dueIn due: Duration) -> [Action] {
    guard disk == .reading else { return [] }
    disk = .done
    // A request that the app made meanwhile is not cancelled; its end sets the next timer.
    guard !isLoading else { return [.succeeded(.saved)] }
    return [.succeeded(.saved)] + schedule(in: due)
  }

  /// Handles a missing saved copy; the failure is reported before the network request.
  mutating func savedMissing(_ failure: RefreshFailure, isStillDefault: Bool) -> [Action] {
    guard disk == .reading else { return [] }
    disk = .done
    return [.failed(.saved, failure)] + (isStillDefault && !isLoading ? fetch() : [])
  }

  mutating func timerFired() -> [Action] {
    guard network == .scheduled else { return [] }
    return fetch()
  }

  /// Handles an accepted refresh of the app.
  mutating func refreshAccepted() -> [Action] {
    switch network {
    case .loading: []
    case .scheduled: [.cancelTimer] + fetch()
    case .idle: fetch()
    }
  }

  /// Handles a preview that began or ended, whose refresh was accepted.
  mutating func previewChanged() -> [Action] {
    (network == .scheduled ? [.cancelTimer] : []) + fetch()
  }

  /// Whether a request's answer is the expected one.
  func waits(for request: Int) -> Bool { network == .loading(request: request) }

  mutating func succeeded(nextIn period: Duration) -> [Action] {
    network = .idle
    return [.succeeded(.network)] + schedule(in: period)
  }

  mutating func failed(_ failure: RefreshFailure, nextIn period: Duration) -> [Action] {
    network = .idle
    return [.failed(.network, failure)] + schedule(in: period)
  }

  private mutating func schedule(in delay: Duration) -> [Action] {
    if delay <= .zero { return refreshAccepted() }
    network = .scheduled
    return [.startTimer(delay)]
  }

  private mutating func fetch() -> [Action] {
    requests += 1
    network = .loading(request: requests)
    return [.began(.network), .fetch(request: requests)]
  }
}

/// The token bucket that limits an app's refreshes.
///
/// Source: LegacySDK §5.2; TAGContainer `useAvailableToken`. The reference time moves only when a
/// refresh is accepted, so that fractions of a quarter hour are lost then. On Android it also moves
/// when one is refused for lack of tokens, and fractions are kept (Platforms §5).
struct RefreshLimiter: Sendable, Hashable {
  private(set) var tokens: Int
  /// The earned part of the next token, if fractions count.
  private var fraction = Duration.zero
  private(set) var lastAccepted: Instant?

  init(_ settings: Settings) { tokens = settings.refreshTokens }

  mutating func accepts(at now: Instant, _ settings: Settings) -> Bool {
    if settings.platform.rules.tokensGrowSteadily { return acceptsSteadily(at: now, settings) }
    let allowance = allowance(at: now, settings)
    guard allowance.wait <= .zero else { return false }
    tokens = allowance.tokens - 1
    lastAccepted = now
    return true
  }

  private mutating func acceptsSteadily(at now: Instant, _ settings: Settings) -> Bool {
    if let lastAccepted, now - lastAccepted < settings.refreshBurst { return false }
    let allowance = allowance(at: now, settings)
    let isAccepted = allowance.tokens > 0
    tokens = isAccepted ? allowance.tokens - 1 : 0
    fraction = allowance.nextToken.map { settings.refreshTokenPeriod - $0 } ?? .zero
    lastAccepted = now
    return isAccepted
  }

  /// Returns what would happen to a refresh now.
  func allowance(at now: Instant, _ settings: Settings) -> RefreshAllowance {
    guard let lastAccepted else {
      return RefreshAllowance(
        tokens: tokens, limit: settings.refreshTokens, wait: .zero, nextToken: nil)
    }
    let period = settings.refreshTokenPeriod.wholeMilliseconds
    let pause = now - lastAccepted
    let elapsed = pause + fraction
    let periods = elapsed.wholeMilliseconds / period
    let earned = min(settings.refreshTokens, tokens + Int(clamping: periods))
    let burst = max(.zero, settings.refreshBurst - pause)
    let nextToken = Duration.milliseconds((periods + 1) * period) - elapsed
    return RefreshAllowance(
      tokens: earned, limit: settings.refreshTokens,
      wait: max(burst, earned > 0 ? .zero : nextToken),
      nextToken: earned < settings.refreshTokens ? nextToken : nil)
  }
}

/// Whether containers are loaded at all.
///
/// Source: LegacySDK §2.2; TAGManager, property refreshMode.
public enum RefreshMode: String, Sendable, Hashable, CaseIterable {
  /// Containers come from the disk and the network.
  ///
  /// Legacy name: kTAGRefreshModeStandard
  case standard
  /// Only the default container of the bundle is used; meant for development.
  ///
  /// Legacy name: kTAGRefreshModeDefaultContainer
  case defaultContainer = "default-container"
}

/// The source that a refresh reads from.
public enum RefreshKind: String, Sendable, Hashable, CaseIterable {
  /// The copy on disk.
  ///
  /// Legacy name: kTAGContainerCallbackRefreshTypeSaved
  case saved
  /// The network.
  ///
  /// Legacy name: kTAGContainerCallbackRefreshTypeNetwork
  case network
}

/// The reason why a refresh loaded nothing.
///
/// Source: LegacySDK §4.4; TAGContainerCallback. The header does not say what `unknown` is for;
/// here it is an answer with an invalid HTTP status (below 100 or above 599).
public enum RefreshFailure: String, Error, Sendable, Hashable, CaseIterable {
  /// The disk holds no copy.
  ///
  /// Legacy name: kTAGContainerCallbackRefreshFailureNoSavedContainer
  case noSavedContainer = "no-saved-container"
  /// The disk could not be read.
  ///
  /// Legacy name: kTAGContainerCallbackRefreshFailureIoError
  case ioError = "io-error"
  /// The phone is offline.
  ///
  /// Legacy name: kTAGContainerCallbackRefreshFailureNoNetwork
  case noNetwork = "no-network"
  /// The request failed on its way, or the server answered with an error.
  ///
  /// Legacy name: kTAGContainerCallbackRefreshFailureNetworkError
  case networkError = "network-error"
  /// The server knows no such container, or its answer is not one.
  ///
  /// Legacy name: kTAGContainerCallbackRefreshFailureServerError
  case serverError = "server-error"
  /// Anything else.
  ///
  /// Legacy name: kTAGContainerCallbackRefreshFailureUnknownError
  case unknown = "unknown-error"

  /// The failure in words that can follow a colon, such as "the phone is offline".
  public var words: String {
    switch self {
    case .noSavedContainer: "no saved copy"
    case .ioError: "the disk could not be read"
    case .noNetwork: "the phone is offline"
    case .networkError: "the request failed, or the server answered with an error"
    case .serverError: "no container there, or something that is not a container"
    case .unknown: "an answer that is not a container"
    }
  }
}
