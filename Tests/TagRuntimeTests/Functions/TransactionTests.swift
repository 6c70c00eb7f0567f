import OrderedCollections
import TagRuntime
import TestSupport
import Testing

@Suite struct TransactionTests {
  /// Fires a transaction tag after a push.
  private func fire(
    _ update: Value, _ parameters: OrderedDictionary<String, Expression> = [:]
  ) -> [Effect] {
    var parameters = parameters
    parameters["track_transaction"] = true
    parameters["analytics_fields"] = .members(["&tid": "UA-1", "&aip": "false", "&t": "any"])
    var harness = RuntimeHarness { container in
      container.tag("T", "_ua", parameters)
      container.rule(when: [.event("go")], fires: ["T"])
    }
    harness.push(update)
    return harness.event("go")
  }

  private func payloads(_ effects: [Effect]) -> [String] { effects.hits.map(\.payload) }

  @Test func aTransactionHasAHitAndOneForEachProduct() {
    let effects = fire([
      "transactionId": "T-1", "transactionAffiliation": "Shop", "transactionTotal": 49.5,
      "transactionTax": 4, "transactionShipping": "5.00", "transactionCurrency": "EUR",
      "transactionProducts": [
        [
          "name": "Shoe", "sku": "S1", "category": "Feet", "price": 20.25, "quantity": 2,
          "currency": "EUR", "colour": "red",
        ],
        ["name": "Sock"],
      ],
    ])
    #expect(
      payloads(effects) == [
        "tid=UA-1&t=transaction&ti=T-1&ta=Shop&tt=4&ts=5.00&tr=49.5&cu=EUR",
        "tid=UA-1&t=item&ti=T-1&in=Shoe&ic=S1&iv=Feet&ip=20.25&iq=2&cu=EUR",
        "tid=UA-1&t=item&ti=T-1&in=Sock",
      ])
    #expect(effects.hits.map(\.typeName) == ["transaction", "item", "item"])
    #expect(effects.hits.map(\.title) == ["T-1", "Shoe", "Sock"])
    #expect(effects.logs(.error) == [])
  }

  @Test func numbersMayBeIDs() {
    #expect(payloads(fire(["transactionId": 7])) == ["tid=UA-1&t=transaction&ti=7"])
  }

  @Test func mapsNameOtherKeysOfTheDataLayer() {
    let maps: OrderedDictionary<String, Expression> = [
      "transaction_datalayer_map": .members(["order.id": "&ti", "order.sum": "&tr"]),
      "transaction_item_datalayer_map": .members(["title": "&in", "n": "&iq"]),
    ]
    let effects = fire(
      [
        "transactionId": "T-1", "transactionTax": 4, "order": ["id": "O-1", "sum": 9],
        "transactionProducts": [["name": "needed", "title": "Shoe", "n": 2]],
      ], maps)
    #expect(
      payloads(effects) == [
        "tid=UA-1&t=transaction&ti=O-1&tr=9", "tid=UA-1&t=item&ti=T-1&in=Shoe&iq=2",
      ])
  }

  @Test(
    arguments: [
      ([:], .noTransactionID, ["the data layer"], "the data layer has no transactionId"),
      (
        ["transactionId": nil, "transactionProducts": [["name": "a"]]], .noTransactionID,
        ["the data layer"],
        "the data layer has no transactionId"
      ),
      (
        ["transactionId": 1, "transactionProducts": [["name": "a"], ["sku": "b"]]],
        .productWithoutName, ["2"], "product 2 of the transaction has no name"
      ),
      (
        ["transactionId": 1, "transactionProducts": [["name": nil]]],
        .productWithoutName, ["1"], "product 1 of the transaction has no name"
      ),
      (
        ["transactionId": 1, "transactionProducts": ["name": "a"]], .transactionProducts, [],
        "transactionProducts is not a list of maps"
      ),
      (
        ["transactionId": 1, "transactionProducts": [["name": "a"], "b"]], .transactionProducts,
        [], "transactionProducts is not a list of maps"
      ),
    ] as [(Value, LogCode, [String], String)])
  func nothingIsSentInPart(
    _ update: Value, _ code: LogCode, _ arguments: [String], _ reason: String
  ) {
    let effects = fire(update)
    #expect(effects.hits == [])
    #expect(effects.tagResults == [.ignored(reason: reason)])
    #expect(
      effects.logs.filter { $0.level == .error } == [LogRecord(code, ["T"] + arguments)])
  }

  @Test(arguments: [nil, []] as [Value])
  func aTransactionMayHaveNoProducts(_ products: Value) {
    let effects = fire(["transactionId": 1, "transactionProducts": products])
    #expect(effects.hits.count == 1)
    #expect(effects.hits.map(\.typeName) == ["transaction"])
  }

  @Test func passingThroughComesFirst() {
    let effects = fire(["transactionId": 1], ["analytics_pass_through": true])
    #expect(payloads(effects) == ["tid=UA-1&t=any"])
  }

  @Test func aTagWithoutFieldsStillTracks() {
    var harness = RuntimeHarness { container in
      container.tag("T", "_ua", ["track_transaction": "true"])
      container.rule(when: [.event("go")], fires: ["T"])
    }
    let effects = harness.push(["event": "go", "transactionId": "x"])
    #expect(payloads(effects) == ["t=transaction&ti=x"])
  }
}
