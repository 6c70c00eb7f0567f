/// A comparison with something that is expected, such as `== 3` or `< 12h`.
public struct Comparison<Operand: Sendable & Hashable>: Sendable, Hashable {
  /// How to compare.
  public var sign: ComparisonOperator
  /// What to compare with.
  public var operand: Operand

  /// Creates a comparison.
  public init(_ sign: ComparisonOperator, _ operand: Operand) {
    self.sign = sign
    self.operand = operand
  }
}

extension Comparison where Operand: Comparable {
  /// Whether an actual value fulfils the comparison.
  public func holds(for actual: Operand) -> Bool { sign.holds(actual, operand) }
}
