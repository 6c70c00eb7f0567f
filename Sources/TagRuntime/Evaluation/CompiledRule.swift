/// A rule whose conditions are positions of shared predicates.
struct CompiledRule: Sendable {
  let positive: [Int]
  let negative: [Int]
  let source: ContainerRule
  /// The event name without which the rule cannot be true, where that may be decided first.
  let requiredEvent: String?
}
