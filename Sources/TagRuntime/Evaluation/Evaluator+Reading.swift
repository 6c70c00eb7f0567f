extension Evaluator {
  /// Reads a value as the SDK's typed getters do: it evaluates the macro of that name outside of
  /// any event, then converts (sections 3.3 and 8 of the behaviour notes).
  mutating func read(_ key: String, as kind: ValueKind) -> ValueReading {
    var reading = ValueReading(
      key: key, kind: kind, value: kind.zero, origin: .noKey, rule: nil, logs: [])
    guard let slot = container.slotOfName[key] else {
      log(.invalidMacro, key)
      reading.logs = logs
      return reading
    }
    if let value = resolve(slot: slot).value {
      reading.rule = choosingRule(of: slot)
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
    case .string: return .string(ValueConversion.text(value))
    case .boolean:
      if let flag = ValueConversion.boolean(value) { return .bool(flag) }
      log(.notABoolean, ValueConversion.text(value))
      return nil
    case .int64, .double:
      let text = ValueConversion.text(value)
      guard let number = ValueConversion.number(value) else {
        if !text.isEmpty { log(.notANumber, text) }
        return nil
      }
      return kind == .int64 ? .int(ValueConversion.int64(number)) : .double(number.double)
    }
  }

  /// The rule that chose the definition in use, or nil where none had to. A handler is not asked
  /// a second time for it.
  private mutating func choosingRule(of slot: Int) -> String? {
    guard container.slots[slot].stability < .volatile else { return nil }
    let said = (logs, pushes)
    defer { (logs, pushes) = said }
    guard let definition = activeDefinition(of: slot) else { return nil }
    for choice in container.slots[slot].choices {
      guard choice.added.contains(definition), isTrue(rule: choice.rule) else { continue }
      let explained = explain(rule: choice.rule)
      let conditions = explained.conditions.map(\.sentence).joined(separator: " and ")
      return conditions.isEmpty ? "always" : conditions
    }
    return nil
  }
}
