import Foundation
import TagRuntime
import TagStore
import Testing

/// A disk without a free byte keeps nothing new, and lets go of what was sent.
@Suite struct FullDiskTests {
  private static let crowd = StoredDevice.holding((1...500).map { StoredHit.screen($0) })

  @Test(.enabled(if: SmallDisk.knowsReserves, "no file can have room behind its end here"))
  func hitsAreRemovedFromAFullDisk() throws {
    let place = try StorePlace(holding: Self.crowd)
    try #require(SmallDisk.fill(place.folder))
    let store = try place.open()
    var device = store.device
    // Every save takes a part of the room, and all of them more than there is.
    while !device.hits.isEmpty {
      device.hits.removeFirst(5)
      try store.save(device)
    }
    store.close()
    #expect(try place.reopened() == device)
  }

  /// More than the log has room for at once.
  @Test(.enabled(if: SmallDisk.knowsReserves, "no file can have room behind its end here"))
  func allHitsLeaveAFullDiskInOneSave() throws {
    let place = try StorePlace()
    let crowd = StoredDevice.holding(
      (1...2000).map { .screen($0, String(repeating: "x", count: 300)) })
    try place.fill(crowd)
    try #require(SmallDisk.fill(place.folder))
    let store = try place.open()
    var device = store.device
    device.hits.removeAll()
    try store.save(device)
    store.close()
    #expect(try place.reopened() == device)
  }

  @Test func withoutRoomOfItsOwnAStoreIsReadAndSaysWhatIsMissing() throws {
    let place = try StorePlace()
    let made = try TagStore(place.path, reserve: 0)
    try made.save(Self.crowd)
    made.close()
    try #require(SmallDisk.fill(place.folder))
    let store = try TagStore(place.path, reserve: 0)
    #expect(store.device == Self.crowd)
    var device = Self.crowd
    device.hits.removeFirst(5)
    let full = StoreError.full(place.path, limit: TagStore.byteLimit)
    #expect(throws: full) { try store.save(device) }
    #expect(store.device == Self.crowd)
    // There is room again.
    try #require(SmallDisk.fill(place.folder, false))
    try store.save(device)
    store.close()
    #expect(try place.reopened() == device)
  }

  @Test func aStoreThatHasNoRoomToBeginWithSaysSo() throws {
    let place = try StorePlace()
    try #require(SmallDisk.fill(place.folder))
    #expect(throws: StoreError.noRoom(place.path)) { try place.open() }
    try #require(SmallDisk.fill(place.folder, false))
    try place.fill(.full)
    #expect(try place.reopened() == .full)
  }

  /// The room is no part of the file that people see and copy.
  @Test func theRoomMakesNoFileLonger() throws {
    let (place, plain) = (try StorePlace(), try StorePlace())
    try place.fill(.full)
    let store = try TagStore(plain.path, reserve: 0)
    try store.save(.full)
    store.close()
    #expect(try place.bytes().count == plain.bytes().count)
  }
}
