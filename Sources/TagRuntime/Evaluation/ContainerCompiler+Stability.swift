import OrderedCollections

extension ContainerCompiler {
  /// Finds how stable every macro, slot and predicate is. A macro that refers to itself over any
  /// way ends as volatile, so that the cycle is met again at every reference.
  mutating func settleStability() {
    var state = Visits(ofSlots: Array(repeating: .new, count: slots.count))
    for slot in slots.indices { _ = stability(ofSlot: slot, &state) }
    for position in macros.indices {
      macros[position].stability = stability(of: macros[position], isMacro: true, &state)
    }
    predicates = predicates.map { predicate in
      var call = predicate.call
      call.stability = stability(of: call, isMacro: false, &state)
      return CompiledPredicate(
        call: call, kind: predicate.kind, left: predicate.left, right: predicate.right,
        ignoresCase: predicate.ignoresCase, pattern: predicate.pattern,
        patternError: predicate.patternError)
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

  /// Which slots are being looked at, and how deep that is.
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
    for (_, expression) in call.parameters.elements {
      least = max(least, stability(of: expression, &state))
    }
    return least
  }

  private mutating func stability(
    of expression: CompiledExpression, _ state: inout Visits
  ) -> Stability {
    switch expression {
    case .constant: return .constant
    case .unknownMacro: return .event
    case .macro(let slot): return stability(ofSlot: slot, &state)
    case .escaped(let inner, _): return stability(of: inner, &state)
    case .list(let parts), .template(let parts):
      return parts.reduce(Stability.constant) { max($0, stability(of: $1, &state)) }
    case .map(let entries):
      return entries.reduce(Stability.constant) {
        max($0, stability(of: $1.key, &state), stability(of: $1.value, &state))
      }
    }
  }

  /// A rule whose first condition asks for one certain event can be told false by the event's name
  /// alone: the SDK, too, looks at nothing else then.
  func withRequiredEvent(_ rule: CompiledRule) -> CompiledRule {
    guard rule.negative.isEmpty || dialect.looksAtWantedFirst, let first = rule.positive.first,
      let required = requiredEvent(of: predicates[first])
    else { return rule }
    return CompiledRule(
      positive: rule.positive, negative: rule.negative, source: rule.source,
      requiredEvent: required)
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
