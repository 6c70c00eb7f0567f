public import OrderedCollections

/// A value that an app pushes, a container holds or a handler returns.
///
/// Integers are exact 64-bit, doubles are IEEE 754, and maps keep the order in which their keys
/// were first inserted, so that everything derived from a value is the same in every process.
///
/// Only maps are boxed: numbers and short texts, which most values are, need no separate memory.
public enum Value: Sendable, Hashable {
  /// A null that was pushed on purpose. It overwrites; it is not "missing".
  case null
  /// A boolean.
  case bool(Bool)
  /// An exact 64-bit integer.
  case int(Int64)
  case double(Double)
  /// A string, stored unchanged.
  case string(String)
  case list([Value])
  /// A map in insertion order.
  indirect case map(OrderedDictionary<String, Value>)
  /// The mark of a list slot that a push leaves unchanged. It is special only inside lists (data
  /// layer header); as the value of a key it is stored like any other value.
  ///
  /// Legacy name: kTAGDataLayerObjectNotPresent
  case absent

  /// The members of a map, or nil for any other kind.
  public var members: OrderedDictionary<String, Value>? {
    if case .map(let members) = self { members } else { nil }
  }

  /// The elements of a list, or nil for any other kind.
  public var elements: [Value]? {
    if case .list(let elements) = self { elements } else { nil }
  }

  /// Whether it is neither a list nor a map.
  package var isScalar: Bool { elements == nil && members == nil }

  /// The characters of a string, or nil for any other kind.
  public var text: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The name of the kind in the words of the scenario language.
  package var kindName: String {
    switch self {
    case .null: "null"
    case .bool: "bool"
    case .int: "int64"
    case .double: "double"
    case .string: "string"
    case .list: "list"
    case .map: "map"
    case .absent: "absent"
    }
  }
}

// MARK: - Literals

extension Value: ExpressibleByStringLiteral {
  /// Creates a `string` from a literal such as `"Cart"`.
  public init(stringLiteral value: String) { self = .string(value) }
}

extension Value: ExpressibleByIntegerLiteral {
  /// Creates an exact integer value.
  public init(integerLiteral value: Int64) { self = .int(value) }
}

extension Value: ExpressibleByFloatLiteral {
  /// Creates a `double` from a literal such as `19.9`, or `2.0`, which stays a double.
  public init(floatLiteral value: Double) { self = .double(value) }
}

extension Value: ExpressibleByBooleanLiteral {
  /// Creates a `bool` from the literal `true` or `false`.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension Value: ExpressibleByNilLiteral {
  /// Creates a `null` from the literal `nil`: a pushed null, not a missing value.
  public init(nilLiteral: ()) { self = .null }
}

extension Value: ExpressibleByArrayLiteral {
  /// Creates a `list` from a literal such as `["Cart", 3, nil]`.
  public init(arrayLiteral elements: Value...) { self = .list(elements) }
}

extension Value: ExpressibleByDictionaryLiteral {
  /// Creates a map in the order written; if a key is repeated, the last value wins at the first
  /// place.
  public init(dictionaryLiteral elements: (String, Value)...) {
    self = .map(OrderedDictionary(elements, uniquingKeysWith: { _, last in last }))
  }
}

/// The kinds of values that an app can read from a container, as the SDK's getters name them.
public enum ValueKind: String, Sendable, Hashable, CaseIterable {
  /// A text, whose zero is "".
  ///
  /// Legacy name: TAGContainer stringForKey:
  case string
  /// An integer of 64 bits, whose zero is 0.
  ///
  /// Legacy name: TAGContainer int64ForKey:
  case int64
  /// A double, whose zero is 0.0.
  ///
  /// Legacy name: TAGContainer doubleForKey:
  case double
  /// A boolean, whose zero is false.
  ///
  /// Legacy name: TAGContainer booleanForKey:
  case boolean

  /// The result of the getter when there is no value.
  package var zero: Value {
    switch self {
    case .string: .string("")
    case .int64: .int(0)
    case .double: .double(0)
    case .boolean: .bool(false)
    }
  }
}

extension Value {
  /// Creates the value of a number, or null.
  package static func count(_ number: Int?) -> Value { number.map { .int(Int64($0)) } ?? .null }

  /// Creates the value of a text, or null.
  package static func text(_ text: String?) -> Value { text.map { .string($0) } ?? .null }

  package static func counts(_ numbers: [Int]) -> Value { .list(numbers.map { .count($0) }) }

  package static func texts(_ texts: [String]) -> Value { .list(texts.map { .string($0) }) }
}
