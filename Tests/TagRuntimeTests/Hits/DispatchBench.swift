import OrderedCollections
import TagRuntime
import TestSupport

/// A runtime with a store and a collector, and the story of what it did: `2:00.000 deliver 1`.
struct DispatchBench {
  var harness: RuntimeHarness
  private(set) var store: [StoredHit] = []
  private(set) var story: [String] = []
  private(set) var requests: [HitRequest] = []
  /// What the collector answers; nil keeps every request in flight.
  var answer: DeliveryResult? = .response(status: 200)
  private var nextID: Int64 = 1

  /// One hit travels in a request, as before 3.10.
  static let single = Settings.with { $0.sdkVersion = SDKVersion(3, 9) }

  /// A runtime that is not launched yet.
  init(settings: Settings = DispatchBench.single) { harness = RuntimeHarness(settings: settings) }

  /// The story since the last time it was asked for.
  mutating func told() -> [String] {
    defer { story = [] }
    return story
  }

  /// A runtime that is launched with hits of an earlier run.
  init(
    _ hits: [Hit.Kind], settings: Settings = DispatchBench.single, isReachable: Bool = true,
    answer: DeliveryResult? = .response(status: 200)
  ) {
    self.init(settings: settings)
    self.answer = answer
    for hit in hits { stored(hit) }
    launch(isReachable: isReachable)
  }

  mutating func launch(isReachable: Bool = true) { send(.launched(isReachable: isReachable)) }

  /// A hit that waits since an earlier run.
  mutating func stored(_ kind: Hit.Kind, age: Duration = .zero) {
    store.append(
      StoredHit(id: nextID, hit: Hit(kind: kind, tag: "T", created: harness.now.wall - age)))
    nextID += 1
  }

  mutating func send(_ input: Input) { follow(harness.send(input)) }

  mutating func wait(_ duration: Duration) {
    let target = harness.now.instant + duration
    while let due = harness.timers.values.min(), due <= target {
      follow(harness.wait(due - harness.now.instant))
    }
    follow(harness.wait(target - harness.now.instant))
  }

  /// The answer to a request that is in flight.
  mutating func deliver(_ result: DeliveryResult, to queue: HitQueue = .analytics) {
    send(.delivered(queue, result))
  }

  private mutating func follow(_ effects: [Effect]) {
    for effect in effects {
      switch effect {
      case .readHits(let queue, let id, let limit):
        let hits = store.filter { $0.id > id && $0.hit.queue == queue }
        send(.hitsRead(queue, Array(hits.prefix(limit))))
      case .deliver(let request):
        requests.append(request)
        tell("deliver " + request.hits.map { String($0.id) }.joined(separator: "+"))
        if let answer { send(.delivered(request.queue, answer)) }
      case .removeHit(let stored, let outcome):
        store.removeAll { $0.id == stored.id }
        tell("\(Self.words(outcome)) \(stored.id)")
      case .keepHit(let stored):
        store = store.map { $0.id == stored.id ? stored : $0 }
        tell("keep \(stored.id), tries \(stored.tries)")
      case .dropHits(let queue, let loss):
        for stored in store where stored.hit.queue == queue {
          tell("\(Self.words(.lost(loss))) \(stored.id)")
        }
        store.removeAll { $0.hit.queue == queue }
      case .discardHit(_, let loss): tell(Self.words(.lost(loss)))
      // What came to nothing and nobody asked for is not part of the story.
      case .notify(.dispatchFinished(let queue, let result)):
        if queue == .analytics || result != .noData {
          tell((queue == .pixels ? "pixels " : "") + result.rawValue)
        }
      case .notify(.dispatchCompleted(let result)): tell("completed \(result.rawValue)")
      case .appendHit(let hit):
        store.append(StoredHit(id: nextID, hit: hit))
        nextID += 1
      default: break
      }
    }
  }

  private static func words(_ outcome: HitOutcome) -> String {
    switch outcome {
    case .sent: "sent"
    case .lost(.refused(let status)): "refused \(status)"
    case .lost(.tooOld): "too old"
    case .lost(.gaveUp(let status)): "gave up \(status.map { String($0) } ?? "unanswered")"
    case .lost(let loss): loss.kind.rawValue
    }
  }

  private mutating func tell(_ what: String) {
    let milliseconds = harness.now.instant.milliseconds
    story.append("\(NumberText.plain(Double(milliseconds) / 1000)) \(what)")
  }
}
