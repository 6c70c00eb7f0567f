import OrderedCollections

extension Evaluator {
  /// Reads a value as the SDK's typed getters do: it evaluates the macro of that name outside of
  /// any event, then converts (sections 3.3 and 8 of the behaviour notes).
  mutating func read(_ key: String, as kind: ValueKind) -> ValueReading {
    var reading = ValueReading(
      key: key, kind: kind, value: kind.zero, origin: .noKey, choice: nil, maker: nil, logs: [])
    guard let slot = container.slotOfName[key] else {
      log(.invalidMacro, key)
      reading.logs = logs
      return reading
    }
    let resolved = resolve(slot: slot)
    explainChoice(of: slot, in: &reading)
    if let value = resolved.value {
      if let converted = convert(value, to: kind) {
        reading.value = converted
        reading.origin = .container
      } else {
        reading.origin = .unconvertible
      }
    }
    reading.logs = logs
    return reading
  }

  private mutating func convert(_ value: Value, to kind: ValueKind) -> Value? {
    switch kind {
    case .string: return .string(dialect.text(value))
    case .boolean:
      if let flag = ValueConversion.boolean(value) { return .bool(flag) }
      log(.notABoolean, dialect.text(value))
      return nil
    case .int64, .double:
      let text = dialect.text(value)
      guard let number = dialect.number(value) else {
        if !text.isEmpty { log(.notANumber, text) }
        return nil
      }
      return kind == .int64 ? .int(ValueConversion.int64(number)) : .double(number.double)
    }
  }

  /// Tells how the definition in use was chosen, and what it does. A handler is not asked a second
  /// time for it.
  private mutating func explainChoice(of slot: Int, in reading: inout ValueReading) {
    let choices = container.slots[slot].choices
    guard choices.allSatisfy({ isStable(rule: $0.rule) }) else {
      reading.choice = .unknown
      return
    }
    let said = (logs, pushes)
    defer { (logs, pushes) = said }
    guard let definition = activeDefinition(of: slot) else { return }
    reading.maker = maker(of: container.macros[definition])
    reading.choice = .defaultMacro(rules: choices.count)
    guard
      let winner = choices.first(where: { $0.added.contains(definition) && isTrue(rule: $0.rule) })
    else { return }
    let rule = explain(rule: winner.rule)
    let conditions = rule.conditions.map(\.sentence).joined(separator: " and ")
    reading.choice = .rule(
      name: rule.name, conditions: conditions.isEmpty ? "no conditions" : conditions)
  }

  /// Whether a rule can be looked at again without asking a handler.
  private func isStable(rule: Int) -> Bool {
    let rule = container.rules[rule]
    return (rule.positive + rule.negative).allSatisfy {
      container.predicates[$0].call.stability < .volatile
    }
  }

  private func maker(of macro: CompiledFunction) -> ValueMaker {
    let subject = ValueMaker.subjectKey(of: macro).flatMap { macro.parameters[$0] }
    return ValueMaker(function: macro.id, subject: subject.map(words))
  }
}
