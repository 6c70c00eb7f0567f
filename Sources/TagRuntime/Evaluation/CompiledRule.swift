/// A rule whose conditions are positions of shared predicates.
struct CompiledRule: Sendable {
  let positive: [Int]
  let negative: [Int]
  let source: ContainerRule
  /// The event name without which the rule cannot be true, where that may be decided first.
  let requiredEvent: String?

  /// Whether the event's name alone makes it false.
  func isRuledOut(by event: String?) -> Bool {
    guard let requiredEvent else { return false }
    return event.map { !ByteText.isSame($0, requiredEvent) } ?? true
  }
}
