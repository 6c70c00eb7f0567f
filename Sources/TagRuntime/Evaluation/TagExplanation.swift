import OrderedCollections

/// Why one tag fired at an event, or did not.
///
/// What it tells is looked up and put into words when it is asked for.
public struct TagExplanation: Sendable {
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
  public let position: Int
  private let evaluation: TracedEvaluation

  init(_ position: Int, _ evaluation: TracedEvaluation) {
    self.position = position
    self.evaluation = evaluation
  }

  private var container: CompiledContainer { evaluation.container }
  /// Its display name.
  public var name: String { container.tags[position].name }
  /// Its function id, such as `_ua`.
  public var function: String { container.tags[position].id }
  /// What became of it.
  public var outcome: Outcome { evaluation.outcome(ofTag: position) }
  /// The rules that would fire it.
  ///
  /// - Complexity: O(n) in their conditions.
  public var rules: [RuleExplanation] {
    evaluation.explanations(of: container.rulesAdding[position])
  }
  /// The rules that would keep it from firing.
  ///
  /// - Complexity: O(n) in their conditions.
  public var blockingRules: [RuleExplanation] {
    evaluation.explanations(of: container.rulesRemoving[position])
  }

  /// The call of the app's code that the tag is there for; nil where it made none.
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

  /// The calls of the app's code by which the tag's parameters got their values, in order.
  public var askedCalls: [AnsweredCall] {
    let calls = evaluation.calls(ofTag: position)
    return Array(call == nil ? calls : calls.dropLast())
  }

  /// What it would do if it fired; nil where its parameters have no value.
  ///
  /// - Complexity: of evaluating its parameters.
  public var outlook: TagOutlook? { evaluation.outlook(ofTag: position) }

  /// The tag of the same name in another version of the container, as it would meet the event; nil
  /// where that has none. Its outcome is not known: whether it would fire is.
  package func counterpart(in other: CompiledContainer) -> TagExplanation? {
    other.tags.firstIndex { $0.name == name }.map {
      TagExplanation($0, evaluation.meeting(other))
    }
  }

  /// Whether its rules let it fire, whatever became of it.
  ///
  /// - Complexity: O(n) in their conditions.
  package var wouldFire: Bool {
    rules.contains(where: \.isTrue) && !blockingRules.contains(where: \.isTrue)
  }

  /// The public id of the container.
  package var containerID: String { evaluation.containerID }
  /// The container that has it.
  package var compiled: CompiledContainer { evaluation.container }

  /// Whether it fired.
  public var didFire: Bool {
    if case .fired = outcome { true } else { false }
  }

  /// Why the tag was not run though a rule of it was true; nil where it was, or where none was.
  public var refusal: String? {
    if case .refused(let reason) = outcome { reason } else { nil }
  }

  /// The false rule with the fewest failing conditions; nil where no change makes it true, or where
  /// the tag was not just missed.
  public var nearestMiss: NearestMiss? {
    guard case .notFired = outcome else { return nil }
    return NearestMiss(among: rules)
  }

  /// Why it can never fire, whatever is pushed.
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

/// The rule of a tag that lacks least to fire it.
public struct NearestMiss: Sendable {
  /// The rule.
  public let rule: RuleExplanation
  /// What it lacks, in the order of its conditions.
  public let failing: [ConditionExplanation]

  /// The rule that lacks least; nil where none lacks anything that an event can give.
  package init?(among rules: [RuleExplanation]) {
    let missed = rules.filter { $0.contradiction == nil && $0.lack == nil }
      .map { rule in (rule: rule, failing: rule.conditions.filter { !$0.holds }) }
    guard let nearest = missed.min(by: { $0.failing.count < $1.failing.count }),
      !nearest.failing.isEmpty
    else { return nil }
    (rule, failing) = nearest
  }

  /// How many changes would make the rule true: "2 changes".
  public var changes: String { Counted.text(failing.count, "change") }
  /// The changes: "screen name = Cart and price is 3".
  public var remedy: String { failing.map(\.remedy).joined(separator: " and ") }
  /// How many changes, and which.
  public var words: String { changes + ", " + remedy }
}

extension TagExplanation: Equatable {
  /// Whether both are of one tag, to which the same happened.
  public static func == (left: TagExplanation, right: TagExplanation) -> Bool {
    left.position == right.position && left.container === right.container
      && left.evaluation.containerID == right.evaluation.containerID
      && left.outcome == right.outcome
  }
}

/// What one event did in one container: every tag, with the reason.
public struct EventExplanation: Sendable {
  /// The public id of the container.
  public let containerID: String
  /// The event.
  public let event: String
  let evaluation: TracedEvaluation

  init(containerID: String, event: String, _ evaluation: TracedEvaluation) {
    self.containerID = containerID
    self.event = event
    self.evaluation = evaluation
  }

  /// The container that was in use.
  package var compiled: CompiledContainer { evaluation.container }

  /// The version of the container that was in use.
  public var version: String { evaluation.container.version.version }

  /// All tags in container order.
  ///
  /// - Complexity: O(n) in the tags; their rules are looked at when they are asked for.
  public var tags: [TagExplanation] {
    evaluation.container.tags.indices.map { TagExplanation($0, evaluation) }
  }

  /// The calls of the app's code that the evaluation made, in order.
  package var calls: [AnsweredCall] { evaluation.calls }

  /// One tag, by its position in the container.
  public func tag(at position: Int) -> TagExplanation { TagExplanation(position, evaluation) }

  /// The names of the tags that are paused, which an export alone has: they never fire.
  public var pausedTags: [String] { evaluation.container.version.pausedTags }

  /// The same with all conditions looked at, also those that the SDK did not reach: for who asks
  /// for all tags, and not only for some.
  ///
  /// - Complexity: O(n) in the conditions of the container.
  public func complete() -> EventExplanation {
    EventExplanation(containerID: containerID, event: event, evaluation.complete())
  }
}

/// One rule of a tag as an event met it.
public struct RuleExplanation: Sendable {
  private let container: CompiledContainer
  /// Its position in the container.
  public let position: Int
  /// Its conditions in the order in which the SDK looks at them.
  public let conditions: [ConditionExplanation]

  init(_ container: CompiledContainer, _ position: Int, _ conditions: [ConditionExplanation]) {
    self.container = container
    self.position = position
    self.conditions = conditions
  }

  /// The name that people gave it, or "rule 3", or "trigger 3".
  public var name: String { container.name(ofRule: position) }
  /// The name after what its generation calls a rule: "rule Buys", "trigger 3".
  public var title: String { container.title(ofRule: position) }
  /// Whether all its conditions held.
  public var isTrue: Bool { conditions.allSatisfy(\.holds) }
  /// The condition that could not be tested, in words: the rule fires nothing then, and what it
  /// blocks stays blocked.
  public var undecidedBy: String? {
    conditions.first { $0.wasReached && $0.isUndecided }?.sentence
  }
  /// Why it can never be true, whatever is pushed.
  public var contradiction: String? {
    container.contradiction(in: container.rules[position]).map(container.words)
  }

  /// The function of the SDK for lack of which it never holds, in words.
  package var lack: String? {
    conditions.lazy.filter { !$0.isNegative }.compactMap(\.lack).first
  }

  /// What it means that a condition could not be tested.
  package var undecidedNote: String? {
    undecidedBy.map {
      "undecided, because '\($0)' could not be tested: it fires nothing, and still blocks"
    }
  }
}

/// One condition of a rule as an event met it.
public struct ConditionExplanation: Sendable {
  private let container: CompiledContainer
  private let position: Int
  fileprivate let isNegative: Bool
  private let result: PredicateResult
  /// Whether the SDK looked at it at all; an earlier condition may have decided the rule.
  public let wasReached: Bool

  init(
    _ container: CompiledContainer, _ position: Int, isNegative: Bool, _ result: PredicateResult,
    wasReached: Bool
  ) {
    self.container = container
    self.position = position
    self.isNegative = isNegative
    self.result = result
    self.wasReached = wasReached
  }

  /// What is compared, as people call it.
  package var subject: String { container.predicates[position].left.map(container.words) ?? "?" }
  /// How it is compared: "equals", "does not contain".
  package var verb: String {
    let predicate = container.predicates[position]
    return (isNegative ? predicate.kind?.negatedWords : predicate.kind?.words)
      ?? predicate.call.id
  }
  /// What it is compared with, as people write it.
  package var wanted: String { container.predicates[position].right.map(container.words) ?? "?" }
  /// Whether it asks for one value and no other.
  package var isEquality: Bool {
    !isNegative && container.predicates[position].kind?.id == PredicateFunction.equals.id
  }
  /// Whether it asks for the name of the event.
  package var isAboutEvent: Bool {
    if case .macro(let slot)? = container.predicates[position].left {
      container.isEvent(slot)
    } else {
      false
    }
  }
  /// The name of the macro that is compared; nil where it is none.
  package var macro: String? {
    if case .macro(let slot)? = container.predicates[position].left {
      container.slots[slot].name
    } else {
      nil
    }
  }
  /// What that macro does to get its value, where it has one definition.
  package var maker: ValueMaker? {
    guard case .macro(let slot)? = container.predicates[position].left,
      container.slots[slot].definitions.count == 1
    else { return nil }
    return container.maker(of: container.slots[slot].definitions[0])
  }

  /// What it wants: "screen name equals ConfirmationScreen".
  public var sentence: String { container.sentence(position, isNegative) }

  /// Whether it did its part for the rule; a negated one does so when its condition is false.
  public var holds: Bool { !isUndecided && (result.truth == .holds) != isNegative }

  /// Whether both are the same condition of one container.
  func isSame(as other: ConditionExplanation) -> Bool {
    position == other.position && isNegative == other.isNegative
  }

  /// The value it saw on its left side, or "(not set)".
  public var actual: String {
    guard let text = result.left.value.map(container.dialect.text) else { return "(not set)" }
    return text.isEmpty ? "\"\" (empty)" : text
  }

  /// Why it could not be decided.
  public var trouble: String? { result.trouble }

  /// The calls of the app's code that testing it took.
  public var calls: [AnsweredCall] { result.calls }

  /// The function of the SDK for lack of which it is false whatever is pushed, in words.
  package var lack: String? { result.lack }

  /// Whether it leaves its rule undecided and is not just false.
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

  /// What people of its generation call a rule.
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
  /// A condition in words: "screen name equals ConfirmationScreen".
  package func sentence(_ position: Int, _ isNegative: Bool) -> String {
    let predicate = predicates[position]
    let verb = isNegative ? predicate.kind?.negatedWords : predicate.kind?.words
    return phrase(position, verb: verb ?? predicate.call.id)
  }

  /// The two sides of a condition with a verb between them.
  func phrase(_ position: Int, verb: String) -> String {
    let left = predicates[position].left.map(words) ?? "?"
    let right = predicates[position].right.map(words) ?? "?"
    return "\(left) \(verb) \(right)"
  }

  /// The name of a rule after what its generation calls one: "rule Buys", "trigger 3".
  package func title(ofRule position: Int) -> String {
    rules[position].source.name.map { "\(dialect.vocabulary.rule) \($0)" }
      ?? name(ofRule: position)
  }

  /// An expression as people write it: a macro by its name, a text as it is.
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

  /// Why a rule can never be true, in words.
  func words(_ contradiction: Contradiction) -> String {
    switch contradiction {
    case .sameCondition(let position):
      let left = predicates[position].left.map(words) ?? "?"
      return "it needs the same condition on \(left) to be both true and false"
    case .twoTexts(let slot, let first, let second):
      return "\(slots[slot].name) cannot equal both \(first) and \(second)"
    case .clash(let first, let second, let isNegative):
      return
        "'\(sentence(first, false))' and '\(sentence(second, isNegative))' cannot both hold"
    }
  }
}
