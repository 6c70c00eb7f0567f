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
    let reached = seen?[position] ?? []
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
    return RuleExplanation(
      position: position, name: container.name(ofRule: position),
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
