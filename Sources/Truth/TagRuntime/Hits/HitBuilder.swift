public import OrderedCollections

/// Collects the fields of one hit.
///
/// A field that is nil on purpose clears the tracker's value. Numbers are written as the SDK shows
/// them.
///
/// Source: Dispatch §4.1; GAIDictionaryBuilder. That a nil argument leaves the tracker's own value
/// alone, and only a null that is set on purpose removes it, is a decision of this runtime.
///
/// Legacy name: GAIDictionaryBuilder
public struct HitBuilder: Sendable, Hashable {
  /// The fields so far, by code.
  public private(set) var fields: OrderedDictionary<String, String?> = [:]
  private var productCount = 0
  private var promotionCount = 0
  private var impressionCounts: OrderedDictionary<String, Int> = [:]

  /// Creates a builder of a type of hit, such as "screenview"; nil leaves it to the tracker.
  public init(type: String?) { set("&t", type) }

  private init(_ type: String, _ fields: (code: String, value: String?)...) {
    self.init(type: type)
    for (code, value) in fields { set(code, value) }
  }

  // MARK: Types of hits

  /// Builds a view of a screen; its name is on the tracker, or is set here.
  public static func screenView(name: String? = nil) -> HitBuilder {
    HitBuilder("screenview", ("&cd", name))
  }

  /// Builds an action of a user.
  public static func event(
    category: String?, action: String?, label: String? = nil, value: Int64? = nil
  ) -> HitBuilder {
    HitBuilder(
      "event", ("&ec", category), ("&ea", action), ("&el", label),
      ("&ev", value.map { String($0) }))
  }

  /// Builds an error report.
  public static func exception(description: String?, isFatal: Bool? = nil) -> HitBuilder {
    HitBuilder("exception", ("&exd", description), ("&exf", isFatal.map { $0 ? "1" : "0" }))
  }

  /// Builds a measured time.
  public static func timing(
    category: String?, interval: Duration?, name: String? = nil, label: String? = nil
  ) -> HitBuilder {
    HitBuilder(
      "timing", ("&utc", category), ("&utt", interval.map { String($0.wholeMilliseconds) }),
      ("&utv", name), ("&utl", label))
  }

  /// Builds an interaction with a social network.
  public static func social(network: String?, action: String?, target: String?) -> HitBuilder {
    HitBuilder("social", ("&sn", network), ("&sa", action), ("&st", target))
  }

  /// Builds a purchase; its items are separate hits.
  public static func transaction(
    id: String?, affiliation: String? = nil, revenue: Double? = nil, tax: Double? = nil,
    shipping: Double? = nil, currency: String? = nil
  ) -> HitBuilder {
    HitBuilder(
      "transaction", ("&ti", id), ("&ta", affiliation), ("&tr", revenue.map(NumberText.plain)),
      ("&tt", tax.map(NumberText.plain)), ("&ts", shipping.map(NumberText.plain)),
      ("&cu", currency))
  }

  /// Builds one article of a purchase.
  public static func item(
    transaction: String?, name: String?, sku: String? = nil, category: String? = nil,
    price: Double? = nil, quantity: Int64? = nil, currency: String? = nil
  ) -> HitBuilder {
    HitBuilder(
      "item", ("&ti", transaction), ("&in", name), ("&ic", sku), ("&iv", category),
      ("&ip", price.map(NumberText.plain)), ("&iq", quantity.map { String($0) }), ("&cu", currency))
  }

  // MARK: Fields

  /// Sets a field; nil leaves it unchanged.
  public mutating func set(_ code: String, _ value: String?) {
    if let value { fields.updateValue(value, forKey: code) }
  }

  /// Sets several fields; a nil value clears the tracker's value.
  ///
  /// Source: Dispatch §4.1; `setAll:`, where a null is a legal value.
  public mutating func setAll(_ fields: OrderedDictionary<String, String?>) {
    for (code, value) in fields.elements { self.fields.updateValue(value, forKey: code) }
  }

  /// Clears a field of the tracker.
  public mutating func clear(_ code: String) { fields.updateValue(nil, forKey: code) }

  /// Reads the campaign from a URL; one without campaign parameters sets nothing.
  ///
  /// Source: Dispatch §4.1; `setCampaignParametersFromUrl:`.
  public mutating func setCampaign(fromURL url: String) {
    for (parameter, code) in Self.campaignCodes {
      set(code, QueryText.value(of: parameter, inURL: url))
    }
  }

  private static let campaignCodes = [
    ("utm_id", "&ci"), ("utm_campaign", "&cn"), ("utm_content", "&cc"), ("utm_medium", "&cm"),
    ("utm_source", "&cs"), ("utm_term", "&ck"), ("dclid", "&dclid"), ("gclid", "&gclid"),
    ("gmob_t", "&gmob_t"), ("aclid", "&aclid"), ("anid", "&anid"),
  ]

  // MARK: Enhanced e-commerce

  /// Sets `&pa` and the other fields of the action; a field that it lacks is left unchanged.
  public mutating func set(_ action: ProductAction) {
    for (code, text) in action.fields.elements { set(code, text) }
  }

  /// Adds a product that the action is about.
  public mutating func add(_ product: Product) {
    productCount += 1
    add(product, prefix: "&pr\(productCount)")
  }

  /// Adds a product that was seen in a list.
  public mutating func addImpression(_ product: Product, list: String) {
    let place = impressionCounts[list, default: 0] + 1
    impressionCounts[list] = place
    let number = (impressionCounts.index(forKey: list) ?? 0) + 1
    if place == 1, !list.isEmpty { set("&il\(number)nm", list) }
    add(product, prefix: "&il\(number)pi\(place)")
  }

  /// Adds a promotion that was seen, or clicked if the hit says so (`&promoa`).
  public mutating func add(_ promotion: Promotion) {
    promotionCount += 1
    for (code, text) in promotion.fields.elements { set("&promo\(promotionCount)" + code, text) }
  }

  private mutating func add(_ product: Product, prefix: String) {
    for (code, text) in product.fields.elements { set(prefix + code, text) }
  }
}

/// A product of enhanced e-commerce.
///
/// Source: Dispatch §4.4; GAIEcommerceProduct. The codes are those of the Measurement Protocol.
public struct Product: Sendable, Hashable {
  /// Its fields by the code that follows the product's code, such as `id`.
  public private(set) var fields: OrderedDictionary<String, String> = [:]

  /// Creates a product; nil values are left out.
  public init(
    id: String? = nil, name: String? = nil, brand: String? = nil, category: String? = nil,
    variant: String? = nil, price: Double? = nil, quantity: Int64? = nil, coupon: String? = nil,
    position: Int64? = nil
  ) {
    fields["id"] = id
    fields["nm"] = name
    fields["br"] = brand
    fields["ca"] = category
    fields["va"] = variant
    fields["pr"] = price.map(NumberText.plain)
    fields["qt"] = quantity.map { String($0) }
    fields["cc"] = coupon
    fields["ps"] = position.map { String($0) }
  }

  /// Sets a custom dimension of the product, from 1.
  public mutating func setCustomDimension(_ index: Int, _ value: String) {
    fields["cd\(index)"] = value
  }

  /// Sets a custom metric of the product, from 1.
  public mutating func setCustomMetric(_ index: Int, _ value: Int64) {
    fields["cm\(index)"] = String(value)
  }
}

/// An action on products, in enhanced e-commerce.
///
/// Source: Dispatch §4.4; GAIEcommerceProductAction. The codes are those of the Measurement
/// Protocol.
public struct ProductAction: Sendable, Hashable {
  /// The kinds of actions; the raw values are those of `&pa`.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    case detail
    case click
    case add
    case remove
    case checkout
    case checkoutOption = "checkout_option"
    case purchase
    case refund
  }

  /// Its fields by code.
  public private(set) var fields: OrderedDictionary<String, String> = [:]

  /// Creates an action; nil values are left out.
  public init(
    _ kind: Kind, transactionID: String? = nil, affiliation: String? = nil,
    revenue: Double? = nil, tax: Double? = nil, shipping: Double? = nil, coupon: String? = nil,
    checkoutStep: Int64? = nil, checkoutOption: String? = nil, list: String? = nil,
    listSource: String? = nil
  ) {
    fields["&pa"] = kind.rawValue
    fields["&ti"] = transactionID
    fields["&ta"] = affiliation
    fields["&tr"] = revenue.map(NumberText.plain)
    fields["&tt"] = tax.map(NumberText.plain)
    fields["&ts"] = shipping.map(NumberText.plain)
    fields["&tcc"] = coupon
    fields["&cos"] = checkoutStep.map { String($0) }
    fields["&col"] = checkoutOption
    fields["&pal"] = list
    fields["&pls"] = listSource
  }
}

/// A promotion inside the app, in enhanced e-commerce.
///
/// Source: Dispatch §4.4; GAIEcommercePromotion. The codes are those of the Measurement Protocol.
public struct Promotion: Sendable, Hashable {
  /// Its fields by the code that follows the promotion's code, such as `id`.
  public private(set) var fields: OrderedDictionary<String, String> = [:]

  /// Creates a promotion; nil values are left out.
  public init(
    id: String? = nil, name: String? = nil, creative: String? = nil, position: String? = nil
  ) {
    fields["id"] = id
    fields["nm"] = name
    fields["cr"] = creative
    fields["ps"] = position
  }
}
