import OrderedCollections

/// The reason why one tag fired at an event, or did not.
///
/// The facts are looked up and put into words on demand.
public struct TagExplanation: Sendable {
  /// The results of a tag's rules and of its call; only `fired` means that it was called.
  public enum Outcome: Sendable, Hashable {
    case fired(TagResult)
    /// None of its rules was true.
    case notFired
    /// A rule was true, and a blocking rule as well.
    case blocked
    /// A rule was true, but the tag could not be called.
    case refused(reason: String)
  }

  /// Its position in the container.
  public let position: Int
  let evaluation: TracedEvaluation

  private var container: CompiledContainer { evaluation.container }
  /// Its display name.
  public var name: String { container.tags[position].name }
  /// Its function id, such as `_ua`.
  public var function: String { container.tags[position].id }
  /// The outcome, looked up in the trace of the evaluation.
  public var outcome: Outcome { evaluation.outcome(ofTag: position) }
  /// The rules that would fire it.
  ///
  /// - Complexity: O(n) in their conditions.
  public var rules: [RuleExplanation] {
    evaluation.explanations(of: container.rulesAdding[position])
  }
  /// The rules that would block it.
  ///
  /// - Complexity: O(n) in their conditions.
  public var blockingRules: [RuleExplanation] {
    evaluation.explanations(of: container.rulesRemoving[position])
  }

  /// The call of the app's code that is the purpose of the tag; nil if it made none.
  public var call: AnsweredCall? {
    evaluation.calls(ofTag: position).last { call in
      switch outcome {
      case .fired(.called(let function)), .fired(.nothingRan(let function)),
        .fired(.threw(let function, _)):
        call.request.name == function
      default: false
      }
    }
  }

  /// The calls of the app's code that gave the tag's parameters their values, in order.
  public var askedCalls: [AnsweredCall] {
    let calls = evaluation.calls(ofTag: position)
    return Array(call == nil ? calls : calls.dropLast())
  }

  /// The result if it fired; nil if its parameters have no value.
  ///
  /// - Complexity: that of evaluating its parameters.
  public var outlook: TagOutlook? { evaluation.outlook(ofTag: position) }

  /// Returns the tag of the same name in another version of the container, as it would meet the
  /// event; nil if that version has none. Its outcome is unknown, but `wouldFire` is known.
  package func counterpart(in other: CompiledContainer) -> TagExplanation? {
    other.tags.firstIndex { $0.name == name }.map {
      TagExplanation(position: $0, evaluation: evaluation.meeting(other))
    }
  }

  /// Whether its rules let it fire, for any outcome.
  ///
  /// - Complexity: O(n) in their conditions.
  package var wouldFire: Bool {
    rules.contains(where: \.isTrue) && !blockingRules.contains(where: \.isTrue)
  }

  package var containerID: String { evaluation.containerID }
  package var compiled: CompiledContainer { evaluation.container }

  /// Whether it was called, with or without an effect; a refused tag was not.
  public var didFire: Bool {
    if case .fired = outcome { true } else { false }
  }

  /// The reason why the tag was not run though one of its rules was true; nil if it ran, or if no
  /// rule was true.
  public var refusal: String? {
    if case .refused(let reason) = outcome { reason } else { nil }
  }

  /// The false rule with the fewest failing conditions; nil if no change makes it true, or if the
  /// tag was not just missed.
  public var nearestMiss: NearestMiss? {
    guard case .notFired = outcome else { return nil }
    return NearestMiss(among: rules)
  }

  /// The reason why it can never fire, for any push.
  public var neverReason: String? {
    guard case .notFired = outcome else { return nil }
    let rules = container.rulesAdding[position]
    if rules.isEmpty { return "no \(ruleWord) fires it" }
    var reason: String?
    for rule in rules {
      if let contradiction = container.contradiction(in: container.rules[rule]) {
        reason = reason ?? container.words(contradiction)
      } else if let lack = evaluation.lack(ofRule: rule) {
        reason = reason ?? lack
      } else {
        return nil
      }
    }
    return reason
  }
}

/// The rule of a tag that needs the fewest changes to fire it.
public struct NearestMiss: Sendable {
  /// The rule with the fewest failing conditions; of several, the first.
  public let rule: RuleExplanation
  /// The failing conditions, in the order of the rule.
  public let failing: [ConditionExplanation]

  /// Finds the rule with the fewest failing conditions; nil if none lacks anything that an event
  /// can supply.
  package init?(among rules: [RuleExplanation]) {
    let missed = rules.filter { $0.contradiction == nil && $0.lack == nil }
      .map { rule in (rule: rule, failing: rule.conditions.filter { !$0.holds }) }
    guard let nearest = missed.min(by: { $0.failing.count < $1.failing.count }),
      !nearest.failing.isEmpty
    else { return nil }
    (rule, failing) = nearest
  }

  /// The number of changes that would make the rule true: "2 changes".
  public var changes: String { Counted.text(failing.count, "change") }
  /// The changes: "screen name = Cart and price is 3".
  public var remedy: String { failing.map(\.remedy).joined(separator: " and ") }
  /// The number and the list: "2 changes, screen name = Cart and price is 3".
  public var words: String { changes + ", " + remedy }
}

extension TagExplanation: Equatable {
  /// Whether both describe the same tag with the same outcome.
  public static func == (left: TagExplanation, right: TagExplanation) -> Bool {
    left.position == right.position && left.container === right.container
      && left.evaluation.containerID == right.evaluation.containerID
      && left.outcome == right.outcome
  }
}

/// The effect of one event in one container: every tag, with the reason.
public struct EventExplanation: Sendable {
  /// The public id of the container that evaluated the event, such as `GTM-AB12`.
  public let containerID: String
  /// The name of the event that the container evaluated.
  public let event: String
  let evaluation: TracedEvaluation

  /// The container that was in use.
  package var compiled: CompiledContainer { evaluation.container }

  /// The version of the container that was in use.
  public var version: String { evaluation.container.version.version }

  /// All tags in container order.
  ///
  /// - Complexity: O(n) in the tags; their rules are evaluated on demand.
  public var tags: [TagExplanation] {
    evaluation.container.tags.indices.map { TagExplanation(position: $0, evaluation: evaluation) }
  }

  /// The calls of the app's code that the evaluation made, in order.
  package var calls: [AnsweredCall] { evaluation.calls }

  /// Explains one tag, by its position in the container.
  public func tag(at position: Int) -> TagExplanation {
    TagExplanation(position: position, evaluation: evaluation)
  }

  /// The names of the paused tags, which never fire; only an export has them.
  public var pausedTags: [String] { evaluation.container.version.pausedTags }

  /// Returns the explanation with all conditions tested, even those that the SDK did not reach. Use
  /// it when you need all tags, and not only some.
  ///
  /// - Complexity: O(n) in the conditions of the container.
  public func complete() -> EventExplanation {
    EventExplanation(containerID: containerID, event: event, evaluation: evaluation.complete())
  }
}

/// One rule of a tag as an event met it.
public struct RuleExplanation: Sendable {
  let container: CompiledContainer
  /// Its position in the container.
  public let position: Int
  /// Its conditions in the order in which the SDK checks them.
  public let conditions: [ConditionExplanation]

  /// The name that a user gave it, or "rule 3", or "trigger 3".
  public var name: String { container.name(ofRule: position) }
  /// The name after its generation's word for a rule: "rule Buys", "trigger 3".
  public var title: String { container.title(ofRule: position) }
  /// Whether all its conditions held.
  public var isTrue: Bool { conditions.allSatisfy(\.holds) }
  /// The condition that could not be tested, in words: the rule fires nothing then, and the tags
  /// that it blocks stay blocked.
  public var undecidedBy: String? {
    conditions.first { $0.wasReached && $0.isUndecided }?.sentence
  }
  /// The reason why it can never be true, for any push.
  public var contradiction: String? {
    container.contradiction(in: container.rules[position]).map(container.words)
  }

  /// The SDK function whose lack keeps it from ever holding, in words.
  package var lack: String? {
    conditions.lazy.filter { !$0.isNegative }.compactMap(\.lack).first
  }

  /// The consequence of a condition that could not be tested.
  package var undecidedNote: String? {
    undecidedBy.map {
      "undecided, because '\($0)' could not be tested: it fires nothing, and still blocks"
    }
  }
}

/// One condition of a rule as an event met it.
public struct ConditionExplanation: Sendable {
  let container: CompiledContainer
  let position: Int
  /// Whether its comparison must be false.
  package let isNegative: Bool
  let result: PredicateResult
  /// Whether the SDK checked it at all; an earlier condition may have decided the rule.
  public let wasReached: Bool

  /// The left side, as users name it.
  package var subject: String { container.predicates[position].left.map(container.words) ?? "?" }
  /// The comparison: "equals", "does not contain".
  package var verb: String {
    let predicate = container.predicates[position]
    return (isNegative ? predicate.kind?.negatedWords : predicate.kind?.words)
      ?? predicate.call.id
  }
  /// The right side, as users write it.
  package var wanted: String { container.predicates[position].right.map(container.words) ?? "?" }
  /// Whether it requires one value and no other.
  package var isEquality: Bool {
    !isNegative && container.predicates[position].kind?.id == PredicateFunction.equals.id
  }
  package var isAboutEvent: Bool {
    if case .macro(let slot)? = container.predicates[position].left {
      container.isEvent(slot)
    } else {
      false
    }
  }
  /// The name of the macro that is compared; nil if the left side is not a macro.
  package var macro: String? {
    if case .macro(let slot)? = container.predicates[position].left {
      container.slots[slot].name
    } else {
      nil
    }
  }
  /// How that macro gets its value, if it has one definition.
  package var maker: ValueMaker? {
    guard case .macro(let slot)? = container.predicates[position].left,
      container.slots[slot].definitions.count == 1
    else { return nil }
    return container.maker(of: container.slots[slot].definitions[0])
  }

  /// The condition in words: "screen name equals ConfirmationScreen".
  public var sentence: String { container.sentence(position, isNegative) }

  /// Whether it lets the rule hold; a negated condition does so when it is false.
  public var holds: Bool { !isUndecided && (result.truth == .holds) != isNegative }

  /// Whether both are the same condition of one container.
  func isSame(as other: ConditionExplanation) -> Bool {
    position == other.position && isNegative == other.isNegative
  }

  /// The two sides as it saw them.
  package var sides: (left: Resolved, right: Resolved) { (result.left, result.right) }

  /// The text that it saw on its left side; nil if there was none.
  package var seen: String? { result.left.value.map(container.dialect.text) }

  /// The value it saw on its left side, or "(not set)".
  public var actual: String {
    seen.map { $0.isEmpty ? "\"\" (empty)" : $0 } ?? "(not set)"
  }

  /// The reason why it could not be decided.
  public var trouble: String? { result.trouble }

  /// The calls of the app's code that testing it caused.
  public var calls: [AnsweredCall] { result.calls }

  /// The SDK function whose lack makes it false for any push, in words.
  package var lack: String? { result.lack }

  /// Whether it leaves its rule undecided, and not just false.
  public var isUndecided: Bool {
    result.truth == .undecided && container.table.failureVoidsRule
  }

  /// The smallest change that would make it hold: "screen name = ConfirmationScreen".
  public var remedy: String {
    let isEquality = container.predicates[position].kind?.id == PredicateFunction.equals.id
    return isEquality && !isNegative
      ? container.phrase(position, verb: "=") : container.sentence(position, isNegative)
  }
}

// MARK: - Text

extension TagExplanation {
  /// The explanation as plain text, one fact per line, indented by two spaces per level.
  public var lines: [String] {
    let rules = rules
    var lines = refusal.map { ["not run: " + $0] } ?? []
    lines += askedCalls.map { "asked " + $0.text } + (call?.lines ?? [])
    if rules.isEmpty {
      lines.append("no \(ruleWord) fires it")
    } else if rules.count > 1 {
      lines.append("fires when ANY of its \(rules.count) \(ruleWord)s is true")
    }
    for rule in rules { lines += Self.lines(of: rule, role: "") }
    for rule in blockingRules { lines += Self.lines(of: rule, role: "blocked by ") }
    if let neverReason, !rules.isEmpty { lines.append("never: " + neverReason) }
    if case .notFired = outcome, let miss = NearestMiss(among: rules) {
      lines.append("nearest miss: " + miss.words)
    }
    return lines
  }

  /// The word of its generation for a rule.
  package var ruleWord: String { container.dialect.vocabulary.rule }

  private static func lines(of rule: RuleExplanation, role: String) -> [String] {
    guard !rule.conditions.isEmpty else {
      return [role + rule.title + " has no conditions: always true"]
    }
    let needs = rule.conditions.count == 1 ? "needs" : "needs ALL of"
    var lines = [role + rule.title + " " + needs]
    for condition in rule.conditions {
      let actual = condition.holds ? "" : "   actual: " + condition.actual
      lines.append("  " + (condition.holds ? "ok  " : "NO  ") + condition.sentence + actual)
      lines += condition.calls.map { "      asked " + $0.text }
      if let trouble = condition.trouble { lines.append("      " + trouble) }
    }
    if let note = rule.undecidedNote { lines.append("  " + note) }
    return lines
  }

}

// MARK: - Words

extension CompiledContainer {
  /// Puts a condition into words: "screen name equals ConfirmationScreen".
  package func sentence(_ position: Int, _ isNegative: Bool) -> String {
    let predicate = predicates[position]
    let verb = isNegative ? predicate.kind?.negatedWords : predicate.kind?.words
    return phrase(position, verb: verb ?? predicate.call.id)
  }

  /// Puts the two sides of a condition into words, with a verb between them.
  func phrase(_ position: Int, verb: String) -> String {
    let left = predicates[position].left.map(words) ?? "?"
    let right = predicates[position].right.map(words) ?? "?"
    return "\(left) \(verb) \(right)"
  }

  /// Returns the name of a rule after its generation's word for one: "rule Buys", "trigger 3".
  package func title(ofRule position: Int) -> String {
    rules[position].source.name.map { "\(dialect.vocabulary.rule) \($0)" }
      ?? name(ofRule: position)
  }

  /// Writes an expression as users do: a macro by its name, a text as it is.
  package func words(_ expression: CompiledExpression) -> String {
    switch expression {
    case .constant(let resolved):
      let text = resolved.value.map(dialect.text) ?? ""
      return text.isEmpty ? "\"\"" : text
    case .macro(let slot): return slots[slot].name
    case .unknownMacro(let name): return name + " (unknown)"
    case .template(let tokens):
      let text = tokens.map(templateWords).joined()
      return text.isEmpty ? "\"\"" : text
    case .list: return "a list"
    case .map: return "a map"
    case .escaped(let inner, _): return words(inner)
    }
  }

  private func templateWords(_ token: CompiledExpression) -> String {
    switch token {
    case .macro(let slot): "{{" + slots[slot].name + "}}"
    case .constant(let resolved): resolved.value.map(dialect.text) ?? ""
    default: words(token)
    }
  }

  /// Says why a rule can never be true.
  func words(_ contradiction: Contradiction) -> String {
    switch contradiction {
    case .sameCondition(let position):
      let left = predicates[position].left.map(words) ?? "?"
      return "it needs the same condition on \(left) to be both true and false"
    case .twoTexts(let slot, let first, let second):
      return "\(slots[slot].name) cannot equal both \(first) and \(second)"
    case .clash(let first, let second, let isNegative):
      return
        "'\(sentence(first, false))' and '\(sentence(second, isNegative))' cannot both be true"
    }
  }
}
