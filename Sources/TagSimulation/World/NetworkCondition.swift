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
    }
  }
}
