public import TagRuntime

extension Simulation {
  /// The fate of a request, drawn when it leaves.
  package struct RequestFate: Sendable, Hashable {
    /// Whether it reaches the collector.
    var arrives: Bool
    /// The phone's final answer.
    var answer: RequestLog.Answer
    /// The time until that answer.
    var delay: Duration
  }

  /// Sends a request.
  ///
  /// The collector receives it half way; the end of the process after that does not undo it.
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
    // The host of earlier releases stands for all of Firebase's (Firebase §8).
    case .blocked(let host)
    where request.host == host || host == "app-measurement.com" && request.queue == .firebase:
      return lost("\(host) is blocked")
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

  /// Handles a request that reaches the collector, if the network still carries it.
  mutating func collectorReceived(_ number: Int, _ hits: [StoredHit]) {
    guard world.isOnline else { return }
    world.requests.receive(number)
    let now = trueTime
    // Moved out meanwhile, so that its sessions are not copied.
    var collector = world.collector
    world.collector = Collector()
    defer { world.collector = collector }
    for stored in hits {
      let zone = world.reportZone(of: stored.hit)
      world.ledger.receive(
        stored.id, isStored: world.disk.hit(stored.id) != nil, at: now,
        cutoff: world.cutoff(of: stored.hit)
      ) { collector.judge(stored.hit, at: now, zone) }
    }
  }

  /// Handles the answer, or its absence.
  mutating func collectorAnswered(_ number: Int, _ queue: HitQueue, _ fate: RequestFate) {
    // A request that the network lost half way is not answered when the network returns.
    let isCarried = world.isOnline && (!fate.arrives || world.requests.isReceived(number))
    let answer = isCarried ? fate.answer : .none("no network")
    world.requests.end(number, answer, at: now.wall)
    context?.isSwallowing = answer == .portal
    defer { context?.isSwallowing = false }
    switch answer {
    case .status(let status): give(.delivered(queue, .response(status: status)))
    case .portal: give(.delivered(queue, .response(status: 200)))
    case .none, .processEnded: give(.delivered(queue, .noResponse))
    }
  }
}

extension HitRequest {
  /// The host of its URL.
  package var host: String {
    let rest = url.split(separator: "//", maxSplits: 1).last ?? ""
    return String(rest.prefix { $0 != "/" && $0 != ":" && $0 != "?" })
  }
}

/// The requests that carried hits, with their answers.
public struct RequestLog: Sendable {
  /// The number of requests that are remembered individually; the numbers continue beyond it.
  package static let remembered = 1000

  /// A request from its sending to its end, with the hits that it carried.
  public struct Entry: Sendable, Hashable {
    /// Its number on this phone, from 1.
    public var number: Int
    /// The request itself.
    public var request: HitRequest
    /// The time at which it was sent, by the wall clock.
    public var sent: WallTime
    /// The time of the answer, or at which it was clear that there is none; nil while it is in
    /// flight.
    public var answered: WallTime?
    /// The answer; nil while it is in flight.
    public var answer: Answer?
    /// Whether the collector has received it.
    public var isReceived = false
  }

  /// The end of a request: an answer, or the reason why it has no answer.
  public enum Answer: Sendable, Hashable {
    /// The collector answered with this HTTP status.
    case status(Int)
    /// A captive portal answered in place of the collector.
    case portal
    /// There was no answer, for this reason in words.
    case none(String)
    /// The process ended before the answer.
    case processEnded

    package var words: String {
      switch self {
      case .status(let status): "status \(status)"
      case .portal: "a captive portal answered 200 instead of the collector"
      case .none(let reason): "no answer: \(reason)"
      case .processEnded: "the process ended before an answer came"
      }
    }
  }

  /// The last requests, oldest first.
  public private(set) var entries = SharedList<Entry>()
  /// The number of requests so far, including those that `entries` has dropped.
  public private(set) var count = 0
  /// The number of requests that the collector has received.
  package private(set) var receivedCount = 0

  /// Returns the requests that carried a hit, oldest first.
  ///
  /// - Complexity: O(n) in the remembered hits.
  public func entries(carrying hit: Int64) -> [Entry] {
    entries.filter { $0.request.hits.contains { $0.id == hit } }
  }

  /// Forgets the finished requests except the last ones, of which it forgets the hits.
  mutating func forgetEnded(butLast count: Int) {
    let open = entries.firstIndex { $0.answer == nil } ?? entries.count
    entries = SharedList(entries[min(open, max(0, entries.count - count))...])
    for index in entries.indices where entries[index].answer != nil {
      entries[index].request.hits = []
      entries[index].request.url = ""
      entries[index].request.body = ""
    }
  }

  mutating func begin(_ request: HitRequest, at now: WallTime) -> Int {
    count += 1
    entries.append(Entry(number: count, request: request, sent: now))
    if entries.count > Self.remembered { entries.removeFirst() }
    return count
  }

  mutating func receive(_ number: Int) {
    receivedCount += 1
    if let index = index(of: number) { entries[index].isReceived = true }
  }

  /// Whether the collector has received a request; one that is not remembered counts as received.
  func isReceived(_ number: Int) -> Bool {
    index(of: number).map { entries[$0].isReceived } ?? true
  }

  mutating func end(_ number: Int, _ answer: Answer, at now: WallTime) {
    guard let index = index(of: number), entries[index].answer == nil else { return }
    entries[index].answer = answer
    entries[index].answered = now
  }

  /// Ends all requests in flight without an answer, because the process ends.
  mutating func endAll(at now: WallTime) {
    for index in entries.indices where entries[index].answer == nil {
      entries[index].answer = .processEnded
      entries[index].answered = now
    }
  }

  private func index(of number: Int) -> Int? {
    guard let first = entries.first?.number, number >= first, number <= count else { return nil }
    return number - first
  }
}
