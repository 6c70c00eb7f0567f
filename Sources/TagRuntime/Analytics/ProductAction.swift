public import OrderedCollections

/// What was done with products, in enhanced e-commerce.
///
/// Source: GAIEcommerceProductAction, section 13.3 of the behaviour notes; the codes are those of
/// the Measurement Protocol.
public struct ProductAction: Sendable, Hashable {
  /// The kinds of actions.
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

  /// Creates an action; what is nil is not said.
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
