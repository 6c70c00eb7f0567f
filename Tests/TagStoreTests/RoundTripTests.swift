import OrderedCollections
import TagRuntime
import Testing

@testable import TagStore

/// What is written is what is read, by this program and by the next.
@Suite struct RoundTripTests {
  /// Files from before user properties had times: they count as set when the event was logged.
  @Test func anEventOfAnEarlierFileIsRead() throws {
    let logged = WallTime(milliseconds: 7)
    let body = try JSONReader.read(
      #"{"event": "buy", "parameters": {"n": 1}, "logged": 7, "added": {"ga_session_id": "3"}, "#
        + #""userProperties": {"tier": "gold"}}"#)
    let hit = try #require(HitBody.hit(body, created: logged))
    #expect(
      hit.kind
        == .firebase(
          FirebaseEvent(name: "buy", parameters: ["n": 1], logged: logged),
          userProperties: ["tier": FirebaseProperty("gold", set: logged)]))
    #expect(HitBody.hit(HitBody.value(of: hit), created: logged) == hit)
  }

  @Test func aFreshStoreIsEmpty() throws {
    let place = try StorePlace()
    let store = try place.open()
    #expect(store.device == StoredDevice())
    #expect(store.movedAside == nil)
    #expect(store.damagedRows == 0)
  }

  @Test(arguments: [
    Hit.screen("Home"), .screen(""), .pixel("https://e.com/p?a=%20&b=\"q\""), .pixel(""),
    .event("_vs"), .counted(1, 0), .counted(12),
    .screen("a\u{0}b\n\u{7F}\u{1B}[31m"), .screen("Zoë 🛒 \u{202E}"), .screen("'; DROP TABLE hit"),
    Hit(kind: .analytics(fields: [:]), tag: "", tracker: nil, created: .init(milliseconds: 0)),
    .screen(String(repeating: "x", count: 100_000), created: 253_402_300_799_999),
  ])
  func aHitComesBackAsItWas(_ hit: Hit) throws {
    let place = try StorePlace()
    let store = try place.open()
    var stored = StoredHit(id: 1, hit: hit)
    try store.save(.holding([stored]))
    stored.tries = 3
    stored.firstTried = WallTime(milliseconds: 0)
    stored.lastTried = WallTime(milliseconds: -1)
    try store.save(.holding([stored]))
    #expect(store.device.hits == [stored])
    store.close()
    #expect(try place.reopened().hits == [stored])
  }

  @Test func everythingElseComesBackInItsOrder() throws {
    let place = try StorePlace()
    let value: Value = .map(["z": .list([.absent, .null, .double(1)]), "a": .int(.max)])
    var expected = StoredDevice()
    let lasting: [LastingChange] = [
      .keepKeys([.sample(1, "user\u{0}", value), .sample(4, "user", .string(""))]),
      .keepReferrer(conversionID: "z", referrer: "r"),
      .keepReferrer(conversionID: "a", referrer: ""),
      .keepReferrer(conversionID: "z", referrer: "again"), .keepUnrepeatable(id: "y"),
      .keepUnrepeatable(id: "b"), .keepUnrepeatable(id: "y"),
    ]
    for change in lasting { expected.lasting.apply(change) }
    let saved = StoredDevice.Container(refreshed: .init(milliseconds: 7), bytes: [0, 255, 0])
    expected.containers = [
      "GTM-Z": saved, "GTM-A": .init(refreshed: .init(milliseconds: 8), bytes: []),
    ]
    expected.clientID = "c-1"
    expected.isOptedOut = true
    expected.hitCount = 343
    try place.fill(expected)
    let read = try place.reopened()
    #expect(read == expected)
    #expect(read.containers.keys == ["GTM-Z", "GTM-A"])
    #expect(read.lasting.clickReferrers.keys == ["z", "a"])
  }

  /// Also where it came and went between two saves.
  /// SQLite may give rows in any order where none is asked for.
  @Test func rowsHaveTheirOrderWhereverSQLiteBegins() throws {
    let place = try StorePlace()
    var device = StoredDevice.full
    device.containers["GTM-0"] = .init(refreshed: .init(milliseconds: 2), bytes: [3])
    device.lasting.apply(.keepKeys([.sample(2, "a", .int(1))]))
    device.lasting.apply(.keepReferrer(conversionID: "0", referrer: "s"))
    device.lasting.apply(.keepUnrepeatable(id: "a"))
    try place.fill(device)
    let database = try Database(path: place.path)
    defer { database.close() }
    try database.execute("PRAGMA reverse_unordered_selects = 1")
    #expect(try StoredDevice.read(StoreTables(), database) == device)
  }

  @Test func whatWasCountedIsKept() throws {
    let place = try StorePlace()
    let store = try place.open()
    let counted = StoredHit(id: 1, hit: .counted(41))
    let changes: [DiskChange] = [.keep(counted), .remove(hit: 1)]
    try store.save(StoredChanges(changes, clientID: "c", isOptedOut: false))
    #expect(store.device.hitCount == 41)
    store.close()
    #expect(try place.reopened().hitCount == 41)
  }

  /// A file of a release that did not count is read, and counts from its first hit on.
  @Test func aFileFromBeforeHitsWereCountedIsRead() throws {
    let place = try StorePlace()
    try place.fill(.holding([.screen(1), .screen(2)]))
    try place.execute("DROP TABLE analytics")
    try place.execute("DELETE FROM grdb_migrations WHERE identifier = 'what Analytics counts'")
    let store = try place.open()
    #expect(store.movedAside == nil && store.damagedRows == 0)
    #expect(store.device.hits == [.screen(1), .screen(2)])
    #expect(store.device.hits.map(\.hit.numbers) == [nil, nil])
    #expect(store.device.hitCount == 0)
    let counted = StoredHit(id: 3, hit: .counted(1))
    try store.save(StoredChanges([.keep(counted)], clientID: "c", isOptedOut: false))
    store.close()
    #expect(try place.reopened().hitCount == 1)
  }

  @Test func theNumberOfAHitIsNeverUsedAgain() throws {
    let place = try StorePlace()
    var device = StoredDevice.holding([.screen(7)])
    try place.fill(device)
    device.hits = []
    try place.fill(device)
    #expect(try place.reopened().nextHitID == 8)
  }

  /// A world that has gone another way is saved like any other.
  @Test func aDeviceTakesThePlaceOfAnyOther() throws {
    var devices = [StoredDevice.full, StoredDevice(), .holding([.screen(2), .screen(9)])]
    devices.append(.holding([.screen(1, "Other"), .screen(2), .screen(4), .screen(9)]))
    var turned = StoredDevice.full
    for name in ["b", "a"] {
      turned.lasting.apply(.keepReferrer(conversionID: name, referrer: name))
      turned.containers[name] = .init(refreshed: .init(milliseconds: 5), bytes: [5])
    }
    devices.append(turned)
    turned.containers.reverse()
    turned.lasting.apply(.deleteReferrer(conversionID: "1"))
    turned.lasting.apply(.keepReferrer(conversionID: "1", referrer: "again"))
    devices.append(turned)
    for first in devices {
      for second in devices {
        let place = try StorePlace()
        let store = try place.open()
        try store.save(first)
        try store.save(second)
        store.close()
        #expect(try place.reopened() == second)
      }
    }
  }

  @Test func onlyRowsThatDifferAreWritten() throws {
    let place = try StorePlace()
    let store = try place.open()
    var device = StoredDevice.holding((1...2000).map { .screen($0) })
    try store.save(device)
    let before = store.writtenRows()
    try store.save(device)
    #expect(store.writtenRows() == before)
    device.hits.removeFirst()
    device.hits[0].tries = 1
    device.hits.append(.screen(2001))
    device.nextHitID = 2002
    try store.save(device)
    #expect(store.writtenRows() - before == 4, "one deleted, one changed, one new, the phone")
  }

  /// What a change names is written once, and nothing else is looked at.
  @Test func aChangeCostsItsRows() throws {
    let place = try StorePlace()
    let store = try place.open()
    func written(_ changes: [DiskChange]) throws -> Int {
      let before = store.writtenRows()
      try store.save(StoredChanges(changes, clientID: "c", isOptedOut: false))
      return store.writtenRows() - before
    }
    let hits = (1...2000).map { StoredHit.screen($0) }
    #expect(try written(hits.map(DiskChange.keep)) == 2001, "and the phone")
    #expect(try written([]) == 0)
    var tried = hits[5]
    tried.tries = 1
    #expect(try written([.keep(tried)]) == 2)
    tried.tries = 2
    #expect(try written([.keep(tried), .keep(tried), .keep(tried)]) == 2, "once")
    #expect(try written([.remove(hit: 1), .remove(hit: 2)]) == 3)
    #expect(
      try written([.keep(.screen(2001)), .remove(hit: 2001)]) == 1, "the phone knows the number")
    #expect(try written([.keep(tried), .remove(hit: tried.id)]) == 2)
    #expect(store.device.hits.count == 1997)
    #expect(store.device.nextHitID == 2002)
    let device = store.device
    store.close()
    #expect(try place.reopened() == device)
  }

  @Test func aStatementOfSQLIsCompiledOnce() throws {
    let place = try StorePlace()
    let store = try place.open()
    func save(_ changes: [DiskChange]) throws {
      try store.save(StoredChanges(changes, clientID: "c", isOptedOut: false))
    }
    try save([.keep(.screen(1)), .keep(.screen(2))])
    try save([.remove(hit: 1)])
    let before = store.compiledStatements()
    for id in Int64(3)...300 { try save([.keep(.screen(id)), .remove(hit: id - 1)]) }
    #expect(store.compiledStatements() == before)
  }

  @Test func peopleCanReadIt() throws {
    let place = try StorePlace()
    var device = StoredDevice.holding([.screen(1, "Zo\u{1B}"), StoredHit(id: 2, hit: .pixel("u"))])
    device.hits[0].tries = 2
    device.hits[0].lastTried = WallTime(milliseconds: 1_393_714_860_000)
    device.containers["GTM-A"] = .init(refreshed: .init(milliseconds: 0), bytes: [1, 2, 3])
    try place.fill(device)
    #expect(
      try place.rows("SELECT * FROM waiting") == [
        #"1|analytics|2014-03-01 23:00:00|{"fields":{"&t":"appview","&cd":"Zo\u001b"}}|"#
          + #""Screen tag"|2|2014-03-01 23:01:00"#,
        #"2|pixels|1969-12-31 23:59:59|{"url":"u"}||0|"#,
      ])
    #expect(try place.rows("SELECT * FROM saved") == [#""GTM-A"|1970-01-01 00:00:00|3"#])
  }

  @Test func aFileBelongsToOneProgram() throws {
    let place = try StorePlace()
    let store = try place.open()
    #expect(throws: StoreError.inUse(place.path)) { try place.open() }
    store.close()
    #expect(try place.open().movedAside == nil)
  }
}

extension TagStore {
  /// How many rows were written and deleted since it was opened.
  fileprivate func writtenRows() -> Int { database.changes }

  /// How many statements were compiled since it was opened.
  fileprivate func compiledStatements() -> Int { database.compiled }
}
