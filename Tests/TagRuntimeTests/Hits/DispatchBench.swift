import OrderedCollections
import TagRuntime
import TestSupport

/// A runtime with a store and a collector, and the story of what it did: `2:00.000 deliver 1`.
struct DispatchBench {
  var harness: RuntimeHarness
  private(set) var store: [StoredHit] = []
  private(set) var story: [String] = []
  /// What the collector answers; nil keeps every request in flight.
  var answer: DeliveryResult? = .response(status: 200)
  private var nextID: Int64 = 1

  /// A runtime that is not launched yet.
  init(settings: Settings = Settings()) { harness = RuntimeHarness(settings: settings) }

  /// The story since the last time it was asked for.
  mutating func told() -> [String] {
    defer { story = [] }
    return story
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
  mutating func deliver(_ result: DeliveryResult) { send(.delivered(result)) }

  private mutating func follow(_ effects: [Effect]) {
    for effect in effects {
      switch effect {
      case .readHits(let id, let limit):
        send(.hitsRead(Array(store.filter { $0.id > id }.prefix(limit))))
      case .deliver(let stored):
        tell("deliver \(stored.id)")
        if let answer { send(.delivered(answer)) }
      case .removeHit(let stored, let outcome):
        store.removeAll { $0.id == stored.id }
        tell("\(Self.words(outcome)) \(stored.id)")
      case .keepHit(let stored):
        store = store.map { $0.id == stored.id ? stored : $0 }
        tell("keep \(stored.id), tries \(stored.tries)")
      case .notify(.dispatchFinished(let result)): tell(result.rawValue)
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
    case .lost(.gaveUp(let status)): "gave up \(status)"
    case .lost: "lost"
    }
  }

  private mutating func tell(_ what: String) {
    let milliseconds = harness.now.instant.milliseconds
    story.append("\(NumberText.plain(Double(milliseconds) / 1000)) \(what)")
  }
}
