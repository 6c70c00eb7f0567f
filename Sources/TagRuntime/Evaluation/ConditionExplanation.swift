/// One condition of a rule as an event met it, in words.
public struct ConditionExplanation: Sendable, Hashable {
  /// What it wants: "screen name equals ConfirmationScreen".
  public var sentence: String
  /// Whether it did its part for the rule; a negated one does so when its condition is false.
  public var holds: Bool
  /// The value it saw on its left side, or "(not set)".
  public var actual: String
  /// Why it could not be decided.
  public var trouble: String?
  /// Whether it leaves its rule undecided and is not just false.
  public var isUndecided: Bool
  /// Whether the SDK looked at it at all; an earlier condition may have decided the rule.
  public var wasReached: Bool
  /// The smallest change that would make it hold: "screen name = ConfirmationScreen".
  public var remedy: String
}
