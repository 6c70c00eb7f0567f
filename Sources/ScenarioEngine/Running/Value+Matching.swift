import OrderedCollections
import TagRuntime

extension Value {
  /// The getter that suits an expected value; nil where no getter gives such a value.
  var naturalKind: ValueKind? {
    switch self {
    case .bool: .boolean
    case .int: .int64
    case .double: .double
    case .string: .string
    case .null, .absent, .list, .map: nil
    }
  }

  /// The same value in another kind, without a loss; nil where there is none.
  func converted(to kind: ValueKind) -> Value? {
    switch kind {
    case .string: return .string(ValueConversion.text(self))
    case .boolean: return ValueConversion.boolean(self).map { .bool($0) }
    case .double: return ValueConversion.number(self).map { .double($0.double) }
    case .int64:
      switch ValueConversion.number(self) {
      case .int(let integer): return .int(integer)
      case .double(let double): return Int64(exactly: double).map { .int($0) }
      case nil: return nil
      }
    }
  }

  /// Whether two values are the same; the order of keys does not count.
  func equals(_ other: Value) -> Bool {
    switch (self, other) {
    case (.map(let left), .map(let right)):
      left.count == right.count
        && left.elements.allSatisfy { right[$0.key].map($0.value.equals) ?? false }
    case (.list(let left), .list(let right)):
      left.count == right.count && zip(left, right).allSatisfy { $0.equals($1) }
    default: self == other
    }
  }

  /// Whether everything that a part says is so here: maps may hold more keys; dotted keys of the
  /// part are paths; lists are compared whole.
  func contains(_ part: Value) -> Bool {
    guard case .map(let members) = part, case .map(let own) = self else { return equals(part) }
    let layer = DataLayer(own)
    return members.elements.allSatisfy { key, value in
      (own[key] ?? layer.get(key)).map { $0.contains(value) } ?? false
    }
  }
}

extension Comparison<Value> {
  /// Whether an actual value fulfils the comparison; order is for numbers only.
  func matches(_ actual: Value) -> Bool {
    switch sign {
    case .equal: return actual.equals(operand)
    case .notEqual: return !actual.equals(operand)
    default:
      guard let left = ValueConversion.number(actual), let right = ValueConversion.number(operand)
      else { return false }
      return sign.holds(left.order(to: right), 0)
    }
  }

  var text: String { sign.rawValue + " " + JSONWriter.write(operand) }
}
