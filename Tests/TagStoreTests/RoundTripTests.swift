import OrderedCollections
import TagRuntime
import TagStore
import Testing

/// What is written is what is read, by this program and by the next.
@Suite struct RoundTripTests {
  @Test func aFreshStoreIsEmpty() throws {
    let place = try StorePlace()
    #expect(try place.reopened() == StoredDevice())
    #expect(try place.open().movedAside == nil)
  }

  @Test(arguments: [
    Hit.screen("Home"), .screen(""), .pixel("https://e.com/p?a=%20&b=\"q\""), .pixel(""),
    .screen("a\u{0}b\n\u{7F}\u{1B}[31m"), .screen("Zoë 🛒 \u{202E}"), .screen("'; DROP TABLE hit"),
    Hit(kind: .analytics(fields: [:]), tag: "", tracker: nil, created: .init(milliseconds: .min)),
    .screen(String(repeating: "x", count: 100_000), created: Int64.max),
  ])
  func aHitComesBackAsItWas(_ hit: Hit) throws {
    let place = try StorePlace()
    let store = try place.open()
    let stored = try store.append(hit).stored
    #expect(stored == StoredHit(id: 1, hit: hit))
    var tried = stored
    tried.tries = 3
    tried.firstTried = WallTime(milliseconds: 0)
    tried.lastTried = WallTime(milliseconds: -1)
    try store.write([.updateHit(tried)])
    #expect(try store.load().hits == [tried])
    try store.close()
    #expect(try place.reopened().hits == [tried])
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
    try place.filled(
      lasting.map { .lasting($0) } + [
        .saveContainer(id: "GTM-Z", .init(refreshed: .init(milliseconds: 1), bytes: [9])),
        .saveContainer(id: "GTM-A", .init(refreshed: .init(milliseconds: 8), bytes: [])),
        .saveContainer(id: "GTM-Z", saved), .clientID("c-1"), .optedOut(true),
      ])
    let read = try place.reopened()
    #expect(read == expected)
    #expect(read.containers.keys == ["GTM-Z", "GTM-A"])
    #expect(read.lasting.clickReferrers.keys == ["z", "a"])
  }

  @Test func theNumberOfAHitIsNeverUsedAgain() throws {
    let place = try StorePlace()
    try place.filled([.keepHit(.screen(7)), .removeHit(id: 7)])
    let store = try place.open()
    #expect(try store.append(.screen("next")).stored.id == 8)
  }

  @Test func aFullQueueDropsItsOldestHit() throws {
    let place = try StorePlace()
    let store = try place.open()
    let hits = (1...Int64(Limits.storedHits)).map { StoredHit.screen($0) }
    try store.write([.keepHit(StoredHit(id: 5000, hit: .pixel("p")))] + hits.map { .keepHit($0) })
    let (stored, dropped) = try store.append(.screen("one more"))
    #expect(stored.id == 5001)
    #expect(dropped == hits[0])
    #expect(try store.append(.pixel("q")).dropped == nil)
    #expect(try store.load().hits.count == Limits.storedHits + 2)
  }

  @Test func anUpdateOfAHitThatIsGoneChangesNothing() throws {
    let place = try StorePlace()
    try place.filled([.updateHit(.screen(3))])
    #expect(try place.reopened() == StoredDevice())
  }

  @Test func aFileBelongsToOneProgram() throws {
    let place = try StorePlace()
    let store = try place.open()
    #expect(throws: StoreError.inUse(place.path)) { try place.open() }
    try store.close()
    #expect(try place.open().movedAside == nil)
  }
}
