import OrderedCollections
import TagRuntime

/// Containers in the form of the independent readings: one JSON value, in which a value that is
/// no constant is a list that starts with its kind.
enum DecodedContainer {
  /// The text of a container in that form, with only the members that are compared.
  static func text(of version: ContainerVersion) -> String {
    JSONWriter.write(
      .map([
        "macros": .list(version.macros.map { call($0) }),
        "tags": .list(version.tags.map { call($0) }),
        "predicates": .list(version.predicates.map { call($0) }),
        "rules": .list(version.rules.map(rule)),
        "version": .string(version.version),
        "usage_context": .list(version.usageContexts.map { .string($0) }),
      ]))
  }

  /// The members of a reading that are compared, in the same order.
  static func kept(_ decoded: Value) -> Value {
    let members = decoded.members ?? [:]
    var kept: OrderedDictionary<String, Value> = [:]
    for part in ["macros", "tags", "predicates"] {
      kept[part] = .list((members[part]?.elements ?? []).map(normalized))
    }
    kept["rules"] = .list(
      (members["rules"]?.elements ?? []).map { rule in
        var ordered: OrderedDictionary<String, Value> = [:]
        for key in ruleKeys { ordered[key] = rule.members?[key] }
        return .map(ordered)
      })
    kept["version"] = members["version"] ?? ""
    kept["usage_context"] = members["usage_context"] ?? []
    return .map(kept)
  }

  private static let ruleKeys = [
    "if", "unless", "add_tag", "remove_tag", "add_tag_rule_name", "remove_tag_rule_name",
    "add_macro", "remove_macro", "add_macro_rule_name", "remove_macro_rule_name",
    "add_tag_rule_trigger_id", "remove_tag_rule_trigger_id", "add_macro_rule_trigger_id",
    "remove_macro_rule_trigger_id",
  ]

  private static func rule(_ rule: ContainerRule) -> Value {
    let indices = [
      "if": rule.positivePredicates, "unless": rule.negativePredicates, "add_tag": rule.addTags,
      "remove_tag": rule.removeTags, "add_macro": rule.addMacros,
      "remove_macro": rule.removeMacros,
    ]
    let texts = [
      "add_tag_rule_name": rule.addTagRuleNames, "remove_tag_rule_name": rule.removeTagRuleNames,
      "add_macro_rule_name": rule.addMacroRuleNames,
      "remove_macro_rule_name": rule.removeMacroRuleNames,
      "add_tag_rule_trigger_id": rule.addTagTriggerIDs,
      "remove_tag_rule_trigger_id": rule.removeTagTriggerIDs,
      "add_macro_rule_trigger_id": rule.addMacroTriggerIDs,
      "remove_macro_rule_trigger_id": rule.removeMacroTriggerIDs,
    ]
    var members: OrderedDictionary<String, Value> = [:]
    for key in ruleKeys {
      let numbers = (indices[key] ?? []).map { Value.int(Int64($0)) }
      let values = numbers + (texts[key] ?? []).map { Value.string($0) }
      if !values.isEmpty { members[key] = .list(values) }
    }
    return .map(members)
  }

  private static func call(_ call: FunctionCall) -> Value {
    var members: OrderedDictionary<String, Value> = [:]
    members["_fn"] = .string("fn:" + call.function)
    members["_name"] = call.name.map { .string($0) } ?? .null
    for (key, expression) in call.parameters.elements { members[key] = value(of: expression) }
    members["push_after_evaluate"] = call.pushAfterEvaluate.map(value(of:))
    return .map(members)
  }

  /// A call of a reading with its names first, without their repetitions and without the
  /// numbers of macros, which the model does not keep.
  private static func normalized(_ call: Value) -> Value {
    let members = call.members ?? [:]
    var ordered: OrderedDictionary<String, Value> = [:]
    ordered["_fn"] = members["_fn"]
    ordered["_name"] = members["_name"] ?? .null
    let apart = ["_fn", "_name", "function", "instance_name", "push_after_evaluate"]
    for (key, value) in members.elements where !apart.contains(key) {
      ordered[key] = withoutNumbers(value)
    }
    ordered["push_after_evaluate"] = members["push_after_evaluate"].map(withoutNumbers)
    return .map(ordered)
  }

  private static func withoutNumbers(_ value: Value) -> Value {
    guard let elements = value.elements else { return value }
    if elements.first == "macro" { return .list(Array(elements.prefix(2))) }
    return .list(elements.map(withoutNumbers))
  }

  private static func value(of expression: Expression) -> Value {
    switch expression {
    case .constant(let value): value
    case .functionID(let id): .string("fn:" + id)
    case .list(let elements): .list(["list"] + elements.map(value(of:)))
    case .template(let tokens): .list(["template"] + tokens.map(value(of:)))
    case .macro(let name): ["macro", .string(name)]
    case .map(let entries):
      .list(["map"] + entries.flatMap { [value(of: $0.key), value(of: $0.value)] })
    case .escaped(let inner, let escapings):
      ["escape", value(of: inner), .list(escapings.map { .int(Int64($0)) })]
    }
  }
}
