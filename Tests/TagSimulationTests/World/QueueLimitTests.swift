import OrderedCollections
import TagRuntime
import TagSimulation
import Testing

/// How many hits a queue stores, and which one goes when one more comes.
@Suite struct QueueLimitTests {
  private func tracking(_ screens: Int, limit: Int) throws -> Timeline {
    var timeline = try SmallShop.tracking(isOnline: false)
    try timeline.perform(.setQueueLimit(limit))
    for number in 1...screens { try timeline.send("s\(number)") }
    return timeline
  }

  @Test func theOldestGoesForTheNewest() throws {
    let timeline = try tracking(5, limit: 3)
    #expect(timeline.world.disk.hits.map(\.id) == [3, 4, 5])
    #expect(timeline.counts == [5, 3, 0, 2])
    #expect(timeline.world.ledger.lost(.storeFull) == 2)
    #expect(
      timeline.world.hit(1)?.words
        == "is lost: the store was full (3 hits), and this hit was the oldest")
  }

  @Test func aLowerLimitDropsTheOldestAtOnce() throws {
    var timeline = try tracking(5, limit: 5)
    #expect(timeline.counts == [5, 5, 0, 0])
    try timeline.perform(.setQueueLimit(2))
    #expect(timeline.world.disk.hits.map(\.id) == [4, 5])
    try timeline.perform(.setQueueLimit(5))
    try timeline.send("next")
    #expect(timeline.world.disk.hits.map(\.id) == [4, 5, 6])
    #expect(timeline.world.ledger.lost(.storeFull) == 3)
  }

  @Test func eachQueueHasItsOwnRoom() throws {
    var timeline = try SmallShop.timeline(isOnline: false)
    try timeline.perform(.device(Device(language: "es")))
    try timeline.perform(.setQueueLimit(2))
    try timeline.launchAndSettle()
    for _ in 1...3 { try timeline.perform(.app(.push(["event": "buy"]))) }
    #expect(timeline.world.disk.count(of: .analytics) == 2)
    #expect(timeline.world.disk.count(of: .pixels) == 2)
    #expect(timeline.world.ledger.lost(.storeFull) == 2)
  }

  @Test func theLimitOutlastsTheAppAndItsInstallation() throws {
    var timeline = try tracking(1, limit: 1)
    try timeline.perform(.reinstall)
    #expect(timeline.world.queueLimit == 1)
  }
}
