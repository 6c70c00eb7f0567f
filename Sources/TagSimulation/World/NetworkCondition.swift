/// How the phone's network is.
public enum NetworkCondition: Sendable, Hashable {
  /// Everything that is asked is answered.
  case online
  /// There is none.
  case offline
  /// Everything is answered, this late: the latency and up to as much again as the jitter.
  case slow(latency: Duration, jitter: Duration)
  /// Every server answers with this HTTP status.
  case status(Int)
  /// Nothing is answered; a request is given up after `Latency.timeout`.
  case timeout
  /// Connections break before an answer.
  case reset
  /// A portal answers everything with a page of its own and status 200.
  case captive
  /// Of this many requests in a hundred the connection breaks before they get anywhere.
  case lossy(percent: Int)
  /// Everything arrives, and no answer comes back.
  case answersLost
  /// Requests of one host get nowhere, as with an ad blocker.
  case blocked(host: String)

  /// The state in the words of the language.
  public var words: String {
    switch self {
    case .online: "online"
    case .offline: "offline"
    case .slow: "slow"
    case .status(let status): "status \(status)"
    case .timeout: "timeout"
    case .reset: "reset"
    case .captive: "captive"
    case .lossy(let percent): "lossy \(percent)%"
    case .answersLost: "answers-lost"
    case .blocked(let host): "blocked \(host)"
    }
  }
}
