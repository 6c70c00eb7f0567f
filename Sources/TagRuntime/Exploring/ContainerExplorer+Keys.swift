import OrderedCollections

extension ContainerExplorer {
  /// What is found on a walk through expressions: keys, and the slots that were looked into.
  private struct Findings {
    var keys: OrderedSet<String> = []
    /// The slots in the order in which they were found, of which the first are looked into.
    var slots: OrderedSet<Int> = []
    var done = 0
  }

  /// The keys that some rules read: their conditions first, then what they fire.
  func keys(of rules: [CompiledRule]) -> OrderedSet<String> {
    var findings = Findings()
    var seen: Set<Int> = []
    for rule in rules {
      for position in rule.positive + rule.negative where seen.insert(position).inserted {
        add(container.predicates[position].call, to: &findings)
      }
    }
    var tags: Set<Int> = []
    for rule in rules {
      for tag in rule.source.addTags
      where container.tags.indices.contains(tag) && tags.insert(tag).inserted {
        addTag(container.tags[tag], to: &findings)
      }
    }
    return findings.keys
  }

  /// Every key that the container reads.
  func everyKey() -> OrderedSet<String> {
    var findings = Findings()
    for predicate in container.predicates { add(predicate.call, to: &findings) }
    for tag in container.tags { addTag(tag, to: &findings) }
    for macro in container.macros {
      Self.key(of: macro).map { _ = findings.keys.append($0) }
    }
    return findings.keys
  }

  private func addTag(_ tag: CompiledFunction, to findings: inout Findings) {
    add(tag, to: &findings)
    guard tag.id == TagFunction.analytics.id else { return }
    if isOn("enable_ecommerce", tag), isOn("ecommerce_use_data_layer", tag) {
      findings.keys.append("ecommerce")
    }
    if !isOn("analytics_pass_through", tag), isOn("track_transaction", tag) {
      findings.keys.append(contentsOf: ["transactionId", "transactionProducts"])
      findings.keys.append(contentsOf: Transaction.transactionFields.keys)
    }
  }

  private func isOn(_ key: String, _ call: CompiledFunction) -> Bool {
    guard case .constant(let flag)? = call.parameters[key] else { return false }
    return flag.value.flatMap(ValueConversion.boolean) == true
  }

  /// What a call refers to, and what that refers to in turn: a list instead of recursion, because
  /// macros may refer to each other any number of times.
  private func add(_ call: CompiledFunction, to findings: inout Findings) {
    note(call, &findings)
    while findings.done < findings.slots.count {
      let slot = findings.slots[findings.done]
      findings.done += 1
      for position in container.slots[slot].definitions {
        let macro = container.macros[position]
        if let key = Self.key(of: macro) { findings.keys.append(key) }
        note(macro, &findings)
      }
      for choice in container.slots[slot].choices {
        let rule = container.rules[choice.rule]
        for position in rule.positive + rule.negative {
          note(container.predicates[position].call, &findings)
        }
      }
    }
  }

  private func note(_ call: CompiledFunction, _ findings: inout Findings) {
    for expression in call.parameters.values { note(expression, &findings) }
    if let pushed = call.pushAfterEvaluate { note(pushed, &findings) }
  }

  private func note(_ expression: CompiledExpression, _ findings: inout Findings) {
    switch expression {
    case .constant, .unknownMacro: break
    case .macro(let slot): findings.slots.append(slot)
    case .list(let elements), .template(let elements):
      for element in elements { note(element, &findings) }
    case .map(let entries):
      for entry in entries {
        note(entry.key, &findings)
        note(entry.value, &findings)
      }
    case .escaped(let inner, _): note(inner, &findings)
    }
  }

  // MARK: Values that apps read

  /// The values that apps read by name: all of a container of keys and values, else the members of
  /// value collections that nothing else uses.
  func reads() -> [ContainerTrial.Read] {
    let isKeyValue = [.simpleJSON, .plist].contains(container.version.format)
    var used = Findings()
    for call in container.tags + container.macros + container.predicates.map(\.call) {
      note(call, &used)
    }
    return container.slots.enumerated().compactMap { position, slot in
      let isForApp =
        isKeyValue
        || !used.slots.contains(position)
          && slot.definitions.contains { isMember(container.version.macros[$0]) }
      guard isForApp, !slot.name.isEmpty, let first = slot.definitions.first,
        slot.name.unicodeScalars.count <= ContainerTrial.textLimit
      else { return nil }
      let kind = kind(of: container.macros[first], isKeyValue: isKeyValue)
      return ContainerTrial.Read(kind: kind, key: slot.name)
    }
  }

  /// Whether a macro is chosen by rules only, as the members of value collections are.
  private func isMember(_ macro: FunctionCall) -> Bool {
    macro.parameters["not_default_macro"] == .constant(.bool(true))
  }

  private func kind(of macro: CompiledFunction, isKeyValue: Bool) -> ValueKind {
    guard case .constant(let resolved)? = macro.parameters["value"], let value = resolved.value
    else { return .string }
    switch value {
    case .int: return .int64
    case .double: return .double
    case .bool: return .boolean
    case .string(let text):
      // Containers have no doubles: of keys and values their readers keep the texts.
      guard isKeyValue, case .double(let double)? = ValueConversion.number(text),
        NumberText.plain(double) == text
      else { return .string }
      return .double
    default: return .string
    }
  }
}
