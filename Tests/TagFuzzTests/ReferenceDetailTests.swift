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
}
