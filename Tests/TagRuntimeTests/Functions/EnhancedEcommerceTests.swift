import OrderedCollections
import TagRuntime
import TestSupport
import Testing

@Suite struct EnhancedEcommerceTests {
  private func fire(
    _ ecommerce: Value, fields: KeyValuePairs<String, Expression> = ["&t": "event"],
    sdk version: SDKVersion = SDKVersion(3, 17), isEnabled: Expression = true
  ) -> [Effect] {
    let container = ContainerBuilder { container in
      container.tag(
        "T", "_ua",
        [
          "analytics_pass_through": true, "analytics_fields": .members(fields),
          "enable_ecommerce": isEnabled, "ecommerce_use_data_layer": true,
        ])
      container.rule(when: [.event("go")], fires: ["T"])
    }
    var harness = RuntimeHarness(container, settings: .with { $0.sdkVersion = version })
    return harness.push(["event": "go", "ecommerce": ecommerce])
  }

  /// What is sent for a map of e-commerce, and nothing is complained of.
  @Test(
    arguments: [
      (
        "impressions",
        [
          "currencyCode": "EUR",
          "impressions": [
            ["id": "1", "name": "Shoe", "list": "Search", "position": 1],
            ["id": "2", "list": "Home", "brand": "B", "category": "C", "variant": "V"],
            ["id": "3", "list": "Search", "price": "9.50"],
            ["id": "4"],
          ],
        ],
        "cu=EUR&il1nm=Search&il1pi1id=1&il1pi1nm=Shoe&il1pi1ps=1"
          + "&il2nm=Home&il2pi1id=2&il2pi1br=B&il2pi1ca=C&il2pi1va=V"
          + "&il1pi2id=3&il1pi2pr=9.5&il3pi1id=4"
      ),
      (
        "click",
        ["click": ["actionField": ["list": "Search"], "products": [["id": "1", "position": 2]]]],
        "pa=click&pal=Search&pr1id=1&pr1ps=2"
      ),
      ("detail", ["detail": ["products": [["name": "Shoe"]]]], "pa=detail&pr1nm=Shoe"),
      (
        "add",
        ["add": ["products": [["id": "1", "quantity": 1], ["id": "2", "quantity": "3"]]]],
        "pa=add&pr1id=1&pr1qt=1&pr2id=2&pr2qt=3"
      ),
      ("remove", ["remove": ["products": [["id": "1"]]]], "pa=remove&pr1id=1"),
      (
        "checkout",
        ["checkout": ["actionField": ["step": 1, "option": "Visa"], "products": [["id": "1"]]]],
        "pa=checkout&cos=1&col=Visa&pr1id=1"
      ),
      (
        "checkout option", ["checkout_option": ["actionField": ["step": "2", "option": "Post"]]],
        "pa=checkout_option&cos=2&col=Post"
      ),
      (
        "purchase",
        [
          "purchase": [
            "actionField": [
              "id": "T1", "affiliation": "Shop", "revenue": "35.43", "tax": 4.9, "shipping": 5,
              "coupon": "SUMMER",
            ],
            "products": [
              ["id": "1", "price": 15.25, "coupon": "", "dimension1": "red", "metric12": "7"]
            ],
          ]
        ],
        "pa=purchase&ti=T1&ta=Shop&tr=35.43&tt=4.9&ts=5&tcc=SUMMER"
          + "&pr1id=1&pr1pr=15.25&pr1cc&pr1cd1=red&pr1cm12=7"
      ),
      ("refund", ["refund": ["actionField": ["id": "T1"]]], "pa=refund&ti=T1"),
      (
        "promotions",
        [
          "promoView": [
            "promotions": [
              ["id": "P1", "name": "Sale", "creative": "banner", "position": "top"], ["id": "P2"],
            ]
          ],
          "detail": ["products": [["id": "1"]]],
        ],
        "promo1id=P1&promo1nm=Sale&promo1cr=banner&promo1ps=top&promo2id=P2&promoa=view"
          + "&pa=detail&pr1id=1"
      ),
      (
        "a click on a promotion",
        [
          "promoClick": ["promotions": [["id": "P1"]]],
          "promoView": ["promotions": [["id": "P2"]]], "detail": ["products": [["id": "1"]]],
        ],
        "promo1id=P1&promoa=click"
      ),
      ("nothing", [:], ""),
      ("cleared parts", ["impressions": nil, "purchase": nil, "currencyCode": nil], ""),
      (
        "unknown keys",
        ["wish": ["products": [["id": "1"]]], "add": ["products": [["id": 1, "size": "L"]]]],
        "pa=add&pr1id=1"
      ),
      (
        "numbered words that are none",
        [
          "add": [
            "products": [
              ["dimension": "a", "dimension0": "b", "dimension01": "c", "metric-1": 1]
            ]
          ]
        ],
        "pa=add"
      ),
    ] as [(String, Value, String)])
  func becomesParameters(_ what: String, _ ecommerce: Value, _ parameters: String) {
    let effects = fire(ecommerce)
    let expected = parameters.isEmpty ? "t=event" : "t=event&" + parameters
    #expect(effects.hits.map(\.payload) == [expected], "\(what)")
    #expect(effects.logs.filter { $0.level > .verbose } == [])
  }

  @Test(
    arguments: [
      (
        ["add": ["products": [["id": "1", "price": "5 €", "metric1": "many"]]]],
        "t=event&pa=add&pr1id=1",
        [
          LogRecord(.ecommerceLeftOut, ["T", "price", "no number: 5 €"]),
          LogRecord(.ecommerceLeftOut, ["T", "metric1", "no number: many"]),
        ]
      ),
      (
        ["add": ["products": [["id": "1"], "two"]], "impressions": "three"],
        "t=event&pa=add&pr1id=1",
        [
          LogRecord(.ecommerceLeftOut, ["T", "impressions", "not a list of maps"]),
          LogRecord(.ecommerceLeftOut, ["T", "products", "not a list of maps"]),
        ]
      ),
      (
        ["purchase": ["actionField": ["id": "T1"]], "detail": ["products": [["id": "1"]]]],
        "t=event&pa=detail&pr1id=1",
        [LogRecord(.ecommerceActions, ["T", "detail, purchase", "detail"])]
      ),
      ("none", "t=event", [LogRecord(.noEcommerce, ["T", "ecommerce in the data layer"])]),
    ] as [(Value, String, [LogRecord])])
  func whatDoesNotFitIsLeftOutWithAWord(
    _ ecommerce: Value, _ payload: String, _ logs: [LogRecord]
  ) {
    let effects = fire(ecommerce)
    #expect(effects.hits.map(\.payload) == [payload])
    #expect(effects.logs.filter { $0.level > .verbose } == logs)
  }

  @Test func theTagsOwnCurrencyStays() {
    let effects = fire(["currencyCode": "EUR"], fields: ["&t": "event", "&cu": "USD"])
    #expect(effects.hits.map(\.payload) == ["t=event&cu=USD"])
  }

  @Test(
    arguments: [
      ("3.08", "t=event"), ("3.09", "t=event&pa=add&pr1id=1"),
      ("3.10", "t=event&pa=add&pr1id=1&pr1cd1=red"),
    ])
  func earlyReleasesDoNotHaveIt(_ version: String, _ payload: String) throws {
    let effects = fire(
      ["add": ["products": [["id": "1", "dimension1": "red"]]]],
      sdk: try #require(SDKVersion(version)))
    #expect(effects.hits.map(\.payload) == [payload])
  }

  @Test func itIsOffUnlessTheTagEnablesIt() {
    let effects = fire(["add": ["products": [["id": "1"]]]], isEnabled: "false")
    #expect(effects.hits.map(\.payload) == ["t=event"])
  }

  @Test func aMacroMayGiveTheData() {
    var harness = RuntimeHarness { container in
      container.variable("v")
      container.tag(
        "T", "_ua",
        [
          "analytics_pass_through": true, "analytics_fields": .members(["&t": "event"]),
          "enable_ecommerce": true, "ecommerce_macro_data": .macro("v"),
        ])
      container.rule(fires: ["T"])
    }
    let add: Value = ["add": ["products": [["id": "1", "price": 1.5]]]]
    let effects = harness.push(["event": "go", "v": add])
    #expect(effects.hits.map(\.payload) == ["t=event&pa=add&pr1id=1&pr1pr=1.5"])
    let none = harness.push(["event": "go", "v": 5])
    #expect(none.hits.map(\.payload) == ["t=event"])
    #expect(none.logs.contains(LogRecord(.noEcommerce, ["T", "ecommerce_macro_data"])))
  }
}
