import OrderedCollections

/// The effect that a tag would have if it fired at an event.
public enum TagOutlook: Sendable, Hashable {
  /// It would have this result.
  case does(TagResult)
  /// It would call the app's code.
  case calls(FunctionCallRequest)
}

extension Evaluator {
  /// Returns what a tag would do if it fired; the app's code for it is not run.
  mutating func outlook(ofTag position: Int) -> TagOutlook? {
    guard let call = container.calls.tags[position],
      let arguments = call.arguments
        ?? arguments(of: container.tags[position], required: call.function.required)
    else { return nil }
    switch container.tags[position].id {
    case TagFunction.functionCall.id:
      return FunctionCallRequest(arguments, "FunctionCallTag", &self).map { .calls($0) }
    case FirebaseFunction.customTag.id:
      return .calls(FunctionCallRequest(ofClass: arguments, self))
    default: return .does(call.function.run(arguments, &self))
    }
  }
}

/// One definition of a value, with the rules that choose it.
package struct MacroDefinition: Sendable {
  /// How it gets its value.
  package var maker: ValueMaker
  /// Its value, if the container holds it as a constant.
  package var constant: Value?
  package var isInUse: Bool
  /// The rules that choose it; empty if it applies unless a rule chooses another.
  package var rules: [RuleExplanation]
}

extension Evaluator {
  /// Returns all definitions of a name, with the one in use marked. A rule that calls the app's
  /// code is not evaluated again, and left out.
  mutating func definitions(of key: String) -> [MacroDefinition] {
    guard let slot = container.slotOfName[key] else { return [] }
    let active = activeDefinition(of: slot)
    return container.slots[slot].definitions.map { definition in
      let choices = container.slots[slot].choices.filter {
        $0.added.contains(definition) && isStable(rule: $0.rule)
      }
      let macro = container.macros[definition]
      return MacroDefinition(
        maker: container.maker(of: definition),
        constant: macro.id == dialect.constantFunction
          ? macro.parameters["value"]?.constantValue : nil,
        isInUse: definition == active, rules: choices.map { explanation(ofRule: $0.rule) })
    }
  }

  /// Explains a rule as it is now, with all its conditions tested.
  private mutating func explanation(ofRule rule: Int) -> RuleExplanation {
    var conditions: [ConditionExplanation] = []
    for (predicates, isNegative) in dialect.clauses(of: container.rules[rule]) {
      for predicate in predicates {
        conditions.append(
          ConditionExplanation(
            container: container, position: predicate, isNegative: isNegative,
            result: observe(predicate: predicate),
            wasReached: true))
      }
    }
    return RuleExplanation(container: container, position: rule, conditions: conditions)
  }
}

// MARK: - Questions

extension Runtime {
  /// Returns all definitions of a value in a container, or in another version of it, as they are
  /// now.
  ///
  /// - Parameters:
  ///   - key: the name of the value.
  ///   - id: the public id of the open container.
  ///   - now: the moment.
  ///   - host: the app's functions.
  ///   - event: the event of Firebase at which it is looked at (v5); nil for none.
  ///   - pushed: the event of the data layer (v3); nil for none.
  /// - Complexity: of evaluating the rules that choose between them.
  package func definitions(
    of key: String, in id: String, at now: Moment, host: some FunctionHost,
    during event: FirebaseEvent? = nil, pushed: PushedEvent? = nil
  ) -> [MacroDefinition] {
    guard let container = containers[id]?.compiled,
      var evaluator = trial(of: container, id, now, host, event, pushed)
    else { return [] }
    return evaluator.definitions(of: key)
  }

  /// Returns a value as another version of a container would give it now; nil if the container is
  /// not open.
  ///
  /// - Complexity: that of evaluating the macro.
  package func reading(
    of key: String, as kind: ValueKind, in id: String, having other: CompiledContainer,
    at now: Moment, host: some FunctionHost, during event: FirebaseEvent? = nil,
    pushed: PushedEvent? = nil
  ) -> ValueReading? {
    var evaluator = trial(of: other, id, now, host, event, pushed)
    return evaluator?.read(key, as: kind)
  }

  private func trial(
    of container: CompiledContainer, _ id: String, _ now: Moment, _ host: some FunctionHost,
    _ event: FirebaseEvent?, _ pushed: PushedEvent?
  ) -> Evaluator? {
    guard containers[id] != nil else { return nil }
    var patterns = patterns
    patterns.beginEvent()
    return Evaluator(
      container, id: id, event: event?.longName ?? pushed?.name,
      dataLayer: pushed?.dataLayer ?? dataLayer, lasting: lasting,
      in: surroundings, moment: now, random: random, host: host, isTracing: true,
      firebase: settings.generation == .firebase ? firebaseFlow.scope(of: event) : nil,
      patterns: patterns)
  }
}
