import OrderedCollections
import TagReference
import TagRuntime
import Testing

/// The vectors of the pages for what the reference says of texts, typed reads, dispatches, Braze
/// and e-commerce.
@Suite struct ReferenceDetailTests {
  private func read(
    _ macro: FunctionCall, as kind: ValueKind = .string, more: [FunctionCall] = []
  ) -> Value? {
    var version = ContainerVersion()
    version.macros = [macro] + more
    var container = ReferenceContainer(version, in: ReferenceScene())
    return container.read("m", as: kind)
  }

  private func constant(_ value: Expression) -> FunctionCall {
    FunctionCall(function: "_c", name: "m", parameters: ["value": value])
  }

  // MARK: Texts

  @Test(
    arguments: [
      ("MD5", "", "D41D8CD98F00B204E9800998ECF8427E"),
      ("MD5", "abc", "900150983CD24FB0D6963F7D28E17F72"),
      ("SHA-1", "abc", "A9993E364706816ABA3E25717850C26C9CD0D89D"),
      ("SHA-256", "abc", "BA7816BF8F01CFEA414140DE5DAE2223B00361A396177A9CB410FF61F20015AD"),
    ])
  func digests(_ algorithm: String, _ text: String, _ digest: String) {
    let macro = FunctionCall(
      function: "_hsh", name: "m",
      parameters: ["arg0": .constant(.string(text)), "algorithm": .constant(.string(algorithm))])
    #expect(read(macro) == .string(digest))
  }

  /// What is longer than a block has two of them.
  @Test func longTextsHaveDigests() {
    let text = String(repeating: "a", count: 119)
    let macro = FunctionCall(
      function: "_hsh", name: "m", parameters: ["arg0": .constant(.string(text))])
    #expect(read(macro) == .string("8A7BD0732ED6A28CE75F6DABC90E1613"))
  }

  @Test(
    arguments: [
      ([12], "a b&<\u{E9}>~", "a%20b%26%3C%C3%A9%3E~"), ([12, 12], " ", "%2520"),
      ([1], "a b", "a b"), ([1, 12], "a b", "a%20b"), ([], "a b", "a b"),
    ] as [([Int], String, String)])
  func escapings(_ numbers: [Int], _ text: String, _ escaped: String) {
    #expect(read(constant(.escaped(.constant(.string(text)), numbers))) == .string(escaped))
  }

  /// A value that is not a text stays as it is.
  @Test func onlyTextsAreEscaped() {
    let list = Expression.list([.constant("a b")])
    #expect(read(constant(.escaped(list, [12]))) == "[a b]")
  }

  @Test(
    arguments: [
      ("base16", nil, "Tea", "546561"), ("base64", nil, "Te", "VGU="),
      ("base64", true, "Te", "VGU"), ("base64url", nil, "\u{3FF}>?", "z78-Pw=="),
      ("base64", nil, "\u{3FF}>?", "z78+Pw=="),
    ] as [(String, Bool?, String, String)])
  func encodings(_ format: String, _ isBare: Bool?, _ text: String, _ encoded: String) {
    var parameters: OrderedDictionary<String, Expression> = [
      "arg0": .constant(.string(text)), "output_format": .constant(.string(format)),
    ]
    if let isBare { parameters["no_padding"] = .constant(.bool(isBare)) }
    let macro = FunctionCall(function: "_enc", name: "m", parameters: parameters)
    #expect(read(macro) == .string(encoded))
  }

  @Test func partsAreJoined() {
    let parts = Expression.list([.constant("a,b"), .constant(#"c\d"#)])
    func joined(_ escape: String?) -> Value? {
      var parameters: OrderedDictionary<String, Expression> = [
        "arg0": parts, "item_separator": .constant(","),
      ]
      if let escape { parameters["escape"] = .constant(.string(escape)) }
      return read(FunctionCall(function: "_jn", name: "m", parameters: parameters))
    }
    #expect(joined(nil) == .string(#"a,b,c\d"#))
    #expect(joined("backslash") == .string(#"a\,b,c\\d"#))
    #expect(joined("url") == .string("a%2Cb,c%5Cd"))
    #expect(joined("html") == "")
  }

  // MARK: Typed reads

  @Test(
    arguments: [
      (.string, true, "true"), (.boolean, "true", true), (.boolean, "TRUE", false),
      (.boolean, 1, false), (.int64, "3.7", 3), (.int64, "-3.7", -3), (.int64, "abc", 0),
      (.int64, " 7", 7), (.int64, "7 ", 0), (.int64, "9007199254740993", 9_007_199_254_740_993),
      (.int64, "9223372036854775808", .int(.max)), (.double, "1e3", .double(1000)),
      (.double, "", .double(0)), (.string, [1, "x"], "[1, x]"),
    ] as [(ValueKind, Value, Value)])
  func getters(_ kind: ValueKind, _ value: Value, _ told: Value) {
    #expect(read(constant(.constant(value)), as: kind) == told)
    #expect(read(FunctionCall(function: "_c", name: "other"), as: .string) == "")
  }

  /// Every reference asks anew.
  @Test func theAppIsAskedAtEveryReference() {
    var version = ContainerVersion()
    version.macros = [
      constant(.template([.macro("f"), .macro("f"), .macro("f")])),
      FunctionCall(
        function: "_func", name: "f",
        parameters: ["function_call_macro_name": .constant("discount")]),
    ]
    var scene = ReferenceScene()
    scene.answer = { name, _ in .value(.string(name)) }
    var container = ReferenceContainer(version, in: scene)
    #expect(container.read("m", as: .string) == "discountdiscountdiscount")
    #expect(container.asked == 3)
  }

  // MARK: Dispatches

  private func pixel(_ id: Int64, first: Int64?, last: Int64?) -> ReferenceLedger.Entry {
    var entry = ReferenceLedger.Entry(id: id, queue: .pixels, created: 0, cutoff: nil)
    (entry.firstTried, entry.lastTried) = (first, last)
    return entry
  }

  @Test func aFailedPixelRestsAfterItsLastAttempt() {
    let waiting = [
      pixel(1, first: 0, last: 100_000), pixel(2, first: 0, last: 0),
      pixel(3, first: nil, last: nil), pixel(4, first: 300_000, last: 300_000),
    ]
    func page(_ isStrict: Bool) -> [Int64] {
      ReferenceDispatch.page(of: waiting, in: .pixels, isStrict: isStrict, after: 0, at: 200_000)
        .hits
    }
    #expect(page(false) == [2, 3, 4])
    #expect(page(true) == [1, 2, 3, 4])
    let android = ReferenceDispatch.page(
      of: waiting, in: .pixels, isStrict: false, isAndroid: true, after: 0, at: 1_800_000)
    #expect(android.hits == [2, 3])
  }

  @Test func theWaitAfterFailuresDoubles() {
    var dispatch = ReferenceDispatch()
    #expect(dispatch.wait == nil)
    let waits = (0..<12).map { _ -> Int64? in
      dispatch.failed()
      return dispatch.wait
    }
    #expect(waits.prefix(4) == [2000, 4000, 8000, 16_000])
    #expect(waits.last == 1_800_000)
    dispatch.succeeded()
    #expect(dispatch.wait == nil)
    // Platforms §8.
    for status in [200, 400, 500] { dispatch.batchAnswered(status, at: 0) }
    #expect(dispatch.mayBatch(at: 0))
    dispatch.batchAnswered(404, at: 0)
    #expect([0, 3_599_999, 3_600_000].map(dispatch.mayBatch) == [false, false, true])
  }

  @Test func hitsTravelTogetherAsLongAsTheyFit() {
    let long = String(repeating: "x", count: 4095)
    let lines = [(long, true), (long, true), ("y", true)].map { (text: $0.0, isSecure: $0.1) }
    #expect(ReferencePayload.batch(lines, most: 20) == 2)
    #expect(ReferencePayload.batch([(long + "x", true), (long + "x", true)], most: 20) == 1)
    #expect(ReferencePayload.batch([("a", true), ("b", false)], most: 20) == 1)
    #expect(ReferencePayload.batch(Array(repeating: ("a", true), count: 30), most: 20) == 20)
  }

  /// Wire §8, Wire §4.
  @Test func aHitIsWrittenWithItsTimes() {
    let line = ReferencePayload.line(
      [("&t", "event"), ("useSecure", "1"), ("&ea", "Start Pressed"), ("&el", ""), ("&", "x")],
      created: 1_625_729_421_711, now: 1_625_729_541_753, cacheBuster: 7)
    #expect(line == "t=event&ea=Start+Pressed&el&ht=1625729421711&qt=120042&z=7")
    let fresh = ReferencePayload.line([("&ea", "it's 100%")], created: 5, now: 5, cacheBuster: 8)
    #expect(fresh == "ea=it's+100%25&ht=5&z=8")
    let android = ReferencePayload.line(
      [("&ea", "it's ~*"), ("&el", "")], created: 5, now: 5, cacheBuster: nil)
    #expect(android == "ea=it%27s+%7E*&el=&ht=5&qt=0")
  }

  @Test func theFieldsOfAReleaseAreAdded() {
    var phone = ReferencePayload.Phone()
    (phone.width, phone.height, phone.model) = (640, 1136, "iPhone6,1")
    (phone.language, phone.country, phone.system) = ("en", "US", "7.0")
    let new = ReferencePayload.added(on: phone)
    #expect(new["&sr"] == "640x1136")
    #expect(new["&dm"] == "iPhone6,1")
    #expect(new["&ul"] == "en")
    #expect(new["&_v"] == "mi3.1.7")
    (phone.release, phone.system) = (SDKVersion(3, 9), "10.2")
    let old = ReferencePayload.added(on: phone)
    #expect(old["&sr"] == "320x568")
    #expect(old["&dm"] == nil)
    #expect(old["&ds"] == nil)
    #expect(old["&_crc"] == "0")
    #expect(old["&ul"] == "en-us")
  }

  // MARK: Braze

  @Test(
    arguments: [
      (
        ["actionType": "logEvent", "eventName": "vip", "n": 1, "time": 2, "x": nil],
        .event("vip", ["n": 1]), .event("vip", ["n": 1])
      ),
      (
        ["actionType": "customAttribute", "customAttributeKey": "k", "customAttributeValue": true],
        .attribute("k", type: "double", .double(1)), .attribute("k", type: "boolean", true)
      ),
      (
        ["actionType": "customAttribute", "customAttributeKey": "k", "customAttributeValue": "v"],
        .attribute("k", type: "string", "v"),
        .event("k", ["customAttributeKey": "k", "customAttributeValue": "v"])
      ),
      (["actionType": "changeUser"], .nothing, .refused),
      (["actionType": 7], .nothing, .raises), (["actionType": "log"], .nothing, .nothing),
      (["actionType": "logEvent", "eventName": "$vip"], .refused, .refused),
    ] as [(OrderedDictionary<String, Value>, ReferenceBraze.Effect, ReferenceBraze.Effect)])
  func brazeTakes(
    _ parameters: OrderedDictionary<String, Value>, _ swift: ReferenceBraze.Effect,
    _ objectiveC: ReferenceBraze.Effect
  ) {
    #expect(ReferenceBraze.effect(of: parameters, in: .swift) == swift)
    #expect(ReferenceBraze.effect(of: parameters, in: .objectiveC) == objectiveC)
  }

  // MARK: E-commerce

  private func sent(
    _ parameters: OrderedDictionary<String, Expression>, _ layer: OrderedDictionary<String, Value>
  ) -> [[String: String]]? {
    var version = ContainerVersion()
    version.tags = [FunctionCall(function: "_ua", name: "a", parameters: parameters)]
    var rule = ContainerRule()
    rule.addTags = [0]
    version.rules = [rule]
    var scene = ReferenceScene()
    scene.dataLayer.push(layer)
    var container = ReferenceContainer(version, in: scene)
    guard case .ecommerce(let hits)? = container.firings().first?.action else { return nil }
    return hits
  }

  @Test func aPurchaseIsWritten() {
    let parameters: OrderedDictionary<String, Expression> = [
      "analytics_pass_through": .constant(true), "enable_ecommerce": .constant(true),
      "ecommerce_use_data_layer": .constant(true),
      "analytics_fields": .map([.init(key: .constant("&t"), value: .constant("event"))]),
    ]
    let product: Value = ["id": "S-1", "price": "7.50", "quantity": "x", "dimension1": "red"]
    let purchase: Value = ["actionField": ["id": "T-1", "revenue": 9.5], "products": [product]]
    let data: Value = ["currencyCode": "EUR", "purchase": purchase]
    #expect(
      sent(parameters, ["ecommerce": data]) == [
        [
          "&t": "event", "&cu": "EUR", "&pa": "purchase", "&ti": "T-1", "&tr": "9.5",
          "&pr1id": "S-1", "&pr1pr": "7.5", "&pr1cd1": "red",
        ]
      ])
  }

  @Test func aTransactionIsWritten() {
    let parameters: OrderedDictionary<String, Expression> = ["track_transaction": .constant(true)]
    let item: Value = ["name": "Tea", "price": 5]
    #expect(
      sent(parameters, ["transactionId": 77, "transactionProducts": [item]]) == [
        ["&t": "transaction", "&ti": "77"], ["&t": "item", "&ti": "77", "&in": "Tea", "&ip": "5"],
      ])
    #expect(sent(parameters, ["transactionId": 77, "transactionProducts": [["price": 5]]]) == nil)
    #expect(sent(parameters, [:]) == nil)
  }

  // MARK: Firebase

  private typealias Parameters = OrderedDictionary<String, Value>

  /// A phone with Firebase, on which time passes by itself.
  private struct FirebasePhone {
    var reference = ReferenceFirebase()
    /// The phone's clock, and the time that no clock changes.
    var (now, instant): (Int64, Int64) = (1_393_664_400_000, 0)

    /// What is logged, with what travels of it.
    mutating func take(_ inputs: ReferenceFirebase.Input...) -> [(String, Parameters)] {
      inputs.flatMap { input in
        reference.take(input, at: now, instant).map { event in
          (event.name, reference.store(event).parameters)
        }
      }
    }

    mutating func wait(_ milliseconds: Int64) {
      now += milliseconds
      instant += milliseconds
    }
  }

  /// Firebase §2.2.
  @Test(
    arguments: [
      ("played_song", nil), ("played song", 2), ("1st", 2), (String(repeating: "n", count: 41), 2),
      ("\u{E9}t\u{E9}", nil), ("ga_x", 13), ("session_start", 13), ("screen_view", nil),
    ] as [(String, Int?)])
  func namesOfEvents(_ name: String, _ code: Int?) {
    #expect(ReferenceFirebase.code(ofEvent: name) == code)
  }

  @Test func aRefusedNameIsCutAndItsLengthTold() {
    var phone = FirebasePhone()
    let name = String(repeating: "a", count: 40) + "bcdef"
    let events = phone.take(.log(name, [:]), .property(name, "x"), .property("tier", name))
    #expect(events.map(\.0) == ["_err", "_err", "_err"])
    #expect(events.map { $0.1["_err"] } == [2, 6, 7])
    let cut = [40, 24].map { Value.string(String(name.prefix($0)) + "...") }
    #expect(events.map { $0.1["_ev"] } == cut + ["tier"])
    #expect(events.map { $0.1["_el"] } == [45, 45, 45])
  }

  @Test func parametersAreCheckedByTheirNames() {
    var many: Parameters = ["a01": true]
    for number in 10..<35 { many["z\(number)"] = 1 }
    let kept = ReferenceFirebase.checked(many)
    #expect(kept["a01"] == 1)
    #expect(kept["z34"] == nil)
    #expect(kept["_err"] == 5)
    #expect(kept["_ev"] == nil)
    let long = Value.string(String(repeating: "x", count: 117))
    let faulty = ReferenceFirebase.checked(["long": long, "a": "", "m": [1], "z z": 1])
    #expect(faulty == ["_err": 4, "_ev": "long", "_el": 117])
    #expect(ReferenceFirebase.checked(["ga_k": 1]) == ["_err": 14, "_ev": "ga_k"])
    #expect(ReferenceFirebase.checked(["z z": 1]) == ["_err": 3, "_ev": "z z", "_el": 3])
  }

  /// Firebase §4.1, Firebase §4.3.
  @Test func useIsReportedEveryHourAndWhenTheAppIsLeft() {
    var phone = FirebasePhone()
    let first = phone.take(.front)
    #expect(first.map(\.0) == ["_f", "_s", "_e"])
    #expect(first.map { $0.1["_c"] } == [1, 1, nil])
    #expect(first.map { $0.1["_et"] } == [nil, nil, 1])
    #expect(phone.reference.travelling["_fot"]?.0 == 1_393_668_000_000)
    phone.wait(3_600_000)
    #expect(phone.take(.hour).map { $0.1["_et"] } == [3_600_000])
    phone.wait(500)
    let left = phone.take(.away)
    #expect(left.map(\.0) == ["_e", "_ab"])
    #expect(left[0].1["_et"] == 500)
    phone.wait(1_800_000)
    #expect(phone.take(.front).isEmpty)
    // Half an hour counts in both directions.
    #expect(phone.take(.away).map(\.0) == ["_e", "_ab"])
    phone.now -= 1_800_001
    let again = phone.take(.front)
    #expect(again.map(\.0) == ["_s"])
    #expect(again[0].1["_sno"] == 2)
    #expect(again[0].1["_c"] == nil)
  }

  @Test func anEventExtendsASessionInTheBackground() {
    var phone = FirebasePhone()
    _ = phone.take(.front, .away)
    phone.wait(1_700_000)
    #expect(phone.take(.log("sync", ["extend_session": 1])).map(\.0) == ["sync"])
    phone.wait(1_700_000)
    #expect(phone.take(.log("sync", [:]), .front, .away).map(\.0) == ["sync", "_e", "_ab"])
    phone.wait(1_900_000)
    #expect(phone.take(.log("sync", ["extend_session": true])).map(\.0) == ["_s", "sync"])
  }

  /// Firebase §4.4.
  @Test func screensHaveNamesAndClasses() {
    var phone = FirebasePhone()
    _ = phone.take(.front)
    let home = phone.take(.screen("Home"), .screen("Home"))
    #expect(home.map { $0.1 } == [["_sc": "Home", "_si": 0, "_o": "auto"]])
    phone.wait(999)
    let basket: Parameters = ["screen_name": "Basket", "screen_class": "BasketVC"]
    let logged = phone.take(
      .log("screen_view", basket), .log("x", [:]), .log("screen_view", basket))
    #expect(
      logged[0].1 == [
        "_pc": "Home", "_pi": 0, "_sn": "Basket", "_sc": "BasketVC", "_si": 1, "_o": "app",
      ])
    #expect(logged[1].1 == ["_sn": "Basket", "_sc": "BasketVC", "_si": 1, "_o": "app"])
    #expect(logged[2].1["_si"] == 2)
    phone.wait(1)
    let about = phone.take(.screen("About"))
    #expect(about.map(\.0) == ["_e", "_vs"])
    #expect(about[0].1["_et"] == 1000)
    #expect(about[0].1["_sn"] == "Basket")
    #expect(about[1].1["_pn"] == "Basket")
    #expect(about[1].1["_sn"] == nil)
    #expect(phone.take(.screen("Home"))[0].1["_si"] == 0)
    #expect(phone.take(.log("screen_view", ["screen_name": "Bill"]))[0].1["_sc"] == "Home")
  }

  @Test func theUserAndThePhoneAreKept() {
    var phone = FirebasePhone()
    _ = phone.take(.front, .property("tier", "gold"), .user("u-1"))
    #expect(phone.reference.travelling["tier"]?.0 == "gold")
    _ = phone.take(.property("tier", nil), .user(""))
    #expect(phone.reference.travelling["tier"] == nil)
    #expect(phone.reference.travelling["_id"] == nil)
    phone.reference.begin(phone.reference.memory.reinstalled)
    #expect(phone.take(.front)[0].1["_pfo"] == 1)
  }

  /// Firebase §4.5.
  @Test(
    arguments: [
      ("utm_term=shoes", [:]), ("utm_source=a&utm_term=b", ["source": "a", "term": "b"]),
      ("gclid=g&cp1=c&anid=n&aclid=l", ["gclid": "g", "cp1": "c", "anid": "n", "aclid": "l"]),
    ] as [(String, OrderedDictionary<String, Value>)])
  func campaigns(_ query: String, _ campaign: OrderedDictionary<String, Value>) {
    #expect(ReferenceFirebase.campaign(in: "https://www.example.com/?" + query) == campaign)
  }

  /// Firebase §6.1, Firebase §6.3; in seconds.
  @Test func uploadsFollowTheLastSuccess() {
    var uploads = ReferenceUploads()
    func due() -> Int64? { uploads.due.map { $0 / 1000 } }
    func stored(at second: Int64, isDebugging: Bool = false) -> Int64? {
      uploads.stored(at: second * 1000, second * 1000, isDebugging: isDebugging)
      return due()
    }
    func end(_ end: ReferenceUploads.End, at second: Int64) -> Int64? {
      uploads.begin()
      uploads.end(end, at: second * 1000, second * 1000)
      return due()
    }
    #expect(stored(at: 0) == 15)
    #expect(end(.success, at: 15) == nil)
    #expect(stored(at: 600) == 3615)
    #expect(end(.success, at: 3615) == nil)
    #expect(stored(at: 9000) == 9015)
    // Six tries more, and a new event begins again.
    let waits = (0..<7).map { _ in end(.failure(status: 500), at: 10_000).map { $0 - 10_000 } }
    #expect(waits == [1800, 3600, 7200, 14_400, 28_800, 57_600, nil])
    #expect(stored(at: 100_000) == 100_015)
    #expect(end(.failure(status: 503), at: 100_000) == 143_200)
    #expect(uploads.rests(at: 143_199_999))
    #expect(end(.success, at: 143_200) == nil)
    #expect(stored(at: 143_200, isDebugging: true) == 143_201)
    #expect(stored(at: 143_300, isDebugging: true) == 143_300)
  }
}
