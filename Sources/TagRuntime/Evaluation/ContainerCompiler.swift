import OrderedCollections

/// Turns a container version into the parts of a `CompiledContainer`.
struct ContainerCompiler {
  let version: ContainerVersion
  var macros: [CompiledFunction] = []
  var slots: [MacroSlot] = []
  var slotOfName: [String: Int] = [:]
  var predicates: [CompiledPredicate] = []
  var rules: [CompiledRule] = []
  private var sharedPredicate: [FunctionCall: Int] = [:]

  init(_ version: ContainerVersion) { self.version = version }

  mutating func compile() {
    collectSlots()
    macros = version.macros.map { function($0) }
    rules = version.rules.map { rule in
      let positive = rule.positivePredicates.compactMap { predicate($0) }
      let negative = rule.negativePredicates.compactMap { predicate($0) }
      return CompiledRule(positive: positive, negative: negative, source: rule, requiredEvent: nil)
    }
    settleStability()
    rules = rules.map(withRequiredEvent)
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

  func function(_ call: FunctionCall) -> CompiledFunction {
    CompiledFunction(
      id: call.function, name: call.name ?? "",
      parameters: call.parameters.mapValues(expression),
      pushAfterEvaluate: call.pushAfterEvaluate.map(expression))
  }

  private func expression(_ source: Expression) -> CompiledExpression {
    switch source {
    case .constant(let value): .constant(.value(value))
    case .functionID(let id): .constant(.value(.string(id)))
    case .macro(let name): slotOfName[name].map { .macro($0) } ?? .unknownMacro(name)
    case .list(let elements): folded(.list(elements.map(expression)), source)
    case .template(let tokens): folded(.template(tokens.map(expression)), source)
    case .map(let entries):
      folded(.map(entries.map { (expression($0.key), expression($0.value)) }), source)
    case .escaped(let inner, let escapings): .escaped(expression(inner), escapings)
    }
  }

  private func folded(_ compiled: CompiledExpression, _ source: Expression) -> CompiledExpression {
    source.constantValue.map { .constant(.value($0)) } ?? compiled
  }

  private mutating func predicate(_ position: Int) -> Int? {
    guard version.predicates.indices.contains(position) else { return nil }
    let source = version.predicates[position]
    if let shared = sharedPredicate[source] { return shared }
    let call = function(source)
    let kind = PredicateFunction.named(source.function)
    let ignoresCase = source.parameters["ignore_case"].flatMap(\.constantFlag) ?? false
    var pattern: Pattern?
    var patternError: String?
    if case .pattern? = kind?.comparison, let text = call.parameters["arg1"]?.constantText {
      do throws(PatternError) {
        pattern = try Pattern(text, ignoreCase: ignoresCase)
      } catch {
        patternError = error.description
      }
    }
    predicates.append(
      CompiledPredicate(
        call: call, kind: kind, left: call.parameters["arg0"], right: call.parameters["arg1"],
        ignoresCase: ignoresCase, pattern: pattern, patternError: patternError))
    sharedPredicate[source] = predicates.count - 1
    return predicates.count - 1
  }
}

extension Expression {
  /// The value of an expression without references.
  var constantValue: Value? {
    switch self {
    case .constant(let value): return value
    case .functionID(let id): return .string(id)
    case .macro, .escaped: return nil
    case .list(let elements):
      let values = elements.compactMap(\.constantValue)
      return values.count == elements.count ? .list(values) : nil
    case .template(let tokens):
      let values = tokens.compactMap(\.constantValue)
      return values.count == tokens.count
        ? .string(values.map(ValueConversion.text).joined()) : nil
    case .map(let entries):
      var members: OrderedDictionary<String, Value> = [:]
      for entry in entries {
        guard let key = entry.key.constantValue, let value = entry.value.constantValue else {
          return nil
        }
        members[ValueConversion.text(key)] = value
      }
      return .map(members)
    }
  }

  /// The flag of a constant boolean or its text.
  var constantFlag: Bool? {
    constantValue.flatMap(ValueConversion.boolean)
  }
}
