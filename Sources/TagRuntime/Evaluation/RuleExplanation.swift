/// One rule of a tag as an event met it.
public struct RuleExplanation: Sendable, Hashable {
  /// Its position in the container.
  public var position: Int
  /// The name that people gave it, or "rule 3".
  public var name: String
  /// Whether all its conditions held.
  public var isTrue: Bool
  /// Its conditions: the negated ones first, as the SDK looks at them.
  public var conditions: [ConditionExplanation]
  /// Why it can never be true, whatever is pushed.
  public var contradiction: String?
}
