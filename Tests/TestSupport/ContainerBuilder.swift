package import OrderedCollections
package import TagRuntime

/// Makes containers in a few words. The macro `event` is there from the start, and a tag that a
/// rule names and nobody added is a function-call tag of that name.
package struct ContainerBuilder {
  package var version: ContainerVersion

  package init(
    version: String = "1", _ build: (inout ContainerBuilder) -> Void = { _ in }
  ) {
    self.version = ContainerVersion(version: version)
    macro("event", "_e")
    build(&self)
  }

  package var compiled: CompiledContainer { CompiledContainer(version) }

  // MARK: Macros

  @discardableResult
  package mutating func macro(
    _ name: String, _ function: String,
    _ parameters: OrderedDictionary<String, Expression> = [:], pushes: Expression? = nil
  ) -> Int {
    version.macros.append(
      FunctionCall(
        function: function, name: name, parameters: parameters, pushAfterEvaluate: pushes))
    return version.macros.count - 1
  }

  @discardableResult
  package mutating func constant(_ name: String, _ value: Expression) -> Int {
    macro(name, "_c", ["value": value])
  }

  /// A constant that only applies where a rule adds it, as value collections are written.
  package mutating func ruledConstant(_ name: String, _ value: Expression) -> Int {
    macro(name, "_c", ["value": value, "not_default_macro": true])
  }

  /// A data-layer variable, by default under the name of its path.
  @discardableResult
  package mutating func variable(
    _ name: String, path: String? = nil, default fallback: Expression? = nil
  ) -> Int {
    var parameters: OrderedDictionary<String, Expression> = [
      "name": .constant(.string(path ?? name))
    ]
    if let fallback { parameters["default_value"] = fallback }
    return macro(name, "_v", parameters)
  }

  /// A function-call macro whose function has the same name.
  @discardableResult
  package mutating func functionMacro(_ name: String, parameters: Expression? = nil) -> Int {
    macro(name, "_func", Self.call(name, parameters))
  }

  // MARK: Tags

  @discardableResult
  package mutating func tag(
    _ name: String, _ function: String, _ parameters: OrderedDictionary<String, Expression> = [:]
  ) -> Int {
    version.tags.append(FunctionCall(function: function, name: name, parameters: parameters))
    return version.tags.count - 1
  }

  /// A function-call tag whose function has the same name.
  @discardableResult
  package mutating func functionTag(_ name: String, parameters: Expression? = nil) -> Int {
    tag(name, "_func", Self.call(name, parameters))
  }

  @discardableResult
  package mutating func analyticsTag(
    _ name: String, _ fields: KeyValuePairs<String, Expression>
  ) -> Int {
    tag(name, "_ua", ["analytics_pass_through": true, "analytics_fields": .members(fields)])
  }

  private static func call(
    _ name: String, _ parameters: Expression?
  ) -> OrderedDictionary<String, Expression> {
    var call: OrderedDictionary<String, Expression> = [
      "function_call_macro_name": .constant(.string(name))
    ]
    if let parameters { call["additional_params"] = parameters }
    return call
  }

  // MARK: Rules

  package mutating func rule(
    when positive: [Condition] = [], unless negative: [Condition] = [], fires: [String] = [],
    blocks: [String] = [], applies: [Int] = [], switchesOff: [Int] = [], named name: String? = nil
  ) {
    var rule = ContainerRule()
    rule.positivePredicates = positive.map { add($0) }
    rule.negativePredicates = negative.map { add($0) }
    rule.addTags = fires.map { tag(named: $0) }
    rule.removeTags = blocks.map { tag(named: $0) }
    rule.addMacros = applies
    rule.removeMacros = switchesOff
    if let name {
      rule.addTagRuleNames = fires.map { _ in name }
      rule.removeTagRuleNames = blocks.map { _ in name }
      rule.addMacroRuleNames = applies.map { _ in name }
    }
    version.rules.append(rule)
  }

  private mutating func add(_ condition: Condition) -> Int {
    version.predicates.append(condition.call)
    return version.predicates.count - 1
  }

  private mutating func tag(named name: String) -> Int {
    version.tags.firstIndex { $0.name == name } ?? functionTag(name)
  }
}
