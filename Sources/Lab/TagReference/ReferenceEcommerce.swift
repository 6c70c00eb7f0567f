import OrderedCollections
import TagRuntime

/// The e-commerce of a hit: the table of the guide, with the names of the parameter reference.
///
/// Source: LegacySDK §11.2, LegacySDK §11.3, Dispatch §4.4.
struct ReferenceEcommerce {
  typealias Members = OrderedDictionary<String, Value>

  private(set) var fields: [String: String]
  /// Whether products carry custom dimensions and metrics.
  let hasCustom: Bool
  /// Whether the text of every value is known.
  private(set) var isKnown = true

  private static let product = [
    "id": "id", "name": "nm", "brand": "br", "category": "ca", "variant": "va", "coupon": "cc",
    "position": "#ps", "price": "#pr", "quantity": "#qt",
  ]
  private static let promotion = ["id": "id", "name": "nm", "creative": "cr", "position": "ps"]
  private static let action = [
    "id": "&ti", "affiliation": "&ta", "revenue": "#&tr", "tax": "#&tt", "shipping": "#&ts",
    "coupon": "&tcc", "list": "&pal", "step": "#&cos", "option": "&col",
  ]
  private static let actions = [
    "detail", "checkout", "checkout_option", "click", "add", "remove", "purchase", "refund",
  ]

  mutating func add(_ data: Members) {
    if fields["&cu"] == nil { fields["&cu"] = text(data["currencyCode"]) }
    var lists: [String] = []
    var counts: [String: Int] = [:]
    for impression in Self.maps(data["impressions"]) {
      let list = text(impression["list"]) ?? ""
      if !lists.contains(list) { lists.append(list) }
      counts[list, default: 0] += 1
      let number = (lists.firstIndex(of: list) ?? 0) + 1
      if !list.isEmpty { fields["&il\(number)nm"] = list }
      addProduct(impression, "&il\(number)pi\(counts[list] ?? 0)")
    }
    let click = Self.members(data["promoClick"])
    let promotions = Self.maps((click ?? Self.members(data["promoView"]))?["promotions"])
    for (place, promotion) in promotions.enumerated() {
      set(Self.promotion, of: promotion, "&promo\(place + 1)")
    }
    if !promotions.isEmpty { fields["&promoa"] = click == nil ? "view" : "click" }
    // The click on a promotion has no action.
    guard click == nil, let name = Self.actions.first(where: { Self.members(data[$0]) != nil }),
      let action = Self.members(data[name])
    else { return }
    fields["&pa"] = name
    set(Self.action, of: Self.members(action["actionField"]) ?? [:], "")
    for (place, product) in Self.maps(action["products"]).enumerated() {
      addProduct(product, "&pr\(place + 1)")
    }
  }

  private mutating func addProduct(_ product: Members, _ prefix: String) {
    set(Self.product, of: product, prefix)
    guard hasCustom else { return }
    for (key, value) in product {
      for (word, code) in [("dimension", "cd"), ("metric", "#cm")] where key.hasPrefix(word) {
        let digits = String(key.dropFirst(word.count))
        guard let number = Int(digits), number > 0, "\(number)" == digits else { continue }
        set(value, as: code + digits, prefix)
      }
    }
  }

  private mutating func set(_ codes: [String: String], of members: Members, _ prefix: String) {
    for (key, value) in members {
      if let code = codes[key] { set(value, as: code, prefix) }
    }
  }

  /// A code with a `#` is that of a number, which is written anew.
  private mutating func set(_ value: Value, as code: String, _ prefix: String) {
    guard let text = text(value) else { return }
    guard code.hasPrefix("#") else { return fields[prefix + code] = text }
    switch ReferenceText.legacyNumber(value) {
    case .whole(let number)?: fields[prefix + code.dropFirst()] = "\(number)"
    case .broken(let number)?: fields[prefix + code.dropFirst()] = self.text(.double(number))
    case nil: break
    }
  }

  private mutating func text(_ value: Value?) -> String? {
    guard let value, value != .null, value != .absent else { return nil }
    if !ReferenceText.isPlain(value) { isKnown = false }
    return ReferenceText.legacy(value)
  }

  private static func members(_ value: Value?) -> Members? {
    if case .map(let members)? = value { members } else { nil }
  }

  private static func maps(_ value: Value?) -> [Members] {
    guard case .list(let parts)? = value else { return [] }
    return parts.compactMap(members)
  }

  // MARK: Transactions

  private static let transaction = [
    "transactionId": "&ti", "transactionAffiliation": "&ta", "transactionTax": "&tt",
    "transactionShipping": "&ts", "transactionTotal": "&tr", "transactionCurrency": "&cu",
  ]
  private static let item = [
    "name": "&in", "sku": "&ic", "category": "&iv", "price": "&ip", "quantity": "&iq",
    "currency": "&cu",
  ]

  /// The hits of the transaction in the data layer; none where it lacks an id or a product its
  /// name, and nil where a text is not known.
  static func transaction(
    in layer: ReferenceDataLayer, over fields: [String: String]
  ) -> [[String: String]]? {
    var first = ReferenceEcommerce(fields: fields, hasCustom: false)
    first.fields["&t"] = "transaction"
    guard let id = first.text(layer.value(at: "transactionId")) else { return [] }
    for (key, code) in transaction {
      if let text = first.text(layer.value(at: key)) { first.fields[code] = text }
    }
    var hits = [first]
    let products = layer.value(at: "transactionProducts") ?? .null
    if products != .null {
      guard case .list(let products) = products else { return [] }
      for product in products {
        var hit = ReferenceEcommerce(fields: fields, hasCustom: false)
        hit.fields["&t"] = "item"
        hit.fields["&ti"] = id
        guard let members = members(product), hit.text(members["name"]) != nil else { return [] }
        for (key, code) in item {
          if let text = hit.text(members[key]) { hit.fields[code] = text }
        }
        hits.append(hit)
      }
    }
    return hits.allSatisfy(\.isKnown) ? hits.map(\.fields) : nil
  }
}
