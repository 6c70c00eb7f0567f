import ContainerFormats
import Foundation
import TagRuntime

struct Host {
  var runtime = Runtime()
  var now = Moment(instant: .start, wall: WallTime(milliseconds: 1_393_668_000_000))
  var inputs: [Input] = []
  var timers: [TimerID: Instant] = [:]
  var hits: [StoredHit] = []
  var lastHit: Int64 = 0
  var lasting = Lasting()
  var saved: [String: SavedContainer] = [:]
  let published: CompiledContainer

  mutating func give(_ input: Input) {
    inputs.append(input)
    while !inputs.isEmpty {
      let effects = runtime.handle(inputs.removeFirst(), at: now, host: NoFunctions())
      inputs += effects.compactMap { perform($0) }
    }
  }
}

func send(_ request: HitRequest) -> DeliveryResult {
  print(request.method.rawValue, request.url)
  return .response(status: 200)
}

extension Host {
  mutating func perform(_ effect: Effect) -> Input? {
    switch effect {
    case .loadLasting: return .lastingLoaded(lasting)
    case .loadDefault(let id): return .defaultLoaded(container: id, [])
    case .loadSaved(let id, let opening):
      let copy = saved[id].map { Result.success($0) } ?? .failure(RefreshFailure.noSavedContainer)
      return .savedLoaded(container: id, opening: opening, copy)
    case .fetch(let request):
      let answer = FetchAnswer.response(status: 200, .container(published))
      return .fetched(container: request.container, request: request.number, answer)
    case .readHits(let queue, let last, let limit):
      let waiting = hits.filter { $0.hit.queue == queue && $0.id > last }
      return .hitsRead(queue, Array(waiting.prefix(limit)))
    case .deliver(let request): return .delivered(request.queue, send(request))
    case .appendHit(let hit):
      lastHit += 1
      hits.append(StoredHit(id: lastHit, hit: hit))
    case .keepHit(let hit): hits = hits.map { $0.id == hit.id ? hit : $0 }
    case .removeHit(let hit, _): hits.removeAll { $0.id == hit.id }
    case .dropHits(let queue, _): hits.removeAll { $0.hit.queue == queue }
    case .changeLasting(let change): lasting.apply(change)
    case .save(let id, let container): saved[id] = container
    case .startTimer(let timer, let wait): timers[timer] = now.instant + wait
    case .cancelTimer(let timer): timers[timer] = nil
    case .notify(let notification): print(notification)
    case .log(let record): if runtime.prints(record) { print(record.text) }
    case .discardHit, .called, .processed: break
    }
    return nil
  }
}

extension Host {
  mutating func wait(until end: Instant) {
    while let next = timers.min(by: { $0.value < $1.value }), next.value <= end {
      now = Moment(instant: next.value, wall: now.wall + (next.value - now.instant))
      timers[next.key] = nil
      give(.timerFired(next.key))
    }
  }
}

let path = CommandLine.arguments[1]
let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
let version = try ContainerReader.read(Array(bytes), name: path)
var host = Host(published: CompiledContainer(version))
host.give(.launched(isReachable: true))
host.give(.call(.open(container: "GTM-AB12", kind: .preferNonDefault, timeout: nil)))
host.give(.call(.push(["event": "openScreen", "screenName": "Home Screen"])))
host.wait(until: host.now.instant + .seconds(130))
print(host.runtime.dataLayer.get("screenName") ?? .null, host.hits.count, "hits wait")
