package import TagRuntime

extension Expression: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral
{
  package init(stringLiteral value: String) { self = .constant(.string(value)) }
  package init(integerLiteral value: Int64) { self = .constant(.int(value)) }
  package init(booleanLiteral value: Bool) { self = .constant(.bool(value)) }
}

extension Expression {
  /// A map with constant keys.
  package static func members(_ entries: KeyValuePairs<String, Expression>) -> Expression {
    .map(entries.map { Entry(key: .constant(.string($0.key)), value: $0.value) })
  }
}
