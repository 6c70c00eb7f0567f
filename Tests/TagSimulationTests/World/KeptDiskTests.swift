import OrderedCollections
import TagRuntime
import TestSupport
import Testing

@testable import TagSimulation

/// A phone that begins with what another one has kept.
@Suite struct KeptDiskTests {
  private static func hit(_ id: Int64, _ kind: Hit.Kind) -> StoredHit {
    StoredHit(id: id, hit: Hit(kind: kind, tag: nil, created: WallTime(milliseconds: 0)))
  }

  private static func simulation(_ disk: Disk) -> Simulation {
    Simulation(
      app: SmallShop.app, start: WallTime(milliseconds: 1000), disk: disk)
  }

  @Test func itsHitsWaitAndAreCounted() {
    let content = DiskContent<[StoredHit], SavedContainer>(
      hits: [Self.hit(3, .pixel(url: "u")), Self.hit(7, .analytics(fields: [:]))],
      containers: [:], lasting: Lasting(), clientID: "c", isOptedOut: true, nextHitID: 2,
      hitCount: 0)
    let world = Self.simulation(Disk(content.converted { $1 })).world
    #expect(world.ledger.waiting == 2)
    #expect([HitQueue.analytics, .pixels].map { world.disk.count(of: $0) } == [1, 1])
    #expect(world.disk.nextHitID == 8)
    #expect(world.disk.clientID == "c")
    #expect(world.disk.isOptedOut)
  }

  @Test func aNewInstallationIsKnownByANewID() throws {
    var first = Self.simulation(Disk())
    _ = try first.perform(.reinstall)
    var second = Self.simulation(first.world.disk)
    #expect(second.world.disk.clientID == first.world.disk.clientID)
    _ = try second.perform(.reinstall)
    #expect(second.world.disk.clientID != first.world.disk.clientID)
  }
}
