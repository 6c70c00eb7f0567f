import OrderedCollections
import TagRuntime

extension ExportCompiler {
  /// Reads the triggers; those that a mobile container cannot have are kept out with a remark.
  mutating func readTriggers(_ nodes: [ExportNode]) throws(ReadFault) {
    for node in try Self.sorted(nodes, by: "triggerId") {
      let id = try node.text("triggerId")
      let name = try node.optionalText("name") ?? id
      let type = try node.text("type")
      guard type == "ALWAYS" else {
        unusableTriggers.insert(id)
        remark(.unknownTrigger(name, type: type))
        continue
      }
      let filters = try node.nodes("filter")
      guard filters.count <= ContainerLimits.predicatesPerRule else {
        throw ReadFault(
          .tooMany(
            what: node.place + ".filter", count: filters.count,
            limit: ContainerLimits.predicatesPerRule))
      }
      var conditions: [ExportTrigger.Condition] = []
      for filter in filters {
        guard let condition = try Self.condition(filter) else {
          unusableTriggers.insert(id)
          remark(.unknownCondition(trigger: name, type: try filter.text("type")))
          break
        }
        conditions.append(condition)
      }
      if unusableTriggers.contains(id) { continue }
      triggers[id] = ExportTrigger(name: name, conditions: conditions)
    }
  }

  private static func condition(
    _ node: ExportNode
  ) throws(ReadFault) -> ExportTrigger.Condition? {
    guard let function = ConditionFunction.id(of: try node.text("type")) else { return nil }
    var call = FunctionCall(function: function)
    var isNegated = false
    for (key, value) in try ExportParameter.read(try node.nodes("parameter")) {
      switch (WireKey.key(of: key), value) {
      case ("negate", .boolean(let flag)): isNegated = flag
      // The compiler writes the flag only where it is set.
      case ("ignore_case", .boolean(false)): break
      case (let key, let value): call.parameters[key] = value.expression
      }
    }
    return ExportTrigger.Condition(call: call, isNegated: isNegated)
  }

  /// Notes that triggers do something, if they can be used.
  ///
  /// - Parameter owner: the tag or variable in words, for remarks.
  mutating func use(
    _ ids: OrderedSet<String>, by owner: String, _ change: (inout TriggerUse) -> Void
  ) {
    for id in ids where !unusableTriggers.contains(id) {
      guard triggers[id] != nil || BuiltInTrigger(rawValue: id) != nil else {
        remark(.missingTrigger(id: id, owner: owner))
        continue
      }
      change(&uses[id, default: TriggerUse()])
    }
  }

  /// Makes one rule of each trigger that is used: those of the export first, then the built-in
  /// ones.
  mutating func makeRules() {
    for (id, trigger) in triggers.elements {
      guard let use = uses[id] else {
        remark(.unusedTrigger(trigger.name))
        continue
      }
      var rule = makeRule(id, named: trigger.name, use)
      for condition in trigger.conditions {
        let index = index(ofPredicate: condition.call)
        if condition.isNegated {
          rule.negativePredicates.append(index)
        } else {
          rule.positivePredicates.append(index)
        }
      }
      rules.append(rule)
    }
    for trigger in [BuiltInTrigger.anyEvent, .always] {
      guard let use = uses[trigger.rawValue] else { continue }
      var rule = makeRule(trigger.rawValue, named: trigger.name, use)
      if trigger == .anyEvent { rule.positivePredicates = [anyEventPredicate()] }
      rules.append(rule)
    }
  }

  /// The condition of the trigger "Any Event", with the hidden macro that it asks.
  private mutating func anyEventPredicate() -> Int {
    addHiddenMacro("_event", "_e")
    return index(
      ofPredicate: FunctionCall(
        function: "_re",
        parameters: ["arg0": .macro("_event"), "arg1": .constant(.string(".*"))]))
  }

  private func makeRule(_ id: String, named name: String, _ use: TriggerUse) -> ContainerRule {
    let triggerID = containerID + "_" + id
    func repeated(_ text: String, _ indices: [Int]) -> [String] {
      Array(repeating: text, count: indices.count)
    }
    var rule = ContainerRule()
    rule.addTags = use.addTags
    rule.removeTags = use.removeTags
    rule.addMacros = use.addMacros
    rule.removeMacros = use.removeMacros
    rule.addTagRuleNames = repeated(name, use.addTags)
    rule.removeTagRuleNames = repeated(name, use.removeTags)
    rule.addMacroRuleNames = repeated(name, use.addMacros)
    rule.removeMacroRuleNames = repeated(name, use.removeMacros)
    rule.addTagTriggerIDs = repeated(triggerID, use.addTags)
    rule.removeTagTriggerIDs = repeated(triggerID, use.removeTags)
    rule.addMacroTriggerIDs = repeated(triggerID, use.addMacros)
    rule.removeMacroTriggerIDs = repeated(triggerID, use.removeMacros)
    return rule
  }
}
