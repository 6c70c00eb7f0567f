/// How two values are compared.
public enum ComparisonOperator: String, Sendable, Hashable, CaseIterable {
  /// Equal.
  case equal = "=="
  /// Not equal.
  case notEqual = "!="
  /// Less.
  case less = "<"
  /// Less or equal.
  case lessOrEqual = "<="
  /// Greater.
  case greater = ">"
  /// Greater or equal.
  case greaterOrEqual = ">="

  /// Whether the comparison holds.
  public func holds<Operand: Comparable>(_ left: Operand, _ right: Operand) -> Bool {
    switch self {
    case .equal: left == right
    case .notEqual: left != right
    case .less: left < right
    case .lessOrEqual: left <= right
    case .greater: left > right
    case .greaterOrEqual: left >= right
    }
  }
}
