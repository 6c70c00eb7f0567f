import Foundation
import TagRuntime
import TagStore
import Testing

/// Where a store cannot be, or can be no larger, it says so.
@Suite struct StoreBoundsTests {
  @Test func aFullStoreKeepsWhatItHasAndWorksAgainOnceItHasRoom() throws {
    let place = try StorePlace()
    let limit = 256 << 10
    let store = try place.open(byteLimit: limit)
    let large = Hit.screen(String(repeating: "x", count: 8000))
    var kept: [StoredHit] = []
    let error = #expect(throws: StoreError.self) {
      while kept.count < 100 { kept.append(try store.append(large).stored) }
    }
    #expect(error == .full(place.path, limit: limit))
    #expect(kept.count > 10)
    #expect(try store.load().hits == kept)
    try store.write([.removeHit(id: kept[0].id), .removeHit(id: kept[1].id)])
    // The number of a hit that was refused was never given away.
    #expect(try store.append(large).stored.id == kept[kept.count - 1].id + 1)
    try store.close()
    #expect(try place.bytes().count <= limit)
    #expect(try place.reopened().hits.count == kept.count - 1)
  }

  @Test func changesOfOneCallAreAllOrNone() throws {
    let place = try StorePlace()
    let store = try place.open(byteLimit: 256 << 10)
    let bytes = [UInt8](repeating: 7, count: 300 << 10)
    #expect(throws: StoreError.self) {
      try store.write([
        .keepHit(.screen(1)), .clientID("c"),
        .saveContainer(id: "GTM-A", .init(refreshed: .init(milliseconds: 0), bytes: bytes)),
      ])
    }
    #expect(try store.load() == StoredDevice())
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
    (StoreError.noFolder("p"), "p: the folder for it is not there; make it first"),
    (.isNoFile("p"), "p: is a folder or a device; name a file"),
    (
      .notWritable("p"),
      "p: cannot be written; name a file where you may write, or change its rights"
    ),
    (.inUse("p"), "p: another program has it open; close that one first"),
    (
      .full("p", limit: TagStore.byteLimit),
      "p: is full; it may grow to 65536 KB, and the disk needs room for it"
    ),
    (
      .damaged("p", detail: "d"), "p: is damaged (d); open it again, and it is moved aside"
    ),
    (.notMoved("p"), "p: cannot be used and could not be moved aside; move it away yourself"),
    (.failed("p", detail: "d"), "p: the disk failed (d); try again"),
  ])
  func errorsSayWhatToDo(_ error: StoreError, _ sentence: String) {
    #expect(error.description == sentence)
  }
}
