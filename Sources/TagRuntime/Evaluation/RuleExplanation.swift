/// One rule of a tag as an event met it.
public struct RuleExplanation: Sendable, Hashable {
  /// Its position in the container.
  public var position: Int
  /// The name that people gave it, or "rule 3", or "trigger 3".
  public var name: String
  /// Whether all its conditions held.
  public var isTrue: Bool
  /// Its conditions in the order in which the SDK looks at them.
  public var conditions: [ConditionExplanation]
  /// The condition that could not be tested, in words: the rule fires nothing then, and what it
  /// blocks stays blocked.
  public var undecidedBy: String?
  /// Why it can never be true, whatever is pushed.
  public var contradiction: String?
}

extension RuleExplanation {
  /// What it means that a condition could not be tested.
  public var undecidedNote: String? {
    undecidedBy.map {
      "undecided, because '\($0)' could not be tested: it fires nothing, and still blocks"
    }
  }
}
