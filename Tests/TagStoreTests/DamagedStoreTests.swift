import Foundation
import TagRuntime
import TagStore
import Testing

/// Nothing that happens to a file makes a store crash, lie or delete.
@Suite struct DamagedStoreTests {
  private static let full: [StoreChange] = [
    .keepHit(.screen(1)), .keepHit(.screen(2, "Cart")), .keepHit(.screen(3)),
    .saveContainer(id: "GTM-A", .init(refreshed: .init(milliseconds: 1), bytes: [1, 2])),
    .lasting(.keepKeys([.sample(1, "user", .string("x"))])),
    .lasting(.keepReferrer(conversionID: "1", referrer: "r")),
    .lasting(.keepUnrepeatable(id: "u")), .clientID("c-1"),
  ]

  @Test(arguments: [
    "UPDATE hit SET body = replace(body, 'Cart', 'Cars') WHERE id = 2",
    "UPDATE hit SET body = CAST(x'FF' AS TEXT) WHERE id = 2",
    "UPDATE hit SET created = created + 1 WHERE id = 2",
    "UPDATE hit SET tries = 'many' WHERE id = 2", "UPDATE hit SET queue = 'pixels' WHERE id = 2",
    "UPDATE hit SET checksum = 0 WHERE id = 2", "UPDATE hit SET body = x'00' WHERE id = 2",
    "UPDATE container SET bytes = x'0103'", "UPDATE container SET bytes = 'text'",
    "UPDATE lastingKey SET value = '\"y\"'", "UPDATE clickReferrer SET referrer = '{}'",
    "UPDATE unrepeatableID SET name = 'u'", "UPDATE phone SET clientID = '\"d\"'",
  ])
  func aDamagedRowIsSetAsideAndTheOthersStay(_ sql: String) throws {
    let place = try StorePlace()
    try place.filled(Self.full)
    let whole = try place.reopened()
    try place.execute(sql)
    let store = try place.open()
    #expect(store.movedAside == nil)
    #expect(try store.quarantineCount() == 1)
    let read = try store.load()
    #expect(read != whole)
    #expect(read.hits == whole.hits.filter { !sql.contains("hit") || $0.id != 2 })
    // A number is not used again, also where the row that knew it was damaged.
    #expect(try store.append(.screen("next")).stored.id == 4)
    try store.close()
    #expect(try place.open().quarantineCount() == 1)
  }

  @Test(arguments: [
    ([UInt8]("garbage".utf8), "does not begin"),
    ([UInt8](repeating: 0, count: 8192), "does not begin"),
    ([UInt8]("SQLite format 3\0".utf8), "does not begin"),
  ])
  func aFileThatIsNoDatabaseIsMovedAside(_ bytes: [UInt8], _ words: String) throws {
    let place = try StorePlace()
    try place.put(bytes)
    let store = try place.open()
    #expect(try #require(store.movedAside).description.contains(words))
    #expect(try place.names() == ["phone.sqlite", "phone.sqlite.damaged-1"])
    #expect(try Array(Data(contentsOf: URL(fileURLWithPath: place.path + ".damaged-1"))) == bytes)
    #expect(try store.load() == StoredDevice())
  }

  /// Where a page is gone the file is moved; where nothing is, it is read.
  @Test func aFileThatWasCutAnywhereIsReadOrMovedAside() throws {
    let place = try StorePlace()
    try place.filled(Self.full)
    let whole = try place.bytes()
    let device = try place.reopened()
    for count in stride(from: 1, to: whole.count, by: 1511) {
      let place = try StorePlace()
      try place.put(Array(whole[..<count]))
      let store = try place.open()
      let isSame = try store.load() == device
      #expect(isSame || store.movedAside != nil, "\(count) bytes")
      #expect(try place.names().contains("phone.sqlite.damaged-1") == (store.movedAside != nil))
    }
  }

  @Test func aFlippedByteIsToldOrHarmless() throws {
    let place = try StorePlace()
    try place.filled(Self.full)
    let whole = try place.bytes()
    let device = try place.reopened()
    var random = RandomSource(seed: 1)
    for _ in 0..<60 {
      let place = try StorePlace()
      var bytes = whole
      let offset = Int(random.integer(in: 0...Int64(bytes.count - 1)))
      bytes[offset] ^= UInt8(1 << random.integer(in: 0...7))
      try place.put(bytes)
      let store = try place.open()
      let isTold = try store.movedAside != nil || store.quarantineCount() > 0
      let isSame = try store.load() == device
      #expect(isSame || isTold, "byte \(offset)")
    }
  }

  @Test func theFileOfAnotherProgramIsMovedAsideUntouched() throws {
    let place = try StorePlace()
    try place.execute("CREATE TABLE theirs (x)")
    let theirs = try place.bytes()
    let store = try place.open()
    #expect(store.movedAside?.reason == .foreign)
    #expect(try Array(Data(contentsOf: URL(fileURLWithPath: place.path + ".damaged-1"))) == theirs)
  }

  @Test func aNewerFileIsMovedAsideEachTimeUnderANewName() throws {
    let place = try StorePlace()
    for number in 1...2 {
      try place.filled(Self.full)
      try place.execute("INSERT INTO grdb_migrations VALUES ('from the future')")
      let store = try place.open()
      #expect(store.movedAside?.reason == .newer)
      #expect(store.movedAside?.newPath == place.path + ".newer-\(number)")
      #expect(try store.load() == StoredDevice())
      try store.close()
    }
  }

  @Test(arguments: ["DROP TABLE hit", "DROP TABLE grdb_migrations", "DROP TABLE phone"])
  func aFileWithoutATableIsMovedAside(_ sql: String) throws {
    let place = try StorePlace()
    try place.filled(Self.full)
    try place.execute(sql)
    let store = try place.open()
    guard case .damaged = store.movedAside?.reason else {
      Issue.record("\(String(describing: store.movedAside))")
      return
    }
    #expect(try store.append(.screen("Home")).stored.id == 1)
  }

  @Test func aLogWithoutItsFileIsKept() throws {
    let place = try StorePlace()
    try place.put([1, 2, 3], "-wal")
    let store = try place.open()
    #expect(store.movedAside != nil)
    #expect(try place.names() == ["phone.sqlite", "phone.sqlite.damaged-1-wal"])
  }
}
