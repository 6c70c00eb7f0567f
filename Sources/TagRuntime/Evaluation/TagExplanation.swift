import OrderedCollections

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
    return Counted.text(nearest.count, "change") + ", "
      + nearest.map(\.remedy).joined(separator: " and ")
  }

  /// Why it can never fire, whatever is pushed.
  public var neverReason: String? {
    guard case .notFired = outcome else { return nil }
    if rules.isEmpty { return "no \(vocabulary.rule) fires it" }
    let contradictions = rules.compactMap(\.contradiction)
    return contradictions.count == rules.count ? contradictions.first : nil
  }
}

/// What one event did in one container: every tag, with the reason.
public struct EventExplanation: Sendable, Hashable {
  /// The public id of the container.
  public var containerID: String
  /// The version of the container that was in use.
  public var version: String
  /// The event.
  public var event: String
  /// All tags in container order.
  public var tags: [TagExplanation]
}

/// One rule of a tag as an event met it.
public struct RuleExplanation: Sendable, Hashable {
  /// Its position in the container.
  public var position: Int
  /// The name that people gave it, or "rule 3", or "trigger 3".
  public var name: String
  /// The name after what its generation calls a rule: "rule Buys", "trigger 3".
  public var title: String
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
  package var undecidedNote: String? {
    undecidedBy.map {
      "undecided, because '\($0)' could not be tested: it fires nothing, and still blocks"
    }
  }
}

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

/// A condition as an evaluation looked at it.
struct ConditionSeen: Sendable {
  let predicate: Int
  let isNegative: Bool
  let result: PredicateResult
}

/// What a condition came to and what it saw.
struct PredicateResult: Sendable {
  let truth: Truth
  let left: Resolved
  let right: Resolved
  /// Why it could not be decided.
  var trouble: String?
}

// MARK: - Text

extension TagExplanation {
  /// The explanation as plain text, one fact per line, indented by two spaces per level.
  public var lines: [String] {
    var lines: [String] = []
    if rules.isEmpty {
      lines.append("no \(ruleWord) fires it")
    } else if rules.count > 1 {
      lines.append("fires when ANY of its \(rules.count) \(ruleWord)s is true")
    }
    for rule in rules { lines += Self.lines(of: rule, role: "") }
    for rule in blockingRules { lines += Self.lines(of: rule, role: "blocked by ") }
    if let neverReason, !rules.isEmpty { lines.append("never: " + neverReason) }
    if let nearestMiss { lines.append("nearest miss: " + nearestMiss) }
    return lines
  }

  /// What people of its generation call a rule.
  package var ruleWord: String { vocabulary.rule }

  private static func lines(of rule: RuleExplanation, role: String) -> [String] {
    guard !rule.conditions.isEmpty else {
      return [role + rule.title + " has no conditions: always true"]
    }
    let needs = rule.conditions.count == 1 ? "needs" : "needs ALL of"
    var lines = [role + rule.title + " " + needs]
    for condition in rule.conditions {
      let actual = condition.holds ? "" : "   actual: " + condition.actual
      lines.append("  " + (condition.holds ? "ok  " : "NO  ") + condition.sentence + actual)
      if let trouble = condition.trouble { lines.append("      " + trouble) }
    }
    if let note = rule.undecidedNote { lines.append("  " + note) }
    return lines
  }

  /// The outcome in words: "fired, 1 hit" or "not fired".
  package var outcomeText: String {
    switch outcome {
    case .fired(let result): result.words
    case .notFired: neverReason == nil ? "NOT FIRED" : "NEVER"
    case .blocked: "NOT FIRED, blocked"
    case .refused(let reason): "NOT FIRED, " + reason
    }
  }
}

extension TagResult {
  /// What the tag did, in words.
  public var words: String {
    switch self {
    case .hits(let hits): "fired 1x, " + Self.words(hits)
    case .called(let function): "fired 1x, called \(function)"
    case .nothingRan: "FIRED, nothing ran"
    case .threw(let function, _): "fired 1x, \(function) threw"
    case .wrote(let updates): "fired 1x, " + Counted.text(updates, "data layer update")
    case .logged(let events, let suppresses): "fired 1x, " + Self.words(events, suppresses)
    case .ignored(let reason): "FIRED, did nothing: " + reason
    case .refused(let reason): "NOT FIRED, " + reason
    }
  }

  /// "logged play_song and kept the event from Firebase".
  private static func words(_ events: [FirebaseEvent], _ suppresses: Bool) -> String {
    let names = events.map(\.longName).joined(separator: ", ")
    let kept = suppresses ? "kept the event from Firebase" : nil
    return [names.isEmpty ? nil : "logged " + names, kept].compactMap { $0 }
      .joined(separator: " and ")
  }

  /// "screen hit", or "3 hits (transaction, 2 items)".
  private static func words(_ hits: [Hit]) -> String {
    if let hit = hits.first, hits.count == 1 { return "\(hit.typeName) hit" }
    var counts: OrderedDictionary<String, Int> = [:]
    for hit in hits { counts[hit.typeName, default: 0] += 1 }
    let parts = counts.elements.map { $0.value == 1 ? $0.key : "\($0.value) \($0.key)s" }
    return "\(hits.count) hits (" + parts.joined(separator: ", ") + ")"
  }
}

// MARK: - Explanation

extension Evaluator {
  /// Explains every tag after `evaluateTags` ran while tracing.
  ///
  /// Conditions that the SDK did not reach are looked at now, on a copy, so that the reader sees
  /// all of them; they are marked, and whatever this says or pushes is dropped.
  func explain(_ fired: [FiredTag]) -> [TagExplanation] {
    var copy = self
    return container.tags.indices.map { position in
      let rules = container.rulesAdding[position].map { copy.explain(rule: $0) }
      let blocking = container.rulesRemoving[position].map { copy.explain(rule: $0) }
      let outcome: TagExplanation.Outcome
      if let result = fired.first(where: { $0.tag == position })?.result {
        if case .refused(let reason) = result {
          outcome = .refused(reason: reason)
        } else {
          outcome = .fired(result)
        }
      } else {
        outcome = rules.contains(where: \.isTrue) ? .blocked : .notFired
      }
      let tag = container.tags[position]
      return TagExplanation(
        position: position, name: tag.name, function: tag.id, outcome: outcome, rules: rules,
        blockingRules: blocking, vocabulary: dialect.vocabulary)
    }
  }

  mutating func explain(rule position: Int) -> RuleExplanation {
    let rule = container.rules[position]
    let reached = isTracing ? seen[position] : []
    var conditions: [ConditionExplanation] = []
    for (predicates, isNegative) in dialect.clauses(of: rule) {
      for predicate in predicates {
        let seen = reached.first { $0.predicate == predicate && $0.isNegative == isNegative }
        let result = seen?.result ?? examine(predicate: predicate)
        conditions.append(
          explain(predicate, isNegative: isNegative, result, wasReached: seen != nil))
      }
    }
    let failed = conditions.first { $0.wasReached && $0.isUndecided }
    let name = container.name(ofRule: position)
    return RuleExplanation(
      position: position, name: name,
      title: rule.source.name.map { "\(dialect.vocabulary.rule) \($0)" } ?? name,
      isTrue: conditions.allSatisfy(\.holds), conditions: conditions, undecidedBy: failed?.sentence,
      contradiction: container.contradiction(in: rule).map(words))
  }

  private func explain(
    _ position: Int, isNegative: Bool, _ result: PredicateResult, wasReached: Bool
  ) -> ConditionExplanation {
    let predicate = container.predicates[position]
    let left = predicate.left.map(words) ?? "?"
    let right = predicate.right.map(words) ?? "?"
    let id = predicate.call.id
    let verb = (isNegative ? predicate.kind?.negatedWords : predicate.kind?.words) ?? id
    let actual = result.left.value.map(dialect.text)
    let isUndecided = result.truth == .undecided && dialect.failureVoidsRule
    let isEquality = predicate.kind?.id == PredicateFunction.equals.id && !isNegative
    return ConditionExplanation(
      sentence: "\(left) \(verb) \(right)",
      holds: !isUndecided && (result.truth == .holds) != isNegative,
      actual: actual.map { $0.isEmpty ? "\"\" (empty)" : $0 } ?? "(not set)",
      trouble: result.trouble, isUndecided: isUndecided, wasReached: wasReached,
      remedy: isEquality ? "\(left) = \(right)" : "\(left) \(verb) \(right)")
  }

  private func sentence(_ position: Int, _ isNegative: Bool = false) -> String {
    let predicate = container.predicates[position]
    let verb = (isNegative ? predicate.kind?.negatedWords : predicate.kind?.words)
    let sides = (predicate.left.map(words) ?? "?", predicate.right.map(words) ?? "?")
    return "\(sides.0) \(verb ?? predicate.call.id) \(sides.1)"
  }

  /// An expression as people write it: a macro by its name, a text as it is.
  func words(_ expression: CompiledExpression) -> String {
    switch expression {
    case .constant(let resolved):
      let text = resolved.value.map(dialect.text) ?? ""
      return text.isEmpty ? "\"\"" : text
    case .macro(let slot): return container.slots[slot].name
    case .unknownMacro(let name): return name + " (unknown)"
    case .template(let tokens): return tokens.map(templateWords).joined()
    case .list: return "a list"
    case .map: return "a map"
    case .escaped(let inner, _): return words(inner)
    }
  }

  private func templateWords(_ token: CompiledExpression) -> String {
    switch token {
    case .macro(let slot): "{{" + container.slots[slot].name + "}}"
    default: words(token)
    }
  }

  private func words(_ contradiction: CompiledContainer.Contradiction) -> String {
    switch contradiction {
    case .sameCondition(let position):
      let left = container.predicates[position].left.map(words) ?? "?"
      return "it needs the same condition on \(left) to be both true and false"
    case .twoTexts(let slot, let first, let second):
      return "\(container.slots[slot].name) cannot equal both \(first) and \(second)"
    case .clash(let first, let second, let isNegative):
      return "'\(sentence(first))' and '\(sentence(second, isNegative))' cannot both hold"
    }
  }
}
