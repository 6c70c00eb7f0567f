/// The flow of one container's loads: the saved copy once, then the network again and again. The
/// two may overlap, for an app may ask for a refresh while the disk is still read.
///
/// ```
///   disk      untouched ──load──► reading ──answer──► done
///                    └──load, while previewed────────►─┘ (a saved copy is not looked at)
///
///   network      idle ──load, timer, refresh──► loading(n) ──answer n──► scheduled
///                  │                              ▲    │ ▲                   │
///                  │   saved copy, still fresh    │    └─┘ preview changed:  │
///                  └───────────► scheduled ───────┘        n + 1             │
///                                    ▲   timer, refresh                      │
///                                    └───────────────────────────────────────┘
/// ```
///
/// Source: TAGContainer and TAGResourceLoaderScheduler, sections 3.4 and 3.5 of the behaviour
/// notes: what a load came to is told before the next one begins; 12 h after a success, 1 h after a
/// failure, one load pending at most, a new one replaces it. A refresh while a request is under way
/// is answered by that request, for its end would cancel a second one. The answer of a request that
/// a preview overtook is nobody's, and its beginning has no end. Requests are numbered through the
/// whole process, so that a container that is closed and opened again does not take an answer that
/// was meant for the one before.
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

  /// The first load after the container was opened.
  mutating func load(isPreviewed: Bool) -> [Action] {
    guard disk == .untouched else { return [] }
    guard isPreviewed else {
      disk = .reading
      return [.began(.saved), .readSaved]
    }
    disk = .done
    return [.began(.saved), .failed(.saved, .noSavedContainer)] + fetch()
  }

  /// The disk had a copy that is due to be renewed in some time.
  mutating func savedFound(dueIn due: Duration) -> [Action] {
    guard disk == .reading else { return [] }
    disk = .done
    // A request that the app asked for meanwhile is not cancelled; its end sets the next timer.
    guard !isLoading else { return [.succeeded(.saved)] }
    return [.succeeded(.saved)] + schedule(in: due)
  }

  /// The disk had none; the failure is told before the network is asked.
  mutating func savedMissing(_ failure: RefreshFailure, isStillDefault: Bool) -> [Action] {
    guard disk == .reading else { return [] }
    disk = .done
    return [.failed(.saved, failure)] + (isStillDefault && !isLoading ? fetch() : [])
  }

  mutating func timerFired() -> [Action] {
    guard network == .scheduled else { return [] }
    return fetch()
  }

  /// The app's refresh was accepted.
  mutating func refreshAccepted() -> [Action] {
    switch network {
    case .loading: []
    case .scheduled: [.cancelTimer] + fetch()
    case .idle: fetch()
    }
  }

  /// A preview began or ended, and its refresh was accepted.
  mutating func previewChanged() -> [Action] {
    (network == .scheduled ? [.cancelTimer] : []) + fetch()
  }

  /// Whether an answer is the one that is waited for.
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
