import OrderedCollections
import TagRuntime
import TagStore
import TestSupport
import Testing

@testable import TagSimulation

/// The store holds what the simulated disk holds, whatever is done to that and whenever the program
/// ends in between.
@Suite struct DiskComparisonTests {
  @Test(arguments: 1...6)
  func randomWorkComesToTheSame(_ seed: UInt64) throws {
    let place = try StorePlace()
    var walk = StoreWalk(seed: seed)
    var store = try place.open()
    for step in 0..<200 {
      walk.advance()
      // Several changes may come together.
      if walk.draw(3) > 0 { try walk.save(to: store) }
      guard walk.draw(8) == 0 else { continue }
      try walk.save(to: store)
      #expect(store.device == walk.expected, "step \(step)")
      store.close()
      store = try place.open()
      #expect(store.movedAside == nil)
      #expect(store.device == walk.expected, "step \(step)")
      if walk.draw(4) == 0 { walk.goBack() }
    }
    #expect(walk.expected.nextHitID > 30)
    #expect(walk.followed > 50, "most saves follow the changes")
    #expect(walk.compared > 1, "some compare, where the walk went back")
    #expect(store.damagedRows == 0)
  }
}

/// A seeded walk of changes of a simulated disk, some of which are taken back.
struct StoreWalk {
  private var random: RandomSource
  private var disk = Disk()
  private var bytes: OrderedDictionary<String, [UInt8]> = [:]
  /// How often the store followed the changes of the disk, and how often the two were compared.
  private(set) var followed = 0
  private(set) var compared = 0
  private var saves = 0
  private var lastSave: Int?
  private var earlier: (disk: Disk, bytes: OrderedDictionary<String, [UInt8]>)?

  init(seed: UInt64) { random = RandomSource(seed: seed) }

  /// Goes back to where the walk went back the last time, and on from there another way.
  mutating func goBack() {
    let present = (disk, bytes)
    if let earlier { (disk, bytes) = earlier }
    earlier = present
  }

  mutating func draw(_ count: Int64) -> Int64 { random.integer(in: 0...(count - 1)) }

  /// Brings a store to the disk, as the tool does.
  mutating func save(to store: TagStore) throws {
    saves += 1
    if let changes = disk.takeChanges(since: lastSave, next: saves) {
      followed += 1
      var containers: OrderedDictionary<String, StoredContainer?> = [:]
      for case .container(let id) in changes {
        containers.updateValue(expected.containers[id], forKey: id)
      }
      try store.save(
        StoredChanges(
          changes, containers: containers, clientID: disk.clientID, isOptedOut: disk.isOptedOut))
    } else {
      compared += 1
      try store.save(expected)
    }
    lastSave = saves
  }

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

  mutating func advance() {
    switch draw(16) {
    case 0...6:
      _ = disk.append(hit())
    case 7: remove()
    case 8, 9: update()
    case 10: save()
    case 11: disk.clientID = "client \(draw(100))"
    case 12: disk.isOptedOut.toggle()
    case 13 where draw(8) == 0:
      disk.removeSaved(on: .ios)
      bytes = [:]
    default:
      let isChanged = disk.change(lastingChange())
      #expect(isChanged)
    }
  }

  private mutating func hit() -> Hit {
    switch draw(4) {
    case 0: .pixel("https://e.com/\(draw(99))")
    case 1: .event("event_\(draw(99))")
    default: .screen("s\(draw(99))")
    }
  }

  private mutating func someID() -> Int64 { draw(disk.nextHitID + 1) }

  private mutating func remove() {
    if draw(6) == 0 {
      let queue = HitQueue.allCases[Int(draw(Int64(HitQueue.allCases.count)))]
      _ = disk.removeHits(of: queue)
    } else {
      _ = disk.remove(someID())
    }
  }

  private mutating func update() {
    let id = someID()
    var stored = disk.hit(id) ?? .screen(id)
    stored.tries += 1
    stored.firstTried = stored.firstTried ?? WallTime(milliseconds: draw(1000))
    stored.lastTried = WallTime(milliseconds: draw(1000))
    disk.update(stored)
  }

  private mutating func save() {
    let id = "GTM-\(draw(4))"
    let refreshed = WallTime(milliseconds: draw(1000))
    let content = (0..<draw(6000)).map { UInt8(truncatingIfNeeded: $0) }
    bytes[id] = content
    let container = SavedContainer(container: ContainerBuilder().compiled, refreshed: refreshed)
    let isSaved = disk.save(container, id)
    #expect(isSaved)
  }

  private mutating func lastingChange() -> LastingChange {
    let name = "n\(draw(6))"
    switch draw(7) {
    case 0, 1:
      let id = (disk.lasting.keys.last?.id ?? 0) + 1
      return .keepKeys(
        (id...(id + draw(3))).map { .sample($0, name, .map([name: .double(Double($0))])) })
    case 2:
      let ids = disk.lasting.keys.map(\.id).filter { _ in random.integer(in: 0...1) == 0 }
      return .deleteKeys(ids: ids)
    case 3: return .keepReferrer(conversionID: name, referrer: "r\(draw(99))")
    case 4: return .keepUnrepeatable(id: name)
    case 5:
      var memory = disk.lasting.firebase
      memory.sessionNumber += 1
      memory.userProperties[name] = draw(2) == 0 ? nil : "v\(draw(9))"
      return .keepFirebase(memory)
    default:
      return draw(2) == 0
        ? .deleteReferrer(conversionID: name) : .deleteUnrepeatable(id: name)
    }
  }
}
