import OrderedCollections
import TagRuntime

extension ContainerDescriber {
  // MARK: Conditions

  func conditions() -> [ContainerDescription.Condition] {
    var users = Array(repeating: [Int](), count: container.predicates.count)
    for (position, rule) in container.rules.enumerated() {
      for condition in rule.positive + rule.negative where users[condition].last != position {
        users[condition].append(position)
      }
    }
    return zip(container.predicates, users).enumerated().map { position, element in
      let (predicate, rules) = element
      let sides = sourceSides(of: predicate)
      let left = sides.left.map { words($0, .bare) } ?? "?"
      let right = sides.right.map { words($0, .bare) } ?? "?"
      let id = predicate.call.id
      let ending = predicate.ignoresCase && id == PredicateFunction.matches.id ? " (any case)" : ""
      var condition = ContainerDescription.Condition(
        left: left, verb: (predicate.kind?.words ?? BoundedWords.cut(id)) + ending,
        negatedVerb: (predicate.kind?.negatedWords ?? "not " + BoundedWords.cut(id)) + ending,
        right: right, variables: variables(in: [sides.left, sides.right].compactMap { $0 }),
        rules: rules)
      condition.trouble =
        trouble(of: predicate) ?? words(ofMissing: missing.conditions[position])
      condition.isAboutEvent = isEvent(sides.left)
      condition.isEveryEvent =
        condition.isAboutEvent && id == PredicateFunction.matches.id
        && constantText(predicate.right) == Self.anything
      if condition.trouble == nil, id == PredicateFunction.equals.id,
        let one = constantText(predicate.left), let other = constantText(predicate.right)
      {
        condition.isAlwaysTrue = ByteText.isSame(one, other)
      }
      return condition
    }
  }

  private func sourceSides(
    of predicate: CompiledPredicate
  ) -> (left: Expression?, right: Expression?) {
    (predicate.left.map(source), predicate.right.map(source))
  }

  /// Returns a compiled side in its source form: there are fewer compiled conditions, because equal
  /// ones are shared.
  private func source(_ compiled: CompiledExpression) -> Expression {
    switch compiled {
    case .constant(let resolved): .constant(resolved.value ?? .null)
    case .list(let elements): .list(elements.map(source))
    case .map(let entries):
      .map(entries.map { Expression.Entry(key: source($0.key), value: source($0.value)) })
    case .template(let tokens): .template(tokens.map(source))
    case .macro(let slot): .macro(container.slots[slot].name)
    case .unknownMacro(let name): .macro(name)
    case .escaped(let inner, let escapings): .escaped(source(inner), escapings)
    }
  }

  /// The pattern with which the compiler of the web interface matches every event.
  private static let anything = ".*"

  private func trouble(of predicate: CompiledPredicate) -> String? {
    if isFirebase {
      // A missing side compares as the text "undefined".
      if predicate.kind == nil, !version.runtimeFunctions.contains(predicate.call.id) {
        return "the second generation has no such condition"
      }
    }
    if !isFirebase {
      if predicate.kind == nil { return "SDK \(sdkVersion) has no such condition: always false" }
      if predicate.left == nil || predicate.right == nil {
        return "one of its two sides is missing: always false"
      }
    }
    return predicate.patternError.map {
      BoundedWords.cut("bad pattern, always false: " + $0)
    }
  }

  /// Whether an expression is a macro for the name of the event.
  private func isEvent(_ expression: Expression?) -> Bool {
    guard case .macro(let name)? = expression, let slot = container.slotOfName[name] else {
      return false
    }
    return container.slots[slot].definitions.contains {
      version.macros[$0].function == container.dialect.eventFunction
    }
  }

  /// Returns the requirements of rules for the container id that the app opens, such as "equals
  /// GTM-AB12".
  func wantedIDs() -> [String] {
    var wanted: OrderedSet<String> = []
    for (position, predicate) in container.predicates.enumerated() {
      let sides = sourceSides(of: predicate)
      guard case .macro(let name)? = sides.left, let slot = container.slotOfName[name],
        container.slots[slot].definitions.contains(where: {
          version.macros[$0].function == FirebaseFunction.containerID.id
        })
      else { continue }
      let id = sides.right.map { words($0, .bare) } ?? "?"
      let kind = predicate.kind
      if container.rules.contains(where: { $0.positive.contains(position) }) {
        wanted.append("\(kind?.words ?? BoundedWords.cut(predicate.call.id)) \(id)")
      }
      if container.rules.contains(where: { $0.negative.contains(position) }) {
        wanted.append("\(kind?.negatedWords ?? "not " + BoundedWords.cut(predicate.call.id)) \(id)")
      }
    }
    return Array(wanted)
  }

  /// Returns the text of a constant, including a named one.
  private func constantText(_ side: CompiledExpression?) -> String? {
    container.constant(side).flatMap { $0.isScalar ? ValueConversion.text($0) : nil }
  }

  // MARK: Rules

  func rules(_ conditions: [ContainerDescription.Condition]) -> [ContainerDescription.Rule] {
    // Rules with the same conditions have the same contradictions, and finding them takes every
    // pair.
    var known: [[[Int]]: CompiledContainer.Contradiction?] = [:]
    return container.rules.map { rule in
      let tested = [rule.positive, rule.negative]
      let contradiction = known[tested] ?? container.contradiction(in: rule)
      known[tested] = .some(contradiction)
      var told = ContainerDescription.Rule(
        name: rule.source.name.map { BoundedWords.cut($0) }, positive: rule.positive,
        negative: rule.negative, never: never(rule, contradiction, conditions),
        fires: Self.once(rule.source.addTags), blocks: Self.once(rule.source.removeTags))
      (told.sentence, told.isAlways) = sentence(of: rule, conditions)
      told.blocksAnyway =
        isFirebase && (rule.positive + rule.negative).contains { conditions[$0].trouble != nil }
      return told
    }
  }

  /// Whether a rule matters at events only. Values are also evaluated between events.
  private func isOfEvents(_ rule: CompiledRule) -> Bool {
    isFirebase || (rule.source.addMacros.isEmpty && rule.source.removeMacros.isEmpty)
  }

  private func sentence(
    of rule: CompiledRule, _ conditions: [ContainerDescription.Condition]
  ) -> (words: String, isAlways: Bool) {
    var words = BoundedWords(limit: DescriptionLimits.rule)
    var isFirst = true
    let positive = rule.positive.filter { !conditions[$0].isAlwaysTrue }
    let others = positive.filter { !conditions[$0].isEveryEvent }
    let isOnlyAtEvents = others.count < positive.count
    let hides = isOfEvents(rule) || (others.isEmpty && rule.negative.isEmpty)
    for (list, isNegative) in [(hides ? others : positive, false), (rule.negative, true)] {
      for number in list {
        let condition = conditions[number]
        let verb = isNegative ? condition.negatedVerb : condition.verb
        words.add((isFirst ? "" : " and ") + "\(condition.left) \(verb) \(condition.right)")
        isFirst = false
      }
    }
    if !isFirst { return (words.text, false) }
    return (isOnlyAtEvents ? "at every event" : "always", true)
  }

  private func never(
    _ rule: CompiledRule, _ contradiction: CompiledContainer.Contradiction?,
    _ conditions: [ContainerDescription.Condition]
  ) -> String? {
    if let contradiction { return words(contradiction, conditions) }
    if let number = rule.negative.first(where: {
      conditions[$0].isAlwaysTrue || (conditions[$0].isEveryEvent && isOfEvents(rule))
    }) {
      let condition = conditions[number]
      return "\(condition.left) always \(condition.verb) \(condition.right)"
    }
    let tested = isFirebase ? rule.positive + rule.negative : rule.positive
    return tested.lazy.compactMap { conditions[$0].trouble }.first
      ?? rule.positive.lazy.compactMap { container.objection(to: $0) }.first.map {
        "Firebase drops what it waits for: " + $0.sentence
      }
  }

  private func words(
    _ contradiction: CompiledContainer.Contradiction,
    _ conditions: [ContainerDescription.Condition]
  ) -> String {
    switch contradiction {
    case .sameCondition(let position):
      let left = container.predicates[position].left.map { words(source($0), .bare) } ?? "?"
      return "the same condition on \(left) must be both true and false"
    case .twoTexts(let slot, let first, let second):
      let name = BoundedWords.cut(container.slots[slot].name)
      return "\(name) cannot equal both \(BoundedWords.cut(first)) and \(BoundedWords.cut(second))"
    case .clash(let first, let second, let isNegative):
      let (one, other) = (conditions[first], conditions[second])
      let verb = isNegative ? other.negatedVerb : other.verb
      return "'\(one.left) \(one.verb) \(one.right)' and "
        + "'\(other.left) \(verb) \(other.right)' cannot both be true"
    }
  }

  // MARK: Events

  /// Returns the event names that the rules require, in the order of the rules; last, the rules
  /// that fire tags at any event name.
  func events(
    rules: [ContainerDescription.Rule], conditions: [ContainerDescription.Condition]
  ) -> [ContainerDescription.EventHeard] {
    var heard: OrderedDictionary<[String], [Int]> = [:]
    var everyEvent: [Int] = []
    for (position, rule) in rules.enumerated() where rule.never == nil {
      var looks = false
      for (list, isNegative) in [(rule.positive, false), (rule.negative, true)] {
        for number in list
        where conditions[number].isAboutEvent && !conditions[number].isEveryEvent {
          let condition = conditions[number]
          looks = looks || !isNegative
          let verb = isNegative ? condition.negatedVerb : condition.verb
          if heard[[verb, condition.right]]?.last != position {
            heard[[verb, condition.right], default: []].append(position)
          }
        }
      }
      if !looks, !rule.fires.isEmpty { everyEvent.append(position) }
    }
    let named = heard.elements.map {
      ContainerDescription.EventHeard(verb: $0.key[0], text: $0.key[1], rules: $0.value)
    }
    if everyEvent.isEmpty { return named }
    return named + [ContainerDescription.EventHeard(verb: nil, text: "", rules: everyEvent)]
  }
}
