import OrderedCollections

/// What can be said of conditions without knowing what an app pushes.
extension CompiledContainer {
  // MARK: One condition

  /// The value of a side that is the same in every evaluation.
  package func constant(_ side: CompiledExpression?) -> Value? {
    switch side {
    case .constant(let resolved)?: return resolved.value
    case .macro(let slot)?:
      guard slots[slot].choices.isEmpty, slots[slot].definitions.count == 1,
        let definition = slots[slot].fallback,
        macros[definition].id == dialect.constantFunction,
        case .constant(let resolved)? = macros[definition].parameters["value"]
      else { return nil }
      return resolved.value
    default: return nil
    }
  }

  /// The macro on the left side of each condition, where all conditions of an evaluation see the
  /// same value of it. Macros that read the same count as one.
  ///
  /// - Complexity: O(n) in the size of the conditions and of the macros they ask.
  static func subjects(
    of predicates: [CompiledPredicate], _ slots: [MacroSlot], _ version: ContainerVersion
  ) -> [Int?] {
    var slotOfReading: [FunctionCall: Int] = [:]
    return predicates.map { predicate in
      guard case .macro(let slot)? = predicate.left, predicate.call.stability < .volatile else {
        return nil
      }
      guard slots[slot].choices.isEmpty, slots[slot].definitions.count == 1 else { return slot }
      var call = version.macros[slots[slot].definitions[0]]
      // The second generation has functions that may answer differently each time.
      if FirebaseFunction.named(call.function, .macro)?.stability == .volatile { return nil }
      call.name = nil
      if let other = slotOfReading[call] { return other }
      slotOfReading[call] = slot
      return slot
    }
  }

  /// The second generation compares as JavaScript does: what is missing is the text "undefined",
  /// "" is the number 0, and patterns may be such as RE2 does not know.
  private var isFirebase: Bool { version.generation == .firebase }

  /// Whether a condition holds for a value of its left side; nil where its right side may vary.
  package func holds(_ position: Int, for left: Value) -> Bool? {
    let predicate = predicates[position]
    guard let kind = predicate.kind, let right = constant(predicate.right) else { return nil }
    switch kind.comparison {
    case .text(let holds): return holds(dialect.text(left), dialect.text(right))
    case .number(let holds):
      guard let left = dialect.number(left), let right = dialect.number(right) else {
        return false
      }
      return holds(left.order(to: right))
    case .pattern:
      if predicate.patternError != nil { return isFirebase ? nil : false }
      return predicate.pattern.map { $0.isFound(in: dialect.text(left)) }
    }
  }

  /// Whether a condition is true, or false, whatever an app does; nil where it depends.
  package func fixedTruth(of position: Int) -> Bool? {
    let predicate = predicates[position]
    guard predicate.kind != nil else { return false }
    guard let left = predicate.left, let right = predicate.right, predicate.patternError == nil
    else { return isFirebase ? nil : false }
    for side in [left, right] {
      if case .unknownMacro = side { return false }
    }
    return constant(left).flatMap { holds(position, for: $0) }
  }

  /// Whether a condition asks only that there is an event, as the trigger "Any Event" does.
  func asksForAnyEvent(_ position: Int) -> Bool {
    guard let slot = subjects[position], predicates[position].pattern?.findsEverything == true
    else { return false }
    return isEvent(slot)
  }

  /// Whether a macro is the name of the event.
  package func isEvent(_ slot: Int) -> Bool {
    slots[slot].choices.isEmpty
      && slots[slot].definitions.allSatisfy { macros[$0].id == dialect.eventFunction }
  }

  // MARK: Two conditions

  private func isKind(_ position: Int, _ kind: PredicateFunction) -> Bool {
    predicates[position].kind?.id == kind.id
  }

  private func text(_ position: Int) -> String? {
    constant(predicates[position].right).map(dialect.text)
  }

  /// Whether two conditions on one macro cannot be true together.
  func excludes(_ first: Int, _ second: Int) -> Bool {
    if isKind(first, .equals), let value = constant(predicates[first].right) {
      return holds(second, for: value) == false
    }
    if isKind(second, .equals), let value = constant(predicates[second].right) {
      return holds(first, for: value) == false
    }
    if let one = text(first), let other = text(second) {
      if isKind(first, .startsWith), isKind(second, .startsWith) {
        return !ByteText.begins(one, with: other) && !ByteText.begins(other, with: one)
      }
      if isKind(first, .endsWith), isKind(second, .endsWith) {
        return !ByteText.ends(one, with: other) && !ByteText.ends(other, with: one)
      }
    }
    guard let one = bound(first), let other = bound(second), one.isLower != other.isLower else {
      return false
    }
    let order = (one.isLower ? one : other).number.order(to: (one.isLower ? other : one).number)
    return order > 0 || (order == 0 && !(one.isIncluded && other.isIncluded))
  }

  /// Whether a condition is true wherever another one on the same macro is.
  func implies(_ first: Int, _ second: Int) -> Bool {
    if first == second { return true }
    if isKind(first, .equals), let value = constant(predicates[first].right) {
      return holds(second, for: value) == true
    }
    if predicates[second].pattern?.findsEverything == true { return true }
    if let one = text(first), let other = text(second) {
      if isKind(second, .contains),
        [.startsWith, .endsWith, .contains].contains(where: { isKind(first, $0) })
      {
        return ByteText.contains(one, other)
      }
      if isKind(first, .startsWith), isKind(second, .startsWith) {
        return ByteText.begins(one, with: other)
      }
      if isKind(first, .endsWith), isKind(second, .endsWith) {
        return ByteText.ends(one, with: other)
      }
    }
    guard let one = bound(first), let other = bound(second), one.isLower == other.isLower else {
      return false
    }
    let order = one.number.order(to: other.number) * (one.isLower ? 1 : -1)
    return order > 0 || (order == 0 && (other.isIncluded || !one.isIncluded))
  }

  private struct Bound {
    var number: ValueConversion.Number
    var isLower: Bool
    var isIncluded: Bool
  }

  private func bound(_ position: Int) -> Bound? {
    guard let number = constant(predicates[position].right).flatMap(dialect.number)
    else { return nil }
    let kinds: [(PredicateFunction, Bool, Bool)] = [
      (.greater, true, false), (.greaterOrEquals, true, true), (.less, false, false),
      (.lessOrEquals, false, true),
    ]
    guard let kind = kinds.first(where: { isKind(position, $0.0) }) else { return nil }
    return Bound(number: number, isLower: kind.1, isIncluded: kind.2)
  }

  // MARK: Rules

  /// Conditions of one rule that are compared with each other; people write fewer.
  private static let clashLimit = 30

  /// Two conditions of a rule that cannot hold together; the second one may be unwanted.
  ///
  /// - Complexity: O(n²) in the conditions of the rule, of which the first thirty of each kind
  ///   are looked at.
  func clash(in rule: CompiledRule) -> (first: Int, second: Int, isNegative: Bool)? {
    let wanted = rule.positive.prefix(Self.clashLimit)
    for (number, first) in wanted.enumerated() {
      guard let subject = subjects[first] else { continue }
      for second in wanted.dropFirst(number + 1)
      where subjects[second] == subject && excludes(first, second) {
        return (first, second, false)
      }
      for second in rule.negative.prefix(Self.clashLimit)
      where subjects[second] == subject && implies(first, second) {
        return (first, second, true)
      }
    }
    return nil
  }

  /// Whether a rule cannot be true at any event.
  package func isNeverTrue(_ rule: CompiledRule) -> Bool {
    contradiction(in: rule) != nil || rule.positive.contains { fixedTruth(of: $0) == false }
      || rule.negative.contains { fixedTruth(of: $0) == true }
  }

  /// Whether a rule is true at every event.
  package func isAlwaysTrue(_ rule: CompiledRule) -> Bool {
    rule.positive.allSatisfy { fixedTruth(of: $0) == true || asksForAnyEvent($0) }
      && rule.negative.allSatisfy { fixedTruth(of: $0) == false }
  }

  /// Whether a rule is true at every event at which another one is.
  package func implies(_ rule: CompiledRule, _ other: CompiledRule) -> Bool {
    other.positive.allSatisfy { wanted in
      fixedTruth(of: wanted) == true || asksForAnyEvent(wanted)
        || rule.positive.contains {
          $0 == wanted || (isSameSubject($0, wanted) && implies($0, wanted))
        }
    }
      && other.negative.allSatisfy { unwanted in
        fixedTruth(of: unwanted) == false || rule.negative.contains(unwanted)
          || rule.positive.contains { isSameSubject($0, unwanted) && excludes($0, unwanted) }
      }
  }

  private func isSameSubject(_ first: Int, _ second: Int) -> Bool {
    subjects[first] != nil && subjects[first] == subjects[second]
  }
}

// MARK: - Contradiction

extension CompiledContainer {
  /// Why a rule can never be true, whatever is pushed.
  package enum Contradiction {
    /// A condition, by its position, is both wanted and unwanted.
    case sameCondition(Int)
    /// A macro, by its slot, would have to equal two texts.
    case twoTexts(slot: Int, first: String, second: String)
    /// Two conditions on one macro, by their positions, cannot hold together.
    case clash(first: Int, second: Int, isNegative: Bool)
  }

  /// What keeps a rule from ever being true, or nil.
  ///
  /// - Complexity: O(n²) in the conditions of the rule, which are few.
  package func contradiction(in rule: CompiledRule) -> Contradiction? {
    if let both = rule.positive.first(where: rule.negative.contains) {
      return .sameCondition(both)
    }
    var wanted: [(slot: Int, text: String)] = []
    for position in rule.positive {
      let predicate = predicates[position]
      guard predicate.kind?.id == PredicateFunction.equals.id,
        case .macro(let slot)? = predicate.left, let text = predicate.right?.constantText
      else { continue }
      if predicate.call.stability < .volatile,
        let other = wanted.first(where: { $0.slot == slot && $0.text != text })
      {
        return .twoTexts(slot: slot, first: other.text, second: text)
      }
      wanted.append((slot, text))
    }
    return clash(in: rule).map {
      .clash(first: $0.first, second: $0.second, isNegative: $0.isNegative)
    }
  }
}
