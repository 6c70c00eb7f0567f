public import OrderedCollections

/// A promotion inside the app, in enhanced e-commerce.
///
/// Source: GAIEcommercePromotion, section 13.3 of the behaviour notes; the codes are those of the
/// Measurement Protocol.
public struct Promotion: Sendable, Hashable {
  /// Its fields by the code that follows that of the promotion, such as `id`.
  public private(set) var fields: OrderedDictionary<String, String> = [:]

  /// Creates a promotion; what is nil is not said.
  public init(
    id: String? = nil, name: String? = nil, creative: String? = nil, position: String? = nil
  ) {
    fields["id"] = id
    fields["nm"] = name
    fields["cr"] = creative
    fields["ps"] = position
  }
}
