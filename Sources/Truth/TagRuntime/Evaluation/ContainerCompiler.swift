import OrderedCollections

/// Turns a container version into the parts of a `CompiledContainer`.
struct ContainerCompiler {
  let version: ContainerVersion
  let dialect: Dialect
  var macros: [CompiledFunction] = []
  var slots: [MacroSlot] = []
  var slotOfName: [String: Int] = [:]
  var predicates: [CompiledPredicate] = []
  var rules: [CompiledRule] = []
  /// The bytes that constant templates may still use when they are joined. Templates beyond that
  /// are joined while an event is evaluated, within the budget of the event.
  private var joinableBytes = Limits.builtBytes
  private var predicateSources: OrderedSet<FunctionCall> = []

  private let patternLanguage: PatternLanguage

  init(_ version: ContainerVersion, _ patternLanguage: PatternLanguage) {
    self.version = version
    self.patternLanguage = patternLanguage
    let isLegacy = version.generation == .legacy
    dialect = isLegacy && patternLanguage == .java ? .android : .of(version.generation)
    predicateSources.reserveCapacity(version.predicates.count)
  }

  mutating func compile() {
    collectSlots()
    macros = version.macros.map { function($0) }
    rules = version.rules.map { rule in
      let positive = rule.positivePredicates.compactMap { predicate($0) }
      let negative = rule.negativePredicates.compactMap { predicate($0) }
      return CompiledRule(positive: positive, negative: negative, source: rule, requiredEvent: nil)
    }
    decideStability()
    for position in rules.indices {
      rules[position].requiredEvent = requiredEvent(of: rules[position])
    }
  }

  private mutating func collectSlots() {
    for (position, macro) in version.macros.enumerated() {
      let name = macro.name ?? ""
      let slot = slotOfName[name] ?? slots.count
      if slot == slots.count {
        slotOfName[name] = slot
        slots.append(MacroSlot(name: name))
      }
      slots[slot].definitions.append(position)
      if macro.parameters["not_default_macro"] != .constant(.bool(true)) {
        slots[slot].fallback = position
      }
    }
    for (position, rule) in version.rules.enumerated() {
      for macro in rule.addMacros { choice(of: position, on: macro) { $0.added.append(macro) } }
      for macro in rule.removeMacros {
        choice(of: position, on: macro) { $0.removed.append(macro) }
      }
    }
  }

  private mutating func choice(
    of rule: Int, on macro: Int, _ change: (inout MacroSlot.Choice) -> Void
  ) {
    guard version.macros.indices.contains(macro),
      let slot = slotOfName[version.macros[macro].name ?? ""]
    else { return }
    if slots[slot].choices.last?.rule != rule {
      slots[slot].choices.append(MacroSlot.Choice(rule: rule))
    }
    change(&slots[slot].choices[slots[slot].choices.count - 1])
  }

  mutating func function(_ call: FunctionCall) -> CompiledFunction {
    CompiledFunction(
      id: call.function, name: call.name ?? "",
      parameters: call.parameters.mapValues { expression($0) },
      pushAfterEvaluate: call.pushAfterEvaluate.map { expression($0) })
  }

  /// Compiles a tag. A tag without a name, as in the second generation, gets its number as the
  /// name.
  mutating func tag(_ call: FunctionCall, at position: Int) -> CompiledFunction {
    var call = call
    if version.generation == .firebase, call.name?.isEmpty ?? true {
      call.name = "tag \(position + 1)"
    }
    return function(call)
  }

  private mutating func expression(_ source: Expression) -> CompiledExpression {
    switch source {
    case .constant(let value): .constant(.value(value))
    case .functionID(let id): .constant(.value(.string(id)))
    case .macro(let name): slotOfName[name].map { .macro($0) } ?? .unknownMacro(name)
    case .list(let elements): folded(.list(elements.map { expression($0) }))
    case .template(let tokens): folded(.template(tokens.map { expression($0) }))
    case .map(let entries):
      folded(.map(entries.map { (expression($0.key), expression($0.value)) }))
    case .escaped(let inner, let escapings): .escaped(expression(inner), escapings)
    }
  }

  /// Folds a list, map or template whose parts are all constant into one constant.
  private mutating func folded(_ compiled: CompiledExpression) -> CompiledExpression {
    switch compiled {
    case .list(let parts):
      let values = parts.compactMap(\.constantValue)
      return values.count == parts.count ? .constant(.value(.list(values))) : compiled
    case .map(let entries):
      var members: OrderedDictionary<String, Value> = [:]
      for (key, value) in entries {
        guard let key = key.constantValue, let value = value.constantValue else { return compiled }
        members[dialect.text(key)] = value
      }
      return .constant(.value(.map(members)))
    case .template(let tokens):
      var text = ""
      var left = joinableBytes
      for token in tokens {
        guard let value = token.constantValue, left >= 0 else { return compiled }
        let part = dialect.text(value)
        left -= part.utf8.count
        text += part
      }
      guard left >= 0 else { return compiled }
      joinableBytes = left
      return .constant(.value(.string(text)))
    case .constant, .macro, .unknownMacro, .escaped: return compiled
    }
  }

  private mutating func predicate(_ position: Int) -> Int? {
    guard version.predicates.indices.contains(position) else { return nil }
    let source = version.predicates[position]
    // Hashing a condition costs as much as compiling it, so it is done once.
    let (isNew, shared) = predicateSources.append(source)
    if !isNew { return shared }
    let call = function(source)
    let kind = PredicateFunction.named(source.function)
    let ignoresCase =
      call.parameters["ignore_case"]?.constantValue.flatMap {
        ValueConversion.boolean($0, on: patternLanguage == .java ? .android : .ios)
      } ?? false
    var pattern: Pattern?
    var patternError: String?
    if case .pattern? = kind?.comparison, let text = call.parameters["arg1"]?.constantText {
      do throws(PatternError) {
        pattern = try Pattern(
          text, ignoreCase: ignoresCase, language: patternLanguage)
      } catch {
        patternError = error.description
      }
    }
    predicates.append(
      CompiledPredicate(
        call: call, kind: kind, left: call.parameters["arg0"], right: call.parameters["arg1"],
        ignoresCase: ignoresCase, pattern: pattern, patternError: patternError))
    return shared
  }
}

extension Expression {
  /// The flag of a constant boolean or its text.
  package var constantFlag: Bool? {
    if case .constant(let value) = self { ValueConversion.boolean(value) } else { nil }
  }
}

// MARK: - Stability

extension ContainerCompiler {
  /// Determines the stability of every macro, slot and predicate. A macro that refers to itself,
  /// however indirectly, is volatile, so that every reference meets the cycle again.
  mutating func decideStability() {
    var state = Visits(ofSlots: Array(repeating: .new, count: slots.count))
    for slot in slots.indices { _ = stability(ofSlot: slot, &state) }
    for position in macros.indices {
      macros[position].stability = stability(of: macros[position], isMacro: true, &state)
    }
    for position in predicates.indices {
      predicates[position].call.stability = stability(
        of: predicates[position].call, isMacro: false, &state)
    }
  }

  /// Chains of macros longer than an evaluation follows count as volatile, so that a file of
  /// thousands of macros in a chain cannot exhaust the stack.
  private static let depthLimit = Limits.macroDepth

  private enum Visit {
    case new
    case open
    case done
  }

  /// The slots that are being visited, and the depth of the visit.
  private struct Visits {
    var ofSlots: [Visit]
    var openCount = 0
  }

  private mutating func stability(ofSlot slot: Int, _ state: inout Visits) -> Stability {
    switch state.ofSlots[slot] {
    case .done: return slots[slot].stability
    case .open: return .volatile
    case .new: break
    }
    guard state.openCount < Self.depthLimit else { return .volatile }
    state.ofSlots[slot] = .open
    state.openCount += 1
    var least = Stability.constant
    for definition in slots[slot].definitions {
      least = max(least, stability(of: macros[definition], isMacro: true, &state))
    }
    for rule in slots[slot].choices.map(\.rule) {
      for predicate in rules[rule].positive + rules[rule].negative {
        least = max(least, stability(of: predicates[predicate].call, isMacro: false, &state))
      }
    }
    slots[slot].stability = least
    state.ofSlots[slot] = .done
    state.openCount -= 1
    return least
  }

  private mutating func stability(
    of call: CompiledFunction, isMacro: Bool, _ state: inout Visits
  ) -> Stability {
    var least = Stability.constant
    if isMacro { least = dialect.stability(call.id) }
    for reference in call.parameters.values.flatMap(\.references) {
      if case .macro(let slot) = reference {
        least = max(least, stability(ofSlot: slot, &state))
      } else {
        least = max(least, .event)
      }
    }
    return least
  }

  /// Returns the event that a rule requires. If the first condition asks for one certain event, the
  /// event's name alone can show that the rule is false: the SDK, too, checks nothing else then.
  private func requiredEvent(of rule: CompiledRule) -> String? {
    guard rule.negative.isEmpty || dialect.looksAtWantedFirst else { return nil }
    return rule.positive.first.flatMap { requiredEvent(of: predicates[$0]) }
  }

  private func requiredEvent(of predicate: CompiledPredicate) -> String? {
    guard predicate.kind?.id == PredicateFunction.equals.id,
      case .macro(let slot)? = predicate.left, let text = predicate.right?.constantText,
      slots[slot].choices.isEmpty, let definition = slots[slot].fallback,
      slots[slot].definitions.count == 1, macros[definition].id == dialect.eventFunction,
      version.runtimeFunctions.isEmpty || version.runtimeFunctions.contains(dialect.eventFunction)
    else { return nil }
    return text
  }
}
