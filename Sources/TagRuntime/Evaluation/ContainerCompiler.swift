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
  /// Bytes that constant templates may still be joined to. What is left over is joined while an
  /// event is evaluated, within the budget of the event.
  private var joinableBytes = Limits.builtBytes
  private var sharedPredicate: [FunctionCall: Int] = [:]

  init(_ version: ContainerVersion) {
    self.version = version
    dialect = .of(version.generation)
  }

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

  mutating func function(_ call: FunctionCall) -> CompiledFunction {
    CompiledFunction(
      id: call.function, name: call.name ?? "",
      parameters: call.parameters.mapValues { expression($0) },
      pushAfterEvaluate: call.pushAfterEvaluate.map { expression($0) })
  }

  /// A tag; where people give tags no names, as in the second generation, it has its number.
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

  /// A list, map or template whose parts are all constant, as one constant.
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
    if let shared = sharedPredicate[source] { return shared }
    let call = function(source)
    let kind = PredicateFunction.named(source.function)
    let ignoresCase =
      call.parameters["ignore_case"]?.constantValue.flatMap(ValueConversion.boolean) ?? false
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
  /// The flag of a constant boolean or its text.
  var constantFlag: Bool? {
    if case .constant(let value) = self { ValueConversion.boolean(value) } else { nil }
  }
}
