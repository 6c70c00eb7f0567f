import OrderedCollections

extension Value: ExpressibleByStringLiteral {
  /// Creates a string value.
  public init(stringLiteral value: String) { self = .string(value) }
}

extension Value: ExpressibleByIntegerLiteral {
  /// Creates an exact integer value.
  public init(integerLiteral value: Int64) { self = .int(value) }
}

extension Value: ExpressibleByFloatLiteral {
  /// Creates a double value.
  public init(floatLiteral value: Double) { self = .double(value) }
}

extension Value: ExpressibleByBooleanLiteral {
  /// Creates a boolean value.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension Value: ExpressibleByNilLiteral {
  /// Creates a null.
  public init(nilLiteral: ()) { self = .null }
}

extension Value: ExpressibleByArrayLiteral {
  /// Creates a list.
  public init(arrayLiteral elements: Value...) { self = .list(elements) }
}

extension Value: ExpressibleByDictionaryLiteral {
  /// Creates a map in the order written; of equal keys the last value wins at the first place.
  public init(dictionaryLiteral elements: (String, Value)...) {
    self = .map(OrderedDictionary(elements, uniquingKeysWith: { _, last in last }))
  }
}
