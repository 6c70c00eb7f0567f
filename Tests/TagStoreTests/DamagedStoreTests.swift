import Foundation
import TagRuntime
import TagStore
import Testing

/// Nothing that happens to a file makes a store crash, lie or delete.
@Suite struct DamagedStoreTests {
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
    let whole = StoredDevice.full
    try place.fill(whole)
    try place.execute(sql)
    let store = try place.open()
    #expect(store.movedAside == nil)
    #expect(store.damagedRows == 1)
    #expect(store.device != whole)
    #expect(store.device.hits == whole.hits.filter { !sql.contains("hit") || $0.id != 2 })
    // A number is not used again, also where the row that knew it was damaged.
    #expect(store.device.nextHitID == 4)
    try store.save(.holding([]))
    store.close()
    #expect(try place.open().damagedRows == 1)
  }

  /// A row that a checksum covers may still lead the simulation astray.
  @Test(arguments: [
    ("hit", "id", Int64.max), ("hit", "id", 0), ("hit", "id", -1), ("hit", "tries", Int64.max),
    ("hit", "tries", -1), ("lastingKey", "id", Int64.max), ("phone", "nextHitID", Int64.max),
    ("phone", "nextHitID", 0),
  ])
  func aNumberThatCannotBeCountedFromIsDamage(
    _ table: String, _ column: String, _ number: Int64
  ) throws {
    let place = try StorePlace(holding: .full)
    try place.execute("UPDATE \(table) SET \(column) = \(number) WHERE id = 1")
    try place.correctChecksums(of: table)
    let store = try place.open()
    #expect(store.damagedRows == 1)
    #expect(store.device.nextHitID == 4)
  }

  @Test(arguments: [Int64.min, Int64.max])
  func aTimeBeyondAllCalendarsIsBounded(_ milliseconds: Int64) throws {
    let place = try StorePlace()
    var device = StoredDevice.full
    device.hits[0].hit.created = WallTime(milliseconds: milliseconds)
    try place.fill(device)
    let bound: Int64 = 9_007_199_254_740_992
    let created = try place.reopened().hits[0].hit.created.milliseconds
    #expect(created == (milliseconds < 0 ? -bound : bound))
  }

  /// A name may be a slip: what is no file of ours is refused, and stays as it is.
  @Test(arguments: [[UInt8]("garbage".utf8), [UInt8](repeating: 32, count: 8192), [1]])
  func aFileThatIsNoDatabaseIsRefused(_ bytes: [UInt8]) throws {
    let place = try StorePlace()
    try place.put(bytes)
    #expect(throws: StoreError.foreign(place.path)) { try place.open() }
    #expect(try place.bytes() == bytes)
    #expect(try place.names() == ["phone.sqlite"])
  }

  @Test func theFileOfAnotherProgramIsRefused() throws {
    let place = try StorePlace()
    try place.execute("CREATE TABLE theirs (x)")
    let theirs = try place.bytes()
    #expect(throws: StoreError.foreign(place.path)) { try place.open() }
    #expect(try place.bytes() == theirs)
  }

  /// Where a page is gone the file is moved; where nothing is, it is read.
  @Test func aFileThatWasCutAnywhereIsReadOrMovedAside() throws {
    let place = try StorePlace(holding: .full)
    let whole = try place.bytes()
    for count in [16, 99, 100] + stride(from: 1511, to: whole.count, by: 1511) {
      let place = try StorePlace()
      try place.put(Array(whole[..<count]))
      let store = try place.open()
      #expect(store.device == .full || store.movedAside != nil, "\(count) bytes")
      #expect(try place.names().contains("phone.sqlite.damaged-1") == (store.movedAside != nil))
    }
  }

  @Test func aFlippedByteIsToldOrHarmless() throws {
    let place = try StorePlace(holding: .full)
    let whole = try place.bytes()
    var random = RandomSource(seed: 1)
    for _ in 0..<60 {
      let place = try StorePlace()
      var bytes = whole
      let offset = Int(random.integer(in: 0...Int64(bytes.count - 1)))
      bytes[offset] ^= UInt8(1 << random.integer(in: 0...7))
      try place.put(bytes)
      do throws(StoreError) {
        let store = try TagStore(place.path)
        let isTold = store.movedAside != nil || store.damagedRows > 0
        #expect(store.device == .full || isTold, "byte \(offset)")
      } catch {
        Issue.record("byte \(offset): \(error)")
      }
    }
  }

  @Test func aNewerFileIsMovedAsideEachTimeUnderANewName() throws {
    let place = try StorePlace()
    for number in 1...2 {
      try place.fill(.full)
      try place.execute("INSERT INTO grdb_migrations VALUES ('from the future')")
      let store = try place.open()
      #expect(store.movedAside?.reason == .newer)
      #expect(store.movedAside?.newPath == place.path + ".newer-\(number)")
      #expect(store.device == StoredDevice())
      store.close()
    }
  }

  @Test(arguments: ["DROP TABLE hit", "DROP TABLE grdb_migrations", "DROP TABLE phone"])
  func aFileWithoutATableIsMovedAside(_ sql: String) throws {
    let place = try StorePlace(holding: .full)
    try place.execute(sql)
    let store = try place.open()
    guard case .damaged = store.movedAside?.reason else {
      Issue.record("\(String(describing: store.movedAside))")
      return
    }
    #expect(store.device == StoredDevice())
  }

  /// What is wrong is said in words of ours: those of SQLite quote its language.
  @Test(arguments: [
    ("DROP TABLE hit", "its tables are not those of tagsim"),
    ("DROP TABLE grdb_migrations", "its tables are not those of tagsim"),
    (
      """
      UPDATE grdb_migrations SET identifier = x'00'
      WHERE identifier = (SELECT min(identifier) FROM grdb_migrations)
      """, "its tables are not those of tagsim"
    ),
    (
      """
      DROP TABLE grdb_migrations; CREATE TABLE grdb_migrations (identifier TEXT);
      INSERT INTO grdb_migrations VALUES (NULL)
      """, "its tables are not those of tagsim"
    ),
    ("DROP TABLE hit; CREATE VIEW hit AS SELECT 1", "its tables are not those of tagsim"),
    (
      """
      PRAGMA writable_schema = 1;
      UPDATE sqlite_master SET sql = 'CREATE TABLE hit (SELECT' WHERE name = 'hit'
      """, "its pages do not fit together"
    ),
    (
      "PRAGMA writable_schema = 1; UPDATE sqlite_master SET rootpage = 900 WHERE name = 'hit'",
      "its pages do not fit together"
    ),
  ])
  func damageIsSaidWithoutSQL(_ sql: String, _ words: String) throws {
    let place = try StorePlace(holding: .full)
    try place.execute(sql)
    let store = try place.open()
    #expect(store.movedAside?.reason == .damaged(detail: words))
    #expect(store.device == StoredDevice())
  }

  @Test func aLogWithoutItsFileIsKept() throws {
    let place = try StorePlace()
    try place.put([1, 2, 3], "-wal")
    let store = try place.open()
    #expect(store.movedAside != nil)
    #expect(try place.names() == ["phone.sqlite", "phone.sqlite.damaged-1-wal"])
  }
}
