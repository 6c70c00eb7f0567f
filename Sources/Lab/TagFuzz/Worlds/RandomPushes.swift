import OrderedCollections
import TagRuntime

/// Pushes with more in them than a few small values.
extension Draws {
  /// A push that a shop makes, one that is long, or one with a number that no double can hold.
  mutating func largePush() -> String {
    let event = Value.string(pick(["e0", "buy"]))
    switch below(5) {
    case 0, 1: return Self.push(["event": event, "ecommerce": .map(ecommerce())])
    case 2: return Self.push(transaction().merging(["event": event]) { $1 })
    case 3:
      let text = String(repeating: pick(["x", "<b>&", "caf\u{E9} "]), count: pick([90, 300, 700]))
      return Self.push(["event": event, "a": .string(text), "n": .string(text)])
    default:
      let number = pick(RandomContainer.largeNumbers)
      return Self.push(["event": event, "n": chance(50) ? .int(number) : .string("\(number)")])
    }
  }

  private static func push(_ members: OrderedDictionary<String, Value>) -> String {
    "push " + JSONWriter.write(.map(members))
  }

  private mutating func product() -> Value {
    var members: OrderedDictionary<String, Value> = [
      "id": .string(pick(["S-1", "S-2"])), "name": .string(pick(["Tea & <Cup>", "Cup", ""])),
    ]
    if chance(60) { members["price"] = pick([19.9, 12, "7.5", "a lot", 0.25]) }
    if chance(50) { members["quantity"] = pick([1, "2", 3]) }
    if chance(30) { members["position"] = pick([1, "x", .null]) }
    if chance(30) { members["dimension\(pick([1, 12, 0]))"] = pick(["red", 7, .null]) }
    if chance(30) { members[pick(["metric3", "metric03", "metric"])] = pick([5, "1.5", "x"]) }
    if chance(20) { members["coupon"] = "MAY" }
    if chance(30) { members["list"] = .string(pick(["Home", "Search"])) }
    return .map(members)
  }

  private mutating func products() -> Value {
    if chance(5) { return pick([.null, "none"]) }
    return .list((0...below(3)).map { _ in chance(95) ? product() : 7 })
  }

  private mutating func ecommerce() -> OrderedDictionary<String, Value> {
    var data: OrderedDictionary<String, Value> = [:]
    if chance(50) { data["currencyCode"] = pick(["EUR", "USD", .null]) }
    if chance(30) { data["impressions"] = products() }
    if chance(25) {
      let promotion: Value = ["id": "P1", "name": "May", "position": pick([1, "top"])]
      data[pick(["promoView", "promoClick"])] = ["promotions": .list([promotion])]
    }
    if chance(75) {
      let action = pick([
        "detail", "click", "add", "remove", "checkout", "checkout_option", "purchase", "refund",
      ])
      var field: OrderedDictionary<String, Value> = [
        "id": "T-1", "revenue": pick([9.5, "12", "x"]),
      ]
      if chance(40) { field["step"] = pick([1, "2"]) }
      if chance(40) { field["option"] = "Visa" }
      if chance(40) { field["shipping"] = pick([0.5, 3]) }
      data[action] = ["actionField": .map(field), "products": products()]
    }
    return data
  }

  private mutating func transaction() -> OrderedDictionary<String, Value> {
    var members: OrderedDictionary<String, Value> = [:]
    if chance(85) { members["transactionId"] = pick(["T-1", 77]) }
    members["transactionTotal"] = pick([19.9, "20", 3])
    if chance(50) { members["transactionCurrency"] = "EUR" }
    if chance(40) { members["transactionTax"] = 1.5 }
    if chance(80) { members["transactionProducts"] = items() }
    return members
  }

  private mutating func items() -> Value {
    if chance(10) { return pick([.null, "none", .list([7])]) }
    return .list(
      (0...below(2)).map { _ in
        var item: OrderedDictionary<String, Value> = [
          "sku": "S-1", "price": pick([19.9, 5]), "quantity": 2,
        ]
        if chance(90) { item["name"] = .string(pick(["Tea & <Cup>", "Cup"])) }
        if chance(40) { item["category"] = "Kitchen" }
        return .map(item)
      })
  }
}
