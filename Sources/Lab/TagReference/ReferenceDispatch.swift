package import TagRuntime

/// The times of dispatches: which hits one reads, how long a hit that failed is left alone, and how
/// long the phone waits after failures.
///
/// Source: Dispatch §6.1, Dispatch §6.2, Dispatch §7, Dispatch §8, Firebase §6.2, Platforms §8.
package struct ReferenceDispatch: Sendable {
  /// The hits of one fetch.
  package struct Page: Sendable {
    /// The hits that are sent, the oldest first.
    package var hits: [Int64] = []
    /// The hits that are deleted because of their age.
    package var tooOld: [Int64] = []
    /// The last hit that was read.
    package var last: Int64 = 0
    /// Whether there may be more to read.
    package var isFull = false
  }

  private static let second: Int64 = 1000
  private static let day: Int64 = 86_400 * second
  private static let longestWait = 1800 * second

  /// The page that a fetch gives.
  ///
  /// - Parameters:
  ///   - waiting: the hits of the queue that wait, the oldest first.
  ///   - queue: how the phone keeps hits.
  ///   - isAndroid: whether it is one with Android.
  ///   - isStrict: whether the phone goes by the rules of a careful uploader.
  ///   - id: the last hit that the same dispatch has read.
  ///   - now: the phone's clock, in milliseconds.
  package static func page(
    of waiting: [ReferenceLedger.Entry], in queue: HitQueue, isStrict: Bool,
    isAndroid: Bool = false, after id: Int64, at now: Int64
  ) -> Page {
    // A pixel that failed is left alone for so long after its last attempt.
    let pause = (isAndroid ? 1800 : 120) * second
    let (most, days): (Int, Int64) =
      switch queue {
      case .analytics: (20, 30)
      case .pixels: (40, 30)
      case .firebase: (1000, 28)
      }
    let read = waiting.filter { $0.id > id }.prefix(most)
    var page = Page(last: read.last?.id ?? id, isFull: read.count == most)
    for entry in read {
      if now - entry.created > days * day {
        page.tooOld.append(entry.id)
      } else if queue != .pixels || isStrict || !isResting(entry, for: pause, at: now) {
        page.hits.append(entry.id)
      }
    }
    return page
  }

  /// Whether a pixel was tried a moment ago. An attempt in the future was made before the clock was
  /// set back.
  private static func isResting(
    _ entry: ReferenceLedger.Entry, for pause: Int64, at now: Int64
  ) -> Bool {
    guard let tried = entry.lastTried else { return false }
    return tried <= now && now - tried < pause
  }

  // MARK: Failures

  /// How many requests failed in a row.
  package private(set) var failures = 0
  /// Until when the phone's clock shows that hits travel alone.
  private var aloneUntil: Int64?

  package init() {}

  package mutating func failed() { failures += 1 }

  /// A request of several hits was answered: with these an hour of single ones begins on Android.
  package mutating func batchAnswered(_ status: Int, at now: Int64) {
    if status == 404 || status == 502 { aloneUntil = now + 3600 * Self.second }
  }

  package func mayBatch(at now: Int64) -> Bool { aloneUntil.map { now >= $0 } ?? true }

  /// A request succeeded, or the network has changed.
  package mutating func succeeded() { failures = 0 }

  /// How long a careful uploader waits before the next attempt, in milliseconds; nil where nothing
  /// failed: 2 s, 4 s, 8 s and so on, up to half an hour.
  package var wait: Int64? {
    guard failures > 0 else { return nil }
    var wait = 2 * Self.second
    for _ in 1..<failures where wait < Self.longestWait { wait *= 2 }
    return min(wait, Self.longestWait)
  }
}

/// When Firebase uploads the events that wait, as an app sees it that runs.
///
/// Times are milliseconds; `now` is the phone's clock, which the phone remembers, and `instant` the
/// time by which timers run.
///
/// Source: Firebase §6.1, Firebase §6.3, Firebase §6.6.
package struct ReferenceUploads: Sendable {
  /// What outlasts the process.
  package struct Memory: Sendable, Hashable {
    /// When an upload succeeded last.
    var succeeded: Int64?
    /// The tries that failed in a row.
    var failures = 0
    /// Until when the server wants no upload.
    var restEnds: Int64?
    /// When an upload is due, by the phone's clock.
    var due: Int64?
  }

  package enum End: Sendable, Hashable {
    /// There was nothing to send.
    case nothing
    case success
    case failure(status: Int?)
  }

  private(set) var memory = Memory()
  package private(set) var isUnderWay = false
  /// Whether something waits that an upload is for: the engagement of an hour waits for others.
  package private(set) var waits = false
  /// When the next upload begins; nil where none is planned.
  package private(set) var due: Int64?

  package init(_ memory: Memory = Memory()) { self.memory = memory }

  private static let second: Int64 = 1000
  private static let soon = 15 * second
  private static let hour = 3600 * second
  private static let retry = 1800 * second
  private static let rest = 43_200 * second

  package func rests(at now: Int64) -> Bool { memory.restEnds.map { $0 > now } ?? false }

  /// What is left of a time that began with the last success.
  private func left(of time: Int64, at now: Int64) -> Int64? {
    guard let succeeded = memory.succeeded, succeeded <= now, succeeded + time > now else {
      return nil
    }
    return succeeded + time - now
  }

  private mutating func plan(in time: Int64, at now: Int64, _ instant: Int64) {
    (due, memory.due) = (instant + time, now + time)
  }

  /// Events were stored, of which one is not only the engagement of an hour.
  package mutating func stored(at now: Int64, _ instant: Int64, isDebugging: Bool) {
    if isUnderWay { return }
    waits = true
    if isDebugging {
      if rests(at: now) { return }
      if let left = left(of: Self.second, at: now) { return plan(in: left, at: now, instant) }
      due = instant
    } else if due == nil {
      plan(in: left(of: Self.hour, at: now) ?? Self.soon, at: now, instant)
    }
  }

  /// A launch finds events that wait: what is over is due soon, and a clock that was set back makes
  /// them wait no longer than it was to take.
  package mutating func found(at now: Int64, _ instant: Int64) {
    let longest =
      memory.restEnds != nil
      ? Self.rest : memory.failures > 0 ? Self.retry << (memory.failures - 1) : Self.hour
    plan(in: min(max(Self.soon, (memory.due ?? now) - now), longest), at: now, instant)
    waits = true
  }

  package mutating func begin() { isUnderWay = true }

  /// It is time, and there is no network.
  package mutating func wait() { (due, waits) = (nil, true) }

  /// The app clears its data; what is under way goes on.
  mutating func forget() { (memory, due, waits) = (Memory(), nil, false) }

  package mutating func end(_ end: End, at now: Int64, _ instant: Int64) {
    (isUnderWay, due, memory.due) = (false, nil, nil)
    waits = end != .success && end != .nothing
    switch end {
    case .nothing: (memory.failures, memory.restEnds) = (0, nil)
    case .success: memory = Memory(succeeded: now)
    case .failure(429?), .failure(503?):
      plan(in: Self.rest, at: now, instant)
      memory.restEnds = memory.due
    case .failure:
      // Six more tries, each after twice the time; then it is over, and the next one is a first.
      if memory.failures < 6 { plan(in: Self.retry << memory.failures, at: now, instant) }
      memory.failures = memory.failures < 6 ? memory.failures + 1 : 0
      memory.restEnds = nil
    }
  }
}
