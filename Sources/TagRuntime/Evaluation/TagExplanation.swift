/// Why one tag fired at an event, or did not.
public struct TagExplanation: Sendable, Hashable {
  /// What became of the tag.
  public enum Outcome: Sendable, Hashable {
    /// It fired and did this.
    case fired(TagResult)
    /// None of its rules was true.
    case notFired
    /// A rule was true, and a blocking rule as well.
    case blocked
    /// A rule was true, but the tag could not be called.
    case refused(reason: String)
  }

  /// Its position in the container.
  public var position: Int
  /// Its display name.
  public var name: String
  /// Its function id, such as `_ua`.
  public var function: String
  /// What became of it.
  public var outcome: Outcome
  /// The rules that would fire it.
  public var rules: [RuleExplanation]
  /// The rules that would keep it from firing.
  public var blockingRules: [RuleExplanation]
  let vocabulary: Vocabulary

  /// Whether it fired.
  public var didFire: Bool {
    if case .fired = outcome { true } else { false }
  }

  /// The false rule with the fewest failing conditions, with what would make it true.
  public var nearestMiss: String? {
    guard case .notFired = outcome else { return nil }
    let candidates = rules.filter { $0.contradiction == nil }
    let failing = candidates.map { rule in rule.conditions.filter { !$0.holds } }
    guard let nearest = failing.min(by: { $0.count < $1.count }), !nearest.isEmpty else {
      return nil
    }
    let changes = nearest.count == 1 ? "1 change" : "\(nearest.count) changes"
    return changes + ", " + nearest.map(\.remedy).joined(separator: " and ")
  }

  /// Why it can never fire, whatever is pushed.
  public var neverReason: String? {
    guard case .notFired = outcome else { return nil }
    if rules.isEmpty { return "no \(vocabulary.rule) fires it" }
    let contradictions = rules.compactMap(\.contradiction)
    return contradictions.count == rules.count ? contradictions.first : nil
  }
}
