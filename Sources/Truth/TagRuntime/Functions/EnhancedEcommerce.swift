import OrderedCollections

/// Turns the map of enhanced e-commerce into parameters of the Measurement Protocol.
///
/// Source: LegacySDK §11.3; the published guide of enhanced e-commerce for the tag manager (the
/// map) and the parameter reference of the Measurement Protocol (the names). That a number is
/// reformatted, that a value which is not a number is left out with a log line, that a `&cu` of the
/// tag's own stays, and which of several actions is taken are decisions of this runtime.
package struct EnhancedEcommerce {
  /// Source: LegacySDK §1.2.
  package static let firstVersion = SDKVersion(3, 9)
  /// The first release with custom dimensions and metrics of products.
  ///
  /// Source: LegacySDK §1.2.
  static let firstCustomVersion = SDKVersion(3, 10)

  private(set) var fields: OrderedDictionary<String, String>
  let tag: String
  let takesCustom: Bool
  private(set) var logs: [LogRecord] = []

  /// A member of the map, and the name of its field.
  struct Field {
    let key: String
    let code: String
    var isNumber = false
  }

  static let product = [
    Field(key: "id", code: "id"), Field(key: "name", code: "nm"), Field(key: "brand", code: "br"),
    Field(key: "category", code: "ca"), Field(key: "variant", code: "va"),
    Field(key: "position", code: "ps", isNumber: true),
    Field(key: "price", code: "pr", isNumber: true),
    Field(key: "quantity", code: "qt", isNumber: true), Field(key: "coupon", code: "cc"),
  ]
  static let promotion = [
    Field(key: "id", code: "id"), Field(key: "name", code: "nm"),
    Field(key: "creative", code: "cr"), Field(key: "position", code: "ps"),
  ]
  static let action = [
    Field(key: "id", code: "&ti"), Field(key: "affiliation", code: "&ta"),
    Field(key: "revenue", code: "&tr", isNumber: true),
    Field(key: "tax", code: "&tt", isNumber: true),
    Field(key: "shipping", code: "&ts", isNumber: true), Field(key: "coupon", code: "&tcc"),
    Field(key: "list", code: "&pal"), Field(key: "step", code: "&cos", isNumber: true),
    Field(key: "option", code: "&col"),
  ]
  static let actions = [
    "detail", "checkout", "checkout_option", "click", "add", "remove", "purchase", "refund",
  ]

  // MARK: The parts of the map

  mutating func add(_ data: OrderedDictionary<String, Value>) {
    if fields["&cu"] == nil, let currency = data["currencyCode"].flatMap(Self.text) {
      fields["&cu"] = currency
    }
    addImpressions(maps(data["impressions"], "impressions"))
    let click = data["promoClick"]?.members
    if let promotions = click ?? data["promoView"]?.members {
      addPromotions(maps(promotions["promotions"], "promotions"), isClick: click != nil)
    }
    // The click on a promotion is a separate hit.
    if click == nil { addAction(data) }
  }

  /// Products are numbered within their list, and lists in the order of their first appearance.
  private mutating func addImpressions(_ impressions: [OrderedDictionary<String, Value>]) {
    var counts: OrderedDictionary<String, Int> = [:]
    for impression in impressions {
      let list = impression["list"].flatMap(Self.text) ?? ""
      let place = counts[list, default: 0] + 1
      counts[list] = place
      let number = (counts.index(forKey: list) ?? 0) + 1
      if place == 1, !list.isEmpty { fields["&il\(number)nm"] = list }
      addProduct(impression, prefix: "&il\(number)pi\(place)")
    }
  }

  private mutating func addPromotions(
    _ promotions: [OrderedDictionary<String, Value>], isClick: Bool
  ) {
    for (position, promotion) in promotions.enumerated() {
      set(Self.promotion, of: promotion, prefix: "&promo\(position + 1)")
    }
    if !promotions.isEmpty { fields["&promoa"] = isClick ? "click" : "view" }
  }

  private mutating func addAction(_ data: OrderedDictionary<String, Value>) {
    let found = Self.actions.filter { data[$0]?.members != nil }
    guard let name = found.first, let action = data[name]?.members else { return }
    if found.count > 1 {
      logs.append(LogRecord(.ecommerceActions, [tag, found.joined(separator: ", "), name]))
    }
    fields["&pa"] = name
    set(Self.action, of: action["actionField"]?.members ?? [:], prefix: "")
    for (position, product) in maps(action["products"], "products").enumerated() {
      addProduct(product, prefix: "&pr\(position + 1)")
    }
  }

  private mutating func addProduct(_ product: OrderedDictionary<String, Value>, prefix: String) {
    set(Self.product, of: product, prefix: prefix)
    guard takesCustom else { return }
    for (key, value) in product.elements {
      if let index = Self.index(in: key, after: "dimension") {
        set(Field(key: key, code: "cd\(index)"), to: value, prefix: prefix)
      } else if let index = Self.index(in: key, after: "metric") {
        set(Field(key: key, code: "cm\(index)", isNumber: true), to: value, prefix: prefix)
      }
    }
  }

  // MARK: Values

  private mutating func set(
    _ known: [Field], of members: OrderedDictionary<String, Value>, prefix: String
  ) {
    for field in known {
      if let value = members[field.key] { set(field, to: value, prefix: prefix) }
    }
  }

  private mutating func set(_ field: Field, to value: Value, prefix: String) {
    guard let text = Self.text(value) else { return }
    guard field.isNumber else {
      fields[prefix + field.code] = text
      return
    }
    switch ValueConversion.number(value) {
    case .int(let integer)?: fields[prefix + field.code] = String(integer)
    case .double(let double)?: fields[prefix + field.code] = NumberText.plain(double)
    case nil: logs.append(LogRecord(.ecommerceLeftOut, [tag, field.key, "no number: " + text]))
    }
  }

  private mutating func maps(
    _ value: Value?, _ name: String
  ) -> [OrderedDictionary<String, Value>] {
    guard let value, value != .null else { return [] }
    let maps = value.elements.map { $0.compactMap(\.members) }
    if maps == nil || maps?.count != value.elements?.count {
      logs.append(LogRecord(.ecommerceLeftOut, [tag, name, "not a list of maps"]))
    }
    return maps ?? []
  }

  private static func text(_ value: Value) -> String? {
    value == .null || value == .absent ? nil : ValueConversion.text(value)
  }

  /// Returns the number of `dimension12` or `metric3`, from 1.
  private static func index(in key: String, after word: String) -> Int? {
    guard key.hasPrefix(word), let index = Int(key.dropFirst(word.count)), index > 0,
      "\(index)" == key.dropFirst(word.count)
    else { return nil }
    return index
  }
}
