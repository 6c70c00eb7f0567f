import OrderedCollections
import TagRuntime
import TagStore
import TestSupport
import Testing

@testable import TagSimulation

/// The store and the simulated disk do the same, whatever is asked of them and whenever the program
/// ends in between.
@Suite struct DiskComparisonTests {
  @Test(arguments: 1...8)
  func randomWorkComesToTheSame(_ seed: UInt64) throws {
    let place = try StorePlace()
    var walk = StoreWalk(seed: seed)
    var store = try place.open()
    for step in 0..<150 {
      try walk.advance(store)
      if walk.draw(25) == 0 {
        try store.close()
        store = try place.open()
        #expect(store.movedAside == nil)
      }
      let read = try store.load()
      #expect(read == walk.expected, "step \(step)")
      #expect(Array(read.containers.keys) == Array(walk.expected.containers.keys))
    }
    #expect(walk.expected.nextHitID > 30)
    #expect(try store.quarantineCount() == 0)
  }
}

/// A seeded walk of changes, made to a store and to a simulated disk.
struct StoreWalk {
  private var random: RandomSource
  private var disk = Disk()
  private var bytes: OrderedDictionary<String, [UInt8]> = [:]

  init(seed: UInt64) { random = RandomSource(seed: seed) }

  mutating func draw(_ count: Int64) -> Int64 { random.integer(in: 0...(count - 1)) }

  /// What the simulated disk holds.
  var expected: StoredDevice {
    var device = StoredDevice()
    device.hits = Array(disk.hits)
    for (id, saved) in disk.savedContainers {
      device.containers[id] = .init(refreshed: saved.refreshed, bytes: bytes[id] ?? [])
    }
    device.lasting = disk.lasting
    device.clientID = disk.clientID
    device.isOptedOut = disk.isOptedOut
    device.nextHitID = disk.nextHitID
    return device
  }

  mutating func advance(_ store: TagStore) throws {
    switch draw(16) {
    case 0...6: try append(store)
    case 7: try remove(store)
    case 8, 9: try update(store)
    case 10: try save(store)
    case 11:
      disk.clientID = "client \(draw(100))"
      try store.write([.clientID(disk.clientID)])
    case 12:
      disk.isOptedOut.toggle()
      try store.write([.optedOut(disk.isOptedOut)])
    case 13 where draw(8) == 0: try empty(store)
    default:
      let change = lastingChange()
      let isChanged = disk.change(change)
      #expect(isChanged)
      try store.write([.lasting(change)])
    }
  }

  private mutating func append(_ store: TagStore) throws {
    let hit = draw(3) == 0 ? Hit.pixel("https://e.com/\(draw(99))") : .screen("s\(draw(99))")
    let kept = disk.append(hit)
    let stored = try store.append(hit)
    #expect(stored.stored == kept.stored)
    #expect(stored.dropped == kept.dropped)
  }

  private mutating func someID() -> Int64 { draw(disk.nextHitID + 1) }

  private mutating func remove(_ store: TagStore) throws {
    if draw(6) == 0 {
      let queue: HitQueue = draw(2) == 0 ? .analytics : .pixels
      _ = disk.removeHits(of: queue)
      return try store.write([.removeHits(queue)])
    }
    let id = someID()
    _ = disk.remove(id)
    try store.write([.removeHit(id: id)])
  }

  private mutating func update(_ store: TagStore) throws {
    let id = someID()
    var stored = disk.hit(id) ?? .screen(id)
    stored.tries += 1
    stored.firstTried = stored.firstTried ?? WallTime(milliseconds: draw(1000))
    stored.lastTried = WallTime(milliseconds: draw(1000))
    disk.update(stored)
    try store.write([.updateHit(stored)])
  }

  private mutating func save(_ store: TagStore) throws {
    let id = "GTM-\(draw(4))"
    let refreshed = WallTime(milliseconds: draw(1000))
    let content = (0..<draw(6000)).map { UInt8(truncatingIfNeeded: $0) }
    bytes[id] = content
    let container = SavedContainer(container: ContainerBuilder().compiled, refreshed: refreshed)
    let isSaved = disk.save(container, id)
    #expect(isSaved)
    try store.write([.saveContainer(id: id, .init(refreshed: refreshed, bytes: content))])
  }

  private mutating func empty(_ store: TagStore) throws {
    disk.removeSaved()
    bytes = [:]
    try store.write([.removeSaved])
  }

  private mutating func lastingChange() -> LastingChange {
    let name = "n\(draw(6))"
    switch draw(6) {
    case 0, 1:
      let id = (disk.lasting.keys.last?.id ?? 0) + 1
      return .keepKeys(
        (id...(id + draw(3))).map { .sample($0, name, .map([name: .double(Double($0))])) })
    case 2:
      let ids = disk.lasting.keys.map(\.id).filter { _ in random.integer(in: 0...1) == 0 }
      return .deleteKeys(ids: ids)
    case 3: return .keepReferrer(conversionID: name, referrer: "r\(draw(99))")
    case 4: return .keepUnrepeatable(id: name)
    default:
      return draw(2) == 0
        ? .deleteReferrer(conversionID: name) : .deleteUnrepeatable(id: name)
    }
  }
}
