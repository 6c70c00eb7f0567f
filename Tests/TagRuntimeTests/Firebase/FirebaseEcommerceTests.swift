import OrderedCollections
import TestSupport
import Testing

@testable import TagRuntime

/// E-commerce events of Firebase as enhanced e-commerce of Universal Analytics.
@Suite struct FirebaseEcommerceTests {
  private typealias Fields = UniversalAnalyticsHitTests.Fields

  private static func hit(
    _ event: String, _ parameters: OrderedDictionary<String, Value>
  ) -> (fields: Fields, logs: [LogCode]) {
    let (fields, logs) = UniversalAnalyticsHitTests.hits(
      [
        "trackingId": "UA-1", "trackType": "TRACK_SCREENVIEW", "enableEcommerce": true,
        "readDataFrom": "FIREBASE_EVENT_DATA",
      ], at: event, parameters)
    var hit = fields.first ?? [:]
    if fields.count == 1 { hit["&tid"] = nil }
    return (hit, logs)
  }

  private static let item: Value = [
    "item_id": "p1", "item_name": "Song", "item_brand": "B", "item_category": "C",
    "item_variant": "V", "coupon": "CO", "index": 3, "price": 1.5, "quantity": 2,
    "dimension4": "d", "metric2": 9, "unknown": "x",
  ]

  /// The fields of the product above.
  private static func product(_ prefix: String) -> Fields {
    let fields: Fields = [
      "cd4": "d", "cm2": "9", "id": "p1", "nm": "Song", "br": "B", "ca": "C", "va": "V",
      "ps": "3", "pr": "1.5", "qt": "2", "cc": "CO",
    ]
    return OrderedDictionary(
      uniqueKeysWithValues: fields.elements.map { (prefix + $0.key, $0.value) })
  }

  @Test(
    arguments: [
      ("select_content", "click"), ("view_item", "detail"), ("add_to_cart", "add"),
      ("remove_from_cart", "remove"), ("begin_checkout", "checkout"),
      ("checkout_progress", "checkout"), ("ecommerce_purchase", "purchase"),
      ("purchase_refund", "refund"),
    ])
  func anActionWithItsProducts(_ event: String, _ action: String) {
    let (fields, logs) = Self.hit(event, ["items": [Self.item], "currency": "EUR"])
    var expected = Self.product("&pr1")
    expected["&t"] = "screenview"
    expected["&pa"] = action
    expected["&cu"] = "EUR"
    #expect(Set(fields.elements.map(Pair.init)) == Set(expected.elements.map(Pair.init)))
    #expect(logs == [])
  }

  private struct Pair: Hashable {
    let code: String
    let text: String

    init(_ pair: (key: String, value: String)) { (code, text) = pair }
  }

  private static let sales: [(event: String, parameters: Value, fields: Fields)] = [
    (
      "ecommerce_purchase",
      [
        "transaction_id": "t1", "affiliation": "Shop", "value": 12.5, "tax": 2, "shipping": 3,
        "coupon": "CO", "item_list": "L", "checkout_step": 1, "checkout_option": "visa",
      ],
      [
        "&t": "screenview", "&pa": "purchase", "&ti": "t1", "&ta": "Shop", "&tr": "12.5",
        "&tt": "2", "&ts": "3", "&tcc": "CO", "&pal": "L", "&cos": "1", "&col": "visa",
      ]
    ),
    (
      "set_checkout_option", ["checkout_step": 2, "checkout_option": "visa"],
      [
        "&t": "event", "&ea": "Option", "&ec": "Checkout", "&pa": "checkout_option", "&cos": "2",
        "&col": "visa",
      ]
    ),
    ("add_to_cart", [:], ["&t": "screenview", "&pa": "add"]),
    // An item that is no list is one item.
    (
      "add_to_cart", ["items": ["item_id": "p1"]],
      ["&t": "screenview", "&pa": "add", "&pr1id": "p1"]
    ),
    ("add_to_cart", ["items": []], ["&t": "screenview", "&pa": "add"]),
    (
      "view_item_list",
      ["item_list": "Top", "items": [["item_id": "p1", "index": 1], ["item_id": "p2"]]],
      [
        "&t": "screenview", "&il1nm": "Top", "&il1pi1id": "p1", "&il1pi1ps": "1",
        "&il1pi2id": "p2",
      ]
    ),
    (
      "view_search_results", ["items": [["item_id": "p1"]]],
      ["&t": "screenview", "&il1pi1id": "p1"]
    ),
    (
      "select_content",
      [
        "content_type": "Home", "item_id": "summer",
        "promotions": [
          [
            "item_id": "s", "item_name": "Summer", "creative_name": "red", "creative_slot": "top",
          ]
        ],
      ],
      [
        "&t": "event", "&ea": "click", "&ec": "Home", "&el": "summer", "&promo1id": "s",
        "&promo1nm": "Summer", "&promo1cr": "red", "&promo1ps": "top", "&promoa": "click",
      ]
    ),
    (
      "view_item", ["promotions": [["item_id": "s"], ["item_id": "w"]]],
      ["&t": "screenview", "&promo1id": "s", "&promo2id": "w", "&promoa": "view"]
    ),
    // Promotions belong to certain events; with any other the plain hit is sent.
    ("add_to_cart", ["promotions": [["item_id": "s"]], "items": []], ["&t": "screenview"]),
    ("view_item_list", ["promotions": "text"], ["&t": "screenview"]),
    ("play_song", ["items": [["item_id": "p1"]]], ["&t": "screenview"]),
    ("_vs", [:], ["&t": "screenview"]),
  ]

  @Test(arguments: sales.indices)
  func sale(_ index: Int) {
    let (event, parameters, expected) = Self.sales[index]
    let (fields, logs) = Self.hit(event, parameters.members ?? [:])
    #expect(Set(fields.elements.map(Pair.init)) == Set(expected.elements.map(Pair.init)))
    let isPlain = expected == ["&t": "screenview"] && event != "view_item_list"
    #expect(logs == (isPlain ? [.noShopEvent] : []))
  }

  /// One runtime of 2017 sends nothing where all others send the plain hit.
  @Test(
    arguments: [
      ("play_song", false, true), ("play_song", true, false), ("add_to_cart", true, true),
    ])
  func theRuntimeOf2017SendsNothingAtOtherEvents(_ event: String, _ isOn: Bool, _ sends: Bool) {
    var trial = FirebaseTrial(
      tag: "__ua", ["enableEcommerce": true, "readDataFrom": "FIREBASE_EVENT_DATA"]
    ).at(event)
    if isOn { trial.settings.quirks = [.shopEventsOnly] }
    switch trial.result() {
    case .hits(let hits): #expect(sends && hits.count == 1)
    case .ignored(let reason): #expect(!sends && reason.contains("not an e-commerce event"))
    case let other: Issue.record("\(String(describing: other))")
    }
  }

  private static func function(_ name: String, _ body: Value...) -> Value {
    .list([50, .string(name), [46]] + body)
  }

  private static let older = function(
    "__ua_sendEnhancedEcommerce", ["view_search_results"], [3, "m", true])
  private static let newest = function(
    "__ua_sendEnhancedEcommerce", ["view_search_results", "", "view_search_results"],
    [36, [15, "m"]])

  /// What a runtime does is read out of its instructions (Formats §6.5): what is sent, and whether
  /// it has e-commerce.
  @Test(
    arguments: [
      (older, "play_song", nil), (older, "view_search_results", nil), (older, "add_to_cart", true),
      (newest, "play_song", false), (newest, "view_search_results", true),
      (newest, "add_to_cart", true),
    ] as [(Value, String, Bool?)])
  func aRuntimeDecidesWhatIsSent(_ function: Value, _ event: String, _ hasSale: Bool?) {
    var container = ContainerBuilder.firebase {
      $0.tag("T", "__ua", ["enableEcommerce": true, "readDataFrom": "FIREBASE_EVENT_DATA"])
      $0.rule(fires: ["T"])
    }
    container.runtime = [function]
    let trial = FirebaseTrial(container).at(event, ["items": [["item_id": "S-1"]]])
    var found: Bool?
    if case .hits(let hits) = trial.result() {
      found = hits.contains { $0.payload.contains("S-1") }
    }
    #expect(found == hasSale)
  }

  @Test func olderRuntimesAreTold() {
    let older: Value = [
      Self.older,
      Self.function("__ua_convertIndexedField", [43]), Self.function("__md_main", ["_sn"]),
      Self.function("__ua_convertScionFields", [47]),
    ]
    let newest: Value = [
      Self.newest,
      Self.function("__ua_convertIndexedField", [21, [45]]), Self.function("__md_main", ["."]),
      Self.function("__ua_convertScionFields", ["dimension"]),
    ]
    #expect(RuntimeTraits(of: older).words.count == 5)
    #expect(RuntimeTraits(of: newest) == [] && RuntimeTraits(of: nil) == [])
  }

  // MARK: From a variable

  private static func hit(
    fromVariable data: Expression, isEnabled: Expression = true
  ) -> (fields: [Fields], logs: [LogCode]) {
    UniversalAnalyticsHitTests.hits(
      ["enableEcommerce": isEnabled, "ecommerceVariableData": data], at: "add_to_cart",
      ["items": [["item_id": "p9"]]])
  }

  @Test func eCommerceMayComeFromAVariable() {
    let data = Expression.members([
      "add": .members(["products": .list([.members(["id": "p1"])])])
    ])
    let found = Self.hit(fromVariable: data)
    #expect(found.fields == [["&t": "screenview", "&pa": "add", "&pr1id": "p1"]])
    let off = Self.hit(fromVariable: data, isEnabled: false)
    #expect(off.fields == [["&t": "screenview"]] && off.logs == [])
    let text = Self.hit(fromVariable: "text")
    #expect(text.fields == [["&t": "screenview"]] && text.logs == [.noEcommerce])
  }
}
