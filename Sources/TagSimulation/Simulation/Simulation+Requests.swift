public import TagRuntime

extension Simulation {
  /// What is to become of a request, drawn when it leaves.
  struct RequestFate: Sendable, Hashable {
    /// Whether it gets to the collector.
    var arrives: Bool
    /// What the phone sees in the end.
    var answer: RequestLog.Answer
    /// How long that takes.
    var delay: Duration
  }

  /// Puts a request on its way.
  ///
  /// The collector has it half way; what happens to the process after that does not undo it.
  mutating func send(_ request: HitRequest) {
    let number = world.requests.begin(request, at: now.wall)
    let fate = fate(of: request)
    if fate.arrives {
      events.schedule(
        .collectorReceived(request: number, hits: request.hits), at: now.instant + fate.delay / 2,
        launch: launches)
    }
    startJob(.collectorAnswered(request: number, request.queue, fate), fate.delay)
  }

  private mutating func fate(of request: HitRequest) -> RequestFate {
    let usual = delay(world.latency.collector)
    func lost(_ reason: String, _ delay: Duration? = nil) -> RequestFate {
      RequestFate(arrives: false, answer: .none(reason), delay: delay ?? usual)
    }
    switch world.network {
    case .offline: return lost("no network")
    case .timeout: return lost("timed out")
    case .reset: return lost("the connection broke")
    case .captive: return RequestFate(arrives: false, answer: .portal, delay: usual)
    case .blocked(let host) where request.host == host: return lost("\(host) is blocked")
    case .lossy(let percent) where random.integer(in: 0...99) < Int64(percent):
      return lost("the connection broke")
    case .answersLost:
      return RequestFate(
        arrives: true, answer: .none("the answer was lost"), delay: world.latency.timeout)
    case .status(let status):
      return RequestFate(
        arrives: (200..<300).contains(status), answer: .status(status), delay: usual)
    case .online, .slow, .lossy, .blocked:
      return RequestFate(arrives: true, answer: .status(200), delay: usual)
    }
  }

  /// The collector takes a request, if the network still carries it.
  mutating func collectorReceived(_ number: Int, _ hits: [StoredHit]) {
    guard world.isOnline else { return }
    world.requests.receive(number)
    for stored in hits {
      world.ledger.receive(
        stored.id, isStored: world.disk.hit(stored.id) != nil, at: trueTime,
        cutoff: world.cutoff(of: stored.hit))
    }
  }

  /// The answer comes, or it is clear that none does.
  mutating func collectorAnswered(_ number: Int, _ queue: HitQueue, _ fate: RequestFate) {
    let answer = world.isOnline ? fate.answer : .none("no network")
    world.requests.end(number, answer, at: now.wall)
    swallowing = answer == .portal
    defer { swallowing = false }
    switch answer {
    case .status(let status): ask(.delivered(queue, .response(status: status)))
    case .portal: ask(.delivered(queue, .response(status: 200)))
    case .none, .processEnded: ask(.delivered(queue, .noResponse))
    }
  }
}

extension HitRequest {
  /// The host of its address.
  public var host: String {
    let rest = url.split(separator: "//", maxSplits: 1).last ?? ""
    return String(rest.prefix { $0 != "/" && $0 != ":" && $0 != "?" })
  }
}
