public import OrderedCollections

/// A product of enhanced e-commerce.
///
/// Source: GAIEcommerceProduct, section 13.3 of the behaviour notes; the codes are those of the
/// Measurement Protocol.
public struct Product: Sendable, Hashable {
  /// Its fields by the code that follows that of the product, such as `id`.
  public private(set) var fields: OrderedDictionary<String, String> = [:]

  /// Creates a product; what is nil is not said.
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

  /// Sets a custom dimension of the product, from 1 on.
  public mutating func setCustomDimension(_ index: Int, _ value: String) {
    fields["cd\(index)"] = value
  }

  /// Sets a custom metric of the product, from 1 on.
  public mutating func setCustomMetric(_ index: Int, _ value: Int64) {
    fields["cm\(index)"] = String(value)
  }
}
