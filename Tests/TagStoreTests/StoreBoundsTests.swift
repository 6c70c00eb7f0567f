import Foundation
import OrderedCollections
import TagRuntime
import TagStore
import Testing

/// Where a store cannot be, or can be no larger, it says so.
@Suite struct StoreBoundsTests {
  @Test func aFullStoreKeepsWhatItHasAndWorksAgainOnceItHasRoom() throws {
    let place = try StorePlace()
    let limit = 256 << 10
    let store = try place.open(byteLimit: limit)
    let large = String(repeating: "x", count: 8000)
    var kept = StoredDevice()
    let error = #expect(throws: StoreError.self) {
      for id in Int64(1)...100 {
        try store.save(.holding(kept.hits + [.screen(id, large)]))
        kept = store.device
      }
    }
    #expect(
      error == .full(place.path, limit: limit, missing: 1, of: kept.hits.count + 1))
    #expect(kept.hits.count > 10)
    #expect(store.device.hits == kept.hits)
    kept = store.device
    kept.hits.removeFirst(2)
    try store.save(kept)
    kept.hits.append(.screen(kept.nextHitID, large))
    kept.nextHitID += 1
    try store.save(kept)
    store.close()
    #expect(try place.bytes().count <= limit)
    #expect(try place.reopened() == kept)
  }

  /// Hits in their order up to the first that has no room, and nothing else that is new.
  @Test func ofASaveThatHasNoRoomTheHitsThatFitAreKept() throws {
    let place = try StorePlace()
    let limit = 256 << 10
    let store = try place.open(byteLimit: limit)
    try store.save(.holding((1...10).map { StoredHit.screen($0) }))
    let large = String(repeating: "x", count: 8000)
    // Five are gone, one was tried, not all of the new ones fit, and a small one is behind them.
    var hits = (6...10).map { StoredHit.screen($0) } + (11...60).map { StoredHit.screen($0, large) }
    hits[0].tries = 1
    hits.append(.screen(61))
    let wanted = StoredDevice.holding(hits)
    let error = #expect(throws: StoreError.self) { try store.save(wanted) }
    let count = store.device.hits.count
    #expect(error == .full(place.path, limit: limit, missing: 56 - count, of: 56))
    #expect(count > 20 && count < 55)
    #expect(store.device.hits == Array(hits.prefix(count)))
    store.close()
    let reopened = try place.open(byteLimit: limit)
    #expect(reopened.device.hits == Array(hits.prefix(count)))
    // Once there is room, what is missing follows.
    try reopened.save(.holding(Array(hits.suffix(3))))
    #expect(reopened.device.hits == Array(hits.suffix(3)))
  }

  @Test func aContainerWithoutRoomIsNotKeptAndHitsAre() throws {
    let place = try StorePlace()
    let store = try place.open(byteLimit: 256 << 10)
    var device = StoredDevice.full
    device.containers["GTM-B"] = .init(
      refreshed: .init(milliseconds: 0), bytes: [UInt8](repeating: 7, count: 300 << 10))
    let error = #expect(throws: StoreError.self) { try store.save(device) }
    #expect(error == .full(place.path, limit: 256 << 10))
    store.close()
    let reopened = try place.reopened()
    #expect(reopened.hits == StoredDevice.full.hits)
    #expect(reopened.containers.isEmpty && reopened.clientID == device.clientID)
  }

  @Test func aPlaceThatCannotHoldAStoreIsNamed() throws {
    let place = try StorePlace()
    let folder = place.folder.path
    #expect(throws: StoreError.isNoFile(folder)) { try TagStore(folder) }
    #expect(throws: StoreError.isNoFile("/dev/null")) { try TagStore("/dev/null") }
    let missing = folder + "/none/phone.sqlite"
    #expect(throws: StoreError.noFolder(missing)) { try TagStore(missing) }
    try place.put([], "-file")
    let inFile = place.path + "-file/phone.sqlite"
    #expect(throws: StoreError.noFolder(inFile)) { try TagStore(inFile) }
    #if os(Linux)
      // Nobody may make a file there, root included.
      let proc = "/proc/tagsim-phone.sqlite"
      #expect(throws: StoreError.notWritable(proc)) { try TagStore(proc) }
    #endif
  }

  @Test(arguments: [
    (StoreError.noFolder("p"), "p: its folder does not exist; create it first"),
    (.foreign("p"), "p: is not a tagsim file and stays unchanged; name another one"),
    (.isNoFile("p"), "p: is a folder or a device; name a file"),
    (.isEndlessLink("p"), "p: is a link to itself; name a file"),
    (.noRoom("p"), "p: its disk has no room for it; make room there, or name another file"),
    (.notReadable("p"), "p: cannot be read; change its permissions, or name another file"),
    (
      .notWritable("p"),
      "p: cannot be written; choose another place, or change its permissions"
    ),
    (.inUse("p"), "p: another program has it open; close that one first"),
    (
      .full("p", limit: TagStore.byteLimit),
      "p: is full, and the last changes are not in it: make room on its disk; it grows to "
        + "65536 KB at most"
    ),
    (
      .full("p", limit: TagStore.byteLimit, missing: 755, of: 840),
      "p: is full, and 755 of 840 waiting hits are not in it: make room on its disk; it grows to "
        + "65536 KB at most"
    ),
    (
      .damaged("p", detail: "d"), "p: is damaged (d); open it again to move it aside"
    ),
    (.notMoved("p"), "p: cannot be used and could not be moved aside; move it away yourself"),
    (.failed("p", detail: "d"), "p: the disk failed (d); try again"),
  ])
  func errorsSayWhatToDo(_ error: StoreError, _ sentence: String) {
    #expect(error.description == sentence)
  }
}
