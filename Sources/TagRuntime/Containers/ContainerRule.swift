/// A rule: when all its conditions hold it adds or removes tags and macros.
///
/// Numbers are positions in the lists of the `ContainerVersion` that the rule belongs to.
public struct ContainerRule: Sendable, Hashable {
  /// Conditions that must be true.
  public var positivePredicates: [Int] = []
  /// Conditions that must be false ("unless").
  public var negativePredicates: [Int] = []
  /// Tags that fire when the rule is true.
  public var addTags: [Int] = []
  /// Tags that are kept from firing when the rule is true.
  public var removeTags: [Int] = []
  /// Macro definitions that apply when the rule is true.
  public var addMacros: [Int] = []
  /// Macro definitions that are switched off when the rule is true.
  public var removeMacros: [Int] = []
  /// Display names of the rule, parallel to `addTags`; may be shorter or empty.
  public var addTagRuleNames: [String] = []
  /// Display names of the rule, parallel to `removeTags`; may be shorter or empty.
  public var removeTagRuleNames: [String] = []
  /// Display names of the rule, parallel to `addMacros`; may be shorter or empty.
  public var addMacroRuleNames: [String] = []
  /// Display names of the rule, parallel to `removeMacros`; may be shorter or empty.
  public var removeMacroRuleNames: [String] = []
  /// Trigger ids as the compiler wrote them, parallel to `addTags`; kept, not used.
  public var addTagTriggerIDs: [String] = []
  /// Trigger ids as the compiler wrote them, parallel to `removeTags`; kept, not used.
  public var removeTagTriggerIDs: [String] = []
  /// Trigger ids as the compiler wrote them, parallel to `addMacros`; kept, not used.
  public var addMacroTriggerIDs: [String] = []
  /// Trigger ids as the compiler wrote them, parallel to `removeMacros`; kept, not used.
  public var removeMacroTriggerIDs: [String] = []

  /// Creates a rule that is always true and does nothing.
  public init() {}

  /// The name that people gave the rule: the first of its display names that is not empty.
  public var name: String? {
    let names = addTagRuleNames + removeTagRuleNames + addMacroRuleNames + removeMacroRuleNames
    return names.first { !$0.isEmpty }
  }
}
