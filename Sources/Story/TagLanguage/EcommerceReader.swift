import OrderedCollections
import TagRuntime

/// Reads the map of a hit's enhanced e-commerce: an action, products, impressions, promotions.
struct EcommerceReader {
  private let token: Token
  private let cursor: TokenCursor

  static func add(
    _ value: Value, to builder: inout HitBuilder, _ token: Token, _ cursor: TokenCursor
  ) throws(ScenarioError) {
    let reader = EcommerceReader(token: token, cursor: cursor)
    let parts = try reader.map(value, ["action", "products", "impressions", "promotions"])
    if let action = parts["action"] { builder.set(try reader.action(action)) }
    for product in try reader.maps(parts["products"], Self.productKeys) {
      builder.add(try reader.product(product))
    }
    for impression in try reader.maps(parts["impressions"], Self.productKeys + ["list"]) {
      builder.addImpression(
        try reader.product(impression), list: reader.text(impression["list"]) ?? "")
    }
    for promotion in try reader.maps(
      parts["promotions"], ["id", "name", "creative", "position"])
    {
      builder.add(
        Promotion(
          id: reader.text(promotion["id"]), name: reader.text(promotion["name"]),
          creative: reader.text(promotion["creative"]),
          position: reader.text(promotion["position"])))
    }
  }

  private static let productKeys = [
    "id", "name", "brand", "category", "variant", "price", "quantity", "coupon", "position",
  ]
  private static let actionKeys = [
    "kind", "id", "affiliation", "revenue", "tax", "shipping", "coupon", "step", "option", "list",
    "source",
  ]

  private func action(_ value: Value) throws(ScenarioError) -> ProductAction {
    let members = try map(value, Self.actionKeys)
    let kinds = ProductAction.Kind.allCases.map(\.rawValue)
    guard let kind = text(members["kind"]).flatMap(ProductAction.Kind.init(rawValue:)) else {
      throw failure("an action with kind " + kinds.listed())
    }
    return ProductAction(
      kind, transactionID: text(members["id"]), affiliation: text(members["affiliation"]),
      revenue: try number(members["revenue"], "revenue"), tax: try number(members["tax"], "tax"),
      shipping: try number(members["shipping"], "shipping"), coupon: text(members["coupon"]),
      checkoutStep: try integer(members["step"], "step"), checkoutOption: text(members["option"]),
      list: text(members["list"]), listSource: text(members["source"]))
  }

  private func product(
    _ members: OrderedDictionary<String, Value>
  ) throws(ScenarioError) -> Product {
    var product = Product(
      id: text(members["id"]), name: text(members["name"]), brand: text(members["brand"]),
      category: text(members["category"]), variant: text(members["variant"]),
      price: try number(members["price"], "price"),
      quantity: try integer(members["quantity"], "quantity"), coupon: text(members["coupon"]),
      position: try integer(members["position"], "position"))
    for (key, value) in members.elements {
      if let index = Self.index(in: key, after: "dimension") {
        product.setCustomDimension(index, ValueConversion.text(value))
      } else if let index = Self.index(in: key, after: "metric"),
        let metric = try integer(value, key)
      {
        product.setCustomMetric(index, metric)
      }
    }
    return product
  }

  private static func index(in key: String, after word: String) -> Int? {
    guard key.hasPrefix(word), let index = Int(key.dropFirst(word.count)), index > 0 else {
      return nil
    }
    return index
  }

  // MARK: Values

  private func map(
    _ value: Value, _ known: [String]
  ) throws(ScenarioError) -> OrderedDictionary<String, Value> {
    guard let members = value.members else { throw failure("a map in braces") }
    for key in members.keys where !known.contains(key) {
      let isCustom =
        known.contains("brand")
        && (Self.index(in: key, after: "dimension") ?? Self.index(in: key, after: "metric")) != nil
      if !isCustom { throw failure("no key", " '\(key)', but " + known.listed()) }
    }
    return members
  }

  private func maps(
    _ value: Value?, _ known: [String]
  ) throws(ScenarioError) -> [OrderedDictionary<String, Value>] {
    guard let value else { return [] }
    guard let elements = value.elements else { throw failure("a list of maps") }
    var maps: [OrderedDictionary<String, Value>] = []
    for element in elements { maps.append(try map(element, known)) }
    return maps
  }

  private func text(_ value: Value?) -> String? { value.map(ValueConversion.text) }

  private func number(_ value: Value?, _ key: String) throws(ScenarioError) -> Double? {
    switch value {
    case nil: return nil
    case .int(let integer): return Double(integer)
    case .double(let double): return double
    default: throw failure("a number", " for \(key)")
    }
  }

  private func integer(_ value: Value?, _ key: String) throws(ScenarioError) -> Int64? {
    switch value {
    case nil: return nil
    case .int(let integer): return integer
    default: throw failure("an integer", " for \(key)")
    }
  }

  private func failure(_ expected: String, _ quoted: String = "") -> ScenarioError {
    cursor.unexpected(token, expected, quoting: quoted)
  }
}

/// The types of hits that `send` creates, with their keys.
enum HitShape: String, CaseIterable {
  case screen, event, exception, timing, social, transaction, item

  /// A key of a type of hit.
  struct Field {
    enum Kind {
      case text, flag, milliseconds
    }

    let key: String
    let code: String
    var kind = Kind.text
  }

  var type: String { self == .screen ? "screenview" : rawValue }

  var fields: [Field] {
    switch self {
    case .screen: [Field(key: "name", code: "&cd")]
    case .event:
      [
        Field(key: "category", code: "&ec"), Field(key: "action", code: "&ea"),
        Field(key: "label", code: "&el"), Field(key: "value", code: "&ev"),
      ]
    case .exception:
      [Field(key: "description", code: "&exd"), Field(key: "fatal", code: "&exf", kind: .flag)]
    case .timing:
      [
        Field(key: "category", code: "&utc"),
        Field(key: "interval", code: "&utt", kind: .milliseconds),
        Field(key: "name", code: "&utv"), Field(key: "label", code: "&utl"),
      ]
    case .social:
      [
        Field(key: "network", code: "&sn"), Field(key: "action", code: "&sa"),
        Field(key: "target", code: "&st"),
      ]
    case .transaction:
      [
        Field(key: "id", code: "&ti"), Field(key: "affiliation", code: "&ta"),
        Field(key: "revenue", code: "&tr"), Field(key: "tax", code: "&tt"),
        Field(key: "shipping", code: "&ts"), Field(key: "currency", code: "&cu"),
      ]
    case .item:
      [
        Field(key: "transaction", code: "&ti"), Field(key: "name", code: "&in"),
        Field(key: "sku", code: "&ic"), Field(key: "category", code: "&iv"),
        Field(key: "price", code: "&ip"), Field(key: "quantity", code: "&iq"),
        Field(key: "currency", code: "&cu"),
      ]
    }
  }
}
