import OrderedCollections
import TagRuntime

extension ExportCompiler {
  /// Reads the triggers; those that a mobile container cannot have are left out.
  mutating func readTriggers(_ nodes: [FileNode]) throws(ReadFault) {
    for node in try Self.sorted(nodes, by: "triggerId") {
      let id = try node.text("triggerId")
      let name = try node.optionalText("name") ?? id
      let type = try Self.type(ofTrigger: node)
      if let reason = ExportCatalogue.obstacle(toTrigger: type, in: generation) {
        leaveOut(trigger: id, name, type: type, reason)
        continue
      }
      let filters =
        try node.nodes("customEventFilter") + node.nodes("autoEventFilter") + node.nodes("filter")
      try ReadFault.check(
        filters.count, ContainerLimits.predicatesPerRule, node.place + ".filter")
      var conditions: [ExportTrigger.Condition] = []
      var unknown: OrderedSet<String> = []
      for filter in filters {
        let type = try filter.word("type")
        if let condition = try Self.condition(filter, type) {
          conditions.append(condition)
        } else {
          unknown.append(type)
        }
      }
      if !unknown.isEmpty {
        let types = unknown.joined(separator: ", ")
        leaveOut(trigger: id, name, type: type, .unknownCondition(type: types))
        continue
      }
      triggers[id] = ExportTrigger(
        name: name, type: type, event: ExportCatalogue.event(ofTrigger: type),
        conditions: conditions)
    }
  }

  /// Returns the type of a trigger. A rule of the first interface has none: only its conditions
  /// decide.
  private static func type(ofTrigger node: FileNode) throws(ReadFault) -> String {
    node.members["ruleId"] == nil ? try node.word("type") : "ALWAYS"
  }

  private mutating func leaveOut(
    trigger id: String, _ name: String, type: String, _ reason: LeftOutPart.Reason
  ) {
    unusableTriggers.insert(id)
    leaveOut(.trigger, name, type: type, reason)
  }

  private static func condition(
    _ node: FileNode, _ type: String
  ) throws(ReadFault) -> ExportTrigger.Condition? {
    guard let function = conditions[type] else { return nil }
    var call = FunctionCall(function: function.id)
    var isNegated = false
    for (key, value) in try ExportParameter.read(try node.nodes("parameter")) {
      switch (WireKey.key(of: key), value.flag) {
      case ("negate", let flag?): isNegated = flag
      // The compiler writes the flag only if it is set.
      case ("ignore_case", false?): break
      case ("ignore_case", true?): call.parameters["ignore_case"] = .constant(.bool(true))
      case (let key, _): call.parameters[key] = value.expression
      }
    }
    return ExportTrigger.Condition(call: call, isNegated: isNegated)
  }

  /// Records the effects of triggers, if they can be used.
  ///
  /// `owner` is the tag or variable in words, for remarks.
  mutating func use(
    _ ids: OrderedSet<String>, by owner: String, _ change: (inout ContainerRule) -> Void
  ) {
    for id in ids where !unusableTriggers.contains(id) {
      let builtIn = BuiltInTrigger(rawValue: id)
      if let builtIn, builtIn.isWebOnly {
        leaveOut(trigger: id, builtIn.name, type: "", .webOnly)
        continue
      }
      guard triggers[id] != nil || builtIn != nil else {
        remark(.missingTrigger(id: id, owner: owner))
        continue
      }
      change(&uses[id, default: ContainerRule()])
    }
  }

  /// Makes one rule of each used trigger. Legacy containers have those of the export in the order
  /// of their ids and then the built-in ones, v5 containers all in the order of their first use.
  mutating func makeRules() {
    for (id, trigger) in triggers.elements where uses[id] == nil {
      leaveOut(.trigger, trigger.name, type: trigger.type, .unused)
    }
    let own = triggers.keys.filter { uses[$0] != nil }
    let others = [BuiltInTrigger.anyEvent, .allEvents, .always].map(\.rawValue)
      .filter { triggers[$0] == nil && uses[$0] != nil }
    for id in generation == .legacy ? own + others : Array(uses.keys) {
      guard let use = uses[id] else { continue }
      if let trigger = triggers[id] {
        rules.append(makeRule(id, trigger, use))
      } else if let builtIn = BuiltInTrigger(rawValue: id) {
        var rule = makeRule(id, named: builtIn.name, use)
        if builtIn != .always {
          rule.positivePredicates = [index(ofEvent: .matches, ".*")]
        }
        rules.append(rule)
      }
    }
  }

  private mutating func makeRule(
    _ id: String, _ trigger: ExportTrigger, _ use: ContainerRule
  ) -> ContainerRule {
    var rule = makeRule(id, named: trigger.name, use)
    if let event = trigger.event {
      rule.positivePredicates.append(index(ofEvent: .equals, event))
    }
    for condition in trigger.conditions {
      // Exports may name the hidden macro of the event, which they do not contain.
      if condition.call.parameters.values.contains(.macro("_event")) { _ = eventMacro() }
      let index = index(ofPredicate: condition.call)
      if condition.isNegated {
        rule.negativePredicates.append(index)
      } else {
        rule.positivePredicates.append(index)
      }
    }
    return rule
  }

  /// Returns a reference to the hidden macro that has the name of the event.
  private mutating func eventMacro() -> Expression {
    .macro(hiddenMacro("_event", function(of: "e")))
  }

  /// Returns the index of a condition on the name of the event.
  private mutating func index(ofEvent function: PredicateFunction, _ text: String) -> Int {
    let parameters: OrderedDictionary<String, Expression> = [
      "arg0": eventMacro(), "arg1": .constant(.string(text)),
    ]
    return index(ofPredicate: FunctionCall(function: function.id, parameters: parameters))
  }

  /// Adds the trigger's name and id to all that it does.
  private func makeRule(_ id: String, named name: String, _ use: ContainerRule) -> ContainerRule {
    let triggerID = containerID + "_" + id
    var rule = use
    rule.addTagRuleNames = use.addTags.map { _ in name }
    rule.removeTagRuleNames = use.removeTags.map { _ in name }
    rule.addMacroRuleNames = use.addMacros.map { _ in name }
    rule.removeMacroRuleNames = use.removeMacros.map { _ in name }
    rule.addTagTriggerIDs = use.addTags.map { _ in triggerID }
    rule.removeTagTriggerIDs = use.removeTags.map { _ in triggerID }
    rule.addMacroTriggerIDs = use.addMacros.map { _ in triggerID }
    rule.removeMacroTriggerIDs = use.removeMacros.map { _ in triggerID }
    return rule
  }

  /// The conditions of the web interface that mobile containers have.
  private static let conditions: [String: PredicateFunction] = [
    "EQUALS": .equals, "CONTAINS": .contains, "STARTS_WITH": .startsWith, "ENDS_WITH": .endsWith,
    "MATCH_REGEX": .matches, "GREATER": .greater, "GREATER_OR_EQUALS": .greaterOrEquals,
    "LESS": .less, "LESS_OR_EQUALS": .lessOrEquals,
  ]
}

/// A trigger of an export, ready to become a rule.
struct ExportTrigger {
  var name: String
  var type: String
  /// The event that it waits for, if its type determines it.
  var event: String?
  var conditions: [Condition]

  struct Condition {
    var call: FunctionCall
    var isNegated: Bool
  }
}
