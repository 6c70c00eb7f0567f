import OrderedCollections

extension ContainerExplorer {
  // MARK: Conditions

  /// The constant on the right side of a condition.
  private func constant(_ predicate: CompiledPredicate) -> Value? {
    switch predicate.right {
    case .constant(let resolved)?: return resolved.value
    case .macro(let position)?:
      let slot = container.slots[position]
      guard slot.choices.isEmpty, let macro = slot.fallback.map({ container.macros[$0] }),
        macro.id == MacroFunction.constant.id,
        case .constant(let resolved)? = macro.parameters["value"]
      else { return nil }
      return resolved.value
    default: return nil
    }
  }

  /// Whether a condition is true of a value on its left side; nil where that cannot be told.
  func isTrue(_ position: Int, of value: Value) -> Bool? {
    let predicate = container.predicates[position]
    guard let kind = predicate.kind, let right = constant(predicate) else { return nil }
    switch kind.comparison {
    case .text(let holds): return holds(ValueConversion.text(value), ValueConversion.text(right))
    case .number(let holds):
      guard let left = ValueConversion.number(value), let right = ValueConversion.number(right)
      else { return false }
      return holds(left.order(to: right))
    case .pattern:
      return predicate.pattern?.isFound(in: ValueConversion.text(value))
    }
  }

  /// Texts of which a condition may be true, to be tried.
  func texts(for predicate: CompiledPredicate) -> [String] {
    guard let kind = predicate.kind, let right = constant(predicate) else { return [] }
    let text = ValueConversion.text(right)
    guard text.unicodeScalars.count <= ContainerTrial.textLimit else { return [] }
    switch kind.comparison {
    case .text: return [text]
    case .number: return []
    case .pattern: return PatternExample.texts(of: text)
    }
  }

  /// Values of which a condition may be true, to be tried.
  private func values(for predicate: CompiledPredicate) -> [Value] {
    guard case .number? = predicate.kind?.comparison else {
      return texts(for: predicate).map { .string($0) }
    }
    switch constant(predicate).flatMap(ValueConversion.number) {
    case .int(let number)?:
      return [number, number.saturatingAdding(1), number.saturatingAdding(-1)].map { .int($0) }
    case .double(let number)? where number.isFinite:
      return [number, number + 1, number - 1].map { .double($0) }
    default: return []
    }
  }

  // MARK: Keys

  /// What a rule wants of a key.
  private struct Test {
    var key: String
    var predicate: Int
    var isWanted: Bool
  }

  private func tests(of rule: CompiledRule) -> [Test] {
    [(rule.positive, true), (rule.negative, false)].flatMap { list, isWanted in
      list.compactMap { position in
        guard case .macro(let slot)? = container.predicates[position].left,
          let key = keyOfSlot[slot]
        else { return nil }
        return Test(key: key, predicate: position, isWanted: isWanted)
      }
    }
  }

  /// For keys that rules test by themselves a value that makes the first of these rules true.
  ///
  /// - Parameter others: rules that may keep tags from firing; where a key that is not pushed makes
  ///   one true, a value that makes it false.
  func values(of rules: [CompiledRule], against others: [CompiledRule]) -> [String: Value] {
    var values: [String: Value] = [:]
    for rule in rules {
      var byKey: OrderedDictionary<String, [Test]> = [:]
      for test in tests(of: rule) where values[test.key] == nil {
        byKey[test.key, default: []].append(test)
      }
      for (key, tests) in byKey.elements {
        let guesses = tests.filter(\.isWanted)
          .flatMap { self.values(for: container.predicates[$0.predicate]) }
        values[key] = guesses.first { guess in tests.allSatisfy { isMet($0, by: guess) } }
      }
    }
    for rule in others where !rule.source.removeTags.isEmpty {
      let tests = tests(of: rule)
      let isFalse = tests.contains { test in
        values[test.key].map { !isMet(test, by: $0) } ?? test.isWanted
      }
      guard !isFalse, let test = tests.first(where: { values[$0.key] == nil }) else { continue }
      values[test.key] = self.values(for: container.predicates[test.predicate])
        .first { !isMet(test, by: $0) }
    }
    return values
  }

  private func isMet(_ test: Test, by value: Value) -> Bool {
    (isTrue(test.predicate, of: value) ?? test.isWanted) == test.isWanted
  }
}
