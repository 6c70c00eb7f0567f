package import TagInspection

/// A part of a container to edit.
package enum AlterPart: Sendable, Hashable {
  /// A condition of a rule.
  case condition(ConditionPlace)
  /// A definition of a macro, by its position.
  case definition(Int)
}
